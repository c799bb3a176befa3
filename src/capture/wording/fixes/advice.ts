import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { oneLine } from '../../../text/one-line.ts';
import { missingProgram } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { isDependency, programOf } from '../../failures/blame.ts';
import { isEndless, isUnfed, sleepsPastLimit } from '../../failures/causes/time-limit.ts';
import { installsSomething } from '../../failures/correction/prepared.ts';
import type { ErrorKind } from '../../failures/kind/error-kind.ts';
import { otherName } from '../../failures/kind/questions.ts';
import { shellParts } from '../../shell/shell.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';
import { behind, toldCause } from '../told-cause.ts';
import { substituteFor } from './substitutes.ts';

const CAUSE_CHARS_MAX = 160;
const LISTS_PROCESSES = /(?:^|\/)(?:ps|top|htop|pgrep)$/;
/** What a container's runtime says of a program that its image does not have. */
const NOT_IN_IMAGE = /\bexec: "([^"\s]{1,120})": executable file not found/;

/** What a kind of error calls for, where nothing that worked was seen and the error advises nothing. */
const ADVICE: Partial<Record<ErrorKind, (open: OpenFailure) => string>> = {
  'command-not-found': (open) => {
    const inside = NOT_IN_IMAGE.exec(open.error)?.[1];
    if (inside !== undefined)
      return `The image has no ${code(baseName(inside))}: ${LISTS_PROCESSES.test(inside) ? '`docker top CONTAINER` shows what runs in it.' : 'call what it has, or look from outside of the container.'}`;
    const message = messageOf(open);
    const program = missingProgram(message) ?? open.culprit?.program ?? '';
    if (isDependency(program, open))
      return areInstalled(open)
        ? `${code(program)} is none of the dependencies, which are installed: add it, or leave that script out.`
        : `Install the project's dependencies first: ${code(program)} comes with them.`;
    const other = otherName(open);
    if (other) return `Call it as ${code(other)}: that is here.`;
    const known = substituteFor(program, open.culprit?.args[0] ?? '');
    if (known) return known;
    const cause = toldCause(open, CAUSE_CHARS_MAX);
    const told = cause.includes(program) ? ` The cause, as the agent told it: ${behind(cause)}.` : '';
    return `${code(program || 'The program')} is not installed here, or not on PATH: install it, call it by its full path or through the project's task runner, or do without it.${told}`;
  },
  'wrong-directory': () => 'Run it in the directory that it belongs to, or name that by an absolute path.',
  'shell-syntax': () =>
    'Quote globs and special characters, and put longer scripts into a file or a quoted here-document.',
  platform: portable,
  'edit-mismatch': () =>
    'Read the exact lines again and copy the text to replace from that output, whitespace included.',
  'stale-edit': () => 'Read the file (again) right before editing it.',
  'missing-path': () => 'Search for the file by name first instead of guessing its path.',
  timeout: (open) =>
    isEndless(open)
      ? 'Start it in the background and look at its output: it goes on until it is stopped.'
      : sleepsPastLimit(open)
        ? 'Sleep for less than the time limit of the tool and ask again, or wait in the background.'
        : isUnfed(open)
          ? `Where it reads its input, pipe that in (${code(`echo … | ./${open.culprit!.program}`)}) or close it (\`< /dev/null\`); a server belongs into the background.`
          : 'Run it in the background with a bounded wait, or narrow it down.',
  sandbox: (open) =>
    `Ask for permission to run ${code(programOf(open.culprit) || 'it')} outside of the sandbox, or keep to what it allows.`,
};

/** True where another script of the package, which needs its dependencies, worked without their being installed first. */
const areInstalled = ({ done = [] }: OpenFailure): boolean => {
  const at = done.findIndex((command) => RUNS_SCRIPT.test(command));
  return at >= 0 && !done.slice(0, at).some(installsSomething);
};

const RUNS_SCRIPT = /(?:^|[;&]\s*)(?:npm|pnpm|yarn|bun) (?:run )?(?:build|test|typecheck|start)\b/;

/** What is done about errors of this kind in general; empty where that is nothing. */
export const adviceFor = (open: OpenFailure): string => ADVICE[open.kind]?.(open) ?? '';

/** What macOS and BSD have for what is only in GNU's tools or in newer shells. */
const PORTABLE: [RegExp, string][] = [
  [/^cat .*-\w*[AET]/, 'Use `cat -et`, or `od -c`.'],
  [/^grep .*-\w*P/, 'Use `grep -E`, `rg`, or `perl -ne`.'],
  [/^date .*(?:--iso-8601|--rfc-|%N)/, 'Write the format out: `date -u +%Y-%m-%dT%H:%M:%SZ`.'],
  [/^date .*-d/, 'Use `date -v-1d` (or `gdate`) on macOS.'],
  [/^(?:mapfile|readarray)\b/, 'The bash of macOS is version 3.2: use a `while read` loop.'],
  [
    /^(?:readlink|stat|xargs|find|ls|du|base64|head|tail|sort|cp) /,
    'Look at the manual page of this platform: GNU and BSD differ here.',
  ],
];

function portable(open: OpenFailure): string {
  const message = messageOf(open);
  const program = missingProgram(message);
  const text = program ?? open.culprit?.text ?? '';
  const known = PORTABLE.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return known;
  if (!program) return 'Use the form of this platform, or a portable one.';
  const worked = open.correction?.tool === 'Bash' ? open.correction.command : looked(open);
  const how = worked === '' || worked.includes(program) ? '.' : `: ${fenced(cut(worked, 160))} worked.`;
  return `Do without ${code(program)}, which is not installed here${how}`;
}

const GOES_INTO = /^\s*cd (\S+) && /;

/** What was then run on the same folder. */
function looked(open: OpenFailure): string {
  const folder = GOES_INTO.exec(open.call.command)?.[1];
  const [next = ''] = open.done ?? [];
  if (folder !== undefined && GOES_INTO.exec(next)?.[1] === folder) return next;
  const places = (open.culprit?.args ?? [])
    .map((arg) => arg.replace(/\/+$/, ''))
    .filter((arg) => /\w\/\w/.test(arg) && !arg.startsWith('-'));
  const found = open.done
    ?.slice(0, 2)
    .find((command) =>
      shellParts(command).some(({ args }) =>
        args.some((arg) => places.some((place) => arg === place || arg.startsWith(`${place}/`))),
      ),
    );
  return found ?? '';
}

const MEANT = anyOf(
  [
    /similar (?:argument|subcommand|option|command) exists|Did you mean(?: one of these| this)?\??:?/,
    /Perhaps you meant|most similar command is|Have you run(?= \S+ \S)/,
    /\bTo (?:request|grant|enable|fix|install|resolve) (?:it|them|this|that), run/,
  ],
  { after: /:?\s+(?:run )?[`'"]?([^`'"\n?]{2,80}?)[`'"?]?(?=\s*(?:\n|$|\?))/, flags: 'i' },
);
/** What an error itself advises, in its own words. */
const ADVISED: RegExp[] = [
  /^(?:hint|HINT|tip|help): +(?!Disable|Updates|See\b)([^\n]{8,160})/m,
  /((?:To wait for|To do|To push|To allow|To list)[^.\n]{4,120}\bus(?:e|ing)\b[^\n]{4,160}?(?<!\b[ei]\.[ge])\.)(?=\s|$)/,
  /\b([Cc]onsider (?:enabling|using|adding|passing|setting) [^\n.]{4,140})/,
  /\b([Uu]se the [`'"]?[\w-]+[`'"]? tool (?:to|first)\b[^.\n]{0,100})/,
  /\b((?:Please )?[Uu]se (?:the )?(?:`[^`\n]+`|'[^'\n]+'|-{1,2}\w|offset\b|run_in_background)[^.\n]{0,120})/,
  /\b(?:not supported|no longer|removed|deprecated|replaced)\b[^.\n]{0,80}?\b((?:[Pp]lease )?[Uu]se (?:the )?[\w@/:-]+(?: [\w@/:-]+){0,4} instead)\b/,
  /\b([Rr]un [`'](?![^`'\n]*(?:help|\s-h\b))[^`'\n]{3,80}[`'](?! for (?:more |details|help|usage))[^.\n]{0,80})/,
  /\b([Tt]rust (?:them|it) with `[^`\n]+`)/,
  /\b(re-?run [\w.-]+ with (?!the -[a-zA-Z] switch|--?(?:info|debug|stacktrace|verbose|trace)\b)[^\n]{4,100})/,
  /(?:by running:?|automatically by running:)\s*[│\n ]*([\w./-]+ [^\n"']{2,60})/,
];

/** How a word that begins with a dash is passed on, which nobody wanted: `tip: to pass '--limit' as a value, use '-- --limit'`. */
const AS_A_VALUE = /^ *tip: to pass '[^'\n]+' as a value, use '[^'\n]+'$/gm;

/** Where a server that has come up is to be reached, and how else it may be: no word about an error. */
const REACHED_AT = /^\W*(?:Local|Network)(?::|\s{2})[^\n]*$/gm;

/** What npm puts before each of its lines. */
const NPM_LEAD = /^npm (?:error|ERR!) ?/gm;
const NPM_NOTE = / # .*$/gm;

const TRIED = /[`'"]([\w:.-]{2,40})[`'"]/;
const OFFERED_MAX = 6;
/** What is spelt like the word that was tried, and does away with something, was not what was wanted. */
const DESTROYS = /\b(?:delete|destroy|drop|erase|prune|purge|remove|reset|uninstall|unpublish|wipe)\b/i;

/** What the error offers in place of a word: of several lines the one that ends in that word. */
function offeredFor(error: string): string | undefined {
  const text = error.replace(NPM_LEAD, '').replace(NPM_NOTE, '');
  const match = MEANT.exec(text);
  if (match === null || (DESTROYS.test(match[1]!) && !DESTROYS.test(text.slice(0, match.index))))
    return undefined;
  const tried = TRIED.exec(text.slice(0, match.index))?.[1];
  const lines = text.slice(match.index + match[0].length - match[1]!.length).split('\n', OFFERED_MAX);
  const own = lines.map((line) => line.trim()).find((line) => tried && line.endsWith(` ${tried}`));
  return (own ?? match[1]!).trim();
}

/** What an error advises, as a sentence; empty where it advises nothing. */
export function advised(error: string): string {
  const meant = offeredFor(error);
  if (meant && meant.length > 1 && !/^npm (?!run )/.test(meant))
    return `The message suggests ${code(cut(meant, 120))}.`;
  const text = error.replace(AS_A_VALUE, '').replace(REACHED_AT, '');
  for (const pattern of ADVISED) {
    const words = oneLine(pattern.exec(text)?.[1] ?? '');
    if (words) return `The message says: ${cut(words, 200).replace(/[.,;:]+$/, '')}.`;
  }
  return '';
}
