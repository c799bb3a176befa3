import { markdownSentences } from '../../text/markdown.ts';

/** A pronoun that something is done to: the thing that it stands for is named before it. Pure. */

const OBJECT =
  /(?<=[a-z] )(?:it|them)(?=$|[,;:.)]| (?:on|in|at|to|from|for|with|by|and|or|is|when|if|after|before|up)\b| \()/;
const NAME = /`[^`\n]{2,40}`/g;

const names = (text: string): string[] => [...new Set(text.match(NAME) ?? [])];

/** The clause of a sentence with the name of code for its pronoun: the last one before it in the sentence, or the only one of the sentence before. */
export function namedIn(clause: string, sentence: string, text: string): string {
  const at = OBJECT.exec(clause)?.index;
  if (at === undefined) return clause;
  const start = sentence.indexOf(clause);
  const own = names(clause);
  const here =
    start > 0 ? names(sentence.slice(0, start)).findLast((name) => !own.includes(name)) : undefined;
  const name = here ?? (start === 0 ? nameBefore(sentence, text, own) : undefined);
  return name === undefined ? clause : clause.replace(OBJECT, () => name);
}

/** The only name of the sentence before; what opens this one (`The issue is that`) may stand between. */
function nameBefore(sentence: string, text: string, own: string[]): string | undefined {
  const before = markdownSentences(text.slice(0, Math.max(0, text.indexOf(sentence))));
  const [name, ...others] = names(before.slice(-2).join(' '));
  return name === undefined || others.length > 0 || own.includes(name) ? undefined : name;
}
