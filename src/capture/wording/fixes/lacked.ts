import type { OpenFailure } from '../../failure-state.ts';
import { workingPart } from '../../failures/correction/working-part.ts';
import { shellParts } from '../../shell/shell.ts';
import { code, cut, fenced, listed } from '../prose.ts';
import type { Account } from '../shapes/shape.ts';
import { shownCommand } from './shown-command.ts';

/** What to do about an argument, a module, a script or an option that is not there. */

const LACKED_MAX = 5;
/** A longer command says little of the argument. */
const SHOWN_MAX = 120;
/** A name, and what stands before the next one. */
const NAMED = /[`'"]?(-{0,2}[A-Za-z][\w-]*)[`'"]?(?:, (?:and )?| and |(?![\w-]))/y;

/** All arguments that an error says are lacking, of which its pattern captured the first: `--from, --to, --label`. */
export function lackedArguments({ 0: found, index, input, 1: first = '' }: RegExpExecArray): string[] {
  const names: string[] = [];
  const start = index + found.lastIndexOf(first);
  NAMED.lastIndex = start;
  for (let match = NAMED.exec(input); match && names.length < LACKED_MAX; match = NAMED.exec(input)) {
    const isOption = match[1]!.startsWith('-') === first.startsWith('-');
    if (!isOption) break;
    names.push(match[1]!);
    if (!(first.startsWith('-') ? /(?:, | and )$/ : /, $/).test(match[0])) break;
  }
  return names.length > 0 ? names : [first];
}

/** The same, and after several tries the other options that the first lacked and what then worked has: a program may ask for one at a time. */
function allLacked(match: RegExpExecArray, { open, part }: Account): string[] {
  const named = lackedArguments(match);
  const { correction, variants } = open;
  if (!part || !correction || variants.length < 2 || !named[0]!.startsWith('--')) return named;
  const worked = shellParts(correction.command).find(
    ({ program, sub }) => program === part.program && sub === part.sub,
  );
  const options = (worked?.args ?? [])
    .filter((word) => word.startsWith('--'))
    .map((word) => word.split('=')[0]!);
  const added = options.filter((option) => !part.text.includes(option) && !named.includes(option));
  return options.includes(named[0]!) ? [...named, ...added].slice(0, LACKED_MAX) : named;
}

/** What to pass, by the form that worked where that is short. */
export function passed(match: RegExpExecArray, account: Account): string {
  const names = allLacked(match, account);
  return `Pass ${listed(names)}${workedWith(names, account)}.`;
}

function workedWith(names: readonly string[], { open, part }: Account): string {
  const worked = workingPart(open);
  if (part === null || worked === null || !open.changed || open.edits.length > 0) return '';
  const isSame = worked.program === part.program && worked.sub === part.sub;
  const has = (name: string) =>
    !name.startsWith('-') || worked.args.some((word) => word.split('=')[0] === name);
  const shown = shownCommand(open.correction!.command, worked, open.call);
  return isSame && names.every(has) && shown.length <= SHOWN_MAX ? `: ${fenced(shown)} worked` : '';
}

/** The call is already made in an environment of its own. */
const IN_ENVIRONMENT = /(?:^|[;&|\n]\s*)(?:source|\.) \S*\bactivate\b|\bv?env\/(?:bin|Scripts)\/python/;

/** Names of a project's own folders: nothing that is installed goes by them. */
const OWN_FOLDER = /^(?:src|app|lib|tests?|utils|scripts|backend)$/;

/** What to do about a module that an interpreter lacks, as a sentence. */
export function lackedModule(name: string, python: string, command: string): string {
  if (OWN_FOLDER.test(name))
    return `Run it where the folder ${code(name)} stands, with ${code('PYTHONPATH=.')} before it: it is the project's own, which this ${code(python)} does not look for there.`;
  return IN_ENVIRONMENT.test(command)
    ? `Install ${code(name)} into the environment that the call runs in (${code(`${python} -m pip install PACKAGE`)}): that lacks it.`
    : `Use an environment that has ${code(name)}, the project's own if it keeps one, or ${code(`uv run --with PACKAGE ${python}`)}; or install it: this ${code(python)} lacks it.`;
}

/** What to do about a part that a package does not have: what then ran under its name, else a look at what there is. */
export function lackedPart(module: string, { correction, done = [] }: OpenFailure): string {
  const [outer = '', ...rest] = module.split('.');
  const part = rest.at(-1) ?? '';
  const ran = [correction?.command ?? '', ...done].find(
    (command) => command.length <= 160 && !command.includes(module) && command.split(/\s+/).includes(part),
  );
  return ran
    ? `Run ${fenced(ran)} instead; it worked.`
    : `${code(outer)} is there and has no part ${code(part)} to run: look up its name first.`;
}

const RUNS_SCRIPT =
  /(?:^|[;&|]\s*)(?:[A-Z_]\w*=\S+ +)*(?:npx|bunx|pnpx|npm (?:run|exec)|pnpm(?: (?:run|exec|dlx))?|yarn(?: run)?|bun run) (?!install\b|i\b|ci\b|add\b|list\b)[\w@-]/;
const SOON = 3;

/** What was run soon after in place of a script that there is none; empty where nothing was. */
function otherScript({ call, correction, done = [] }: OpenFailure, missing: string): string {
  const ran = [correction?.command ?? '', ...done.slice(0, SOON)].filter((command) =>
    RUNS_SCRIPT.test(command),
  );
  const names = (command: string) => command.includes(` ${missing}`);
  return (
    ran.find((command) => command !== call.command && !names(command)) ??
    ran.find((command) => names(command) && !command.includes(`npm run ${missing}`)) ??
    ''
  );
}

/** The scripts that npm offers for one that there is none. */
const offeredScripts = (error: string): string[] =>
  [...error.matchAll(/^npm (?:error|ERR!) +(npm run [\w:.-]+)/gm)].map((match) => match[1]!);

/** What to do where a package has no such script. */
export function scriptInstead(open: OpenFailure, missing: string): string {
  const other = otherScript(open, missing);
  if (other) return `There is no such script: ${fenced(cut(other, 160))} worked.`;
  const names = offeredScripts(open.error);
  const listing = code(`${/^(?:pnpm|yarn|bun)$/.exec(open.culprit?.program ?? '')?.[0] ?? 'npm'} run`);
  return names.length > 0
    ? `The message offers ${names.slice(0, 4).map(code).join(', ')}; ${listing} lists all.`
    : `${listing} lists the scripts that there are.`;
}

/** Options that a later major version calls otherwise, or has no more, by the program: what it is called with there. */
const RENAMED: Record<string, Record<string, string>> = {
  'golangci-lint': {
    '--disable-all': '--default=none',
    '--enable-all': '--default=all',
    '--fast': '--fast-only',
    '--out-format': '--output.FORMAT.path=stdout',
  },
  ruff: { '--show-source': '--output-format=full', '--format': '--output-format' },
};

/** The fix for an option of an older version; empty where none is known. */
export function renamedOption(program: string, option: string): string {
  const now = Object.hasOwn(RENAMED, program) ? (RENAMED[program]![option] ?? '') : '';
  return now === '' ? '' : `Write ${code(now)} for ${code(option)}: the installed version calls it so.`;
}
