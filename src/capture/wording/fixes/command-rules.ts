import {
  DOCKER_REFUSES,
  MISSING_SCRIPT,
  NO_MODULE,
  NO_SCHEME,
  NO_SUCH_VERSION,
  NOT_IN_REGISTRY,
  NOT_JSON,
  PLAIN_FOR_TLS,
  READ_OF_NOTHING,
} from '../../../text/known-messages.ts';
import { notFoundOf } from '../../../text/shell-says.ts';
import { missingProgram } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { holdsScript } from '../../failures/causes/inline-code.ts';
import { refusedInput } from '../../failures/result/json-reply.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';
import { lackedModule, lackedPart, renamedOption, scriptInstead } from './lacked.ts';

/** A fix that follows from what an error says. */
export interface ErrorRule {
  pattern: RegExp;
  /** Holds whatever worked afterwards. */
  certain?: true;
  /** What to do; empty where the rule does not fit after all. */
  say: (match: RegExpExecArray, open: OpenFailure) => string;
}

/** Folders outside of a sandbox, and the variable that moves each. */
const CACHES: [RegExp, string][] = [
  [/\bgo-build\b/, 'GOCACHE'],
  [/\bgolangci-lint\b/, 'GOLANGCI_LINT_CACHE'],
  [/\.npm\b|_cacache/, 'npm_config_cache'],
  [/\.cache\/pip\b|Caches\/pip\b/, 'PIP_CACHE_DIR'],
  [/\.cache\/uv\b/, 'UV_CACHE_DIR'],
  [/pre-commit\b/, 'PRE_COMMIT_HOME'],
  [/ms-playwright/, 'PLAYWRIGHT_BROWSERS_PATH'],
  [/\.cargo\b/, 'CARGO_HOME'],
];

/** Builds a project without make. */
const BUILDS =
  /\b(?:cmake --build|ninja|meson compile|bazel build|cargo build|go build|npm run build|gradlew? )/;

/** Commands whose error alone tells what to do. */
export const COMMAND_RULES: readonly ErrorRule[] = [
  {
    pattern: MISSING_SCRIPT,
    certain: true,
    say: (m, open) => scriptInstead(open, m[1]!),
  },
  {
    pattern: /CondaError: Run 'conda init' before/,
    certain: true,
    say: () =>
      'Call it by `conda run -n NAME COMMAND`, or load the hook on the same line: `source "$(conda info --base)/etc/profile.d/conda.sh"`.',
  },
  {
    pattern: /\bsettings are not configured\b/,
    say: (_m, open) => {
      const worked = open.correction?.command ?? '';
      return /\b(?:runtests|manage)\.py\b/.test(worked)
        ? `Run Django's tests by the project's own runner: ${fenced(cut(worked, 160))} worked.`
        : 'Set `DJANGO_SETTINGS_MODULE`, or call `settings.configure()` and `django.setup()` before anything else.';
    },
  },
  {
    pattern: /syntax error near unexpected token [`'](&&|\|\|?|;)'/,
    say: (m, open) =>
      open.call.command.includes('<<') && open.call.command.includes(`\n${m[1]}`.trimEnd())
        ? `Put ${code(m[1]!)} and what follows it on the line that opens the here-document, or begin the line after its end without it.`
        : '',
  },
  {
    pattern: new RegExp(notFoundOf('python')),
    say: () =>
      "Call `python3`, or the project's own Python (`.venv/bin/python`, `uv run python`): none is called `python` here.",
  },
  {
    pattern: new RegExp(notFoundOf('pip3?'), 'm'),
    say: (_m, open) =>
      open.correction
        ? ''
        : 'Call it as a module, `python3 -m pip`, best in a virtual environment (`python3 -m venv .venv`); where that has none, `python3 -m ensurepip`.',
  },
  {
    pattern: /^mise WARN +missing: (\S+@\S+)/m,
    say: (m, open) => {
      const program = missingProgram(messageOf(open));
      return open.correction === null && program !== null && m[1]!.startsWith(`${program}@`)
        ? `Install it first: ${code(`mise install ${m[1]}`)}, as the project's \`mise.toml\` asks for it.`
        : '';
    },
  },
  {
    pattern: new RegExp(notFoundOf('timeout')),
    certain: true,
    say: (_m, open) =>
      missingProgram(messageOf(open)) === 'timeout'
        ? 'macOS has no `timeout`: use `gtimeout` of coreutils, `perl -e "alarm 10; exec @ARGV"`, or the time limit of the tool.'
        : '',
  },
  {
    pattern: /\.(\w{2,4}): binary file matches/,
    certain: true,
    say: () => 'Give `grep` the option `-a`: the text holds bytes for which it is taken for binary.',
  },
  {
    pattern: /^\{/,
    certain: true,
    say: (_m, open) => {
      const said = refusedInput(open.call.command, open.error);
      return said === '' ? '' : `Send what the service asks for: ${cut(said, 160)}`;
    },
  },
  {
    pattern: /(?:unknown (?:flag|option|argument)|unexpected argument):? [`'"]?(--[a-z][\w-]*)/i,
    certain: true,
    say: (m, open) => renamedOption(open.culprit?.program ?? '', m[1]!),
  },
  {
    pattern: /bad revision '\/dev\/null'/,
    certain: true,
    say: () =>
      'Give `--no-index` (`git diff --no-index /dev/null FILE`), or just read a file that git does not know.',
  },
  {
    pattern: /\ba branch named '([^'\n]{1,120})' already exists/,
    say: (m) => `Switch to it (${code(`git switch ${m[1]}`)}), or give the new one another name.`,
  },
  {
    pattern: /fe_sendauth: no password supplied/,
    certain: true,
    say: () =>
      'Give the password by `PGPASSWORD`, `~/.pgpass` or the connection string of the project: nobody can type it here.',
  },
  {
    pattern: /no makefile found/i,
    say: (_m, open) => {
      const built = open.done?.find((command) => BUILDS.test(command));
      return built ? `There is no makefile in this project: ${fenced(cut(built, 120))} builds it.` : '';
    },
  },
  {
    pattern: /version [`'"](go\S+)[`'"] does not match go tool version [`'"](go\S+)[`'"]/,
    say: () =>
      'Run `go` through the version manager of the project (such as `mise exec -- go …`): two versions are mixed; unset `GOROOT`.',
  },
  {
    certain: true,
    pattern: /flag provided but not defined: -e\b|directory \/dev\/stdin outside|go run.*\/dev\/stdin/,
    say: (_m, open) =>
      open.culprit?.text.startsWith('go run')
        ? 'Write the code to a temporary `.go` file or test inside the module: `go run` takes no code on its command line or standard input.'
        : '',
  },
  {
    pattern: /(?:operation not permitted|read-only file system|permission denied)/i,
    say: (_m, open) => {
      if (open.kind !== 'sandbox') return '';
      const variable = CACHES.find(([path]) => path.test(messageOf(open)))?.[1];
      return variable
        ? `Put the cache into a writable folder (${code(`${variable}=/tmp/cache`)} before the command), or ask for permission to run it outside of the sandbox.`
        : '';
    },
  },
  {
    certain: true,
    pattern: /[`'"]([^`'"\n]+)[`'"] is already (?:used by|checked out (?:at|in)) worktree/,
    say: (m) =>
      `Do not check ${code(m[1]!)} out a second time: run ${code('git fetch origin')} and ${code(`git switch -c NEW origin/${m[1]}`)}, or work in the worktree that has it.`,
  },
  {
    pattern: /cannot [\w -]{3,20}: (?:you have|your index contains) (?:unstaged|uncommitted) changes/i,
    say: () =>
      'Commit the changes, or set them aside first (`git stash`; `git rebase --autostash` does it by itself).',
  },
  {
    pattern: /Need to specify how to reconcile divergent branches/,
    say: () =>
      'Say how: `git pull --rebase` puts the own commits on top, `git pull --no-rebase` merges; `git config pull.rebase true` settles it.',
  },
  {
    pattern: /no (?:tasks|scripts|targets|recipes) (?:are )?defined in (\S+?)[.,]?(?:\s|$)/i,
    say: (_m, open) =>
      `Run ${code(programOf(open.culprit))} in the project that defines it: ${code('cd')} there first.`,
  },
  {
    pattern: /outside (?:of )?(?:the )?repository/,
    say: () => 'Name files by their path inside the repository; git does not look outside of it.',
  },
  {
    pattern: NO_SUCH_VERSION,
    say: () =>
      'List the versions that exist first: `go list -m -versions MODULE`, `npm view NAME versions`, `pip index versions NAME`.',
  },
  {
    certain: true,
    pattern: /missing go\.sum entry[^\n]*(?:\n?\s*(go (?:get|mod) [^\n]{3,80}))?/,
    say: (m) =>
      `Run ${code('go mod tidy')}${m[1] ? ` or ${code(m[1])}` : ''} first: the module's sum is not recorded yet.`,
  },
  {
    certain: true,
    pattern: /sent an HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port/i,
    say: () => 'Write the address with `https://`: the server speaks TLS on that port.',
  },
  {
    pattern: PLAIN_FOR_TLS,
    say: () => 'Write the address with `http://`: the server speaks no TLS on that port.',
  },
  {
    pattern: NOT_JSON,
    say: (_m, open) =>
      open.kind === 'api-misuse'
        ? 'Look at the answer itself before parsing it: a wrong path is answered with a page.'
        : open.kind === 'script-error'
          ? 'Look at the beginning of the text before parsing it (`head -c 200`): it is empty, or no JSON there.'
          : '',
  },
  {
    pattern: NOT_IN_REGISTRY,
    say: (m) => `Look the name up first (${code(`npm view ${m[1]}`)}): there is no such package.`,
  },
  {
    pattern:
      /No version is set for command (\S+)\s+Consider adding one of the following versions[^\n]*\n(\S+) (\S+)/,
    say: (m) =>
      `Name a version for the call, ${code(`ASDF_${m[2]!.toUpperCase()}_VERSION=${m[3]} ${m[1]} …`)}, or add ${code(`${m[2]} ${m[3]}`)} to \`.tool-versions\`.`,
  },
  {
    pattern: NO_SCHEME,
    say: (m) =>
      `Do not pass an address that begins with ${code(`${m[1]}:`)}: this client speaks another protocol, such as http.`,
  },
  {
    pattern: NO_MODULE,
    say: (m, open) => {
      const python = open.culprit?.program ?? '';
      if (!/^python|^py$/.test(python)) return '';
      // Python names the outer package alone where that is what it lacks.
      if (m[1]!.includes('.') && open.call.command.includes(`-m ${m[1]}`)) return lackedPart(m[1]!, open);
      return lackedModule(m[1]!.split('.')[0]!, python, open.call.command);
    },
  },
  {
    certain: true,
    pattern: DOCKER_REFUSES,
    say: (_m, { correction }) => {
      const root = /\bsudo docker\b[^;&|\n]{0,80}/.exec(correction?.command ?? '')?.[0];
      return `Docker does not let this user in: ${root ? `${code(root.trim())} worked; else ` : ''}run it outside of the sandbox, or ask the user for access to its socket.`;
    },
  },
  {
    certain: true,
    pattern: /NameError: name '__file__' is not defined/,
    say: (_m, open) =>
      holdsScript(open.call.command)
        ? 'Write the folder out, or take `os.getcwd()`: code from the command line has no `__file__`.'
        : '',
  },
  {
    certain: true,
    pattern: /(require|module|exports|__dirname|__filename) is not defined in ES module scope/,
    say: (m) =>
      m[1]!.startsWith('__')
        ? `Take ${code(`import.meta.${m[1]!.slice(2)}`)}: the package says \`"type": "module"\`.`
        : 'Write `import` and `export`, or let the file end in `.cjs`: the package says `"type": "module"`.',
  },
  {
    pattern: /^KeyError: (?!['"](?:\w+ ){4})(['"][^'"\n]{1,60}['"]|\d+)/m,
    say: (m, open) =>
      open.kind === 'script-error'
        ? `Look at the data before indexing it (${code('print(list(d))')}): it has no ${code(m[1]!.replace(/['"]/g, ''))} there.`
        : '',
  },
  {
    pattern:
      /^(?:AttributeError: '(\w+)' object has no attribute|TypeError: (\w+) indices must be integers|TypeError: '(\w+)' object is not subscriptable)/m,
    say: (m, open) =>
      open.kind === 'script-error' && m[1] !== 'module'
        ? `Look at the data before using it (${code('print(type(d), d)')}): it is a ${m[1] ?? m[2] ?? m[3]} there.`
        : '',
  },
  {
    pattern: READ_OF_NOTHING,
    say: (m, open) =>
      open.kind === 'script-error'
        ? `Look at the data before reading it (${code('console.log(Object.keys(o))')}): what ${m[1] ? `${code(m[1])} is read of` : 'is read'} is not there.`
        : '',
  },
  {
    pattern: /HTTP 40[45]\b/,
    say: (_m, open) => {
      const sends = /(?:-X|--method|--request)[ =]?(POST|PUT|PATCH|DELETE)\b/.exec(open.call.command)?.[1];
      return sends
        ? `Look up which path takes ${sends}: one that answers GET need not take it.`
        : 'List what the parent path holds before asking for one of its items.';
    },
  },
];
