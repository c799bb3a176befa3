/**
 * Decides from the first bytes of a line, and by byte search, whether it can hold anything that is captured.
 * Most bytes of a transcript are snapshots, progress and copies of file contents, which are never parsed.
 */
const HEAD_BYTES = 720;

export type LineKind = 'message' | 'nested' | 'queue' | 'attachment' | 'compaction' | 'skip' | 'unknown';

const SIDE_TYPES: Record<string, LineKind> = {
  user: 'message',
  assistant: 'message',
  'queue-operation': 'queue',
};

/**
 * What a line is; `unknown` must be parsed to find out, `skip` holds nothing.
 * @param whole the line's text where that has been decoded already
 */
export function lineKind(bytes: Buffer, whole: string | null = null): LineKind {
  if (bytes[bytes.length - 1] !== 0x7d) return 'unknown';
  const head = whole ?? bytes.toString('latin1', 0, Math.min(HEAD_BYTES, bytes.length));
  if (head.startsWith('{"type":"')) {
    const type = head.slice(9, head.indexOf('"', 9));
    const known = SIDE_TYPES[type];
    if (known !== undefined) return known;
    return type === 'system' || type === 'attachment' || type === 'progress' ? 'unknown' : 'skip';
  }
  const message = head.indexOf('"message":{');
  const attachment = head.indexOf('"attachment":{');
  if (attachment >= 0 && (message < 0 || attachment < message)) return 'attachment';
  const data = head.indexOf('"data":{"');
  if (data >= 0 && (message < 0 || data < message)) {
    return head.startsWith('"data":{"type":"', data) && !head.includes('"type":"agent_progress"')
      ? 'skip'
      : 'nested';
  }
  if (message >= 0) return 'message';
  if (head.includes('"subtype":"')) {
    return head.includes('"subtype":"compact_boundary"') || !head.includes('"type":"system"')
      ? 'compaction'
      : 'skip';
  }
  return 'unknown';
}
