import { escapeRegex } from '../../../triggers/escape-regex.ts';
import { missingProgram } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { SYSTEM_MANAGERS } from '../../shell/programs.ts';
import { asShown, asWritten, wordsOf } from '../../shell/raw-command.ts';
import { isFilter, isScaffold, type ShellPart, shellParts, unversioned } from '../../shell/shell.ts';
import { saidInstead } from '../agents-words.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';
import { missingPackage } from './command-fix.ts';
import { LOOKS } from './folder-fix.ts';
import { isForgivenPart } from './proof.ts';
import { SHOWN_CHARS_MAX, shortened } from './shown-command.ts';
import { substituteIn } from './substitutes.ts';

const looks = (part: ShellPart): boolean => LOOKS.test(part.program) && !/^sed -i/.test(part.text);

/** True for a file, and for a script on the command line that names it. */
const isOf = (arg: string, file: string): boolean =>
  arg === file || (/\s/.test(arg) && (arg.includes(`'${file}'`) || arg.includes(`"${file}"`)));

/** True where all that a line does may fail and the line ends well nevertheless: `tool a.out || true`. */
function isHollow(command: string): boolean {
  const parts = shellParts(command);
  const isVoid = (part: ShellPart) => isForgivenPart(parts, part);
  return (
    parts.some(isVoid) && parts.every((part) => isVoid(part) || isFilter(part) || LOOKS.test(part.program))
  );
}

const doWithout = (program: string, message: string): string =>
  /^No version is set\b/.test(message)
    ? `Choose a version of ${code(program)} (\`.tool-versions\`), or do without it`
    : `Do without ${code(program)}`;

/** Another way to the same end after a program or a module was missing: its path, or another program. */
export function detourFix(failure: OpenFailure): string {
  const done = (failure.done ?? []).filter((command) => !isHollow(command));
  const open = { ...failure, done };
  const absent = missingProgram(messageOf(open));
  const blamed = open.culprit;
  const missing = absent ?? blamed?.program ?? '';
  if (!/^\w/.test(missing) || open.kind === 'platform') return '';
  const worked = (command: string): string =>
    `${doWithout(missingPackage(open) || missing, messageOf(open))}: ${fenced(cut(shortened(command), SHOWN_CHARS_MAX))} worked.`;
  const substitute = substituteIn(absent ?? '', blamed?.args[0] ?? '', done.slice(0, SOON));
  if (substitute) return worked(substitute);
  const run = absent === null ? undefined : ranBy(absent, [open.correction?.command ?? '', ...done]);
  if (run) return `Call it through ${code(run.runner)}: ${fenced(cut(run.command, SHOWN_CHARS_MAX))} worked.`;
  if (open.correction) return '';
  const path = absent === null ? undefined : calledByPath(absent, [...open.variants, ...done], open.refused);
  if (path) return `Call it by its path: ${code(cut(path, 120))}.`;
  const other = workAfter(open, missing).find(({ made, isAbout }) => isAbout || (absent === null && made));
  if (other?.made && absent === null)
    return `Make ${code(other.made.args.at(-1)!)} first: ${fenced(cut(other.made.text, 120))}.`;
  if (absent === null && open.kind === 'missing-path') return '';
  const did = other?.command ?? namedInstead(open, missing);
  return did === undefined ? otherWay(open, blamed) || announced(open, worked) : worked(did);
}

/** A command that was run soon after a program was missing, without it. */
interface WorkAfter {
  command: string;
  /** Makes a file that the failing command names. */
  made: ShellPart | undefined;
  /** Runs another program of the failing command, or is about the same file or address. */
  isAbout: boolean;
}

function workAfter({ call, culprit, done = [] }: OpenFailure, missing: string): WorkAfter[] {
  const others = call.parts.filter(
    (part) => part !== culprit && !isFilter(part) && !isScaffold(part) && !LOOKS.test(part.program),
  );
  const files = (culprit?.args ?? []).filter(
    (arg) => !arg.startsWith('-') && /\w[/\\]\w|^[~.]?\/\w|^[\w-]{4,}\.\w{1,5}$/.test(arg),
  );
  const [address] = ADDRESS.exec(culprit?.text ?? '') ?? [];
  const isNamed = (arg: string) => arg === address || files.some((file) => isOf(arg, file));
  const isSame = ({ program, sub }: ShellPart) =>
    others.some((other) => other.program === program && other.sub === sub);
  return done.slice(0, SOON).flatMap((command) => {
    const parts = shellParts(command);
    if (parts.some(({ program }) => program === missing) || parts.every(looks)) return [];
    const made = parts.find(({ program, args }) => MAKES.test(program) && files.includes(args.at(-1) ?? ''));
    return {
      command,
      made,
      isAbout: parts.some((part) => isSame(part) || (!looks(part) && part.args.some(isNamed))),
    };
  });
}

/** The path by which a program was called that is not on PATH, and did not refuse what it was to do. */
function calledByPath(
  program: string,
  commands: readonly string[],
  refused: readonly string[] = [],
): string | undefined {
  const strange = new Set(refused.flatMap(shellWords));
  const isPath = (word: string) =>
    /^[.~/$]/.test(word) && (word.endsWith(`/${program}`) || word.endsWith(`/${program}.exe`));
  return commands.flatMap(shellWords).find((word) => isPath(word) && !strange.has(word));
}

/** What the last word names is there when they are done. */
const MAKES = /^(?:ln|cp|mv|touch)$/;
const FILE = /\w[/\\]\w|^[~.]?\/\w|^[\w-]{2,}\.[a-z]\w{1,7}$/;

/** What did the job on the other machine without the program that it lacks, on the same file; empty where nothing did. */
export function didThere({ call, correction, done = [] }: OpenFailure, missing: string): string {
  const files = call.parts
    .filter(({ by, program }) => by && program === missing)
    .flatMap(({ args }) => args.filter((arg) => FILE.test(arg)));
  const isOther = (other: ShellPart) =>
    other.program !== missing && !looks(other) && files.some((file) => other.text.includes(file));
  const did = [correction?.command ?? '', ...done.slice(0, SOON)]
    .filter((command) => !isHollow(command))
    .flatMap(shellParts)
    .find((part) => part.by && isOther(part));
  if (!did) return '';
  const script = did.args.find((arg) => /^-[ce]$/.test(arg));
  const shown = script ? `${did.program} ${script} "…"` : did.text;
  return `Do without ${code(missing)} there: ${fenced(cut(shown, SHOWN_CHARS_MAX))} worked.`;
}

/** The task runner by which a program was then run that is not on PATH, with the call. */
function ranBy(missing: string, done: readonly string[]): { runner: string; command: string } | undefined {
  for (const command of done) {
    const part = shellParts(command).find(({ program }) => program === missing);
    const runner = part && RUNNER.exec(asWritten(command, part))?.[0];
    if (runner && command.split('||').at(-1)!.includes(asWritten(command, part)))
      return { runner: runner.trim(), command: asShown(command, part) };
  }
  return undefined;
}

const RUNNER =
  /^(?:npx|bunx|pnpx|uvx|(?:pnpm|npm|mise|asdf|bundle) exec|(?:poetry|uv|pipenv|pdm|hatch|rye) run|(?:pnpm|yarn) dlx|bun x)(?= )/;

const ADDRESS = /https?:\/\/[^\s'"`)\\]+/;

/** A program that is known to do the job does it within as many commands. */
const SOON = 3;

/** Lets what it has started come to its end, and does something else meanwhile. */
const WAITS = /\b(?:wait|poll|finish|meanwhile|(?:in the )?background)\b/i;

/** What the agent said that it would do without the program, and then did. */
function announced(open: OpenFailure, worked: (command: string) => string): string {
  const isAbsent = open.kind === 'command-not-found' || open.kind === 'missing-module';
  const said = isAbsent ? saidInstead(open) : '';
  const next = (open.done ?? []).slice(0, SOON).find((command) => shellParts(command).some(works));
  return said !== '' && !WAITS.test(said) && next ? `${worked(next)} The agent's words: "${said}".` : '';
}

/** Git does something. */
const GIT_ACTS = /^git (?:add|clone|commit|fetch|merge|pull|push|rebase|remote add|tag|init)\b/;

const works = (part: ShellPart): boolean =>
  (!looks(part) || GIT_ACTS.test(part.text)) && !BRINGS_NOTHING.test(part.program);

/** The agent looks around before it decides. */
const LOOKS_AROUND = /\b(?:check|whether|which|see if|find out|look|available|installed)/i;

/** What was run next, by a program that the agent then named in its words, and that is no look around. */
function namedInstead({ after, done = [] }: OpenFailure, missing: string): string | undefined {
  const [next] = done;
  if (next === undefined || after === '' || LOOKS_AROUND.test(after)) return undefined;
  const isNamed = ({ program }: ShellPart) =>
    program !== missing &&
    !LOOKS.test(program) &&
    !BRINGS_NOTHING.test(program) &&
    new RegExp(`(?<![\\w-])${escapeRegex(unversioned(program))}\\d*(?![\\w-])`, 'i').test(after);
  return shellParts(next).some(isNamed) ? next : undefined;
}

/** Installers: that they ran is told otherwise. */
const BRINGS_NOTHING = new RegExp(`^(?:${SYSTEM_MANAGERS.source}|pip3?|npm|cargo|sudo|curl|wget)$`);

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
  return found ? `Run ${fenced(cut(shortened(found), SHOWN_CHARS_MAX))} instead; it worked.` : '';
}

const shellWords = (command: string): string[] => wordsOf(command.slice(0, 400));
