import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { anyOf } from '../../../text/any-of.ts';
import { oneLine } from '../../../text/one-line.ts';
import { CAUSE, closed, cut, fit, isWhole } from '../../wording/prose.ts';
import { alone } from '../../wording/told-cause.ts';

/** Words in a summary of their own, cut where they can be understood without the rest. Pure. */

/** Of a summary line: what stands before the words, and these. */
interface Line {
  line: string;
  shown: string;
  /** Less than they say: what only adds to it was left out, or what they need. */
  lacks: 'nothing' | 'aside' | 'more' | 'needed';
}

/** Shorter ways to say whose words they are, longest first. */
function briefer(prefix: string): string[] {
  const refused = /^The user refused (?:an? |the )?(.+)$/.exec(prefix)?.[1];
  if (refused) return [`Refused ${refused}`];
  if (/^The user on /.test(prefix)) return [];
  if (/^Called done in /.test(prefix)) return ['Called done, but: ', ''];
  return prefix === '' ? [] : [''];
}

const FOLDERS = /(?<![\w./:-])(?:[\w@.-]+\/){2,}(?=[\w@.-]+\.\w+)/g;
const HASH = /\b([0-9a-f]{7})[0-9a-f]{9,33}\b/g;
/** Only asks for a nod. */
const NOD = /,? (?:right|or|no|ok(?:ay)?|correct|yes)\?$/i;

/** The words with files without their folders, and hashes as git shortens them. */
export const shortNames = (words: string): string => words.replace(FOLDERS, '').replace(HASH, '$1');

/** What adds to a clause begins so. */
const ADDS =
  / (?:on|in|with|for|from|at|via|through|that|which|where|when|so|during|after|before|into|across|by|based on|because|instead of|rather than|even though|<-|->|=>|and(?= (?:i|we|it|you|they|the)\b)) (?=\S)/gi;
const VERB = anyOf(
  [
    /is|are|was|were|has|have|had|does|do|did|can|could|should|must|will|would|cannot|\w+n't|isnt|dont|doesnt|cant/,
    /needs?|leaves?|uses?|sets?|fails?|breaks?|belongs?|still|never|no longer|only|likely \w+s/,
    /ignores?|drops?|returns?|loses?|misses|leaks?|skips?|causes?|treats?|keeps?|makes?|takes?|gets?|shows?|asks?/,
    /includes?|contains?|holds?|expects?|assumes?|removes?|adds?|calls?|reads?|writes?|runs?|overstates?|weakens?|changes/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
/** Cannot be the last word. */
const OPEN_END =
  /(?:^|\s)(?:the|an?|but|then|this|that|these|those|them|to|of|is|are|was|be|and|or|not|should|that|want|wants|need|needs|like|mean|meant|use|uses|our|your|its|my|any|some|all|we|you|it|just|also|only|if|when|seem|seems|able|supposed|have|has|had|do|does|put|based|depends?|rel(?:y|ies)|looks?|looking|pass(?:ed)?|refers?|lives?|goes?|went|comes?|compares?|waits?|points?|due|related|according|part|way|lot|kind|sort|version|access|number|list|ability|chance|reason|think|feel|swept|pulled|picked|taken|sure|wondering|talking|speaking|(?:do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should)n['’]t)$/i;
/** What holds then is said at the end. */
const CONDITION = /^(?:if|when|since|because|while|unless|although|as)\b/i;
const HEAD_MIN = 26;

/** The words up to what only adds to them, in at most so many characters; null where they need it. */
function uptoAdded(words: string, max: number): string | null {
  if (CONDITION.test(words)) return null;
  const heads = [...words.matchAll(ADDS)].map(({ index }) => words.slice(0, index));
  const head = heads.findLast(
    (each) =>
      each.length <= max &&
      each.length >= HEAD_MIN &&
      isWhole(each) &&
      VERB.test(each) &&
      !OPEN_END.test(each),
  );
  return head?.replace(/[\s,;:]+$/, '') ?? null;
}

/** The words in a line of at most 80 characters. */
export function wholeLine(prefix: string, words: string): Line {
  const told = oneLine(words);
  const short = shortNames(told).replace(NOD, '');
  const line = (lead: string, text: string, lacks: Line['lacks'] = 'nothing'): Line => {
    const shown = lead === '' ? alone(text) : text;
    return { line: `${lead}${shown}`, shown, lacks };
  };
  const leads = [prefix, ...briefer(prefix)];
  const fits = (lead: string, text: string) => lead.length + text.length <= SUMMARY_CHARS_MAX;
  for (const text of [told, short]) for (const lead of leads) if (fits(lead, text)) return line(lead, text);
  for (const lead of leads) {
    const fitted = fit(`${lead}${short}`);
    const left = `${lead}${short}`.slice(fitted.length);
    if (fitted.endsWith('…') || fitted.length <= lead.length + HEAD_MIN) continue;
    // What is well comes before a `but`, what is wrong behind it.
    if ((/^,? but /.test(left) && !CAUSE.test(fitted.slice(lead.length))) || OPEN_END.test(fitted)) continue;
    return line(lead, fitted.slice(lead.length), 'aside');
  }
  for (const lead of leads) {
    const head = uptoAdded(short, SUMMARY_CHARS_MAX - lead.length);
    if (head !== null) return line(lead, head, 'more');
  }
  const text = closed(cut(`${prefix}${short}`, SUMMARY_CHARS_MAX));
  return { line: text, shown: text.slice(prefix.length), lacks: 'needed' };
}
