/**
 * Cuts the long text out of the middle of a successful result before the line is parsed: nothing but its beginning
 * and its end is looked at, and most bytes of a transcript are such texts.
 */
const START = Buffer.from('"type":"tool_result","content":');
const START_FLAGGED = Buffer.from('"content":');
const END = Buffer.from(']},"uuid":"');
const FAILED = Buffer.from('"is_error":true');
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A text below this is not worth cutting. */
const LONG_BYTES_MIN = 6 * 1024;
const HEAD_BYTES = 3 * 1024;
const TAIL_BYTES = 1536;
/** Cuts are made at spaces, which no escape sequence and no multi-byte character contains. */
const SPACE_REACH = 512;

/** Source text of the line up to `end`, shortened where that is possible. */
export function shortSource(bytes: Buffer, end: number): string {
  const whole = () => bytes.toString('utf8', 0, end);
  if (end < LONG_BYTES_MIN) return whole();
  const span = longText(bytes, end);
  if (span === null) return whole();
  return cutOut(bytes, 0, span, end) ?? whole();
}

const NESTED_COPY = Buffer.from(',"normalizedMessages":');
const AGENT_ID = /"agentId":"([\w-]{1,100})"/g;

/** A progress line without the copies of its message: what follows them names the subagent. */
export function nestedSource(bytes: Buffer): string {
  const cut = bytes.indexOf(NESTED_COPY);
  if (cut < 0) return shortSource(bytes, bytes.length);
  const tail = bytes.toString('latin1', Math.max(cut, bytes.length - NESTED_TAIL_BYTES));
  const ids = [...tail.matchAll(AGENT_ID)];
  const parent = /"parentToolUseID":"([\w-]{1,100})"/.exec(tail);
  const agentId = ids.at(-1)?.[1];
  const named = agentId === undefined ? '' : `,"agentId":"${agentId}"`;
  return `${shortSource(bytes, cut)},"type":"agent_progress"${named}}${parent ? `,"parentToolUseID":"${parent[1]}"` : ''}}`;
}

const NESTED_TAIL_BYTES = 700;
const USAGE_START = Buffer.from('],"stop_reason":');
const USAGE_ENDS = ['},"requestId":', '},"type":"assistant"', '},"uuid":'].map((each) => Buffer.from(each));

/** An assistant's line without the accounts of its tokens, which are often longer than what was said. */
export function assistantSource(bytes: Buffer): string {
  const start = bytes.indexOf(USAGE_START);
  if (start < 0) return bytes.toString('utf8');
  for (const each of USAGE_ENDS) {
    const end = bytes.indexOf(each, start);
    if (end >= 0) return `${bytes.toString('utf8', 0, start + 1)}${bytes.toString('utf8', end)}`;
  }
  return bytes.toString('utf8');
}

/** Source text of a result's content list, shortened where that is possible. */
export function shortContent(bytes: Buffer, from: number, end: number): string {
  const whole = () => bytes.toString('utf8', from, end);
  if (end - from < LONG_BYTES_MIN) return whole();
  const span = longText(bytes, end);
  if (span === null || span.start < from) return whole();
  return cutOut(bytes, from, span, end) ?? whole();
}

/** The source from `from` to `end` with the middle of a text left out, or null where there is no place to cut. */
function cutOut(
  bytes: Buffer,
  from: number,
  span: { start: number; end: number },
  end: number,
): string | null {
  const head = bytes.lastIndexOf(SPACE, span.start + HEAD_BYTES);
  const tail = bytes.indexOf(SPACE, span.end - TAIL_BYTES);
  if (head < span.start + HEAD_BYTES - SPACE_REACH) return null;
  if (tail < 0 || tail > span.end - TAIL_BYTES + SPACE_REACH) return null;
  return `${bytes.toString('utf8', from, head)} … [${tail - head} bytes left out] …${bytes.toString('utf8', tail, end)}`;
}

/** Where the text of the line's only result begins and ends, quotes excluded; null where it is short or not a plain success. */
function longText(bytes: Buffer, end: number): { start: number; end: number } | null {
  const anchor = bytes.indexOf(END);
  if (anchor < 0 || anchor > end) return null;
  const failed = bytes.indexOf(FAILED);
  if (failed >= 0 && failed < anchor) return null;
  const from = contentStart(bytes, anchor);
  if (from < 0) return null;
  // `"` `,"is_error":false`? `}]`? `}`: the end of the text, of its list, of the result.
  const closing = bytes.toString('latin1', Math.max(from, anchor - 96), anchor);
  const found = /"(?:\}\])?(?:,"is_error":false)?(?:,"tool_use_id":"[\w-]{1,64}")?\}$/.exec(closing);
  if (found === null) return null;
  const stop = anchor - found[0].length;
  if (stop - from < LONG_BYTES_MIN || bytes[stop - 1] === BACKSLASH) return null;
  return { start: from, end: stop };
}

function contentStart(bytes: Buffer, anchor: number): number {
  const result = bytes.indexOf('"tool_result"');
  if (result < 0 || result > anchor) return -1;
  let at = bytes.indexOf(START);
  if (at >= 0 && at < anchor) at += START.length;
  else {
    at = bytes.indexOf(START_FLAGGED, result);
    if (at < 0 || at > result + 200) return -1;
    at += START_FLAGGED.length;
  }
  if (bytes[at] === QUOTE) return at + 1;
  const text = '[{"type":"text","text":"';
  return bytes.toString('latin1', at, at + text.length) === text ? at + text.length : -1;
}
