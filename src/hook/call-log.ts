import { callSignature } from '../inject/canonical.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { failingMarker } from '../platform/session-state.ts';
import type { Act } from './act.ts';

/** The log's name among the session's files. */
export const CALL_LOG = 'log';

/** A line of the session's log. Short names: a line is written at every call. */
export interface LogLine {
  /** `call`: about to run. `fail`: failed. */
  e: 'call' | 'fail';
  at: number;
  /** Subagent, or null. */
  a: string | null;
  /** Tool use. */
  id: string | null;
  /** The client's time of the event, where there is no id: two installed hooks report one call. */
  ts?: string | undefined;
  tool: string;
  sig: string;
}

/**
 * Notes that a call is about to run, or has failed. Calls are noted from a session's first failure on: nothing before
 * it can be part of a loop, and most calls are spared the write.
 */
export function logCall(act: Act, kind: 'call' | 'fail', call: ToolCall, toolUseId: string | null): void {
  const { host } = act;
  const marker = failingMarker(host.home, act.event.base.sessionId);
  if (kind === 'call' && !host.io.exists(marker)) return;
  const line: LogLine = {
    e: kind,
    at: host.now(),
    a: act.event.base.agentId,
    id: toolUseId,
    ts: toolUseId ? undefined : act.moment,
    tool: call.tool,
    sig: callSignature(call.tool, call.input),
  };
  act.state.append(CALL_LOG, JSON.stringify(line));
  if (kind === 'fail') host.io.createExclusive(marker, '');
}
