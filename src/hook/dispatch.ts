import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import type { Manifest } from '../manifest/port.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { Act, type HookConfig, type HookHost, NOTHING } from './act.ts';
import { boundCall, boundText } from './bound.ts';
import { logCall } from './call-log.ts';

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

/** Notes a call that no lesson can match. Its input is short, or the gate could not have told. */
export function noteCall(io: HookIo, event: HookEvent, host: HookHost): void {
  if (event.kind !== 'before-tool') return;
  const act = new Act(host, io.agent, event, null, DEFAULTS);
  logCall(act, 'call', event.call, event.toolUseId);
  act.flush();
}

/** The answer to an event as text for stdout. May throw. */
export async function answerEvent(io: HookIo, event: HookEvent, host: HookHost): Promise<string> {
  let manifest: Manifest | null = null;
  try {
    const { openManifest } = await import('../manifest/read.ts');
    manifest = openManifest(host.home);
    if (manifest === null ? pausedByFile(host) : manifest.config.paused) return '';
    const act = new Act(host, io.agent, event, manifest, manifest?.config ?? DEFAULTS);
    try {
      // No look at the deadline any more: what was claimed must be told, or it would be lost for the session.
      return io.encode(event, await dispatch(act, io, event));
    } finally {
      act.flush();
    }
  } finally {
    manifest?.close();
  }
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

function pausedByFile(host: HookHost): boolean {
  const text = host.io.readText(`${host.home}/config.json`);
  if (text === null) return false;
  try {
    return (JSON.parse(text) as { paused?: unknown }).paused === true;
  } catch {
    return false;
  }
}
