import { latin1 } from '../../transcripts/bytes.ts';
import type { Json } from '../../transcripts/json.ts';

/**
 * Reads the end of a command or patch without parsing what it wrote, which the call's output holds as well. Whatever
 * does not look exactly as the client writes it is left to the parser. Keys cannot be faked by text: inside a JSON
 * string every quote is escaped.
 */

const HEAD_BYTES = 240;
const TAIL_BYTES = 48;
/** Below this, parsing is as fast. */
const BYTES_MIN = 600;
const OPENS =
  /^\{"timestamp":"[\w:.-]{10,40}","type":"event_msg","payload":\{"type":"(exec_command|patch_apply)_end","call_id":"([\w-]{1,100})",/;
const CLOSES = /","status":"(\w{1,20})"\}\}$/;
const CLOSES_PATCH = /\}\},"status":"(\w{1,20})"\}\}$/;
const EXIT = Buffer.from('","exit_code":');
const EXIT_FIELDS =
  /^","exit_code":(-?\d{1,6}),"duration":\{"secs":(\d{1,9}),"nanos":(\d{1,9})\},"formatted_output":"/;
const EXIT_BYTES = 90;
const SUCCESS = Buffer.from('","success":');
const SUCCESS_FIELD = /^","success":(true|false),"changes":\{/;
const SUCCESS_BYTES = 40;

/** The end of a command or patch, as Codex' event log tells it beside the call's own result. */
export interface EndLine {
  callId: string;
  isPatch: boolean;
  /** The fields that are looked at of a call that is logged itself. */
  fields: Json;
}

/** Null where the line is another one or has to be parsed. */
export function endLine(bytes: Buffer): EndLine | null {
  if (bytes.length < BYTES_MIN) return null;
  const opened = OPENS.exec(latin1(bytes, 0, HEAD_BYTES));
  if (opened === null) return null;
  const [head, what, callId] = opened as unknown as [string, string, string];
  const isPatch = what === 'patch_apply';
  const closed = (isPatch ? CLOSES_PATCH : CLOSES).exec(
    latin1(bytes, bytes.length - TAIL_BYTES, bytes.length),
  );
  if (closed === null) return null;
  const found = isPatch
    ? only(bytes, SUCCESS, SUCCESS_FIELD, SUCCESS_BYTES, head.length)
    : only(bytes, EXIT, EXIT_FIELDS, EXIT_BYTES, head.length);
  if (found === null) return null;
  const fields: Json = isPatch
    ? { success: found[1] === 'true' }
    : {
        exit_code: Number(found[1]),
        duration: { secs: Number(found[2]), nanos: Number(found[3]) },
        status: closed[1],
      };
  return { callId, isPatch, fields };
}

/** What stands at the one place where a key does; null where it stands at several, or nowhere. */
function only(
  bytes: Buffer,
  key: Buffer,
  fields: RegExp,
  reach: number,
  from: number,
): RegExpExecArray | null {
  const at = bytes.indexOf(key, from);
  if (at < 0 || bytes.indexOf(key, at + 1) >= 0) return null;
  return fields.exec(latin1(bytes, at, at + reach));
}
