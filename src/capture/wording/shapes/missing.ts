import { baseName } from '../../../inject/paths.ts';
import { CONSOLE_LACKS, NAMESAKE, NO_MODULE, NO_SUCH_VERSION } from '../../../text/known-messages.ts';
import { shellMaySay } from '../../../text/shell-says.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { isDependency } from '../../failures/blame.ts';
import { isRemote } from '../../shell/remote.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { didThere } from '../fixes/detour-fix.ts';
import { code, firstFit, placeName } from '../prose.ts';
import { emptied, writtenOut } from './places.ts';
import { type Account, calleeOf, placeIn, type Shape } from './shape.ts';

/** Lets npm install though packages want others than those that are there. */
const PEERS_LET_BE = /\s(--legacy-peer-deps|--force|-f)(?=\s|$)/;
const UNMET =
  /Could not resolve dependency:\n(?:npm (?:error|ERR!) )?peer (\S+)@"([^"\n]{1,40})" from ((?:@[\w.-]+\/)?[\w.-]+)@/;

/** The peer that is not met: npm first lists those that are. */
function unmetPeer(match: RegExpExecArray, { error }: OpenFailure) {
  const [, wanted, version, by] = UNMET.exec(error) ?? match;
  return { wanted: wanted!, version: version!, by: by! };
}

const SETTING = /(?:^|\s)([A-Z_][A-Z0-9_]*=\S+)/g;

/** The variable, set for a folder of modules where several are, without which the same command then worked. */
function leftOut({ call, correction }: OpenFailure): string | null {
  if (correction?.tool !== 'Bash') return null;
  const gone = [...call.command.slice(0, 600).matchAll(SETTING)]
    .map((match) => match[1]!)
    .filter((setting) => !correction.command.includes(setting.split('=')[0]!));
  const bare = call.command
    .replace(SETTING, '')
    .replace(/^\s*env\s+/, '')
    .trim();
  if (gone.length === 0 || bare !== correction.command.trim()) return null;
  return gone.find((setting) => /MOD|PACKAGE/.test(setting)) ?? gone[0]!;
}

/** An environment's own pip, or the one of its Python. */
const ENVIRONMENTS_PIP =
  /venv[\w.-]*[\\/](?:bin|Scripts)[\\/](?:pip|python)[\d.]*(?:\.exe)?(?: -m pip)? install\b/;

const absent = (name: string, { open, part, who }: Account) =>
  isRemote(part) && isUnquotedThere(name, open.call.command)
    ? `Quotes inside of quotes end them: the other machine runs ${code(name)}`
    : isDependency(name, open)
      ? `${who} calls ${code(name)}, which is not installed`
      : `${code(name)} is not on PATH ${isRemote(part) && name !== 'ssh' ? 'on the other machine' : part?.by ? 'in the container' : 'in this shell'}`;

/** True where a command calls a program, by its name or by a path. */
const isCalled = (name: string, command: string): boolean =>
  new RegExp(`(?<![\\w.-])${escapeRegex(name)}(?=\\s)`).test(command);

/** True where a word of a pattern, for whose quotes those around the whole end, is what another machine took for a program. */
const isUnquotedThere = (name: string, command: string): boolean =>
  new RegExp(`(["'])(?:(?!\\1).)*\\1[^"'\\s]*\\|${escapeRegex(name)}(?![\\w-])`).test(command.slice(0, 600));

/** What to do about a program that the shell of another machine does not find. */
const absentThere = (name: string, { open, open: { call, correction }, part }: Account) =>
  isRemote(part) && isUnquotedThere(name, call.command)
    ? 'Put what the other machine is to run into quotes of the other kind than those inside: the same kind does not nest.'
    : isRemote(part) && name !== 'ssh' && !(correction && isCalled(name, correction.command))
      ? didThere(open, name) ||
        `A command over ssh reads no profile: call it by its path there, or by ${code("bash -lc '…'")}; ${code(`command -v ${name}`)} there says whether it is installed.`
      : '';

/** True where a word stands in a value whose quotes hold quotes of the same kind: `A="x "$1" word"`. */
const isNestedQuote = (word: string, command: string): boolean =>
  command.includes(` ${word}`) && /\w="[^"\n]*"[^"\s;&|][^"\n]*"/.test(command);

/** What was not found is the script itself that the command names: Node was told of it by no other module. */
const isItsScript = (path: string, { open, part }: Account): boolean =>
  path.includes('/') &&
  ((part?.args.some((arg) => baseName(arg) === baseName(path)) ?? false) ||
    open.error.includes('requireStack: []'));

/** The variable before the end of a path in a command, in whose place nothing, or its default, was left: `${HOME:-.}/run.mjs`. */
function givenVariable(path: string, command: string): string {
  const found = [...command.slice(0, 2000).matchAll(/\$\{?([A-Z_][A-Z0-9_]*)(?::-[^}]*)?\}?(\/[\w./@+-]+)/g)];
  return found.find(([, , rest]) => path.endsWith(rest!))?.[1] ?? '';
}

/** `python3 -m pip`. */
const runsModule = (part: ShellPart | null, name: string): boolean =>
  part?.args[0] === '-m' && part.args[1] === name;

/** Programs, modules and versions that are not here. */
export const MISSING: readonly Shape[] = [
  {
    pattern: /\bbut dotnet-([\w-]+) does not exist/,
    anyLine: true,
    say: (m) => `${code(`dotnet ${m[1]}`)} is a tool of its own, which is not installed here`,
    remedy: (m) =>
      `Install it first: ${code(`dotnet tool install --global dotnet-${m[1]}`)}, or ${code('dotnet tool restore')} where the project lists it.`,
  },
  {
    pattern: /No version is set for command ([\w.+-]+)/,
    say: (m) => `${code(m[1]!)} has no version set here, so its version manager does not run it`,
  },
  {
    pattern: /^Plugin \[id: '([^']+)'(?:, version: '([^']+)')?.{0,80}\] was not found in any of/,
    anyLine: true,
    say: (m, { program }) =>
      firstFit(
        m[2]
          ? [
              `${program} finds no plugin ${code(m[1]!)} in version ${code(m[2])}`,
              `There is no ${code(m[1]!)} in version ${code(m[2])}`,
              `There is no ${code(m[1]!.split('.').at(-1)!)} in version ${code(m[2])}`,
            ]
          : [`${program} finds no plugin ${code(m[1]!)}`],
        [`There is no plugin ${code(m[1]!)}`],
      ),
  },
  { pattern: /(?:^|[\s:])[`'"]([\w.+-]+)['"`] is not recognized as/, say: (m, a) => absent(m[1]!, a) },
  {
    pattern: /^(?:\S*\/)?env: [`'"‘]?([\w@.+-]+)[`'"’]?: No such file or directory$/,
    say: (m, a) =>
      isNestedQuote(m[1]!, a.open.call.command)
        ? `${code('env')} takes ${code(m[1]!)} for a program: the quotes around a value end too early`
        : absent(m[1]!, a),
    remedy: (m, a) =>
      isNestedQuote(m[1]!, a.open.call.command)
        ? 'Put the value into single quotes, or a script into a file: a quote inside of the same quotes ends them.'
        : '',
  },
  {
    pattern: /command not found: (\S+)/,
    say: (m, a) => absent(m[1]!, a),
    remedy: (m, a) => absentThere(m[1]!, a),
  },
  {
    pattern: shellMaySay([/(?!(?:ERROR|[Ee]rror|FATAL|[Ff]atal): )([\w.+-]+): (?:command )?not found/]),
    say: (m, a) => absent(m[1]!, a),
    remedy: (m, a) => absentThere(m[1]!, a),
  },
  {
    pattern: /unrecognized arguments: (--[\w-]+)/,
    kind: 'missing-module',
    say: (m, a) => `${calleeOf(a)} is given ${code(m[1]!)} by its configuration, and lacks the plugin for it`,
    hint: (m, { open }) =>
      open.correction === null
        ? `Install the plugin that brings ${code(m[1]!)} (the project's test or dev dependencies), or override the configuration (\`-o addopts=\`).`
        : '',
  },
  {
    pattern: /could not determine executable to run/,
    say: (_m, { part }) =>
      `The package ${code(part?.program ?? '')} brings no command that \`npx\` could run`,
    hint: () =>
      'Name the package that brings the command (`npx -p PACKAGE COMMAND`), or do without it: this version of the package has none.',
  },
  {
    pattern: NAMESAKE,
    say: (m) => `${code((m[1] ?? m[2])!)} is not installed here: \`npx\` took a package of that name`,
    hint: (m, { open }) =>
      open.correction === null
        ? `Install the package that brings ${code((m[1] ?? m[2])!)} and run it where that lies, or name the package: \`npx -p PACKAGE COMMAND\`.`
        : '',
  },
  {
    pattern: /\bpeer (\S+)@"([^"]{1,24})" from ((?:@[\w.-]+\/)?[\w.-]+)@/,
    anyLine: true,
    say: (m, { who, open }) => {
      const { wanted, version, by } = unmetPeer(m, open);
      return `${who}: ${code(by)} wants ${code(`${wanted}@${version}`)}, and another is here`;
    },
    hint: (m, { open }) => {
      const given = PEERS_LET_BE.exec(open.correction?.command ?? '')?.[1];
      if (given)
        return `Give ${code(given)}: with it the same command worked. It leaves the conflict as it is.`;
      const { wanted, by } = unmetPeer(m, open);
      const other = `take a version of ${code(by)} that goes with the ${code(wanted)} that is installed`;
      return open.call.command.includes(by)
        ? `Leave it out, or ${other}.`
        : `Give ${code('--legacy-peer-deps')}, or ${other}: the conflict was there before.`;
    },
  },
  {
    pattern: new RegExp(`${CONSOLE_LACKS.source} character '?(\\\\[xuU][0-9a-f]+)`),
    say: (m, { program }) => `${program} prints ${code(m[2]!)} to a ${code(m[1]!)} console, which lacks it`,
    remedy: () => 'Set `PYTHONUTF8=1` (or `PYTHONIOENCODING=utf-8`) before the command, or print ASCII only.',
  },
  {
    pattern: /(\S*\*\S*?): IO error .{0,400}\(os error 123\)/,
    kind: 'shell-syntax',
    say: (m, a) => `${a.who}: no shell of Windows expands the glob ${placeIn(m[1]!, a)}`,
    remedy: (m, { who }) =>
      `Give ${who} the folder, and the pattern as its own option (${code(`-g '${baseName(m[1]!)}'`)}).`,
  },
  {
    pattern: /(\S*\*\S*?)[`'"]?: (?:IO error[^:]*: .*)?No such file or directory/,
    kind: 'shell-syntax',
    say: (m, { who }) => `${who}: nothing expands the quoted glob ${code(m[1]!.replace(/^[`'"]/, ''))}`,
    remedy: (_m, { part }) =>
      `Leave the quotes off so that the shell expands it${part?.program === 'rg' ? ', or give it to `rg` as `--glob`' : ''}.`,
  },
  {
    pattern: /externally-managed-environment/,
    say: (_m, { who }) =>
      `${/pip|uv/.test(who) ? who : '`pip install`'} is refused: the Python of the system is externally managed`,
    remedy: (_m, { open }) =>
      ENVIRONMENTS_PIP.test(open.correction?.command ?? '')
        ? ''
        : "Use the project's virtual environment (or `python -m venv`), not the Python of the system.",
  },
  {
    pattern: /No module named [`'"]?((?:ensure)?pip)\b/,
    say: (m, { part, program }) =>
      runsModule(part, m[1]!)
        ? `${program} comes without ${code(m[1]!)} here`
        : `${program} has no module ${code(m[1]!)}`,
    remedy: (m, { part, program }) =>
      runsModule(part, m[1]!)
        ? `Install with \`uv pip\`, into a virtual environment, or the package of the system (\`python3-NAME\`): this ${program} has no ${code(m[1]!)}.`
        : '',
  },
  {
    pattern: /ensurepip is not\s+available|\binstall the python[\d.]*-venv\b/,
    anyLine: true,
    say: (_m, { program }) => `${program} comes without \`ensurepip\` here, and makes no virtual environment`,
    remedy: () =>
      'Make the environment with `uv venv` or `virtualenv`, or have the package `python3-venv` of the system installed.',
  },
  {
    pattern: /\[ERROR\] Could not resolve "([^"./][^"]{0,60})"/,
    say: (m, { program }) => `${program} finds no package ${code(m[1]!)}`,
  },
  {
    pattern: /^([\w.+-]+) must be installed\b/,
    say: (m, { who }) => `${who} needs ${code(m[1]!)}, which is not installed`,
  },
  {
    pattern: NO_MODULE,
    say: (m, { program }) => `${program} has no module ${code(m[1]!)}`,
  },
  {
    pattern:
      /Cannot find (?:module|package) [`'"](?![A-Z]:)([^./`'"][^`'"]{0,50})[`'"](?: imported from |\nRequire stack:\n- )(?:(?:\/private)?(?:\/var)?\/tmp\/|[A-Z]:\\[^\n]{1,120}\\(Temp)\\)/,
    say: (m, { who }) =>
      `${who}: a script in ${m[2] ?? '/tmp'} does not find the project's module ${code(m[1]!)}`,
    remedy: () =>
      'Put the script into the project: Node looks for modules from the folder of the script upwards, not from where it is run.',
  },
  {
    pattern: /Cannot find (?:module|package) [`'"]([^`'"\n]{1,300})/,
    say: (m, a) => {
      const path = m[1]!.replaceAll('\\', '/');
      const variable = isItsScript(path, a) ? givenVariable(path, a.open.call.command) : '';
      if (variable) return emptied(variable);
      return firstFit(
        [m[1]!, placeName(path, a.open.call.cwd), baseName(path)].map((name) =>
          isItsScript(path, a)
            ? `${a.who} is given ${code(name)}, which does not exist`
            : `${a.who} cannot find the module ${code(name)}`,
        ),
        [`${a.who} cannot find a module`],
      );
    },
    remedy: (m, a) => {
      const path = m[1]!.replaceAll('\\', '/');
      return isItsScript(path, a) ? writtenOut(givenVariable(path, a.open.call.command)) : '';
    },
    hint: (m, { open }) =>
      /\/src\/.*\.m?js$/.test(m[1]!.replaceAll('\\', '/')) && open.correction === null
        ? 'There is no such file: import the built one (such as in `dist/`), or run sources in TypeScript with `npx tsx`.'
        : '',
  },
  {
    pattern: /cannot find module providing package (\S+)|no required module provides package ([^\s;]+)/,
    say: (m, { who, open }) => {
      const name = (m[1] ?? m[2])!;
      const setting = leftOut(open);
      const short = name.split('/').slice(-2).join('/');
      return setting
        ? firstFit(
            [name, short].map((each) => `${who} with ${code(setting)} finds no module ${code(each)}`),
            [`${who} finds no module with ${code(setting)}`],
          )
        : `${who} finds no module for ${code(name)}`;
    },
  },
  {
    pattern: NO_SUCH_VERSION,
    say: (m, { who }) => `${who}: no such version, ${code((m[1] ?? m[2] ?? m[3] ?? m[4])!)}`,
  },
];
