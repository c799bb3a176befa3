import { INJECTION_META_OPEN } from '../../model/constants.ts';
import type { LineHead } from './line-kind.ts';
import { nestedSource, shortSource } from './shorten.ts';

const META_OPEN = Buffer.from(INJECTION_META_OPEN);
/** Below this, parsing the whole line is as fast as looking for what matters. */
const CUT_BYTES_MIN = 1024;

/** Whether an attachment tells of a message that had waited, or of a lesson that a hook told. */
export function isWanted(bytes: Buffer, { text: beginning }: LineHead): boolean {
  if (beginning.includes('"type":"queued_command"')) return true;
  return beginning.includes('"type":"hook_') && bytes.indexOf(META_OPEN) >= 0;
}

/** What is parsed of a line that was not read by search. */
export function sourceOf(bytes: Buffer, { kind, message }: LineHead): string {
  if (kind === 'nested') return nestedSource(bytes);
  return kind === 'message' && message >= 0 && bytes.length >= CUT_BYTES_MIN
    ? shortSource(bytes)
    : bytes.toString('utf8');
}
