import type { SeenCall } from '../failure-state.ts';
import { asWritten } from '../shell/raw-command.ts';
import type { ShellPart } from '../shell/shell.ts';

/** Where a command goes or what of it is shown, which nobody says when he asks for it. */
const SHOWN = /\s*\d?>.*$/s;
/** A command of one word may be any word. */
const COMMAND = /\S\s+\S|\//;
/** What may stand right before a command that is written in a sentence. */
const BEFORE = /[\s`'"(]$|^$/;
/** What may follow it: its end, or the next word of the sentence, but no further argument. */
const AFTER = /^(?:$|[\n`'")]|[.,;:!?](?:\s|$)|\s+(?:$|[\p{L}']+(?=[\s.,;:!?)]|$)))/u;
const AFTER_CHARS = 40;

/** True where a human's words hold the command, and nothing that belongs to it behind it. */
function holdsCommand(words: string, command: string): boolean {
  for (let at = words.indexOf(command); at >= 0; at = words.indexOf(command, at + 1)) {
    const end = at + command.length;
    if (BEFORE.test(words.slice(Math.max(0, at - 1), at)) && AFTER.test(words.slice(end, end + AFTER_CHARS)))
      return true;
  }
  return false;
}

/** True where what failed was run as a human had written it: the slip, if it is one, is his. */
export function isAsTold(words: string, call: SeenCall, culprit: ShellPart | null): boolean {
  if (culprit === null || words === '') return false;
  const command = asWritten(call.command, culprit).replace(SHOWN, '').trim();
  return COMMAND.test(command) && holdsCommand(words, command);
}
