import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import { quickTokens } from '../inject/quick-tokens.ts';
import type { Manifest } from '../manifest/port.ts';
import { openGate } from '../manifest/read-gate.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { Act, type HookConfig, type HookHost, NOTHING } from './act.ts';
import { boundCall, boundText } from './bound.ts';
import { logCall } from './call-log.ts';
import type { Payload } from './stdin.ts';

/** What applies where there is no manifest to carry the user's own. */
const DEFAULTS: HookConfig = {
  injectionBudgetBytes: 4096,
  maxLessonsPerInjection: 3,
  compactionReinjectionThreshold: 7,
  holdoutRate: 0,
  dedupScope: 'session',
  holdTwinWindowMs: 700,
  team: null,
};

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
    if (isQuiet(io, event, host)) return '';
    const { openManifest } = await import('../manifest/read.ts');
    manifest = openManifest(host.home);
    if (manifest === null ? pausedByFile(host) : manifest.config.paused) return '';
    const act = new Act(host, io.agent, event, manifest, manifest?.config ?? DEFAULTS);
    let text = '';
    try {
      const answer = await dispatch(act, io, event);
      // No look at the deadline any more: what was claimed must be told, or it would be lost for the session.
      text = io.encode(event, answer);
    } finally {
      act.flush();
    }
    return text;
  } catch {
    return '';
  } finally {
    manifest?.close();
  }
}

/**
 * True where the pointer's gate says that no lesson can match this call, or that the hooks are paused: the case of most
 * calls, and the only one that loads nothing more. The call is noted all the same.
 */
function isQuiet(io: HookIo, event: HookEvent, host: HookHost): boolean {
  if (event.kind !== 'before-tool' && event.kind !== 'after-tool') return false;
  const gate = openGate(host.home);
  if (gate === null) return false;
  if (gate.paused) return true;
  // Long inputs have no quick tokens, so this one needs no bounding.
  const { call } = event;
  const tokens = quickTokens(call);
  if (tokens === null || gate.mayMatch(call.tool, tokens)) return false;
  const act = new Act(host, io.agent, event, null, DEFAULTS);
  if (event.kind === 'before-tool') logCall(act, 'call', call, event.toolUseId);
  act.flush();
  return true;
}

/** What an event needs is loaded when it comes. */
async function dispatch(act: Act, io: HookIo, event: HookEvent): Promise<HookAnswer> {
  switch (event.kind) {
    case 'before-tool': {
      const call = boundCall(event.call);
      logCall(act, 'call', call, event.toolUseId);
      const { beforeTool, denyBeforeTool, matchCallNow } = await import('./before-tool.ts');
      const matched = matchCallNow(act, call, event.toolUseId);
      if (matched === null) return NOTHING;
      return io.contextAfterTool ? denyBeforeTool(act, matched) : beforeTool(act, matched);
    }
    case 'after-tool': {
      const { afterTool, matchCallNow } = await import('./before-tool.ts');
      const matched = matchCallNow(act, boundCall(event.call), event.toolUseId);
      return matched === null ? NOTHING : afterTool(act, matched);
    }
    case 'tool-failed': {
      const { toolFailed } = await import('./tool-failed.ts');
      const call = boundCall(event.call);
      const answer = toolFailed(act, call, event.toolUseId, boundText(event.error));
      return io.contextAfterTool ? withCallContext(act, call, event.toolUseId, answer) : answer;
    }
    case 'prompt': {
      const { promptSubmitted } = await import('./prompt.ts');
      return promptSubmitted(act, event.prompt);
    }
    case 'session-start': {
      const { sessionStart } = await import('./session-start.ts');
      return sessionStart(act, event);
    }
    case 'subagent-start': {
      const { subagentStart } = await import('./session-start.ts');
      return subagentStart(act);
    }
    case 'session-end':
      act.host.background(event.base.transcriptPath);
      return NOTHING;
  }
}

/** Where context comes after the tool, a failing call's lessons come with what is said of the failure. */
async function withCallContext(
  act: Act,
  call: ToolCall,
  toolUseId: string | null,
  failed: HookAnswer,
): Promise<HookAnswer> {
  const { afterTool, matchCallNow } = await import('./before-tool.ts');
  const matched = matchCallNow(act, call, toolUseId);
  const beside = matched === null ? NOTHING : afterTool(act, matched);
  if (beside.kind !== 'context') return failed;
  return failed.kind === 'context' ? { ...failed, text: `${beside.text}\n\n${failed.text}` } : beside;
}

function parse(io: HookIo, payload: Payload, host: HookHost): HookEvent | null {
  const value = 'value' in payload ? payload.value : JSON.parse(new TextDecoder().decode(payload.bytes));
  if (host.late()) return null;
  const event = io.decode(value, host.env);
  if (event !== null && event.base.sessionId === '') event.base.sessionId = 'unknown';
  return event;
}

/** `LESSONS_DISABLE` set to anything but nothing, `0` or `false`. */
function isSwitchedOff(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

function pausedByFile(host: HookHost): boolean {
  const text = host.io.readText(`${host.home}/config.json`);
  if (text === null) return false;
  try {
    return (JSON.parse(text) as { paused?: unknown }).paused === true;
  } catch {
    return false;
  }
}
