import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import type { Manifest } from '../manifest/port.ts';
import { openManifest } from '../manifest/read.ts';
import { fileName } from '../platform/session-state.ts';
import { isSwitchedOff } from '../platform/switched-off.ts';
import { decodeText } from '../platform/text-bytes.ts';
import { Act, defaultConfig, type HookHost, NOTHING } from './act.ts';
import {
  afterTool,
  beforeTool,
  denyBeforeTool,
  type MatchedCall,
  matchCallNow,
  upon,
} from './before-tool.ts';
import { boundCall } from './bound.ts';
import { logCall } from './call-log.ts';
import type { Payload } from './stdin.ts';

/**
 * One hook event from its payload to the text for stdout: parse, load, match, dedup and rank, select, format.
 * At once where nothing has to be loaded, as for most calls: the first promise of a process costs it 40 µs.
 * Fails open: whatever goes wrong, the answer is empty. Never throws.
 */
export function answerHook(io: HookIo, payload: Payload, host: HookHost): string | Promise<string> {
  const act = begin(io, payload, host);
  if (act === null) return '';
  try {
    const answer = dispatch(act, io, act.event);
    if (!(answer instanceof Promise)) return finish(act, io, answer);
    return answer.catch(() => NOTHING).then((later) => finish(act, io, later));
  } catch {
    return finish(act, io, NOTHING);
  }
}

/** The event and what is known for it, or null where there is nothing to answer. */
function begin(io: HookIo, payload: Payload, host: HookHost): Act | null {
  let manifest: Manifest | null = null;
  try {
    if (isSwitchedOff(host.env)) return null;
    const event = parse(io, payload, host);
    if (event === null) return null;
    manifest = openManifest(host.home);
    if (manifest === null ? !pausedByFile(host) : !manifest.config.paused) {
      return new Act(host, io.agent, event, manifest, manifest?.config ?? defaultConfig());
    }
  } catch {}
  manifest?.close();
  return null;
}

/** No look at the deadline any more: what was claimed must be told, or it would be lost for the session. */
function finish(act: Act, io: HookIo, answer: HookAnswer): string {
  try {
    return answer === NOTHING ? '' : io.encode(act.event, answer);
  } catch {
    return '';
  } finally {
    act.flush();
    act.manifest?.close();
  }
}

/** What calls need comes with this module, and is answered at once; what another event needs is loaded when it comes. */
function dispatch(act: Act, io: HookIo, event: HookEvent): HookAnswer | Promise<HookAnswer> {
  switch (event.kind) {
    case 'before-tool': {
      const call = boundCall(event.call);
      logCall(act, 'call', call, event.toolUseId);
      const denyOnly = event.denyOnly || io.contextAfterTool;
      return upon(matchCallNow(act, call, event.toolUseId), (matched) =>
        matched === null ? NOTHING : denyOnly ? denyBeforeTool(act, matched) : answerBefore(act, io, matched),
      );
    }
    case 'after-tool':
      return upon(matchCallNow(act, boundCall(event.call), event.toolUseId), (matched) =>
        afterTool(act, matched),
      );
    default:
      return import('./answer-rare.ts').then(({ answerRare }) => answerRare(act, io, event));
  }
}

function answerBefore(act: Act, io: HookIo, matched: MatchedCall): HookAnswer | Promise<HookAnswer> {
  const answer = beforeTool(act, matched);
  // Once a turn: lessons that were told may have been so on a branch that the user has left.
  if (answer !== NOTHING || !io.memory?.prompt || !act.state.claim(turnClaim(act), '')) return answer;
  return import('./answer-rare.ts').then(({ leaveBranch }) =>
    leaveBranch(act, io) ? beforeTool(act, matched) : NOTHING,
  );
}

const turnClaim = ({ event }: Act): string => `e.turn.${fileName(event.base.promptId ?? '')}`;

function parse(io: HookIo, payload: Payload, host: HookHost): HookEvent | null {
  let value: unknown;
  // What was parsed as it came is small.
  if ('value' in payload) value = payload.value;
  else {
    value = JSON.parse(decodeText(payload.bytes));
    if (host.late()) return null;
  }
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
