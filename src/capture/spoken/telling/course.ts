import { anyOf } from '../../../text/any-of.ts';
import { contentOf } from '../words/topics.ts';
import { orderOfDoing } from './imperatives.ts';

/** What the agent announces to do next. Pure. */

/** Opens what the agent does next. */
const COURSE =
  /(?:^|[.!:—–-]\s+|,\s+|\n)(?:ok(?:ay)?,? |so,? )?(?:let me|i'll|i will|i'm going to) (.+?)(?:[.:!](?=\s|$)|\n|$)/gi;
/** Only looks, or goes on as it was going. */
const LOOKS_FIRST = anyOf(
  [
    /check|look|read|see|search|verify|think|review|trace|find|re-?read|be honest|start|continue|run/,
    /(?:save|note|record|store|memori[sz]e|remember|log|add) (?:(?:that|this|your|the|it) )?(?:preferences?|rules?|down|to (?:my |the )?memory|for (?:future|later))/,
    /confirm|inspect|investigate|understand|explore|examine|take a|try|do (?:that|this|it)|watch|ask/,
  ],
  { before: /^(?:first |now |also |quickly |just |actually |redo those )*/, after: /\b/, flags: 'i' },
);
const COURSE_CHARS_MIN = 24;
/** What it helps with is what is to be done. */
const HELPS = /^help (?:you |us )?(?:to )?(?=[a-z]+ \S)(?!with\b)/i;

/** Says again what the words had asked for. */
const SO_THAT = / to (?:handle|address|fix|solve|cover|do) (?:this|that|it)(?: \w+)?$/i;

/** What it is stands in a list behind it, or it is two things. */
const GOES_ON = /\b(?:to|by|with|for|and|the|so)$|\band i(?:'ll| will)\b/i;
/** The same, told while it is done: `I'm moving the check out of the loop`. */
const DOING = /(?:^|[.!:—–-]\s+|\n)(?:so |now )?i(?:'m| am) ([a-z]+ing) (.+?)(?:[.:!](?=\s|$)|\n|$)/gi;
/** The same without who does it: `Moving the check out of the loop:`. */
const OPENED = /(?:^|[.!]\s+|\n)([A-Z][a-z]+ing) ([^.!?:\n]+)(?:[.:](?=\s|$)|$)/g;
/** What is done is spoken of, not announced. */
const FINITE = /\b(?:is|are|was|were|has|have|should|would|could|can|will|does|do|did|means?|\w+n't)\b/;

const doing = (matches: Iterable<RegExpMatchArray>): string[] =>
  [...matches].flatMap(([, verb, what]) => {
    const order = orderOfDoing(verb!);
    return order === null ? [] : [`${order} ${what!.trim()}`];
  });

const announced = (answer: string): string[] => [
  ...[...answer.matchAll(COURSE)].map(([, course]) => course!.trim()),
  ...doing(answer.matchAll(DOING)),
  ...doing(answer.matchAll(OPENED)).filter((text) => !FINITE.test(text)),
];

/** What the agent then set out to do instead, as an instruction; null where it only looked. */
export function newCourse(answer: string): string | null {
  for (const text of announced(answer.slice(0, 700))) {
    if (text.length >= COURSE_CHARS_MIN && !LOOKS_FIRST.test(text) && !GOES_ON.test(text)) {
      const work = text.replace(HELPS, '').replace(SO_THAT, '');
      return work[0]!.toUpperCase() + work.slice(1);
    }
  }
  return null;
}

/** Names what is done something to by a word that points at what was said before. */
const POINTS =
  /^(\w+(?: up)?) (?:it|this|that|them|these|those|both)(?= (?:to|in|for|by|with|from|on|at|and|so|now|as|properly|then|first)\b|[.,;:]|$)|\bthis (?:pattern|case|issue|one|problem)\b/i;
const COURSE_CONTENT_MIN = 2;
export const CODE_NAME = /`[^`\n]{2,60}`/;

/** What the agent set out to do, where it can be understood alone; a pronoun stands for the one thing that the human names. */
export function standsAlone(course: string, said: string): string | null {
  const names = new Set(said.match(new RegExp(CODE_NAME, 'g')) ?? []);
  const [name] = names;
  const told =
    names.size === 1
      ? course.replace(/^(\w+) (?:it|this|that)(?= |$)/i, (_, verb: string) => `${verb} ${name}`)
      : course;
  return POINTS.test(told) || contentOf(told) < COURSE_CONTENT_MIN ? null : told;
}
