import type { AgentSpec } from '../agents/adapter.ts';
import { claudeCodeSpec } from '../agents/claude-code/spec.ts';
import { codexSpec } from '../agents/codex/spec.ts';
import { copilotSpec } from '../agents/copilot/spec.ts';
import { cursorSpec } from '../agents/cursor/spec.ts';
import { geminiCliSpec } from '../agents/gemini-cli/spec.ts';
import { opencodeSpec } from '../agents/opencode/spec.ts';
import { qwenCodeSpec } from '../agents/qwen-code/spec.ts';
import { sweAgentSpec } from '../agents/swe-agent/spec.ts';
import type { Actor } from './operation.ts';

type Env = Record<string, string | undefined>;

/** Data only, without the readers; those first that also set another's variables. A test compares it with all agents. */
export const ACTING_AGENTS: readonly AgentSpec[] = [
  copilotSpec,
  qwenCodeSpec,
  geminiCliSpec,
  codexSpec,
  opencodeSpec,
  cursorSpec,
  sweAgentSpec,
  claudeCodeSpec,
];

const isSet = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== '0';

/** Who runs us: an agent, by the variables it gives to its commands, or a human's shell. */
export function detectActor(env: Env, terminal: boolean): Actor {
  for (const spec of ACTING_AGENTS) {
    const session = spec.sessionEnv === null ? undefined : env[spec.sessionEnv];
    if (!isSet(session) && !spec.envMarkers.some((name) => isSet(env[name]))) continue;
    return { agent: spec.id, sessionId: isSet(session) ? session : null, terminal };
  }
  const other = env['AI_AGENT'];
  return { agent: isSet(other) ? other : null, sessionId: null, terminal };
}
