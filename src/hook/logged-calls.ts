import { callSignature } from '../inject/canonical.ts';
import type { LoggedCall } from '../inject/loops.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { textEnd } from '../platform/text-end.ts';
import type { Act } from './act.ts';
import { CALL_LOG, type LogLine } from './call-log.ts';

/** How much of the log's end is looked at. */
const LOG_BYTES = 256 * 1024;
const CHANGING_TOOLS = new Set(['Edit', 'Write']);

/** Two installed hooks of one agent are started within this time. */
const TWIN_MS = 2000;

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

/** True where this failure, which has no id, has been logged by a hook of the agent's other dialect. */
export function isTwinFailure(act: Act, call: ToolCall): boolean {
  const last: NotedCall | undefined = loggedCalls(act).at(-1);
  const { eventName: ev, agentId: a } = act.event.base;
  const sig = callSignature(call.tool, call.input);
  return (
    last?.failed === true &&
    isTwin(last, { e: 'fail', at: act.host.now(), a, id: null, ev, tool: call.tool, sig })
  );
}

/** Without ids, a failure belongs to the last call of the same kind that has not failed; a line may also be a twin. */
function lastCallOf(calls: readonly NotedCall[], line: LogLine): NotedCall | null {
  const last = calls.at(-1);
  if (last === undefined || last.signature !== line.sig) return null;
  return (line.e === 'fail' && !last.failed) || isTwin(last, line) ? last : null;
}

/** Two dialects report the same within moments. */
function isTwin(last: NotedCall, line: LogLine): boolean {
  const before = last.line;
  return (
    before !== undefined &&
    last.signature === line.sig &&
    before.e === line.e &&
    before.id === null &&
    before.ev !== line.ev &&
    line.at - before.at < TWIN_MS
  );
}

function parse(line: string): LogLine | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}
