import { neutralise, neutraliseLine } from '../inject/neutralise.ts';
import { saysNothingMore, USERS_WORDS } from '../inject/render.ts';
import type { Lesson } from '../model/lesson.ts';

const SUMMARY_CHARS_MAX = 200;
/** Who says it, such as `As the user says: `. */
const FRAME = /^[^:]{0,40}: /;

/**
 * A lesson as it is told at a start, where all of them are told, whatever the session is about: on one line, and nothing
 * twice. What a human's rule came from is no news then; what somebody wrote as the mistake is.
 */
export function startText({ summary, mistake, remediation }: Lesson): string {
  const short = neutraliseLine(summary, SUMMARY_CHARS_MAX);
  const fix = neutralise(remediation).trim();
  const parts = saysNothingMore(short, fix) ? [] : [short];
  const wrong = USERS_WORDS.test(mistake) ? '' : neutralise(mistake).trim();
  if (wrong !== '' && !saysNothingMore(wrong, short)) parts.push(wrong);
  const told = parts.join(' — ');
  const isSaid = told !== '' && saysNothingMore(fix.replace(FRAME, ''), told);
  return `- ${[told, isSaid ? '' : fix].filter(Boolean).join(' → ')}`;
}
