import { baseName } from '../../inject/paths.ts';
import { REMOTE } from '../../inject/shell/remote-table.ts';
import { RUNNERS } from '../../inject/shell/runner-table.ts';
import { windowsScript } from '../../inject/shell/windows.ts';
import { hasWord } from '../../inject/shell/word-list.ts';
import { wrapperOf } from '../../inject/shell/wrapper-table.ts';
import { innerCommands } from '../../inject/shell/wrappers.ts';
import { remembered } from '../../text/remembered.ts';
import { CONTAINER_CLIENTS } from './programs.ts';
import type { Word } from './shell-words.ts';

/** What a program runs in its turn: a command line, or the words from one on. */
type Handed = ({ line: string } | { from: number }) & {
  /** Not on this machine, or not in this system. */
  elsewhere: boolean;
};

const PROGRAMS_REMEMBERED = 256;

const SHELLS = 'sh bash zsh dash ksh cmd CMD powershell pwsh';
const carries = (program: string): boolean =>
  hasWord('ssh mosh wsl', program) || CONTAINER_CLIENTS.test(program);

/** What a shell, `ssh`, a client of containers or a wrapper is given to run; null for any other program. */
export function handedOn(words: readonly Word[], program: string): Handed | null {
  if (!handsOn(program)) return null;
  const elsewhere = carries(program);
  const values = words.map(({ text }) => text);
  // `timeout /t 5` of Windows waits.
  if (program === 'timeout' && /^\/\w$/.test(values[1] ?? '')) return null;
  const script = windowsScript(values);
  // What PowerShell keeps in variables is a program of its own; a backslash is no sign of these shells.
  if (script?.text.includes('$')) return null;
  if (script !== null) return { line: script.text.replaceAll('\\', '\\\\'), elsewhere };
  const [inner] = innerCommands(values, 0, program);
  if (inner === undefined) return null;
  if (inner.kind === 'script')
    return {
      line: values
        .slice(inner.from, inner.to)
        .join(' ')
        .slice(inner.offset ?? 0),
      elsewhere,
    };
  if (starts(program)) return { from: inner.from, elsewhere };
  const isShell = hasWord(SHELLS, baseName(values[inner.from]!));
  // A shell that is given no line reads one; an image may have a program of its own, whose arguments the words are then.
  const isRun = isShell
    ? values.indexOf('-c', inner.from) > 0 || /\s-\w+c\s/.test(values.join(' '))
    : !isImage(values, program);
  return isRun ? { from: inner.from, elsewhere } : null;
}

/** They do more than start one command, or what they start is a script of theirs; or it runs elsewhere. */
const OTHERS = `eval expect parallel sem nodemon watchexec onchange chokidar hyperfine entr spawn command perf concurrently mispipe pee pm2 cargo fd fdfind reflex watchman-make ${[
  ...Object.keys(REMOTE),
  ...Object.keys(RUNNERS),
].join(' ')}`;

/** True for what only starts another program: with other variables, a lock, a screen of its own. */
const starts = remembered(
  PROGRAMS_REMEMBERED,
  (program) => wrapperOf(program) !== undefined && !hasWord(OTHERS, program),
);

const handsOn = remembered(
  PROGRAMS_REMEMBERED,
  (program) => carries(program) || hasWord(SHELLS, program) || starts(program),
);

const isImage = (values: readonly string[], program: string): boolean =>
  CONTAINER_CLIENTS.test(program) && !values.slice(0, 8).includes('exec');
