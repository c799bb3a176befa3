/** Files that only one session had: a command on one of them tells nobody what to run. */
import type { OpenFailure } from '../../failure-state.ts';
import { folderOf } from '../../failures/correction/call-settings.ts';
import { fileSwap, valueSwap } from '../../failures/correction/working-part.ts';
import { INTERPRETERS } from '../../shell/programs.ts';
import { asWritten } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code, fenced, placeName } from '../prose.ts';

/** Folders for what is thrown away, by path or by variable. */
const THROWAWAY =
  /^["']?(?:(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/|\$\{?(?:TMPDIR|TMP|TEMP)\b|\$\(mktemp\b|\S*\/scratchpad\/)/;
/** They are given a script, or a program's source, to run. */
const RUNS = /^(?:go|bash|sh|zsh|source|\.)$/;
const SOURCE_CHARS_MAX = 200;
const SOURCE_LINES_MAX = 5;
const LINES_SHOWN = 2;
const SCRIPT = /^#!|^(?:import|from|const|let|var|def|function|package|use) /;

/** True for a path below a folder of temporary files. */
export const isThrowaway = (path: string): boolean => THROWAWAY.test(path);

/** The throw-away script or program that the part runs, and that the call did not name; empty where there is none. */
function ranThrowaway({ call, correction }: OpenFailure, part: ShellPart): string {
  const { program, args } = part;
  const first = asWritten(correction?.command ?? '', part).split(/\s/)[0] ?? '';
  const file = isThrowaway(first) ? first : (args.find((arg) => /[/$]/.test(arg)) ?? '');
  const isRun = file === first || RUNS.test(program) || INTERPRETERS.test(program);
  if (!isRun || !isThrowaway(file) || call.command.includes(file)) return '';
  return correction?.command.includes(`-o ${file}`) ? '' : file;
}

/** Text that a command writes into a file: a here-document, or the words of a `printf` of lines. */
function writtenBy(command: string, file: string): string {
  if (!command.includes(file)) return '';
  const here = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n([\s\S]*?)\n\s*\2(?:\n|$)/.exec(command);
  const opening = here ? command.slice(0, here.index).split('\n').at(-1)! + here[3]! : '';
  if (here && opening.includes(file)) return here[4]!;
  const lines = /\bprintf '%s\\+n' ((?:'[^'\n]*'\s+)+)>\s*(\S+)/.exec(command);
  return lines?.[2] === file
    ? [...lines[1]!.matchAll(/'([^'\n]*)'/g)].map(([, line]) => line).join('\n')
    : '';
}

/** What the session wrote into a file, where that is short enough to be shown. */
function shortSource({ done = [], correction, edits }: OpenFailure, file: string): string {
  const commands = [correction?.command ?? '', ...done.toReversed()];
  const text =
    edits.findLast((edit) => edit.file === file)?.new ||
    commands.map((command) => writtenBy(command, file)).find(Boolean) ||
    '';
  const lines = text.trim().split('\n');
  if (text.trim().length > SOURCE_CHARS_MAX) return '';
  if (lines.length <= SOURCE_LINES_MAX) return lines.join('; ');
  // Of a script a part is none; of a configuration the beginning says of which form it is.
  return SCRIPT.test(lines[0]!) ? '' : `${lines.slice(0, LINES_SHOWN).join('; ')}; …`;
}

/**
 * What to do where the command that worked rests on a throw-away file: where it ran, or what the file says. Null where
 * it rests on none, empty where nothing of that is known.
 */
export function throwawayFix(
  open: OpenFailure,
  blamed: ShellPart | null,
  part: ShellPart | null,
): string | null {
  const { call, correction, kind } = open;
  if (!correction || !part) return null;
  const swap = valueSwap(open) ?? fileSwap(open);
  if (swap && isThrowaway(swap.now) && !call.command.includes(swap.now)) {
    const source = shortSource(open, swap.now);
    return source && `Give ${code(swap.option)} a file that says ${fenced(source)}: with it the call worked.`;
  }
  if (ranThrowaway(open, part) === '') return null;
  if (kind !== 'wrong-directory') return '';
  const [old, now] = [folderOf(call, blamed), folderOf(correction, part)];
  return now === '' || now === old || isThrowaway(now)
    ? ''
    : `Run it inside of ${code(placeName(now, null))}; it worked there.`;
}
