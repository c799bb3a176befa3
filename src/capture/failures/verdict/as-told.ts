import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { asWritten } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';

/** Where a command goes or what of it is shown, which nobody says when he asks for it. */
const SHOWN = /\s*\d?>.*$/s;
/** A command of one word may be any word. */
const COMMAND = /\S\s+\S|\//;
/** What may stand right before a command or a name that is written in a sentence. */
const BEFORE = /[\s`'"(@]$|^$/;
/** What may follow it: its end, or the next word of the sentence, but no further argument. */
const AFTER = /^(?:$|[\n`'")]|[.,;:!?](?:\s|$)|\s+(?:$|[\p{L}']+(?=[\s.,;:!?)]|$)))/u;
/** What may follow a name: no more of it, and no line of a file. */
const AFTER_NAME = /^(?:$|[\s`'")]|[.,;:!?](?:\s|$))/;
const AFTER_CHARS = 40;

/** True where words hold a text on its own. */
function holdsWhole(words: string, text: string, after: RegExp): boolean {
  for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (BEFORE.test(words.slice(Math.max(0, at - 1), at)) && after.test(words.slice(end, end + AFTER_CHARS)))
      return true;
  }
  return false;
}

/** True where a human's words hold a name on its own, not as a part of a longer path or a place in a file. */
export const namesWhole = (words: string, name: string): boolean => holdsWhole(words, name, AFTER_NAME);

/** True where what failed was run as a human had written it: the slip, if it is one, is his. */
export function isAsTold(words: string, call: SeenCall, culprit: ShellPart | null): boolean {
  if (culprit === null || words === '') return false;
  const command = asWritten(call.command, culprit).replace(SHOWN, '').trim();
  return COMMAND.test(command) && holdsWhole(words, command, AFTER);
}

/** Words of a message that may be names. */
const WORDS = /[\w@][\w@./:+-]{1,78}\w/g;
/** A name that is no everyday word. */
const NAME = /^(?=.*[\d./_@:-])[\w@./:+-]+$/;
/** In a longer message much is named that the call was not asked about. */
const PROMPT_CHARS_MAX = 1000;

/** `vite@9.1` is said as `vite to 9.1`. */
const VERSIONED = /^(\w[\w./-]*?)(?:@|==?)v?(\d[\w.-]*)$/;

/** True where a human's words give a name: one that is no everyday word, or any in quotes. */
const isGiven = (words: string, name: string): boolean =>
  (NAME.test(name) && namesWhole(words, name)) ||
  (VERSIONED.exec(name)
    ?.slice(1)
    .every((part) => namesWhole(words, part)) ??
    false) ||
  ['`', '"', "'"].some((quote) => words.includes(`${quote}${name}${quote}`));

/** True where a short message of a human's gives the name that is refused, or the one thing that the command was given. */
export function isOfGivenName(
  words: string,
  { call, culprit, salient }: Pick<OpenFailure, 'call' | 'culprit' | 'salient'>,
): boolean {
  if (words === '' || words.length > PROMPT_CHARS_MAX) return false;
  const refused = (salient.match(WORDS) ?? []).filter((name) => call.command.includes(name));
  const things = culprit?.args.filter((arg) => !arg.startsWith('-') && arg !== culprit.sub) ?? [];
  return [...refused, ...(things.length === 1 ? things : [])].some((name) => isGiven(words, name));
}
