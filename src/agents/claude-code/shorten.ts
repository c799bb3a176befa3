/** Leaves out what repeats a line's content in another shape before the line is parsed. */

const RESULT_COPY = Buffer.from(',"toolUseResult":{');
const MESSAGE = Buffer.from('"message":{');
/** Before the copies of the messages that a subagent's progress carries. */
export const NESTED_COPY = Buffer.from(',"normalizedMessages":');
const NESTED_TAIL_BYTES = 700;
const LINE_TAIL_BYTES = 700;
const AGENT_ID = /"agentId":"([\w-]{1,100})"/g;
const LAST_FIELDS = /"(?:sessionId|cwd)":"(?:[^"\\]|\\.){0,1000}"/g;

/** Source of a user's line without the object that repeats a result; the session's fields behind it are kept. */
export function shortSource(bytes: Buffer): string {
  const cut = bytes.indexOf(RESULT_COPY);
  const message = cut < 0 ? -1 : bytes.indexOf(MESSAGE);
  if (cut < 0 || message < 0 || message > cut || bytes.length - cut < 2 * LINE_TAIL_BYTES)
    return bytes.toString('utf8');
  const tail = bytes.toString('utf8', bytes.length - LINE_TAIL_BYTES);
  const kept = tail.match(LAST_FIELDS) ?? [];
  const timedOut = /"timedOutAfterMs":\d+/.exec(tail);
  const background = /"backgroundTaskId":"[\w-]{1,100}"/.exec(tail);
  const detail = [timedOut?.[0], background?.[0]].filter((field) => field !== undefined);
  return `${bytes.toString('utf8', 0, cut)},"toolUseResult":{${detail.join(',')}}${kept.map((field) => `,${field}`).join('')}}`;
}

/** Source of a progress line without the copies of its message; what follows them names the subagent. */
export function nestedSource(bytes: Buffer): string {
  const cut = bytes.indexOf(NESTED_COPY);
  if (cut < 0) return bytes.toString('utf8');
  const tail = bytes.toString('latin1', Math.max(cut, bytes.length - NESTED_TAIL_BYTES));
  const agentId = [...tail.matchAll(AGENT_ID)].at(-1)?.[1];
  const parent = /"parentToolUseID":"([\w-]{1,100})"/.exec(tail)?.[1];
  const named = agentId === undefined ? '' : `,"agentId":"${agentId}"`;
  const owner = parent === undefined ? '' : `,"parentToolUseID":"${parent}"`;
  return `${bytes.toString('utf8', 0, cut)},"type":"agent_progress"${named}}${owner}}`;
}
