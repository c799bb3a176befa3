import { NO_CHAIN_OPERATOR, SCRIPTS_DISABLED } from '../../../text/known-messages.ts';
import { pathGiven } from '../../failures/causes/installed-elsewhere.ts';
import { code, cut } from '../prose.ts';
import { type Account, placeIn, type Shape } from './shape.ts';

const PATH_CHARS = 120;
/** A script in a folder of npm's, which puts one for cmd beside it. */
const SCRIPT_OF_NPM = /[\\/](?:npm|nodejs)[\\/]([\w.-]+)\.ps1\b/i;

/** The operator that the message names, else the first of the command: PowerShell reads no further. */
const chainedBy = (message: RegExpExecArray, { open }: Account): string =>
  message[1] ?? /&&|\|\|/.exec(open.call.command)?.[0] ?? '';

/** What the machine and what is installed on it lacks, or has in another version. */
export const ENVIRONMENT: readonly Shape[] = [
  {
    pattern: /^Requirement already satisfied: .{1,200}? in (\S.{0,200}?)[\\/]lib(?:64)?[\\/]/i,
    kind: 'environment',
    say: () => 'The `pip` of this environment installs into the one that it was copied from',
    remedy: () => 'Call it by the Python of the environment: `PYTHON -m pip install PACKAGE`.',
  },
  {
    pattern: /\balready installed\b|\bNo available upgrade found\b/,
    kind: 'environment',
    say: (_m, { who }) => `${who}: it is installed; only the path of the shell lacks it`,
    remedy: (_m, { open }) => {
      const given = pathGiven(open);
      return given ? `Put its folder on the path first: ${code(cut(given, PATH_CHARS))}.` : '';
    },
  },
  {
    pattern: /UnicodeDecodeError: '([\w-]+)' codec can't decode byte (0x\w+)/,
    say: (m, { program }) =>
      `${program} reads a file as ${code(m[1]!)}, which it is not (byte ${code(m[2]!)})`,
    hint: (_m, { open }) =>
      open.correction === null ? "Open the file with its encoding, mostly `encoding='utf-8'`." : '',
  },
  {
    pattern: /\bdatabase is locked\b/,
    kind: 'lock',
    anyLine: true,
    say: (_m, { who }) => `${who}: another process still holds the database`,
    hint: () =>
      'End what was started before and still holds the file (`lsof FILE`), and run one such command at a time.',
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
    pattern: /\binvalid (?:target|source) release: ([\d.]+)|\brelease version (\d+) not supported/,
    anyLine: true,
    say: (m, { who }) =>
      `${who}: the Java that runs here is older than ${m[1] ?? m[2]}, which the build asks for`,
  },
  {
    pattern: SCRIPTS_DISABLED,
    anyLine: true,
    say: (_m, { who }) => `${who}: running scripts is disabled here by the execution policy`,
    hint: (_m, { open }) => {
      const name = SCRIPT_OF_NPM.exec(open.error)?.[1];
      return name ? `Call ${code(`${name}.cmd`)}, which stands beside ${code(`${name}.ps1`)}.` : '';
    },
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
    pattern: NO_CHAIN_OPERATOR,
    anyLine: true,
    say: (m, account) => {
      const operator = chainedBy(m, account);
      return operator ? `Windows PowerShell does not know ${code(operator)} between commands` : '';
    },
    remedy: (m, account) => {
      const operator = chainedBy(m, account);
      const test = operator === '||' ? '-not $?' : '$?';
      return operator
        ? `Write \`a; if (${test}) { b }\` instead of \`a ${operator} b\`, or use PowerShell 7.`
        : '';
    },
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
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Loosen the versions that the message names, or leave them to the resolver.'
        : '',
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
