import { INJECTION_META_OPEN } from '../../model/constants.ts';

const HEAD_BYTES = 400;
const IDLE = [
  '"type":"token_count"',
  '"type":"reasoning"',
  '"type":"agent_message"',
  '"type":"agent_reasoning"',
  '"type":"world_state"',
  '"type":"thread_settings_applied"',
  '"type":"additional_tools"',
  '"type":"web_search',
];
const META_OPEN = Buffer.from(INJECTION_META_OPEN);

/** Lines that only repeat or count; decided from the first bytes. */
export function isIdle(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, Math.min(HEAD_BYTES, bytes.length));
  const payload = head.indexOf('"payload":{"type":"');
  if (payload < 0) return head.includes('"type":"world_state"');
  const type = head.slice(payload + 11, payload + 60);
  if (type.startsWith('"type":"message"') && head.includes('"role":"developer"', payload))
    return bytes.indexOf(META_OPEN) < 0;
  return IDLE.some((each) => type.startsWith(each));
}
