/**
 * Decides from the first bytes of a line, and by byte search, whether it can hold anything that is captured.
 * Most bytes of a transcript are snapshots, progress and copies of file contents, which are never parsed.
 */
const HEAD_BYTES = 1024;
/** A message that begins behind this is not looked for: the line is parsed. */
const MESSAGE_REACH = 8 * 1024;
const MESSAGE = Buffer.from('"message":{');
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');

export type LineKind = 'message' | 'nested' | 'queue' | 'attachment' | 'compaction' | 'skip' | 'unknown';

const SIDE_TYPES: Record<string, LineKind> = {
  user: 'message',
  assistant: 'message',
  'queue-operation': 'queue',
};

/** A line's kind, and what was looked up for it: where its message begins, and the text before that. */
export interface LineHead {
  kind: LineKind;
  message: number;
  before: string;
}

/** What a line is; `unknown` must be parsed to find out, `skip` holds nothing. */
export function lineHead(bytes: Buffer): LineHead {
  const found = bytes.indexOf(MESSAGE);
  const message = found > MESSAGE_REACH ? -1 : found;
  const before = bytes.toString('utf8', 0, message < 0 ? HEAD_BYTES : message + MESSAGE.length);
  const kind = bytes[bytes.length - 1] === 0x7d ? kindOf(bytes, message, before) : 'unknown';
  return { kind, message, before };
}

function kindOf(bytes: Buffer, message: number, head: string): LineKind {
  if (head.startsWith('{"type":"')) {
    const type = head.slice(9, head.indexOf('"', 9));
    const known = SIDE_TYPES[type];
    if (known !== undefined) return known;
    return type === 'system' || type === 'attachment' || type === 'progress' ? 'unknown' : 'skip';
  }
  if (head.includes('"attachment":{')) return 'attachment';
  const data = head.indexOf('"data":{"');
  if (data >= 0) {
    return head.startsWith('"data":{"type":"', data) && bytes.indexOf(AGENT_PROGRESS) < 0 ? 'skip' : 'nested';
  }
  if (message >= 0) return 'message';
  if (head.includes('"subtype":"')) {
    return head.includes('"subtype":"compact_boundary"') || !head.includes('"type":"system"')
      ? 'compaction'
      : 'skip';
  }
  return 'unknown';
}
