import { blamedName } from './blame.ts';
import type { OpenObjection } from './failure-state.ts';
import { code, cut, fit } from './prose.ts';
import { fileName } from './seen-call.ts';
import { toolName } from './summary.ts';
import { instruction, ruleSentence } from './user-rule.ts';

/** Opens or is nothing but a no; what follows says why. */
const ONLY_OBJECTS =
  /^(?:違います|ちがいます|違う|不对|不是(?:这样)?|아니요?|아니에요|нет|틀렸어요|틀렸습니다)[。.!,，、！\s]*$|^(?:(?:no|nope|nein|non|nee|não|いいえ|不|아니|stop|wait|hmm+|ok(?:ay)?|so|but|actually)[\s,.!:—-]*)+$|^(?:no,? )?(?:that'?s|this is|it'?s|das (?:ist|war)|eso (?:no )?es|ce n'est|c'est|dit is|questo|isso) .{0,28}(?:wrong|not (?:right|what i \w+(?: (?:you )?(?:to do|for))?)|incorrect|falsch|pas (?:bon|ça)|mal|lo que pedí|fout|sbagliato|errado)\W*$|^no, eso no es lo que pedí\W*$/i;
const LEAD =
  /^(?:(?:no|nope|nein|non|nee|nej|stop|wait|hmm+|please|but|so|well)(?:[,.!:—]+\s*|\s+[—-]+\s+)|(?:please|but|so|well|hmm+)\s+)+/i;

/** So short a message is shown whole. */
const WHOLE_CHARS_MAX = 60;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[^.\s][.!?])\s+|(?<=[。！])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 3);

/** A human's message from the first sentence on that says what was wrong or what to do. */
export function tellingPart(text: string): string {
  const sentences = sentencesOf(text);
  const first = sentences.findIndex((sentence) => !ONLY_OBJECTS.test(sentence));
  return first <= 0 ? text : sentences.slice(first).join(' ');
}

function telling(text: string): string {
  return sentencesOf(text).find((sentence) => !ONLY_OBJECTS.test(sentence)) ?? text;
}

/** A sentence by itself: no brackets around it, no "no" and no bare objection before it. */
function bare(sentence: string): string {
  let text = /^\((.+)\)[.!]?$/s.exec(sentence.trim())?.[1] ?? sentence.trim();
  for (let guard = 0; guard < 3; guard++) {
    const clause = /^([^:,;.!]{2,40})\s*[:,;.!]\s+(?=\S)/.exec(text);
    if (!clause || !ONLY_OBJECTS.test(clause[1]!)) break;
    text = text.slice(clause[0].length);
  }
  return text.replace(LEAD, '') || text;
}

/** The rule, with the sentence before it where it only points back to that: "always write a new one". */
function ruleOf(said: string): string {
  const rule = bare(ruleSentence(said));
  if (!/\b(?:one|it|them|that|this|those|these|so)\b[.!]?$/i.test(rule)) return rule;
  const before = said.slice(0, said.indexOf(ruleSentence(said))).trim();
  return before === '' ? rule : `${bare(telling(before)).replace(/[.\s]+$/, '')}; ${rule}`;
}

/** What the words are about: the command that they name, or the file that was just written. */
function subjectOf(open: OpenObjection, command: string | null): string {
  if (command) return code(cut(blamedName(command), 32));
  const about = open.rejected ?? open.last;
  if (!about || !/^(?:Edit|Write)$/.test(about.tool) || about.target === '') return '';
  return `${toolName(about.nativeTool)} of ${cut(fileName(about.target), 28)}`;
}

/**
 * One line for a human's correction: the sentence that tells, and the call that it is about.
 * @param command the objected command line, where one is known
 */
export function spokenSummary(open: OpenObjection, said: string, command: string | null): string {
  if (open.rule) return fit(`The user's rule: ${ruleOf(said)}`);
  const subject = subjectOf(open, command);
  const whole = bare(tellingPart(said));
  const words = whole.length <= WHOLE_CHARS_MAX ? whole : bare(instruction(said) ?? telling(said));
  const about = subject === '' ? '' : `The user on ${subject}: ${words}`;
  return about !== '' && about.length <= 80 + 24 ? fit(about) : fit(`The user objects: ${words}`);
}
