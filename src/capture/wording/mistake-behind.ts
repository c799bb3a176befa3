import { SUMMARY_CHARS_MAX } from '../../model/constants.ts';
import type { OpenFailure } from '../failure-state.ts';
import { changeSummaries, wronglyExpecting } from './changes/changed-summary.ts';
import { isUnparsed, unparsed } from './changes/lost-bracket.ts';
import { unimported } from './changes/unimported.ts';
import { expectation, testName } from './message/failed-test.ts';
import { complaint, messageOf, wholeLine } from './message/message.ts';
import { code } from './prose.ts';
import { alone, behind, toldCause } from './told-cause.ts';

/** The mistake behind a message that only tells what was seen of it: a test's comparison, a crash. */

/** A test's comparison or a crash: what was seen of a mistake, not the mistake. */
const COMPARED =
  /\b(?:want(?:ed)?|expect\w*|got|should|assert\w*|unexpected|nil pointer|out of range|to (?:be|equal|contain|have))\b|[=!]=|^panic in |^--- FAIL|^FAIL\b|^[✕✗●]/i;
/** Says by itself what was wrong with what was given. */
const EXPLAINS =
  /\b(?:must|cannot|can not|can't|requires?|undefined|not found|no such|already|unreported|invalid)\b/i;
/** Kinds whose message seldom names the mistake. */
const BY_CAUSE = new Set<string>(['test', 'generic']);
/** True where the message does not name the mistake, as one that was not printed. */
const isByCause = ({ kind, salient }: OpenFailure): boolean =>
  BY_CAUSE.has(kind) || (kind === 'usage' && salient === '');
/** Where a script stumbled over a value: whose that is, it does not say. */
const STUMBLED =
  /\bof (?:undefined|null)\b|\bis not (?:a function|iterable|subscriptable)|NoneType|\b(?:not in|out of) range\b|nil pointer|NullPointer|has no attribute|argument expected, got/;

const isStumble = (kind: string, message: string): boolean =>
  kind === 'script-error' && STUMBLED.test(message);

/** Says by itself that the test is to blame. */
const OF_TEST = /^The agent\b|\b(?:tests?|expect\w*|fixtures?|fakes?|stubs?)\b/i;

/** A file that a message begins with. */
const IN_FILE = /^([\w.+-]+\.\w{1,5}): (?:Error: )?/;

const WRONG = 'Wrong expectation';

/** A cause that was told of a test's wrong expectation; none where it speaks of the test, or that was right. */
function expectedWrongly(open: OpenFailure, cause: string): string[] {
  const file = open.kind === 'test' && !OF_TEST.test(cause) ? wronglyExpecting(open) : '';
  const brief = file === '' ? '' : toldCause(open, SUMMARY_CHARS_MAX - WRONG.length - 2);
  return brief === '' ? [] : [`${WRONG} in ${file}: ${behind(brief)}`, `${WRONG}: ${behind(brief)}`];
}

/**
 * What was wrong, where the agent said so or a small change shows it, in at most 80 characters; else empty.
 * @param who what ran, in backticks
 */
export function mistakeBehind(open: OpenFailure, who: string): string {
  if (open.said || open.call.tool !== 'Bash') return '';
  const message = wholeLine(messageOf(open), open.error);
  const said = complaint(expectation(open.error, message), open.call.cwd);
  const stopped = unparsed(open, message)?.say ?? '';
  if (stopped !== '') return stopped.length <= SUMMARY_CHARS_MAX ? stopped : '';
  const lacked = open.correction ? unimported(open, message) : '';
  if (lacked !== '') return lacked;
  const cause =
    isUnparsed(open, message) || isByCause(open) || isStumble(open.kind, message)
      ? toldCause(open, SUMMARY_CHARS_MAX)
      : '';
  if (cause !== '') {
    const test = open.kind === 'test' ? testName(open.error, message) : null;
    const leads = [test ? code(test) : '', IN_FILE.exec(said)?.[1] ?? '', open.kind === 'test' ? '' : who];
    const led = leads.filter((lead) => lead !== '').map((lead) => `${lead}: ${behind(cause)}`);
    const texts = [...expectedWrongly(open, cause), ...led];
    return texts.find((each) => each.length <= SUMMARY_CHARS_MAX) ?? alone(cause);
  }
  if (open.kind !== 'test' || !COMPARED.test(said) || EXPLAINS.test(said)) return '';
  return changeSummaries(open, said.replace(IN_FILE, ''))[0] ?? '';
}
