import { SUMMARY_CHARS_MAX } from '../model/constants.ts';
import { isOtherWhitespace } from './edit-fix.ts';
import { isOutOfOrder } from './patch-hunks.ts';
import { pathSlip } from './path-slip.ts';
import { code, placeName } from './prose.ts';
import { type Account, placeIn, type Shape } from './summary-shapes.ts';

const REPOSITORY: Shape[] = [
  {
    pattern: /paths are ignored by one of your \.gitignore/,
    say: (_m, { who }) => `${who} refuses paths that .gitignore excludes`,
  },
  { pattern: /has no upstream branch/, say: () => '`git push` fails: the branch has no upstream yet' },
  {
    pattern: /ambiguous argument [`'"]([^`'"]+)[`'"]: unknown revision/,
    say: (m, { who }) => `${who} is given ${code(m[1]!)}, which is no revision or path here`,
  },
  {
    pattern: /pathspec [`'"]([^`'"]+)[`'"] did not match/,
    say: (m, { who }) =>
      /checkout|switch|restore/.test(who)
        ? `${who} is given ${code(m[1]!)}, which is no branch or file here`
        : `${who}: no file matches ${code(m[1]!)} from where the shell is`,
  },
  {
    pattern: /container name [`'"]\/?([\w.-]+)[`'"] is already in use/,
    say: (m, { who }) => `${who}: a container named ${code(m[1]!)} exists already`,
  },
  {
    pattern: /Not Found \(HTTP 404\)|"status":"404"/,
    anyLine: true,
    say: (_m, { part, who }) => {
      const point = part?.args.find((arg) => /^\/?[\w-]+\/[\w{}./-]+$/.test(arg));
      if (!point) return `${who} gets 404: no such resource, or no access to it`;
      const shown = point.length <= 44 ? point : point.split('/').slice(-4).join('/');
      const isSent = part!.args.some((arg) => /^(?:POST|-f|-F|--(?:raw-)?field)$/.test(arg));
      return `${who} gets 404 for ${isSent ? 'a POST to ' : ''}${code(shown)}`;
    },
  },
  {
    pattern: /For 'properties\/(\w+)', (?:"[^"]{0,80}"|\S{1,80}) is not (an? \w+)/,
    anyLine: true,
    say: (m, { who }) => `${who} sends ${code(m[1]!)} as a string: the API takes ${m[2]}`,
    remedy: (m, { part }) =>
      part?.program === 'gh'
        ? `Pass ${code(m[1]!)} with \`-F\`, which keeps numbers and booleans; \`-f\` always sends a string.`
        : `Send ${code(m[1]!)} as ${m[2]}.`,
  },
  {
    pattern: /a pull request for branch [`'"]([^`'"]+)[`'"].{0,120} already exists/,
    anyLine: true,
    say: (m, { who }) => `${who}: a pull request for ${code(m[1]!)} exists already`,
    remedy: () => 'Edit the pull request that is there (`gh pr edit`) instead of creating one.',
  },
  {
    pattern: /Head sha can't be blank.{0,120}No commits between ([\w.-]+):\S+ and ([\w.-]+):/,
    say: (m, { who }) =>
      m[1] === m[2]
        ? `${who}: the branch is not on the remote yet`
        : `${who}: the remote points to ${code(m[2]!)}, the repository is at ${code(m[1]!)}`,
    remedy: (m) =>
      m[1] === m[2]
        ? 'Push the branch first (`git push -u origin HEAD`).'
        : `Check \`git remote -v\`: \`git remote set-url origin\` to the repository at ${code(m[1]!)}, then push and create.`,
  },
  {
    pattern: /nothing (?:added )?to commit|no changes added to commit/,
    anyLine: true,
    say: (m, { who, part }) =>
      part?.program === 'git'
        ? `${who}: ${m[0].startsWith('nothing to') ? 'nothing has changed since the last commit' : 'nothing is staged'}`
        : `${who}: nothing to commit`,
  },
];

const DATA: Shape[] = [
  {
    pattern: /^sed: \d+: "(.{1,60}?) ?": command expected/,
    say: (m) => `\`sed\` is given ${code(m[1]!)}, which is no script: a command is expected`,
  },
  {
    pattern: /\bFATAL: +(?!database)(.{8,})/,
    say: (m, { program }) => `${program}: ${m[1]}`,
  },
  {
    pattern:
      /(?:column [`'"]?([\w.]+)[`'"]? does not exist|no such column:? [`'"]?([\w.]+)|Unknown column [`'"]([\w.]+))/i,
    say: (m, { who }) =>
      `The query of ${who} names a column that is not there: ${code((m[1] ?? m[2] ?? m[3])!)}`,
  },
  {
    pattern:
      /(?:(?:relation|table) [`'"]?([\w.]+)[`'"]? (?:does not|doesn't) exist|no such table:? [`'"]?([\w.]+))/i,
    say: (m, { who }) => `The query of ${who} names a table that is not there: ${code((m[1] ?? m[2])!)}`,
  },
  {
    pattern: /database [`'"]([\w.-]+)[`'"] does not exist/,
    say: (m, { program }) => `${program} connects to ${code(m[1]!)}, a database that does not exist`,
  },
  {
    pattern: /KeyError: [`'"]?([\w .:/-]{1,40})/,
    say: (m, { program }) => `The ${program} script reads a key that the data lacks: ${code(m[1]!)}`,
  },
  {
    pattern: /JSONDecodeError|is not valid JSON|Unexpected (?:token|end) .{0,40}JSON/,
    say: (_m, { program }) => `The ${program} script parses text that is not JSON`,
  },
  {
    pattern: /jq: error .*Cannot (?:index|iterate over) (\w+)(?: with (?:string )?[`'"]?([\w.-]+))?/,
    say: (m) => `\`jq\` reads ${m[2] ? code(m[2]) : 'items'} from a ${m[1]}: the data has another shape`,
  },
  {
    pattern: /near [`'"](\w+)[`'"]: syntax error/,
    say: (m, { program }) => `${program} cannot parse the statement near ${code(m[1]!)}`,
  },
];

const DENIED: Shape[] = [
  {
    pattern: /permission denied: (\S+)|(\S+): Permission denied$/,
    say: (m, { who, part }) => {
      const path = (m[1] ?? m[2])!;
      const isProgram = part !== null && path.endsWith(part.program);
      return isProgram
        ? `${code(path)} is run, but it is not executable`
        : `${who} has no permission for ${code(path)}`;
    },
  },
  {
    pattern:
      /failed to listen on a port|listen (?:tcp|udp|unix)\S* \S+: bind: operation not permitted|listen EPERM/,
    say: (_m, { who }) => `${who} opens a network port, which the sandbox denies`,
  },
  {
    pattern: /operation not permitted: ([\w.+-]+)$/,
    say: (m) => `The sandbox does not let ${code(m[1]!)} run`,
  },
  {
    pattern: /[`'"]?((?:~|\.{0,2})\/[^\s`'":]+)[`'"]?: (?:operation not permitted|read-only file system)/i,
    say: (m, a) => {
      const denied = `${a.who} may not write ${placeIn(writable(m[1]!), a)}`;
      return denied.length > 55 ? denied : `${denied}: operation not permitted`;
    },
  },
  {
    pattern: /Automatic approval review failed|rejected due to unacceptable risk|Rejected\(/,
    say: (_m, { who }) => `${who} is refused by the approval policy`,
  },
  {
    pattern: /rejected: blocked by policy/i,
    say: (_m, { who }) => `${who} is blocked by the policy of the sandbox`,
  },
];

/** Folders that tell which place it is: `/Users/a/Library/Caches/x`. */
const DEPTH_MAX = 6;

/** The part of a path that stays the same: caches and locks name their files anew each time. */
function writable(path: string): string {
  const steady = path.replace(/\/(?:[0-9a-f]{2}\/)?[0-9a-f]{16,}\S*$/i, '').replace(/\/[^/]*\.lock$/, '');
  const inGit = /(?:^|\/)(\.git)(?:\/|$)/.exec(steady)?.[1];
  return inGit ?? steady.split('/').slice(0, DEPTH_MAX).join('/');
}

/** The first that fits into a summary, else the last. */
const shortest = (...texts: [string, ...string[]]): string =>
  texts.find((text) => text.length <= SUMMARY_CHARS_MAX) ?? texts.at(-1)!;

/** A path that is not there, with the folder that the file is in where it was found since. */
function unfound(who: string, { foundAt, call }: Account['open']): string {
  const folder = foundAt?.split('/').slice(0, -1).join('/');
  const said = folder ? `${who} fails: the file is in ${code(placeName(folder, call.cwd))}` : '';
  return said !== '' && said.length <= SUMMARY_CHARS_MAX ? said : `${who} fails: no such file`;
}

const parameterOf = (m: RegExpExecArray) => code((m[1] ?? m[2])!);

const TOOLS: Shape[] = [
  {
    pattern: /^write_stdin failed: stdin is closed/,
    say: () => 'write_stdin goes to a session without a TTY, whose stdin is closed',
    remedy: () =>
      'Start a command that is to get input (or Ctrl-C) with `tty: true`; end another one by its process id.',
  },
  {
    pattern: /^failed to parse function arguments: (duplicate|missing|unknown) field [`'"]?(\w+)/,
    say: (m) =>
      `The call of the tool ${m[1] === 'duplicate' ? `gives ${code(m[2]!)} twice` : m[1] === 'missing' ? `lacks ${code(m[2]!)}` : `has no field ${code(m[2]!)}`}`,
    remedy: (m) =>
      m[1] === 'missing'
        ? `Pass ${code(m[2]!)}.`
        : `Pass ${code(m[2]!)} ${m[1] === 'duplicate' ? 'once' : 'no more'}.`,
  },
  {
    pattern: /schema was not sent to the API/,
    anyLine: true,
    say: (_m, { who }) => `${who} is called before its schema was loaded`,
    tool: true,
    remedy: () =>
      "Load the tool's schema first (search for the tool by name), then call it with the parameters that it lists.",
  },
  {
    pattern: /parameter [`'"](\w+)[`'"] type is expected as [`'"](\w+)[`'"](?: but provided as [`'"](\w+))?/i,
    say: (m, { program }) =>
      `${program} takes ${code(m[1]!)} as ${article(m[2]!)}${m[3] ? `, and is given ${article(m[3])}` : ''}`,
    tool: true,
  },
  {
    pattern: /required parameter [`'"](\w+)[`'"] is missing|"path":\["?(\w+)"?\],"message":"Required"/i,
    say: (m, { program }) => `${program} is called without its required parameter ${parameterOf(m)}`,
    tool: true,
  },
  {
    pattern: /unexpected parameter [`'"](\w+)[`'"]/i,
    say: (m, { program }) => `${program} has no parameter ${code(m[1]!)}`,
    tool: true,
  },
  { pattern: /^Unknown skill: (\S+)/, say: (m) => `There is no skill ${code(m[1]!)}`, tool: true },
  {
    pattern: /Argument Validation Error|Invalid arguments/i,
    say: (_m, { who, open }) => `${who} refuses its ${differing(open.call.input, open.correction?.input)}`,
    tool: true,
  },
  {
    pattern: /String to replace not found/i,
    say: (_m, { who, open }) =>
      isOtherWhitespace(open)
        ? shortest(
            `${who} fails: the text to replace has other whitespace than the file`,
            `${who}: the old text has other whitespace than the file`,
            `${who}: whitespace differs`,
          )
        : shortest(
            `${who} fails: the text to replace is not in the file as written`,
            `${who}: the old text is not in the file as written`,
            `${who}: no such text in the file`,
          ),
    tool: true,
  },
  {
    pattern: /Found (\d+) matches of the string/i,
    say: (m, { who }) =>
      shortest(
        `${who} fails: the text to replace occurs ${m[1]} times`,
        `${who}: the old text occurs ${m[1]} times`,
      ),
    tool: true,
    remedy: () => 'Give more of the lines around the text so that it occurs once, or set `replace_all`.',
  },
  {
    pattern: /(?:File|Path) does not exist/i,
    say: (_m, { who, open }) => {
      const slip = pathSlip(open);
      if (!slip) return unfound(who, open);
      return slip.folder
        ? `${who} fails: the folder is ${code(slip.is)}, not ${code(slip.was)}`
        : `${who} fails: the file is called ${code(slip.is)}`;
    },
    tool: true,
  },
  {
    pattern: /old_string and new_string are exactly the same/i,
    say: (_m, { who }) => `${who} fails: the old and the new text are the same`,
    tool: true,
    remedy: () => 'Compare the two texts first: the edit may already be done.',
  },
  {
    pattern: /EISDIR/,
    say: (_m, { who }) => `${who} fails: the path is a directory`,
    tool: true,
    remedy: () => 'List the folder first (`ls`, Glob), then read a file in it.',
  },
  {
    pattern: /has not been read yet/i,
    say: (_m, { who }) => `${who} is refused: the file was not read first`,
    tool: true,
  },
  {
    pattern: /modified since read/i,
    say: (_m, { who }) => `${who} is refused: the file changed after it was read`,
    tool: true,
  },
  {
    pattern: /Failed to find expected lines/i,
    say: (_m, { open }) =>
      isOutOfOrder(open)
        ? 'apply_patch fails: its hunks are not in the order of the file'
        : 'apply_patch fails: the expected lines are not in the file as written',
    tool: true,
    remedy: (_m, { open }) =>
      isOutOfOrder(open) ? 'Give the hunks in the order in which their lines stand in the file.' : '',
  },
  {
    pattern: /exceeds? maximum allowed (?:tokens|size)/i,
    say: (_m, { who }) => `${who} without a range is refused: the file exceeds the size limit`,
    tool: true,
    remedy: () => 'Pass `offset` and `limit`, or search the file for the part that is needed.',
  },
];

/** The parameters without which, or with another value of which, the call then worked. */
function differing(given: Record<string, unknown>, worked: Record<string, unknown> | undefined): string {
  if (!worked) return 'arguments as invalid';
  const keys = [...new Set([...Object.keys(given), ...Object.keys(worked)])];
  const other = keys.filter((key) => JSON.stringify(given[key]) !== JSON.stringify(worked[key]));
  if (other.length === 0 || other.length > 2) return 'arguments as invalid';
  return other.map((key) => code(key)).join(' or ');
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** Repositories, data, refusals and the agent's own tools. */
export const SUBJECTS: readonly Shape[] = [...REPOSITORY, ...DATA, ...DENIED, ...TOOLS];
