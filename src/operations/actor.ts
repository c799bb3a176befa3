import type { Actor } from './operation.ts';

type Env = Record<string, string | undefined>;

/** Variables by which a process knows that an agent started it, and the one that holds the session's id. */
interface Marker {
  agent: string;
  present: string[];
  session: string[];
}

/** In this order, since some agents set another's variables too. */
const MARKERS: readonly Marker[] = [
  {
    agent: 'copilot',
    present: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    session: ['COPILOT_AGENT_SESSION_ID'],
  },
  { agent: 'qwen-code', present: ['QWEN_CODE', 'QWEN_SESSION_ID'], session: ['QWEN_SESSION_ID'] },
  { agent: 'gemini-cli', present: ['GEMINI_CLI', 'GEMINI_SESSION_ID'], session: ['GEMINI_SESSION_ID'] },
  {
    agent: 'codex',
    present: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_MANAGED_BY_NPM'],
    session: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID'],
  },
  { agent: 'opencode', present: ['OPENCODE', 'OPENCODE_SESSION_ID'], session: ['OPENCODE_SESSION_ID'] },
  { agent: 'cursor', present: ['CURSOR_AGENT'], session: ['CURSOR_SESSION_ID', 'CURSOR_CONVERSATION_ID'] },
  {
    agent: 'claude-code',
    present: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'],
    session: ['CLAUDE_CODE_SESSION_ID'],
  },
];

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0';

/** Who runs us: an agent, by the variables it gives to its commands, or a human's shell. */
export function detectActor(env: Env, terminal: boolean): Actor {
  for (const marker of MARKERS) {
    if (!marker.present.some((name) => isSet(env[name]))) continue;
    const sessionId = marker.session.map((name) => env[name]).find(isSet) ?? null;
    return { agent: marker.agent, sessionId, terminal };
  }
  if (isSet(env['AI_AGENT'])) return { agent: env['AI_AGENT']!, sessionId: null, terminal };
  return { agent: null, sessionId: null, terminal };
}
