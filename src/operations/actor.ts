import { agentSpecs } from '../agents/specs.ts';
import type { Env } from '../platform/paths.ts';
import type { Actor } from './operation.ts';

const isSet = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== '0';

/** Who runs us: an agent, by the variables it gives to its commands, or a human's shell. */
export function detectActor(env: Env, terminal: boolean): Actor {
  for (const spec of agentSpecs) {
    const session = spec.sessionEnv === null ? undefined : env[spec.sessionEnv];
    if (!isSet(session) && !spec.envMarkers.some((name) => isSet(env[name]))) continue;
    return { agent: spec.id, sessionId: isSet(session) ? session : null, terminal };
  }
  const other = env['AI_AGENT'];
  return { agent: isSet(other) ? other : null, sessionId: null, terminal };
}

/** Who calls over MCP: an agent, also where its client starts servers without the variables that name it. */
export function callerOverMcp(env: Env): Actor {
  const actor = detectActor(env, false);
  return actor.agent === null ? { ...actor, agent: 'an MCP client' } : actor;
}
