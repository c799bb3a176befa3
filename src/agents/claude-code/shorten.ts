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
const LONG_BYTES_MIN = 12 * 1024;
const HEAD_BYTES = 6 * 1024;
const TAIL_BYTES = 2 * 1024;
/** Cuts are made at spaces, which no escape sequence and no multi-byte character contains. */
const SPACE_REACH = 512;

/** Source text of the line up to `end`, shortened where that is possible. */
export function shortSource(bytes: Buffer, end: number): string {
  const whole = () => bytes.toString('utf8', 0, end);
  if (end < LONG_BYTES_MIN) return whole();
  const span = longText(bytes, end);
  if (span === null) return whole();
  const head = bytes.lastIndexOf(SPACE, span.start + HEAD_BYTES);
  const tail = bytes.indexOf(SPACE, span.end - TAIL_BYTES);
  if (head < span.start + HEAD_BYTES - SPACE_REACH || tail < 0 || tail > span.end - TAIL_BYTES + SPACE_REACH)
    return whole();
  return `${bytes.toString('utf8', 0, head)} … [${tail - head} bytes left out] …${bytes.toString('utf8', tail, end)}`;
}

/** Where the text of the line's only result begins and ends, quotes excluded; null where it is short or not a plain success. */
function longText(bytes: Buffer, end: number): { start: number; end: number } | null {
  const anchor = bytes.indexOf(END);
  if (anchor < 0 || anchor >= end) return null;
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
