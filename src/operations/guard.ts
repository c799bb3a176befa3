import { fastIo } from '../platform/fast-io.ts';
import { homeFiles } from '../platform/paths.ts';
import { textEnd } from '../platform/text-end.ts';
import { object, parsedJson } from '../transcripts/json.ts';
import type { Context } from './operation.ts';

/** How long a human's `/lesson…` prompt speaks for the commands of its session. */
const HUMAN_COMMAND_MS = 30 * 60 * 1000;
const TAIL_BYTES = 4 * 1024 * 1024;

/** What the docs of an operation say of that. */
export const ONLY_PROPOSED =
  'Inside an agent this is only proposed, unless the human has called a /lesson command in this session.';

/** Whether a step may be taken now; the reason is told to whoever asked. */
export type Permission = { allowed: true } | { allowed: false; reason: string };

/**
 * Whether what is asked may become active at once: a human's shell may; inside an agent only if the human
 * has called a lessons command in this very session within the last 30 minutes.
 * @param isBlock a lesson that blocks is set, changed or let go: that needs more than the human's word to an agent
 */
export async function mayActivate(context: Context, isBlock = false): Promise<Permission> {
  const permission = await mayAct(context);
  return permission.allowed && isBlock ? mayBlock(context) : permission;
}

async function mayAct(context: Context): Promise<Permission> {
  const { agent, sessionId } = context.actor;
  if (agent === null) return { allowed: true };
  if (sessionId === null) {
    return { allowed: false, reason: `this runs inside ${agent}, which does not say in which session` };
  }
  const since = new Date(context.clock.now() - HUMAN_COMMAND_MS).toISOString();
  if (
    humanCommandInFile(context, sessionId, since) ||
    (await humanCommandInStore(context, sessionId, since))
  ) {
    return { allowed: true };
  }
  return {
    allowed: false,
    reason: `this runs inside ${agent}, and nobody has asked for it with a /lesson command in this session`,
  };
}

/** Whether a `block`, or trust, may be set: a human's own shell or a terminal, whatever the agent was told. */
export function mayBlock(context: Context): Permission {
  if (context.actor.agent === null || context.actor.terminal) return { allowed: true };
  return { allowed: false, reason: `a block needs a terminal, and this runs inside ${context.actor.agent}` };
}

async function humanCommandInStore(context: Context, sessionId: string, since: string): Promise<boolean> {
  const store = await context.store();
  const events = await store.listEvents({ sessionId, since, kinds: ['human-command'] });
  const now = new Date(context.clock.now() + 60_000).toISOString();
  return events.some((event) => event.at <= now);
}

/** The events that no scan has folded in yet; a line that is no event is passed over. */
function humanCommandInFile(context: Context, sessionId: string, since: string): boolean {
  const now = new Date(context.clock.now() + 60_000).toISOString();
  const log = homeFiles.events(context.home);
  const endOf = (path: string): string => textEnd(fastIo(), path, TAIL_BYTES);
  for (const line of `${endOf(log)}\n${endOf(`${log}.folding`)}`.split('\n')) {
    if (!line.includes('human-command') || !line.includes(sessionId)) continue;
    const event = object(parsedJson(line));
    if (event?.['kind'] !== 'human-command' || event['sessionId'] !== sessionId) continue;
    const at = event['at'];
    if (typeof at === 'string' && at >= since && at <= now) return true;
  }
  return false;
}
