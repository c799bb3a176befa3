import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import type { Pointer } from '../manifest/format.ts';
import type { Manifest } from '../manifest/port.ts';
import { openManifest } from '../manifest/read.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { Act, DEFAULTS, type HookHost, NOTHING } from './act.ts';
import { afterTool, beforeTool, denyBeforeTool, matchCallNow } from './before-tool.ts';
import { boundCall, boundText } from './bound.ts';
import { logCall } from './call-log.ts';

/** The answer to an event as text for stdout. May throw. */
export async function answerEvent(
  io: HookIo,
  event: HookEvent,
  host: HookHost,
  pointer: Pointer | null = null,
): Promise<string> {
  let manifest: Manifest | null = null;
  try {
    manifest = openManifest(host.home, pointer);
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

/** What calls need comes with this module; what another event needs is loaded when it comes. */
async function dispatch(act: Act, io: HookIo, event: HookEvent): Promise<HookAnswer> {
  switch (event.kind) {
    case 'before-tool': {
      const call = boundCall(event.call);
      logCall(act, 'call', call, event.toolUseId);
      const matched = matchCallNow(act, call, event.toolUseId);
      if (matched === null) return NOTHING;
      return io.contextAfterTool ? denyBeforeTool(act, matched) : beforeTool(act, matched);
    }
    case 'after-tool': {
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
function withCallContext(act: Act, call: ToolCall, toolUseId: string | null, failed: HookAnswer): HookAnswer {
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
