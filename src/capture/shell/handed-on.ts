import { baseName } from '../../inject/paths.ts';
import { windowsScript } from '../../inject/shell/windows.ts';
import { hasWord } from '../../inject/shell/word-list.ts';
import { innerCommands } from '../../inject/shell/wrappers.ts';
import type { Word } from './shell-words.ts';

/** What a program runs in its turn: a command line, or the words from one on. */
type Handed = ({ line: string } | { from: number }) & {
  /** Not on this machine, or not in this system. */
  elsewhere: boolean;
};

const SHELLS = 'sh bash zsh dash ksh cmd CMD powershell pwsh';
const CONTAINERS = 'docker podman nerdctl docker-compose kubectl oc';
const CARRIERS = `ssh mosh wsl ${CONTAINERS}`;

/** What a shell, `ssh` or a client of containers is given to run; null for any other program. */
export function handedOn(words: readonly Word[], program: string): Handed | null {
  const elsewhere = hasWord(CARRIERS, program);
  if (!elsewhere && !hasWord(SHELLS, program)) return null;
  const values = words.map(({ text }) => text);
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
  const isShell = hasWord(SHELLS, baseName(values[inner.from]!));
  // A shell that is given no line reads one; an image may have a program of its own, whose arguments the words are then.
  const isRun = isShell
    ? values.indexOf('-c', inner.from) > 0 || /\s-\w+c\s/.test(values.join(' '))
    : !isImage(values, program);
  return isRun ? { from: inner.from, elsewhere } : null;
}

const isImage = (values: readonly string[], program: string): boolean =>
  hasWord(CONTAINERS, program) && !values.slice(0, 8).includes('exec');
