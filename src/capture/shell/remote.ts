import { baseName } from '../../inject/paths.ts';
import { anyOf } from '../../text/any-of.ts';
import { missingProgram } from '../../triggers/named-words.ts';
import { isFilter, isScaffold, type ShellPart, shellParts } from './shell.ts';

/** A command that does nothing but look, or says what it looks at. */
const LOOKS = anyOf(
  [
    /cd /,
    /(?:sudo )?(?:ls|cat|head|tail|grep|find|stat|ps|pwd|which|id|env|printenv|getent|test|echo|journalctl|systemctl (?:status|cat|is-\w+|list-\S+)|docker (?:ps|logs|inspect|images)|pm2 (?:ls|list|logs|status)|git (?:log|status|branch))\b/,
    /(?:sqlite3|psql|mysql)\b.*(?:\bpragma\b|\\d|\.(?:schema|tables)\b|\bdescribe\b|\bshow tables\b)/,
  ],
  { before: /^/, flags: 'i' },
);

interface Carrier {
  place: 'ssh' | 'wsl' | 'pod' | 'container';
  programs: RegExp;
  /** Where it runs a command, in words. */
  where: string;
  /** What it says itself, where it could not run the command. */
  says: RegExp;
  /** What would say the same there: it reaches the same by itself. */
  alike: RegExp;
}

const SSH_SAYS = anyOf(
  [
    /ssh: |kex_exchange|Host key verification failed|ssh_askpass: |(?:\S+@\S+: )?Permission denied(?: \(|, please)|ssh_exchange|Load key /,
    /Connection (?:closed|reset|to \S+ (?:closed|timed out))|Bad owner or permissions|Too many authentication/,
    /Bad configuration option|command-line line \d+|usage: ssh\b|unknown option -- |Pseudo-terminal/,
  ],
  { before: /^/ },
);
const CONTAINER_SAYS = anyOf(
  [
    /(?:Error response from daemon|Error: No such container|OCI runtime|unable to upgrade connection)\b/,
    /no such service|service "[^"]+" is not running|(?:the )?input device is not a TTY|no configuration file provided/,
    /permission denied while trying to connect to the [Dd]ocker|(?:Cannot|failed to) connect to the [Dd]ocker/,
    /env file|container \S+ is not running/,
    /Error from server|Unable to (?:use a TTY|connect to the server)|error: (?:pod|container|cannot exec into|you must specify)/,
    /"docker(?: \w+)+" requires|docker: /,
  ],
  { flags: 'i' },
);
const CLIENTS = /^(?:docker|podman|nerdctl|kubectl|oc|helm|skopeo|buildah|\w+-compose)$/;
const CARRIERS: Carrier[] = [
  {
    place: 'ssh',
    programs: /^(?:ssh|mosh)$/,
    where: 'over ssh',
    says: SSH_SAYS,
    alike: /^(?:git|scp|sftp|rsync|ssh)$/,
  },
  {
    place: 'wsl',
    programs: /^wsl$/,
    where: 'in WSL',
    says: /^Wsl\/|no installed distributions/,
    alike: /^wsl$/,
  },
  { place: 'pod', programs: /^(?:kubectl|oc)$/, where: 'in a pod', says: CONTAINER_SAYS, alike: CLIENTS },
  {
    place: 'container',
    programs: /^(?:docker|docker-compose|podman|nerdctl)$/,
    where: 'in a container',
    says: CONTAINER_SAYS,
    alike: CLIENTS,
  },
];

const carrierOf = ({ program }: ShellPart): Carrier | undefined =>
  CARRIERS.find(({ programs }) => programs.test(program));

/** A part, and what carries it elsewhere. */
export const withCarriers = (part: ShellPart): ShellPart[] => [part, ...carriersOf(part)];

/** What carries a part elsewhere, from the innermost on. */
function carriersOf(part: ShellPart): ShellPart[] {
  const found: ShellPart[] = [];
  for (let { by } = part; by; by = by.by) found.push(by);
  return found;
}

/** Where a part runs, that is not here; undefined for this machine. */
function placeOf(part: ShellPart | null | undefined): Carrier | undefined {
  const outermost = part ? carriersOf(part).at(-1) : undefined;
  return outermost && carrierOf(outermost);
}

/** Where a part runs, in words: `over ssh`; empty for this machine. */
export const whereOf = (part: ShellPart | null | undefined): string => placeOf(part)?.where ?? '';

/** True where a part runs on another machine, or in another system of this one. */
export const isRemote = (part: ShellPart | null | undefined): boolean =>
  /^(?:ssh|wsl)$/.test(placeOf(part)?.place ?? '');

const MAY_CARRY = /\b(?:ssh|mosh|wsl|kubectl|oc|docker|podman|nerdctl)\b/;

/**
 * Where a command runs: empty for this machine, else what carries it elsewhere. A line that works in several places
 * counts as run here.
 */
export function whereRun(command: string): string {
  if (!MAY_CARRY.test(command)) return '';
  const works = shellParts(command).filter((part) => !isScaffold(part) && !isFilter(part));
  const places = new Set(works.map((part) => (placeOf(part) ?? carrierOf(part))?.place ?? ''));
  return places.size === 1 ? [...places][0]! : '';
}

/** True where all that is done with a part on another machine (`ssh host 'ls /srv'`), or in a container, is to look. */
export function looksElsewhere(part: ShellPart | null | undefined): boolean {
  if (!part?.by) return false;
  const line = part.by.args.find((arg) => /\s/.test(arg) && arg.includes(part.program));
  return (line === undefined ? [part] : shellParts(line)).every(({ text }) => LOOKS.test(text));
}

/** The same on another machine only. */
export const looksRemotely = (part: ShellPart | null | undefined): boolean =>
  isRemote(part) && looksElsewhere(part);

/** What a runtime of containers says of a program that the image lacks. */
export const NOT_STARTED = /\bexec: "([^"]+)": (?:executable file not found|stat )/;

/** A call of git that reaches no other machine. */
const isAtHome = ({ program, sub }: ShellPart): boolean =>
  program === 'git' && !/^(?:push|pull|fetch|clone|ls-remote|submodule|remote)\b/.test(sub);

/** What was to carry a part elsewhere and says that it could not; undefined where the message is another program's. */
export function speakingCarrier(parts: readonly ShellPart[], message: string): ShellPart | undefined {
  const carriers = parts.flatMap(carriersOf);
  if (carriers.length === 0) return undefined;
  const missing = missingProgram(message);
  const started = NOT_STARTED.exec(message)?.[1] ?? '';
  const unstarted = parts.some(({ program }) => program === baseName(started));
  return carriers.find((by) => {
    const carrier = carrierOf(by);
    const says =
      carrier?.says.test(message) &&
      !parts.some((part) => carrier.alike.test(part.program) && !isAtHome(part));
    return by.program === missing || says || (unstarted && carrier?.says === CONTAINER_SAYS);
  });
}

/** What carries a part, where that is the program of another one: two calls of one client are compared as such. */
export const asCarried = (part: ShellPart, other: ShellPart): ShellPart =>
  (!other.by && carriersOf(part).find(({ program }) => program === other.program)) || part;
