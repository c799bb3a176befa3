import { INJECTION_META_OPEN } from '../../model/constants.ts';
import { latin1 } from '../../transcripts/bytes.ts';

const HEAD_BYTES = 400;
/** Nearly all types stand within these. */
const TYPE_BYTES = 128;
const PAYLOAD = '"payload":{"type":"';
const IDLE = new Set([
  'token_count',
  'reasoning',
  'agent_message',
  'agent_reasoning',
  'world_state',
  'thread_settings_applied',
  'additional_tools',
]);
const META_OPEN = Buffer.from(INJECTION_META_OPEN);

/** Lines that only repeat or count; decided from the first bytes. */
export function isIdle(bytes: Buffer): boolean {
  const near = typeIn(latin1(bytes, 0, TYPE_BYTES));
  if (near !== '' && near !== 'message') return isIdleType(near);
  const head = latin1(bytes, 0, HEAD_BYTES);
  const payload = head.indexOf(PAYLOAD);
  if (payload < 0) return head.includes('"type":"world_state"');
  const start = payload + PAYLOAD.length;
  const type = head.slice(start, head.indexOf('"', start));
  if (type === 'message' && head.includes('"role":"developer"', payload)) return bytes.indexOf(META_OPEN) < 0;
  return isIdleType(type);
}

const isIdleType = (type: string): boolean => IDLE.has(type) || type.startsWith('web_search');

/** The type of a payload, where all of it stands in these characters; else empty. */
function typeIn(head: string): string {
  const start = head.indexOf(PAYLOAD) + PAYLOAD.length;
  const end = start < PAYLOAD.length ? -1 : head.indexOf('"', start);
  return end < 0 ? '' : head.slice(start, end);
}
