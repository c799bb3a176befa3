import { callSignature } from '../inject/canonical.ts';
import type { LoggedCall } from '../inject/loops.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { Act } from './act.ts';
import { failingMarker, hasFailed } from './failing-marker.ts';

const LOG = 'log';
const LOG_CHARS_MAX = 256 * 1024;
const CHANGING_TOOLS = new Set(['Edit', 'Write']);

/** A line of the session's log. Short names: a line is written at every call. */
interface LogLine {
  /** `call`: about to run. `fail`: failed. `told`: a lesson was delivered. */
  e: 'call' | 'fail' | 'told';
  at: number;
  /** Subagent, or null. */
  a: string | null;
  /** Tool use. */
  id: string | null;
  tool?: string;
  sig?: string;
  slug?: string;
  how?: string;
}

/**
 * Notes that a call is about to run, or has failed. Calls are noted from a session's first failure on: nothing before
 * it can be part of a loop, and most calls are spared the write.
 */
export function logCall(act: Act, kind: 'call' | 'fail', call: ToolCall, toolUseId: string | null): void {
  const { sessionId } = act.event.base;
  if (kind === 'call' && !hasFailed(act.host, sessionId)) return;
  append(act, {
    e: kind,
    at: act.host.now(),
    a: act.event.base.agentId,
    id: toolUseId,
    tool: call.tool,
    sig: callSignature(call.tool, call.input),
  });
  if (kind === 'fail') act.host.io.createExclusive(failingMarker(act.host.home, sessionId), '');
}

/** Notes what was delivered where. */
export function logTold(act: Act, slug: string, how: string, toolUseId: string | null): void {
  append(act, { e: 'told', at: act.host.now(), a: act.event.base.agentId, id: toolUseId, slug, how });
}

function append(act: Act, line: LogLine): void {
  act.state.append(LOG, JSON.stringify(line));
}

/**
 * The calls of this agent in this session as far as the log's end tells, in order, failures marked.
 * A call that two installed hooks have logged counts once.
 */
export function loggedCalls(act: Act): LoggedCall[] {
  const text = act.state.read(LOG) ?? '';
  const calls: LoggedCall[] = [];
  const byId = new Map<string, LoggedCall>();
  for (const raw of text.slice(-LOG_CHARS_MAX).split('\n')) {
    const line = parse(raw);
    if (line === null || line.e === 'told') continue;
    if (typeof line.tool !== 'string' || typeof line.sig !== 'string') continue;
    // What another agent has edited counts for everybody, its other calls only for itself.
    if (line.a !== act.event.base.agentId && !CHANGING_TOOLS.has(line.tool)) continue;
    const known = line.id === null ? lastUnfinished(calls, line) : (byId.get(line.id) ?? null);
    const call = known ?? { tool: line.tool, signature: line.sig, failed: false };
    if (known === null) calls.push(call);
    if (line.id !== null) byId.set(line.id, call);
    if (line.e === 'fail') call.failed = true;
    call.changes = CHANGING_TOOLS.has(call.tool) && !call.failed;
  }
  return calls;
}

/** Without ids, a failure belongs to the last call of the same kind that has not failed. */
function lastUnfinished(calls: LoggedCall[], line: LogLine): LoggedCall | null {
  if (line.e !== 'fail') return null;
  const last = calls.at(-1);
  return last !== undefined && last.signature === line.sig && !last.failed ? last : null;
}

function parse(line: string): LogLine | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}
