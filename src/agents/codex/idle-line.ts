import { INJECTION_META_OPEN } from '../../model/constants.ts';
import { latin1 } from '../../transcripts/bytes.ts';

const HEAD_BYTES = 400;
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
  const head = latin1(bytes, 0, HEAD_BYTES);
  const payload = head.indexOf(PAYLOAD);
  if (payload < 0) return head.includes('"type":"world_state"');
  const start = payload + PAYLOAD.length;
  const type = head.slice(start, head.indexOf('"', start));
  if (type === 'message' && head.includes('"role":"developer"', payload)) return bytes.indexOf(META_OPEN) < 0;
  return IDLE.has(type) || type.startsWith('web_search');
}
