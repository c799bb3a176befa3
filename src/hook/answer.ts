import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import type { Manifest } from '../manifest/port.ts';
import { openManifest } from '../manifest/read.ts';
import { decodeText } from '../platform/fast-io.ts';
import { Act, DEFAULTS, type HookHost, NOTHING } from './act.ts';
import { afterTool, beforeTool, denyBeforeTool, matchCallNow } from './before-tool.ts';
import { boundCall } from './bound.ts';
import { logCall } from './call-log.ts';
import type { Payload } from './stdin.ts';

/**
 * One hook event from its payload to the text for stdout: parse, load, match, dedup and rank, select, format.
 * Fails open: whatever goes wrong, the answer is empty. Never throws.
 */
export async function answerHook(io: HookIo, payload: Payload, host: HookHost): Promise<string> {
  let manifest: Manifest | null = null;
  try {
    if (isSwitchedOff(host.env['LESSONS_DISABLE'])) return '';
    const event = parse(io, payload, host);
    if (event === null) return '';
    manifest = openManifest(host.home);
    if (manifest === null ? pausedByFile(host) : manifest.config.paused) return '';
    return await answerEvent(
      io,
      event,
      new Act(host, io.agent, event, manifest, manifest?.config ?? DEFAULTS),
    );
  } catch {
    return '';
  } finally {
    manifest?.close();
  }
}

async function answerEvent(io: HookIo, event: HookEvent, act: Act): Promise<string> {
  try {
    // No look at the deadline any more: what was claimed must be told, or it would be lost for the session.
    return io.encode(event, await dispatch(act, io, event));
  } finally {
    act.flush();
  }
}

/** What calls need comes with this module; what another event needs is loaded when it comes. */
async function dispatch(act: Act, io: HookIo, event: HookEvent): Promise<HookAnswer> {
  switch (event.kind) {
    case 'before-tool': {
      const call = boundCall(event.call);
      logCall(act, 'call', call, event.toolUseId);
      const matched = await matchCallNow(act, call, event.toolUseId);
      if (matched === null) return NOTHING;
      return io.contextAfterTool ? denyBeforeTool(act, matched) : beforeTool(act, matched);
    }
    case 'after-tool': {
      const matched = await matchCallNow(act, boundCall(event.call), event.toolUseId);
      return matched === null ? NOTHING : afterTool(act, matched);
    }
    default: {
      const { answerRare } = await import('./answer-rare.ts');
      return answerRare(act, io, event);
    }
  }
}

function parse(io: HookIo, payload: Payload, host: HookHost): HookEvent | null {
  const value = 'value' in payload ? payload.value : JSON.parse(decodeText(payload.bytes));
  if (host.late()) return null;
  const event = io.decode(value, host.env);
  if (event !== null && event.base.sessionId === '') event.base.sessionId = 'unknown';
  return event;
}

/** Without a manifest, the config itself is asked. */
function pausedByFile(host: HookHost): boolean {
  const text = host.io.readText(`${host.home}/config.json`);
  if (text === null) return false;
  try {
    return (JSON.parse(text) as { paused?: unknown }).paused === true;
  } catch {
    return false;
  }
}

/** `LESSONS_DISABLE` set to anything but nothing, `0` or `false`. */
function isSwitchedOff(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
