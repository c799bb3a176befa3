import { anyOf } from '../../../text/any-of.ts';
import { NO_SCRIPT } from '../../../text/known-messages.ts';
import { shellSays } from '../../../text/shell-says.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { emptyVariable } from '../../failures/causes/wrong-folder.ts';
import { isRemote } from '../../shell/remote.ts';
import { code, placeName } from '../prose.ts';
import { placeIn, plainPlace, type Shape } from './shape.ts';

/** For what git can do only one of at a time. */
export const ONE_AFTER_THE_OTHER =
  'Start commands that write in git one after the other, in one call (`git add … && git commit …`), not as calls beside each other.';

/** The relative path that was given, where it is right in another folder: the one that the shell stood in repeats it, or it then worked elsewhere. */
function givenElsewhere(path: string, { call, correction }: OpenFailure): string {
  const given = call.parts
    .flatMap((part) => part.args)
    .map((arg) => arg.replace(/^\.\/|\/+(?:\.{3})?$/g, ''))
    .find((arg) => arg.includes('/') && !arg.startsWith('/') && path.endsWith(`/${arg}`));
  if (given === undefined) return '';
  const folder = path.slice(0, -given.length - 1);
  const inner = given.split('/').slice(0, -1).join('/');
  const isDoubled = folder.endsWith(`/${given}`) || folder.endsWith(`/${inner}`);
  const isMoved =
    correction?.tool === 'Bash' && correction.cwd !== call.cwd && correction.command.includes(given);
  return isDoubled || isMoved ? given : '';
}

/** Of a path that began with a variable: that this held nothing; empty without a name. */
export const emptied = (name: string): string =>
  name && `${code(`$${name}`)} is empty here: only the rest of the path is left of it`;
/** What to do about that. */
export const writtenOut = (name: string): string =>
  name === ''
    ? ''
    : `Write the path out: ${code(`$${name}`)} is not set in the shell of the tool, which keeps none from one call to the next.`;

/** What a shell says of a folder that it cannot go to: zsh, dash, fish, bash. */
const NO_FOLDER = anyOf(
  [
    /(?:no such file or directory|not a directory): (\S.*?)/,
    /can't cd to (\S.*?)(?:: No such file or directory)?/,
    /The directory '([^'\n]+)' does not exist/,
    /(\S.*?): (?:No such file or directory|Not a directory)/,
  ],
  { before: /(?:^|[\s:])(cd|pushd)(?::\d+)?: /, after: /\s*$/, flags: 'm' },
);
const folderOf = (match: RegExpExecArray): string => match.slice(2).find(Boolean)!;

/** A command on another machine that goes to a folder. */
const GOES_THERE = /^ssh\b.*\bcd \//s;
const GOES = /(?:^|[;&]\s*)(?:cd|pushd) \S/;

/** Files and folders that are not where they are looked for. */
export const PLACES: readonly Shape[] = [
  {
    pattern: NO_SCRIPT,
    say: (m, a) => {
      const name = emptyVariable(m[1]!, a.open);
      if (name) return emptied(name);
      const given = givenElsewhere(m[1]!, a.open);
      return given
        ? `${a.who} runs in a folder that has no ${code(given)}`
        : `${a.who} is given ${placeIn(m[1]!, a)}, which does not exist`;
    },
    path: (m, a) =>
      emptyVariable(m[1]!, a.open) || givenElsewhere(m[1]!, a.open) ? '' : plainPlace(m[1]!, a),
    remedy: (m, a) => writtenOut(emptyVariable(m[1]!, a.open)),
  },
  {
    pattern: /Working directory [`'"]([^`'"]+)[`'"] was deleted/,
    anyLine: true,
    say: (m, { open }) =>
      `The folder that the shell stood in is gone: ${code(placeName(m[1]!, open.call.cwd))}`,
  },
  {
    pattern:
      /^(?:\(eval\)|(?:\/\S+\/)?(?:ba|da|z)?sh|\S+\.sh):(?:(?: line )?\d+:)? (?:no such file or directory: (\S*\/\S*)|(\S*\/\S*): No such file or directory)$/,
    say: (m, a) => {
      const path = (m[1] ?? m[2])!;
      const name = emptyVariable(path, a.open);
      if (name) return emptied(name);
      if (path.startsWith('/')) return `${a.who} uses ${placeIn(path, a)}, which does not exist`;
      const isRun = a.open.call.parts.some(({ program }) => path.endsWith(`/${program}`));
      return `${placeIn(path, a)} is ${isRun ? 'run' : 'named'} from where it does not exist`;
    },
    remedy: (m, a) => writtenOut(emptyVariable((m[1] ?? m[2])!, a.open)),
  },
  {
    pattern: /cannot create directory [`'"‘]?([^`'"’]+)[`'"’]?: No such file|mkdir: (\S+): No such file/,
    say: (m, a) => `${a.who} without \`-p\`: the parent of ${placeIn((m[1] ?? m[2])!, a)} does not exist`,
  },
  {
    pattern: /cannot create regular file [`'"‘]([^`'"’]+)[`'"’]: No such file/,
    say: (m, a) => `${a.who} is to write ${placeIn(m[1]!, a)}, whose folder does not exist`,
    hint: () => 'Create the folder first (`mkdir -p`).',
  },
  {
    pattern: NO_FOLDER,
    say: (m) => {
      const folder = folderOf(m);
      return `${code(`${m[1]} ${folder}`)} fails: no such directory ${folder.length > 28 ? 'here' : 'from where the shell is'}`;
    },
    remedy: (m, { open, part }) => {
      const later = open.correction?.command ?? '';
      if (isRemote(part))
        return GOES_THERE.test(later)
          ? ''
          : 'The other machine starts in the home folder: look there what is called how, or give an absolute path.';
      if (!/^(?:[~/]|[A-Za-z]:)/.test(folderOf(m)))
        return 'The shell keeps its directory between calls: use an absolute path, or leave the `cd` out when it is there already.';
      return GOES.test(later)
        ? ''
        : 'Look first what is there (`ls` of the folder above): nothing has that path.';
    },
  },
  {
    pattern: /\bindex\.lock['"]?: File exists/,
    kind: 'git-state',
    say: (_m, { who, open }) =>
      `${who} is started beside ${code(open.call.beside ?? 'git')}: both need git's \`index.lock\``,
    remedy: () => ONE_AFTER_THE_OTHER,
  },
  {
    pattern: /not a git repository/,
    say: (_m, { who }) => `${who} runs outside of a git repository`,
    remedy: (_m, { open, part }) =>
      isRemote(part) && open.correction === null
        ? 'That folder of the other machine is no repository: look first what is there, and how it is brought there.'
        : '',
  },
  { pattern: /no go files in/i, say: (_m, { who }) => `${who} runs in a directory without Go files` },
  {
    pattern: /cannot find main module|go\.mod file not found|outside main module/,
    say: (_m, { who }) => `${who} runs outside of a Go module: no go.mod there`,
  },
  {
    pattern: /there is no POM in this directory/,
    say: (_m, { who }) => `${who} runs in a directory without a POM`,
  },
  {
    pattern:
      /(?:could not (?:find|locate)|cannot find|no such file or directory,? open|does not contain|no) [`'"]?(?:\S*\/)?(Cargo\.toml|package\.json|pyproject\.toml|Gemfile|Makefile|composer\.json|build\.gradle|tsconfig\.json)\b/i,
    say: (m, { who }) => `${who} runs in a directory without ${m[1]}`,
  },
  {
    pattern: /stat (\S+): (?:directory not found|no such file or directory)/,
    say: (m, a) => {
      const given = givenElsewhere(m[1]!, a.open);
      return given
        ? `${a.who} runs in a folder that has no ${code(given)}`
        : `${a.who} is given ${placeIn(m[1]!, a)}, which does not exist`;
    },
    path: (m, a) => (givenElsewhere(m[1]!, a.open) ? '' : plainPlace(m[1]!, a)),
  },
  {
    pattern: /[`'"]?([^\s`'"]+)[`'"]? is outside (?:of )?(?:the )?repository/,
    say: (m, { who }) => `${who} is given ${code(m[1]!)}, a path outside of the repository`,
  },
  {
    pattern:
      /^(?:[\w.+-]+: )?(?:warning: )?(?:cannot (?:access|open|stat|remove) )?[`'"‘]?([^\s`'"’:]*[/.][^\s`'"’:]*)[`'"’]?: (?:IO error for operation on \S+: )?(No such file or directory|Is a directory|Not a directory)(?: \(os error \d+\))?$/,
    say: (m, a) =>
      emptied(emptyVariable(m[1]!, a.open)) ||
      `${a.who} is given ${placeIn(m[1]!, a)}, which ${m[2] === 'Is a directory' ? 'is a directory' : m[2] === 'Not a directory' ? 'is no directory' : 'does not exist'}`,
    path: (m, a) => (emptyVariable(m[1]!, a.open) ? '' : plainPlace(m[1]!, a)),
    remedy: (m, a) => writtenOut(emptyVariable(m[1]!, a.open)),
  },
  {
    pattern: /Cannot find path '([^'\n]+)' because it does not exist/,
    say: (m, a) => `${a.who} is given ${placeIn(m[1]!, a)}, which does not exist`,
    path: (m, a) => plainPlace(m[1]!, a),
  },
  {
    pattern: shellSays([/(\S*\/\S+): Is a directory$/]),
    say: (m, a) => `The folder ${placeIn(m[1]!, a)} is called as a program`,
    hint: () => 'Call the program in the folder by its own path.',
  },
  {
    pattern: /FileNotFoundError: .*No such file or directory: [`'"]([^`'"]+)/,
    say: (m, a) => `The ${a.program} script opens ${placeIn(m[1]!, a)}, which does not exist`,
  },
];
