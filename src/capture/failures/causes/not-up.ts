/** A server that nobody had started, and then was. */
import type { OpenFailure } from '../../failure-state.ts';
import { portsIn } from './addresses.ts';

/** Nobody listens, as clients say it. */
const NOBODY_LISTENS =
  /\bECONNREFUSED\b|\bconnection refused\b|failed to connect to (?:localhost|127\.0\.0\.1) port|couldn't connect to server|could not connect to server/i;
/** Puts a program into the background, or runs one that serves until it is stopped; a service of the machine is none of the session's. */
const STARTS =
  /\s&(?:\s|$)|\bnohup\s|\b(?:npm|pnpm|yarn|bun)(?: run)? (?:dev|start|serve|preview)\b|\b(?:uvicorn|gunicorn|runserver|http\.server|flask run|rails s(?:erver)?)\b/;
/** Only asks whether somebody listens. */
const ASKS_HEALTH =
  /\s-w\s|\s-o ?\/dev\/null\b|\/(?:health|healthz|livez|readyz|ready|ping|status|version)\b|\bpg_isready\b|\bnc -\w*z/;

/** The command that then started the server that a client did not reach; empty where none did, or where it was only asked for. */
export function startedServer({ kind, error, call, correction, done = [], announced }: OpenFailure): string {
  if (!/^(?:network|environment)$/.test(kind) || announced === true || correction?.tool !== 'Bash') return '';
  if (!NOBODY_LISTENS.test(error) || ASKS_HEALTH.test(call.command.slice(0, 1000))) return '';
  // What the failing line started itself was not up yet: that is a matter of waiting.
  if (STARTS.test(call.command.slice(0, 1000))) return '';
  const asked = portsIn(correction.command.slice(0, 1000));
  const start = done.findLast((command) => command !== correction.command && STARTS.test(command));
  if (start === undefined) return '';
  return asked.length === 0 || asked.every((port) => start.includes(port)) ? start : '';
}
