import { anyOf } from '../../text/any-of.ts';
import { isFilter, isScaffold, type ShellPart, shellParts } from './shell.ts';

/** A command that does nothing there but look, or says what it looks at. */
const LOOKS = anyOf(
  [
    /cd /,
    /(?:sudo )?(?:ls|cat|head|tail|grep|find|stat|ps|pwd|which|id|env|printenv|getent|test|echo|journalctl|systemctl (?:status|cat|is-\w+|list-\S+)|docker (?:ps|logs|inspect|images)|pm2 (?:ls|list|logs|status)|git (?:log|status|branch))\b/,
    /(?:sqlite3|psql|mysql)\b.*(?:\bpragma\b|\\d|\.(?:schema|tables)\b|\bdescribe\b|\bshow tables\b)/,
  ],
  { before: /^/, flags: 'i' },
);
const BETWEEN = /\s*(?:&&|\|\||[;|])\s*/;

/** What stands in quotes there may hold any of these. */
const QUOTED = /'[^']*'|"[^"]*"/g;

const PODS = 'kubectl|oc';
const CONTAINERS = 'docker|docker-compose|podman|nerdctl';
/** What carries a command to another machine, into another system of this one, a pod or a container. */
const CARRIERS: [place: string, form: RegExp][] = [
  ['ssh', /^(?:ssh|mosh) /],
  ['wsl', /^wsl /],
  ['pod', new RegExp(`^(?:${PODS})\\b.{0,80}? exec `)],
  ['container', new RegExp(`^(?:${CONTAINERS})\\b.{0,80}? (?:exec|run) `)],
];
const MAY_CARRY = new RegExp(`\\b(?:ssh|mosh|wsl|${PODS}|${CONTAINERS})\\b`);

const placeOf = (part: ShellPart): string => CARRIERS.find(([, form]) => form.test(part.text))?.[0] ?? '';

/** True where all that a part carries elsewhere is one word of it, or its last ones. */
const carriesLine = (part: ShellPart): boolean => /^(?:ssh|wsl)$/.test(placeOf(part));

/**
 * Where a command runs: empty for this machine, else what carries it elsewhere. A line that works in several places
 * counts as run here.
 */
export function whereRun(command: string): string {
  if (!MAY_CARRY.test(command)) return '';
  const places = new Set(workOf(command).map(placeOf));
  return places.size === 1 ? [...places][0]! : '';
}

const workOf = (line: string): ShellPart[] =>
  shellParts(line).filter((part) => !isScaffold(part) && !isFilter(part));

const OPTIONS = '(?: -[itTd]{1,3}(?= )| -(?![itTd]{1,3} )\\w \\S+| --\\S+)*';
/** What is run in a container, behind its options and its name. */
const RUN_INSIDE = new RegExp(
  `^(?:${PODS}|${CONTAINERS})\\b.{0,40}? exec${OPTIONS} \\w[\\w./-]*(?: -c \\S+)? (?:-- )?(?:(?:ba|a)?sh -l?c )?`,
);

const onlyLooks = (line: string): boolean =>
  line
    .slice(0, 600)
    .replace(QUOTED, '_')
    .split(BETWEEN)
    .map((command) => command.replace(RUN_INSIDE, ''))
    .every((command) => command === '' || LOOKS.test(command));

/** What a part has another machine, or another system of this one, do: the simple commands of `ssh host 'cd /srv && make'` that set nothing up. */
export function carriedParts(part: ShellPart): ShellPart[] {
  const line = carriesLine(part) ? part.args.find((arg) => arg.includes(' ')) : undefined;
  return line === undefined ? [] : workOf(line);
}

/** True where a part only looks at something on another machine: `ssh host 'ls /srv'`. */
export function looksRemotely(part: ShellPart | null | undefined): boolean {
  if (!part || !carriesLine(part)) return false;
  return onlyLooks(part.args.find((arg) => arg.includes(' ')) ?? part.args.slice(-2).join(' '));
}

/** True where a part only looks at something in a container: `docker exec web ls /app`. */
export function looksInside(part: ShellPart): boolean {
  const lead = RUN_INSIDE.exec(part.text)?.[0];
  return lead !== undefined && onlyLooks(part.text.slice(lead.length));
}

/**
 * What a part has another machine do: `git pull` of `ssh host 'cd /srv && git pull'`. Of several commands there the one
 * that speaks in the message; null where none does, and where the part is no such one.
 */
export function remotePart(part: ShellPart | null, message: string): ShellPart | null {
  if (part?.program !== 'ssh') return null;
  const parts = carriedParts(part);
  if (parts.length < 2) return parts[0] ?? null;
  const speaks = ({ program }: ShellPart) =>
    message.startsWith(`${program}: `) || (program === 'git' && message.startsWith('fatal: '));
  return parts.find(speaks) ?? null;
}
