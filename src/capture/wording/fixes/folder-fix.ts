import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { writesScript } from '../../failures/causes/inline-code.ts';
import { placeOf } from '../../failures/correction/call-settings.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced, placeName } from '../prose.ts';
import { setPath } from './path-fix.ts';

/** What to do where the same command worked in another folder, or with another path to its programs. */

/** The command that failed and the one that worked. */
export interface Forms {
  blamed: ShellPart | null;
  part: ShellPart | null;
  /** As they were written. */
  before: string;
  after: string;
  /** The same program and subcommand. */
  isSame: boolean;
}

/** Programs that only look: that they worked says nothing about the job. */
export const LOOKS =
  /^(?:ls|cat|head|tail|rg|grep|find|which|type|command|stat|file|wc|pwd|tree|sed|echo|cd|git|gh|less|env|test|true)$/;

/** What a folder stands behind. */
const GOES_TO = /^(?:cd|pushd|-C|--prefix|--cwd|--directory)$/;

/** True where two commands name the same places, so that another flag is no way out of a wrong one. */
function samePaths(one: string, other: string): boolean {
  const paths = (command: string) =>
    wordsOf(command).filter(
      (word, at, words) => (word.includes('/') && !/^\d?>/.test(word)) || GOES_TO.test(words[at - 1] ?? ''),
    );
  return paths(one).sort().join('\n') === paths(other).sort().join('\n');
}

/** True where a word that the error repeats is no more in what worked. */
function isNameGone(open: OpenFailure, before: string, after: string): boolean {
  const now = wordsOf(after);
  return wordsOf(before).some(
    (word) =>
      word.length > 3 && !word.startsWith('-') && !now.includes(word) && messageOf(open).includes(word),
  );
}

/** True where the line that worked first does something else: `meson setup build && meson compile -C build`. */
function isPreceded(failed: SeenCall, worked: SeenCall, part: ShellPart | null): boolean {
  const before = worked.parts.slice(0, part ? Math.max(0, worked.parts.indexOf(part)) : 0);
  return before.some(
    (each) => !LOOKS.test(each.program) && !failed.parts.some((other) => other.text === each.text),
  );
}

/** The folder or path that made the difference; empty where the place does but nothing tells which, null where it does not. */
export function folderFix(open: OpenFailure, correction: SeenCall, forms: Forms): string | null {
  const { call } = open;
  const { part, before, after, isSame } = forms;
  const place = placeOf(correction);
  const isMoved = place !== '' && place !== placeOf(call);
  if (isMoved && (before === after || (open.kind === 'wrong-directory' && isSame)))
    return `Run ${fenced(cut(after, 160))} in ${code(placeName(place, null))}; it worked there.`;
  if (before === after && (call.command === correction.command || writesScript(call.command))) return '';
  const path = before === after ? setPath(open) : '';
  if (path) return `Set ${code(cut(path, 120))} in the same call: what an earlier one set is gone.`;
  if (
    open.kind === 'wrong-directory' &&
    samePaths(call.command, correction.command) &&
    !isPreceded(call, correction, part) &&
    !isNameGone(open, before, after)
  )
    return '';
  return null;
}
