import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { isTooEarly } from '../../failures/causes/git-lock.ts';
import { correctedPart } from '../../failures/correction/working-part.ts';
import { isRemote } from '../../shell/remote.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code, cut, firstFit, placeName } from '../prose.ts';
import { saidOfFolder } from '../ran-in.ts';
import { DENIED } from './denied.ts';
import { GIT } from './git.ts';
import { noColumn, otherColumns, otherTables } from './other-columns.ts';
import { ONE_AFTER_THE_OTHER } from './places.ts';
import { type Account, placeIn, type Shape } from './shape.ts';

/** The path of an API that a command asks for. */
const endpointOf = (part: ShellPart | null): string | undefined =>
  part?.args.find((arg) => /^\/?[\w-]+\/[\w{}./-]+$/.test(arg));

/** A path in ever shorter forms. */
const shorter = (path: string, cwd: string | null): string[] => {
  const whole = path.replace(/\/+$/, '');
  return [whole, placeName(whole, cwd), whole.split('/').slice(-2).join('/'), baseName(whole)];
};

/** True where the place that git names is not the folder that the command runs in. */
const isElsewhere = (place: string | undefined, { open }: Account): boolean =>
  place !== undefined && open.call.cwd !== null && place !== open.call.cwd;

const REPOSITORY: Shape[] = [
  ...GIT,
  {
    pattern: /could not read (?:Username|Password) for [`'"](\w+:\/\/(?:[^@`'"]*@)?[^`'"\s]+)/i,
    say: (m, { part }) =>
      `\`git\` has no credentials for ${code(m[1]!)}${isRemote(part) ? ' on the other machine' : ''}`,
  },
  {
    pattern: /Executable doesn't exist at \S*?\b(chromium|firefox|webkit|chrome|msedge)\b/i,
    say: (m, { who }) => `${who}: the browser ${code(m[1]!.toLowerCase())} is not installed`,
  },
  {
    pattern: /ambiguous argument [`'"]([^`'"]+)[`'"]: unknown revision/,
    say: (m, { open, who }) =>
      firstFit(
        shorter(m[1]!, open.call.cwd).map(
          (path) => `${who} is given ${code(path)}, which is no revision or path here`,
        ),
        [`${who} is given a path that is none here`],
      ),
  },
  {
    pattern: /pathspec [`'"]([^`'"]+)[`'"] did not match/,
    say: (m, { open, who }) =>
      firstFit(
        shorter(m[1]!, open.call.cwd).map((path) =>
          /checkout|switch|restore/.test(who)
            ? `${who} is given ${code(path)}, which is no branch or file here`
            : `${who}: no file matches ${code(path)} from where the shell is`,
        ),
        [`${who}: no file matches what it is given from where the shell is`],
      ),
  },
  {
    pattern: /container name [`'"]\/?([\w.-]+)[`'"] is already in use/,
    say: (m, { who }) => `${who}: a container named ${code(m[1]!)} exists already`,
  },
  {
    pattern: /Not Found \(HTTP 404\)|"status":"404"/,
    anyLine: true,
    say: (_m, { open, part, who }) => {
      const point = endpointOf(part);
      if (!point) return `${who} gets 404: no such resource, or no access to it`;
      const shown = point.length <= 44 ? point : point.split('/').slice(-4).join('/');
      const isSent = part!.args.some((arg) => /^(?:POST|-f|-F|--(?:raw-)?field)$/.test(arg));
      const right = endpointOf(correctedPart(open)) ?? '';
      const isOther = right !== '' && right !== point && (point.startsWith(right) || right.startsWith(point));
      const is = right.split('/').slice(-3).join('/');
      const was = point.split('/').slice(-2).join('/');
      return firstFit(
        isOther ? [`${who} ${isSent ? 'sends to' : 'asks'} ${code(was)} (404): the path is ${code(is)}`] : [],
        [`${who} gets 404 for ${isSent ? 'a POST to ' : ''}${code(shown)}`],
      );
    },
  },
  {
    pattern:
      /cannot unmarshal (\w+) into Go (?:struct field|value of type) (?:[A-Z]\w*\.)?([\w.]+?) of type ([\w.*[\]]+)/,
    say: (m, { who }) => `${who}: ${code(m[2]!)} is given as ${m[1]}, and takes ${m[3]}`,
  },
  {
    pattern: /^(?:\w+: )*template: \S+: executing .{1,160} at <([^>]{1,60})>: (.+)/,
    say: (m, { who }) => `${who}: ${code(m[1]!)}: ${m[2]}`,
  },
  {
    pattern:
      /^(?:([A-Z]\w+-[A-Z]\w+) ?: )?Cannot convert '([^']{1,40})' to the type '([^']{1,40})' required by parameter '(\w+)'/,
    say: (m, { who }) =>
      `${m[1] ? code(m[1]) : who} takes ${code(`-${m[4]}`)} as ${m[3]!.replace(/^System\./, '')}, and is given ${m[2]!.replace(/^System\./, '')}`,
  },
  {
    pattern:
      /^The (?:\w+) "[^"]*" is invalid: ([\w.[\]]+): (?:Invalid value|Forbidden|Required value|Unsupported value)\b.*?: ([^:{}]{4,80})$/,
    say: (m, { who }) => `${who}: ${code(m[1]!)}: ${m[2]}`,
  },
  {
    pattern: /For 'properties\/(\w+)', (?:"[^"]{0,80}"|\S{1,80}) is not (an? \w+)/,
    anyLine: true,
    say: (m, { who }) => `${who} sends ${code(m[1]!)} as a string: the API takes ${m[2]}`,
    remedy: (m, { part }) =>
      part?.program === 'gh' && m[2] === 'an array'
        ? `Name the field ${code(`${m[1]}[]`)}, once for each item: ${code(`-f '${m[1]}[]=…'`)}.`
        : part?.program === 'gh'
          ? `Pass ${code(m[1]!)} with \`-F\`, which keeps numbers and booleans; \`-f\` always sends a string.`
          : `Send ${code(m[1]!)} as ${m[2]}.`,
  },
  {
    pattern: /\bField:"?(\w+)"? Code:"?(\w+)|"field": ?"(\w+)", ?"code": ?"(\w+)"/,
    anyLine: true,
    say: (m, { who }) =>
      `${who}: the field ${code((m[1] ?? m[3])!)} is ${(m[2] ?? m[4])!.replace(/_/g, ' ')}`,
  },
  {
    pattern: /Pull [Rr]equest (?:\S+ )?is still a draft/,
    anyLine: true,
    say: (_m, { who }) => `${who}: the pull request is still a draft`,
    remedy: () => 'Mark it as ready first: `gh pr ready`.',
  },
  {
    pattern: /a pull request for branch [`'"]([^`'"]+)[`'"].{0,120} already exists/,
    anyLine: true,
    say: (m, { who }) => `${who}: a pull request for ${code(m[1]!)} exists already`,
    remedy: () => 'Edit the pull request that is there (`gh pr edit`) instead of creating one.',
  },
  {
    pattern: /No commits between ([\w./-]+) and \1(?=[\s(]|$)/,
    say: (m, { who }) => `${who} runs on ${code(m[1]!)}, which is its own base`,
    remedy: () => 'Switch to the branch with the commits first, or name it: `--head BRANCH`.',
  },
  {
    pattern:
      /Cannot delete branch [`'"]([^`'"]+)[`'"] (?:checked out|used by worktree) at(?: [`'"]([^`'"\n]+))?/i,
    say: (m, a) =>
      `${a.who} is to delete the branch checked out${isElsewhere(m[2], a) ? ' in another worktree' : ' here'}, ${code(cut(m[1]!, 40))}`,
    remedy: (m, a) =>
      isElsewhere(m[2], a)
        ? 'Remove that worktree first (`git worktree list`, `git worktree remove PATH`), then delete the branch.'
        : 'Look which branch is checked out (`git branch --show-current`); switch to another one to delete it.',
  },
  {
    pattern: /^fatal: '([\w.-]+)' does not appear to be a git repository/,
    say: (m, a) => saidOfFolder(`${a.who}: there is no remote ${code(m[1]!)}`, a),
    hint: () => 'Take a remote that `git remote -v` lists, or add one: `git remote add NAME URL`.',
  },
  {
    pattern: /build output "([^"]+)" already exists and is not an object file/,
    say: (m, a) => `${a.who} does not overwrite ${placeIn(m[1]!, a)}, which it has not built`,
    remedy: () => 'Remove the file first, or name another output.',
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
    pattern: /Head sha can't be blank.{0,120}No commits between ([\w./-]+) and ([\w./-]+)(?=[,\s(]|$)/,
    anyLine: true,
    say: (m, { who }) => `${who} finds no commits between ${code(m[1]!)} and ${code(m[2]!)}`,
    hint: (_m, { open }) =>
      open.correction !== null && open.changed
        ? ''
        : 'Push the branch first (`git push -u origin HEAD`); in a fork, name the repository: `--repo OWNER/NAME`.',
  },
  {
    pattern: /nothing (?:added )?to commit|no changes added to commit/,
    anyLine: true,
    say: (m, { who, part, open }) =>
      isTooEarly(open)
        ? `${who} is started beside \`git add\`, before anything is staged`
        : part?.program === 'git'
          ? `${who}: ${m[0].startsWith('nothing to') ? 'nothing has changed since the last commit' : 'nothing is staged'}`
          : `${who}: nothing to commit`,
    remedy: (_m, { open }) => (isTooEarly(open) ? ONE_AFTER_THE_OTHER : ''),
    hint: (m, { part }) =>
      part?.program === 'git' && m[0] === 'nothing to commit'
        ? 'Look first what there is to commit (`git status --short`, `git log -1`): it may be in a commit already.'
        : '',
  },
];

/** A function by the name that it is called by: a class for its `__init__`. */
const callable = (name: string): string =>
  name.replace(/\.__(?:init|new|call)__$/, '').replace(/^.*\.<locals>\./, '');

/** A text cut at the place that `find` tells: -1, its last character, where there is none. */
const FROM_FOUND = /\[ *\w+\.r?find\(|\b(\w+) *= *\w+\.r?find\([\s\S]+\[ *\1 *:/;

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
    pattern: anyOf(
      [
        /column [`'"]?([\w.]+)[`'"]? (?:of relation \S{1,80} )?does not exist|no such column:? [`'"]?([\w.]+)/,
        /Unknown column [`'"]([\w.]+)[`'"] in|Referenced column [`'"]?([\w.]+)[`'"]? not found/,
        /Unknown (?:expression )?(?:or function )?identifier [`'"]?([\w.]+)/,
        /Invalid column name [`'"]([\w.]+)|[`'"]([\w.]+)[`'"]: invalid identifier/,
        /Unrecognized name: ([\w.]+)|column\b.{0,40} with name [`'"]([\w.]+)[`'"] cannot be resolved/,
      ],
      { flags: 'i' },
    ),
    say: (m, { who }) => noColumn(m.slice(1).find(Boolean)!, who),
    remedy: (m, { open }) => otherColumns(m.slice(1).find(Boolean)!, open),
  },
  {
    pattern:
      /(?:(?:relation|table) [`'"]?([\w.]+)[`'"]? (?:does not|doesn't) exist|no such table:? [`'"]?([\w.]+))/i,
    say: (m, { who }) => `The query of ${who} names a table that is not there: ${code((m[1] ?? m[2])!)}`,
    hint: (m, { open }) => otherTables((m[1] ?? m[2])!, open),
  },
  {
    pattern: /database [`'"]([\w.-]+)[`'"] does not exist/,
    say: (m, { program }) => `${program} connects to ${code(m[1]!)}, a database that does not exist`,
  },
  {
    pattern: /KeyError: (?=[`'"]|\S+(?:\s*$| in ))[`'"]?(?!(?:\w+ ){4})([\w .:/-]{1,40})/,
    say: (m, { program }) => `The ${program} script reads a key that the data lacks: ${code(m[1]!)}`,
  },
  {
    pattern: /JSONDecodeError: Expecting value: line 1 column 1 \(char 0\)/,
    say: (_m, { program, open }) =>
      FROM_FOUND.test(open.call.command)
        ? `The ${program} script parses JSON from where \`find\` found nothing (-1)`
        : `The ${program} script parses as JSON what is empty or begins with something else`,
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
    pattern:
      /near [`'"](\w+)[`'"]: syntax error|syntax error at or near [`'"]([^`'"]{1,40})|right syntax to use near [`'"]([^`'"\n]{1,40})/,
    say: (m, { program }) => {
      const near = (m[1] ?? m[2] ?? m[3])!.trim();
      return firstFit(
        [near, /^\W?\w+/.exec(near)?.[0] ?? near].map(
          (text) => `${program} cannot parse the statement near ${code(text)}`,
        ),
        [`${program} cannot parse the statement`],
      );
    },
  },
  {
    pattern: /\b([\w.]*\w)\(\) got an unexpected keyword argument [`'"](\w+)/,
    say: (m) => `${code(callable(m[1]!))} takes no keyword argument ${code(m[2]!)}`,
  },
  {
    pattern: /\b([\w.]*\w)\(\) missing \d+ required (?:positional|keyword-only) arguments?: [`'"](\w+)/,
    say: (m) => `${code(callable(m[1]!))} is called without ${code(m[2]!)}`,
  },
];

export const SUBJECTS: readonly Shape[] = [...REPOSITORY, ...DATA, ...DENIED];
