import type { LoggedCall } from '../inject/loops.ts';
import { textEnd } from '../platform/text-end.ts';
import type { Act } from './act.ts';
import { CALL_LOG, type LogLine } from './call-log.ts';

/** How much of the log's end is looked at. */
const LOG_BYTES = 256 * 1024;
const CHANGING_TOOLS = new Set(['Edit', 'Write']);

interface NotedCall extends LoggedCall {
  /** The last line about it. */
  line?: LogLine;
}

/**
 * The calls of this agent in this session as far as the log's end tells, in order, failures marked.
 * A call that two installed hooks have logged counts once.
 */
export function loggedCalls(act: Act): LoggedCall[] {
  const text = textEnd(act.host.io, `${act.state.dir}/${CALL_LOG}`, LOG_BYTES);
  const calls: NotedCall[] = [];
  const byId = new Map<string, NotedCall>();
  for (const raw of text.split('\n')) {
    const line = parse(raw);
    if (line === null) continue;
    if (typeof line.tool !== 'string' || typeof line.sig !== 'string') continue;
    // What another agent has edited counts for everybody, its other calls only for itself.
    if (line.a !== act.event.base.agentId && !CHANGING_TOOLS.has(line.tool)) continue;
    const known = line.id === null ? lastCallOf(calls, line) : (byId.get(line.id) ?? null);
    const call: NotedCall = known ?? { tool: line.tool, signature: line.sig, failed: false };
    call.line = line;
    if (known === null) calls.push(call);
    if (line.id !== null) byId.set(line.id, call);
    if (line.e === 'fail') call.failed = true;
    call.changes = CHANGING_TOOLS.has(call.tool) && !call.failed;
  }
  return calls;
}

/** Without ids, a failure belongs to the last call of the same kind that has not failed; a line may also be a twin. */
function lastCallOf(calls: readonly NotedCall[], line: LogLine): NotedCall | null {
  const last = calls.at(-1);
  if (last === undefined || last.signature !== line.sig) return null;
  const isTwin = line.ts !== undefined && last.line?.ts === line.ts;
  return (line.e === 'fail' && !last.failed) || isTwin ? last : null;
}

function parse(line: string): LogLine | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}
