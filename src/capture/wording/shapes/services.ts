import { correctedPart } from '../../failures/correction/working-part.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code, firstFit } from '../prose.ts';
import { placeIn, type Shape } from './shape.ts';

/** The path of an API that a command asks for. */
const endpointOf = (part: ShellPart | null): string | undefined =>
  part?.args.find((arg) => /^\/?[\w-]+\/[\w{}./-]+$/.test(arg));

/** What services, and their clients, refuse of what they are sent. */
export const SERVICES: readonly Shape[] = [
  {
    pattern: /Executable doesn't exist at \S*?\b(chromium|firefox|webkit|chrome|msedge)\b/i,
    say: (m, { who }) => `${who}: the browser ${code(m[1]!.toLowerCase())} is not installed`,
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
];
