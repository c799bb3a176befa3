import { escapeRegex } from '../../triggers/escape-regex.ts';
import { missingProgram } from '../../triggers/named-words.ts';
import type { OpenFailure } from '../failure-state.ts';
import { blamedPart } from '../failures/blame.ts';
import { wordsOf } from '../shell/raw-command.ts';
import { isFilter, type ShellPart, shellParts, unversioned } from '../shell/shell.ts';
import { LOOKS, SHOWN_CHARS_MAX, shortened } from './command-fix.ts';
import { messageOf } from './message.ts';
import { code, cut } from './prose.ts';

const looks = (part: ShellPart): boolean => LOOKS.test(part.program) && !/^sed -i/.test(part.text);

/** True for a file, and for a script on the command line that names it. */
const isOf = (arg: string, file: string): boolean =>
  arg === file || (/\s/.test(arg) && (arg.includes(`'${file}'`) || arg.includes(`"${file}"`)));

const doWithout = (program: string, message: string): string =>
  /^No version is set\b/.test(message)
    ? `Choose a version of ${code(program)} (\`.tool-versions\`), or do without it`
    : `Do without ${code(program)}`;

/** Another way to the same end after a program or a module was missing: its path, or another program. */
export function detourFix(open: OpenFailure): string {
  const absent = missingProgram(messageOf(open));
  const missing = absent ?? blamedPart(open)?.program ?? '';
  if (!/^\w/.test(missing) || open.correction || open.kind === 'platform') return '';
  const tried = absent === null ? [] : [...open.variants, ...(open.done ?? [])];
  for (const command of tried) {
    const path = shellWords(command).find((word) => word.endsWith(`/${missing}`) && /^[.~/$]/.test(word));
    if (path) return `Call it by its path: ${code(cut(path, 120))}.`;
  }
  const blamed = blamedPart(open);
  const others = open.call.parts.filter(
    (part) => part !== blamed && !isFilter(part) && !LOOKS.test(part.program),
  );
  const files = (blamed?.args ?? []).filter(
    (arg) => !arg.startsWith('-') && /\w[/\\]\w|^[~.]?\/\w|^[\w-]{4,}\.\w{1,5}$/.test(arg),
  );
  for (const command of (open.done ?? []).slice(0, 3)) {
    const parts = shellParts(command);
    if (parts.some((part) => part.program === missing) || !parts.some((part) => !looks(part))) continue;
    const same = parts.some((part) =>
      others.some((other) => other.program === part.program && other.sub === part.sub),
    );
    const about = parts.some(
      (part) => !looks(part) && part.args.some((arg) => files.some((file) => isOf(arg, file))),
    );
    if (same || about)
      return `${doWithout(missing, messageOf(open))}: ${code(cut(shortened(command), SHOWN_CHARS_MAX))} worked.`;
  }
  const named = namedInstead(open, missing);
  return named
    ? `${doWithout(missing, messageOf(open))}: ${code(cut(shortened(named), SHOWN_CHARS_MAX))} worked.`
    : otherWay(open, blamed);
}

/** The agent looks around before it decides. */
const LOOKS_AROUND = /\b(?:check|whether|which|see if|find out|look|available|installed)/i;

/** What was run next, by a program that the agent then named in its words, and that is no look around. */
function namedInstead({ after, done = [] }: OpenFailure, missing: string): string {
  const [next] = done;
  if (next === undefined || after === '' || LOOKS_AROUND.test(after)) return '';
  const isNamed = ({ program }: ShellPart) =>
    program !== missing &&
    !LOOKS.test(program) &&
    !BRINGS_NOTHING.test(program) &&
    new RegExp(`(?<![\\w-])${escapeRegex(unversioned(program))}\\d*(?![\\w-])`, 'i').test(after);
  return shellParts(next).some(isNamed) ? next : '';
}

/** Installers: that they ran is told otherwise. */
const BRINGS_NOTHING = /^(?:brew|apt|apt-get|dnf|apk|winget|choco|scoop|pip3?|npm|cargo|sudo|curl|wget)$/;

/** Another subcommand of the same program that did it with the same file. */
function otherWay({ done = [] }: OpenFailure, blamed: ShellPart | null): string {
  const files = (blamed?.args ?? []).filter((arg) => /\w[/\\][\w.-]+\.\w{1,5}$/.test(arg));
  if (!blamed?.sub || blamed.program === 'git' || files.length === 0) return '';
  const found = done
    .slice(0, 3)
    .find((command) =>
      shellParts(command).some(
        (part) =>
          part.program === blamed.program &&
          part.sub !== blamed.sub &&
          files.some((file) => part.text.includes(file)),
      ),
    );
  return found ? `Run ${code(cut(shortened(found), SHOWN_CHARS_MAX))} instead; it worked.` : '';
}

const shellWords = (command: string): string[] => wordsOf(command.slice(0, 400));
