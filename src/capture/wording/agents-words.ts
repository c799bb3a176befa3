import { markdownSentences } from '../../text/markdown.ts';
import type { OpenFailure } from '../failure-state.ts';
import { cut } from './prose.ts';
import { behind, isAbout, isGuess, toldCause } from './told-cause.ts';

/** What the agent itself said right after a failure: why it failed, or what it does instead. */

/** What stands behind a colon is a sentence of its own. */
const COLON = /(?<=:)\s+(?=[A-Z`"'])/;
const CHARS_MIN = 18;
const CHARS_MAX = 180;
/** Says why. */
const WHY =
  /\b(?:because|since|needs?|requires?|must|wrong|missing|expects?|assumes?|incompatible|conflicts?|doesn't|don't|didn't|can't|cannot|bypass\w*)\b/i;
/** Says what is done in place of it. */
const INSTEAD = /\b(?:instead|rather than|to avoid|without|directly|another way|fall(?:ing)? back)\b/i;
const USING = /\b(?:using|via|through|by hand|with (?:the|a|an)?)\b/i;
/** Only says that something is looked at, tried or mended. */
const OPENS =
  /^(?:let me|let's|now|next|first|then|i'll|i will|i'm|i need to|ok(?:ay)?|good|great|perfect|sorry|hmm|wait|checking|looking|trying|i see|(?:so )?we (?:now )?have|there(?:'s| is| are) (?:an?|one|another|\d+|two|three)|one of)\b/i;
const LOOKS = /\b(?:check|look|see|find out|verify|inspect|investigate|read|search|list|examine|explore)\b/i;
const HOPES = /\b(?:should|might|may|maybe|perhaps|probably|seems?|likely|try|let me know)\b/i;
/** Tells how things stand, or what comes next, and nothing of the cause. */
const GOES_ON =
  /\bi(?:'m| am) (?:checking|looking|reading|trying)\b|\bi need (?:one|another|to)\b|\bone more\b|\b(?:different|new|another) (?:error|failure)\b|\banother failing\b|\ball (?:\w+ )?pass\b|\bfix (?:here )?is\b/i;

const sentencesOf = ({ after }: OpenFailure): string[] =>
  markdownSentences(after)
    .flatMap((each) => each.split(COLON))
    .map((each) => each.replace(/[:\s]+$/, ''))
    .filter((each) => each.length >= CHARS_MIN && each.length <= CHARS_MAX && !each.endsWith('?'));

/** Why it failed, as the agent told it, as a sentence; empty where it does not say. */
export function saidWhy(open: OpenFailure): string {
  if (isGuess(open)) return '';
  const cause = toldCause(open, CHARS_MAX);
  if (cause !== '') return `The cause, as the agent told it: ${behind(cause)}.`;
  const why = sentencesOf(open).find(
    (each) =>
      !OPENS.test(each) && WHY.test(each) && !HOPES.test(each) && !GOES_ON.test(each) && isAbout(each, open),
  );
  return why ? `As the agent then said: "${cut(why.replace(/[.!]$/, ''), CHARS_MAX)}".` : '';
}

/** A fix that does not tell the cause, with what the agent said of it. */
export function withWhy(fix: string, open: OpenFailure): string {
  const why = saidWhy(open);
  return why === '' ? fix : `${fix} ${why}`;
}

/** What the agent announced to do in place of it, in its own words; empty where it announced nothing. */
export function saidInstead(open: OpenFailure): string {
  const said = sentencesOf(open).find(
    (each) => (INSTEAD.test(each) || (OPENS.test(each) && USING.test(each))) && !LOOKS.test(each),
  );
  return said ? cut(said.replace(/[.!]$/, ''), CHARS_MAX) : '';
}
