import { baseName } from '../../inject/paths.ts';
import { anyOf } from '../../text/any-of.ts';
import type { OpenFailure } from '../failure-state.ts';
import type { ShellPart } from '../shell/shell.ts';
import { isDependency } from './advice.ts';
import { code, cut, firstFit, placeName } from './prose.ts';
import { ADDRESSES } from './shapes-addresses.ts';
import { emptied, PLACES, writtenOut } from './shapes-places.ts';
import { SHELL } from './shapes-shell.ts';
import { type Account, calleeOf, placeIn, type Shape } from './summary-shapes.ts';

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
  return gone.find((setting) => /MOD|MODULE|PACKAGE/.test(setting)) ?? gone[0]!;
}

const absent = (name: string, { open, who }: Account) =>
  isDependency(name, open)
    ? `${who} calls ${code(name)}, which is not installed`
    : `${code(name)} is not on PATH in this shell`;

/** What was not found is the script itself that the command names. */
const isItsScript = (path: string, { part }: Account): boolean =>
  path.includes('/') && (part?.args.some((arg) => baseName(arg) === baseName(path)) ?? false);

/** The variable before the end of a path in a command, in whose place nothing, or its default, was left: `${HOME:-.}/run.mjs`. */
function givenVariable(path: string, command: string): string {
  const found = [...command.slice(0, 2000).matchAll(/\$\{?([A-Z_][A-Z0-9_]*)(?::-[^}]*)?\}?(\/[\w./@+-]+)/g)];
  return found.find(([, , rest]) => path.endsWith(rest!))?.[1] ?? '';
}

/** `python3 -m pip`. */
const runsPip = (part: ShellPart | null): boolean => part?.args[0] === '-m' && part.args[1] === 'pip';

const CONTAINERS = /^(?:docker|podman|kubectl|oc|nerdctl|docker-compose)$/;

/** The component of `gcloud` that a command belongs to, and that is not installed. */
const COMPONENT =
  /do not currently have this command group installed[\s\S]{0,120}?components: \[([\w-]{1,30})\]/;

const ENVIRONMENT: Shape[] = [
  {
    pattern: /No version is set for command ([\w.+-]+)/,
    say: (m) => `${code(m[1]!)} has no version set here, so its version manager does not run it`,
  },
  { pattern: /(?:^|[\s:])[`'"]([\w.+-]+)['"`] is not recognized as/, say: (m, a) => absent(m[1]!, a) },
  { pattern: /command not found: (\S+)/, say: (m, a) => absent(m[1]!, a) },
  {
    pattern: /^(?:\S*sh|\(eval\)|env)?[\s:\d]*(?:line \d+: )?([\w.+-]+): (?:command )?not found/,
    say: (m, a) => absent(m[1]!, a),
  },
  {
    pattern: anyOf(
      [
        /orden no encontrada|no se encontró la orden|commande introuvable/,
        /(?:Befehl|Kommando) nicht gefunden|comando non trovato|comando não encontrado/,
        /opdracht niet gevonden|команда не найдена|コマンドが見つかりません|未找到命令/,
      ],
      { before: /^\S*sh: (?:\S+ \d+: )?([\w.+-]+)\s?: / },
    ),
    say: (m, a) => absent(m[1]!, a),
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
    pattern: /\bpeer (\S+)@"([^"]{1,24})" from ((?:@[\w.-]+\/)?[\w.-]+)@/,
    anyLine: true,
    say: (m, { who }) => `${who}: ${code(m[3]!)} wants ${code(`${m[1]}@${m[2]}`)}, and another is here`,
    hint: (m) =>
      `Leave ${code(m[3]!)} out, or take a version of it that goes with the ${code(m[1]!)} that is installed.`,
  },
  {
    pattern:
      /^(?:\w+: )*'(charmap|gbk|cp\d{3,5}|ascii|mbcs|shift_jis|euc_kr)' codec can't encode character '?(\\[xuU][0-9a-f]+)/,
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
    say: (_m, { who }) => `${who} is refused: the Python of the system is externally managed`,
    remedy: () =>
      "Use the project's virtual environment (or `python -m venv`), not the Python of the system.",
  },
  {
    pattern: /No module named [`'"]?pip\b/,
    say: (_m, { part, program }) =>
      runsPip(part) ? `${program} comes without \`pip\` here` : `${program} has no module \`pip\``,
    remedy: (_m, { part, program }) =>
      runsPip(part)
        ? `Install with \`uv pip\`, into a virtual environment, or the package of the system (\`python3-NAME\`): this ${program} has no \`pip\`.`
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
    pattern: /No module named [`'"]?([\w.]+)/,
    say: (m, { program }) => `${program} has no module ${code(m[1]!)}`,
  },
  {
    pattern:
      /Cannot find (?:module|package) [`'"]([^./`'"][^`'"]{0,50})[`'"](?: imported from |\nRequire stack:\n- )(?:\/private)?(?:\/var)?\/tmp\//,
    say: (m, { who }) => `${who}: a script in /tmp does not find the project's module ${code(m[1]!)}`,
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
    pattern:
      /(\S+@\S+): invalid version: unknown revision|No matching version found for (\S+?)\.?$|satisfies the requirement (\S+)|Couldn't find any versions for "(\S+)"/,
    say: (m, { who }) => `${who}: no such version, ${code((m[1] ?? m[2] ?? m[3] ?? m[4])!)}`,
  },
  {
    pattern:
      /(?:config(?:uration)? files?|director(?:y|ies)|folder|workspace)\b.{0,120} (?:is|are) not trusted/i,
    anyLine: true,
    say: (_m, { who }) => `${who} is refused: the configuration of this folder is not trusted yet`,
  },
  {
    pattern: /version [`'"](\S+?)[`'"] does not match go tool version [`'"](\S+?)[`'"]/,
    say: (m, { who }) => `${who} mixes two Go versions: ${code(m[1]!)} and ${code(m[2]!)}`,
  },
  {
    pattern: /build constraints exclude all Go files/,
    say: (_m, { who }) => `${who} without its build tag: build constraints exclude all Go files`,
  },
  {
    pattern: /can't find crate for [`'"](\w+)/,
    say: (m, { open, who }) => {
      const target = /[`'"]([\w-]+)[`'"] target may not be installed/.exec(open.error)?.[1];
      return target
        ? `${who}: the target ${code(target)} is not installed (\`rustup target add\`)`
        : `${who} finds no crate ${code(m[1]!)}`;
    },
  },
  {
    pattern:
      /Missing required provider|Required plugins are not installed|Module not installed|Backend initialization required/,
    say: (_m, { who, program }) =>
      `${who} needs what ${code(`${program.replace(/`/g, '')} init`)} installs first`,
  },
  {
    pattern: /Could not find or load main class (\S+)/,
    anyLine: true,
    say: (m, { program }) => `${program} finds no class ${code(m[1]!)} on its class path`,
  },
  {
    pattern: /Unsupported class file major version (\d+)|\(class file version (\d+)\.\d+\)/,
    anyLine: true,
    say: (m, { who }) => {
      const version = Number(m[1] ?? m[2]);
      return `${who}: this Java cannot read class file version ${version} (that of Java ${version - 44})`;
    },
  },
  {
    pattern: /running scripts is disabled on this system/,
    anyLine: true,
    say: (_m, { who }) => `${who}: running scripts is disabled here by the execution policy`,
  },
  {
    pattern: /not allowed by the security policy [`'"](\w+)/,
    anyLine: true,
    say: (m, { who }) => `${who} is refused: its security policy forbids ${code(m[1]!)}`,
  },
  {
    pattern: /\berror:[0-9A-F]{8}:([^:\n]{1,60}):[^:\n]{0,60}:([^:\n]{1,60})/,
    anyLine: true,
    say: (m, { who }) => `${who}: ${m[1]}: ${m[2]}`,
  },
  {
    pattern: /exec format error/i,
    say: (_m, { who }) => `${who} runs a binary that was built for another platform`,
  },
  {
    pattern: /^sed: .*(?:extra characters after \\|expects \\ followed by text)/,
    say: () => '`sed` of BSD and macOS wants a line break behind `a\\`, `i\\` or `c\\`',
    remedy: () =>
      "Put a real line break behind the backslash (`$'/x/a\\\\\\\ntext'`), or insert the line with `perl -pi -e` or an edit tool.",
  },
  {
    pattern:
      /^sed: .*(?:invalid command code|extra characters at the end|undefined label|unescaped newline|bad flag in substitute command)/,
    say: () => '`sed -i` of BSD and macOS takes the next word for a suffix: it needs `-i ""`',
    remedy: () =>
      'On macOS give `sed -i` an empty suffix: `sed -i "" \'s/a/b/\' FILE`; or use `perl -pi -e`.',
  },
  {
    pattern: /xargs: command line cannot be assembled, too long/,
    say: () => '`xargs -I` of BSD and macOS refuses a command that is longer than 255 bytes',
    remedy: () => 'Use a `while read` loop, or give the script to the program in a file.',
  },
  {
    pattern: /token [`'"]?(&&|\|\|)[`'"]? is not a valid statement separator/,
    say: (m) => `Windows PowerShell does not know ${code(m[1]!)} between commands`,
    remedy: (m) => `Write \`a; if ($?) { b }\` instead of \`a ${m[1]} b\`, or use PowerShell 7.`,
  },
  {
    pattern:
      /(?:environment variables? (?:not found|missing|required)|(?:missing|required|no) (?:required )?environment variables?):? [`'"]?([A-Z][A-Z0-9_]{2,})/i,
    anyLine: true,
    say: (m, { who }) => `${who} needs the environment variable ${code(m[1]!)}`,
  },
  {
    pattern: /following packages are not available from current channels:\s+- (\S+)/,
    say: (m, { who }) => `${who}: ${code(m[1]!)} is not in the channels that are set`,
  },
  {
    pattern:
      /([\w./-]+)(?:\[[^\]]*\])? requires? (\w+ \S+) -> your \w+ version \(([\d.]+)[^)]*\) does not satisfy/,
    say: (m, { who }) => `${who}: ${code(m[1]!)} needs ${m[2]}, and ${m[3]} is here`,
  },
  {
    pattern: /could not find compatible versions for (?:pod|gem|package) [`'"]([^`'"]+)/i,
    say: (m, { who }) => `${who} finds no version of ${code(m[1]!)} that all accept`,
  },
  {
    pattern: /Cannot install (\S+) and (\S+) because these package versions have conflicting/,
    say: (m, { who }) => `${who}: ${code(m[1]!)} and ${code(m[2]!)} have conflicting dependencies`,
  },
  {
    pattern: /`npm ci` command can only install with an existing/,
    anyLine: true,
    say: () => '`npm ci` finds no lockfile in this folder',
    hint: () => 'Run `npm install` where there is no lockfile yet: it makes one.',
  },
  {
    pattern:
      /\b(?:lock ?file|\w[\w-]*\.lock)\b.{0,60}\b(?:frozen|forbidden|would have been modified|out of date|not up to date|outdated)\b|changed \w+ since \S+\.lock /i,
    say: (_m, { who }) => `${who}: the lockfile does not fit the manifest, and must not change`,
  },
  {
    pattern: /This command group is in (alpha|beta)\b/,
    say: (m, { who }) => `${who} is in ${m[1]}: it is called with ${code(`gcloud ${m[1]}`)}`,
  },
  {
    pattern: /(?:environment|mode|shell|terminal|session) is non-interactive|in non-interactive mode/i,
    say: (_m, { who, open }) => {
      const component = COMPONENT.exec(open.error)?.[1];
      return component
        ? `${who} needs the component ${code(component)}, which is not installed`
        : `${who} asks for input: it fails in a non-interactive shell`;
    },
    remedy: (_m, { open }) => {
      const component = COMPONENT.exec(open.error)?.[1];
      return component ? `Install it first: ${code(`gcloud components install ${component} --quiet`)}.` : '';
    },
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Let the user run it in a terminal of their own, or pass what it asks for (a token, `--yes`).'
        : '',
  },
  {
    pattern: /required a bean of type [`'"](?:[\w$]+\.)*([\w$]+)[`'"] that could not be found/,
    anyLine: true,
    say: (m, { open }) => {
      const asks = /(?:constructor|Field|Method) (?:\w+ )?in (?:[\w$]+\.)*([\w$]+)/.exec(open.error)?.[1];
      return `${asks ? code(asks) : 'The application'} needs a bean of type ${code(m[1]!)}, which nothing declares`;
    },
  },
  {
    pattern: /can't resolve dependencies of the (\w+) \(.{0,80}\bargument "?(\w+)"? at index/,
    anyLine: true,
    say: (m) => `${code(m[1]!)} asks for ${code(m[2]!)}, which its module does not provide`,
  },
  {
    pattern: /missing go\.sum entry for module providing package (\S+)/,
    say: (m) => `go.sum has no entry for ${code(cut(m[1]!, 50))}`,
  },
  {
    pattern: /was blocked\. For security, .{1,80}(?:allowed working|child) director/,
    anyLine: true,
    say: (_m, { who }) => `${who} leaves the allowed working directories, and is blocked`,
    remedy: () =>
      'Stay in the working directory: name the other folder in the command (`git -C DIR`, an absolute path), or ask for it to be added.',
  },
  {
    pattern: anyOf(
      [
        /input device is not a TTY|could not open (?:a )?(?:new )?TTY|open \/dev\/tty: /,
        /(?:stdin|standard input|input|stdout) is not a (?:tty|terminal)|inappropriate ioctl for device/,
        /ssh_askpass: exec|no askpass program/,
      ],
      { flags: 'i' },
    ),
    say: (_m, { part, who }) =>
      CONTAINERS.test(part?.program ?? '')
        ? `${who} asks for a TTY (\`-t\`) where there is none`
        : `${who} wants a terminal to ask in, and there is none`,
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Pass what it asks for, or an output that asks nothing (`--yes`, `-o json`).'
        : '',
  },
  {
    pattern: /stdin: not in gzip format/,
    anyLine: true,
    say: (_m, { who }) => `${who} is told gzip (\`z\`) for a file that is not gzip`,
  },
  {
    pattern: /Permissions \d+ for [`'"]([^`'"]+)[`'"] are too open/,
    anyLine: true,
    say: (m, a) => `${a.who} refuses the key ${placeIn(m[1]!, a)}: others may read it`,
  },
];

/** What the shell, the machine or the directory does not have. */
export const SURROUNDINGS: readonly Shape[] = [...SHELL, ...ENVIRONMENT, ...PLACES, ...ADDRESSES];
