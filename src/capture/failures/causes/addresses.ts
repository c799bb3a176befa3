import { anyOf } from '../../../text/any-of.ts';
import { PORT_TAKEN } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';

/** Where a call sends something, or listens: the address and its port, and who listens there. */

/** Where a request goes: a host with its port, or an option that names it. */
const ADDRESS =
  /(?<=\bs(?:sh|ftp) (?:-\S+ (?:[\w=./@~:-]+ )?){0,8})-p ?\d{2,5}\b|(?<=\bscp (?:-\S+ (?:[\w=./@~:-]+ )?){0,8})-P ?\d{2,5}\b|\b(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d{2,5})\b|\b[\w.-]+@[\w-]+(?:\.[\w-]+)*|(?<=\s)--?(?:rpc-url|url|uri|host(?:name)?|port|endpoint|server|context|address)(?=[ =])/g;

/** Nobody listens at an address, or another machine is not found under it. */
const UNREACHED =
  /refused|failed to connect to \S+ port \d|couldn't connect to server|could not resolve host: host\.docker\.internal|^ssh: (?:connect to host .{1,80}: (?:Connection timed out|No route to host|Operation timed out)|Could not resolve hostname)|^Connection (?:closed|reset) by \S+ port \d+/i;

/** A name that only the network of the machines that serve knows. */
const INNER_NAME = /\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) [\w-]+(?:\.[\w-]+)*\.(?:internal|local|svc)\b/;

/** A port of this machine. */
const LOCAL_PORT = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})\b/g;
/** Nobody listens, as clients say it. */
const REFUSAL = /refused|failed to connect|could(?:n't| not) connect/i;

/** Ports of this machine that a text names. */
export const portsIn = (text: string): string[] => [...text.matchAll(LOCAL_PORT)].map((match) => match[1]!);

/** The port at which a server says that it listens, where the same command asked at another one; else empty. */
export function movedPort(command: string, output: string): string {
  if (!command.includes('&')) return '';
  const asked = portsIn(command.slice(0, 2000));
  if (asked.length === 0) return '';
  const lines = output.slice(0, 4000).split('\n');
  const told = portsIn(lines.filter((line) => !REFUSAL.test(line)).join('\n'));
  return told.some((port) => asked.includes(port)) ? '' : (told[0] ?? '');
}

/** An address that a command gives, also by a variable. */
const GIVES_ADDRESS =
  /\bhttps?:\/\/|\$\{?\w*(?:URL|URI|HOST|ENDPOINT|ADDRESS)\b|\b\w*(?:URL|URI|HOST|ENDPOINT|ADDRESS|DSN)=["']?\S|\s--?(?:h|host|server|endpoint|url)[ =]\S/;
/** No machine goes by the name. */
const UNRESOLVED =
  /getaddrinfo (?:failed|ENOTFOUND)|name or service not known|nodename nor servname|could not (?:resolve|translate) host ?name/i;
/** Starts what can then be asked. */
const STARTS = /&\s*(?:$|[^&\s>])|\b(?:start|restart|up|serve|open|launch)\b/;

/** True where a program asked at its own address, which no command names, and worked where it took the one that is given. */
function isDefaultAddress({ salient, error, call, correction, changed, done = [] }: OpenFailure): boolean {
  if (!changed || !GIVES_ADDRESS.test(correction?.command ?? '')) return false;
  if (UNRESOLVED.test(salient) && !GIVES_ADDRESS.test(call.command)) return true;
  if (!REFUSAL.test(error)) return false;
  const asked = portsIn(salient);
  const isNamed = (port: string) => `${call.command} ${correction!.command}`.includes(port);
  return asked.length > 0 && !asked.some(isNamed) && !done.some((command) => STARTS.test(command));
}

/** True where the same program worked once it was told to ask somewhere else than where nobody listens. */
export function isOtherAddress(open: OpenFailure): boolean {
  const { kind, salient, error, call, correction, changed, edits } = open;
  if (kind !== 'network' || correction === null) return false;
  if ((INNER_NAME.test(salient) && edits.length > 0) || isDefaultAddress(open)) return true;
  if (!changed && correction.command === call.command) return false;
  if (!UNREACHED.test(salient) && movedPort(call.command, error) === '') return false;
  const now = correction.command.slice(0, 1000).match(ADDRESS) ?? [];
  return now.some((address) => !call.command.includes(address));
}

/** A server of one's own that was not ended, or another program, has it. */
const TAKEN = anyOf([/database is locked/, PORT_TAKEN], { flags: 'i' });
const FREES_PORT =
  /\b(?:kill|pkill|killall|fuser|taskkill|lsof -\w*t|Stop-Process|docker(?:[ -]compose)? (?:stop|rm|down|kill))\b/;

const ASKS = /\b(?:curl|wget|https?|xh|open)\b/;

/** Stands behind a colon, too: the time of a log's line, a place in source code. */
const NO_PORT =
  /\b\d{1,2}:\d{2}:\d{2}\b|\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|cc?|cpp|hp?p?|php|exs?|swift|scala):\d+(?::\d+)?\b/g;

/** The port that a message names; undefined where it names none. */
export function portNamed(message: string): string | undefined {
  const text = message.replace(NO_PORT, '');
  return (/\bport:? [`'"]?(\d{2,5})\b/i.exec(text) ?? /:(\d{2,5})\b/.exec(text))?.[1];
}

/** True where a port was taken, and was freed or left to whoever has it, who then was asked. */
export function isPortTaken({ salient, changed, correction, done }: OpenFailure): boolean {
  if (!TAKEN.test(salient)) return false;
  if (correction !== null && changed) return true;
  const port = portNamed(salient);
  return [correction?.command ?? '', ...(done ?? [])].some(
    (command) =>
      FREES_PORT.test(command) ||
      (port !== undefined && ASKS.test(command) && portsIn(command).includes(port)),
  );
}

/** Puts a program into the background, or runs one that serves until it is stopped; a service of the machine is none of the session's. */
const SERVES =
  /\s&(?:\s|$)|\bnohup\s|\b(?:npm|pnpm|yarn|bun)(?: run)? (?:dev|start|serve|preview)\b|\b(?:uvicorn|gunicorn|runserver|http\.server|flask run|rails s(?:erver)?)\b/;
/** Only asks whether somebody listens. */
const ASKS_HEALTH =
  /\s-w\s|\s-o ?\/dev\/null\b|\/(?:health|healthz|livez|readyz|ready|ping|status|version)\b|\bpg_isready\b|\bnc -\w*z/;

/** The command that then started the server that a client did not reach; empty where none did, or where it was only asked for. */
export function startedServer({ kind, error, call, correction, done = [], announced }: OpenFailure): string {
  if (!/^(?:network|environment)$/.test(kind) || announced === true || correction?.tool !== 'Bash') return '';
  if (!REFUSAL.test(error) || ASKS_HEALTH.test(call.command.slice(0, 1000))) return '';
  // What the failing line started itself was not up yet: that is a matter of waiting.
  if (SERVES.test(call.command.slice(0, 1000))) return '';
  const asked = portsIn(correction.command.slice(0, 1000));
  const start = done.findLast((command) => command !== correction.command && SERVES.test(command));
  if (start === undefined) return '';
  return asked.length === 0 || asked.every((port) => start.includes(port)) ? start : '';
}
