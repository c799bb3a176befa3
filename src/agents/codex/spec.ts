import { join } from 'node:path';
import type { AgentSpec } from '../adapter.ts';
import { agentFolder } from '../shared/agent-folders.ts';
import { CODEX_TOOLS } from './hook-io.ts';

export const codexSpec: AgentSpec = {
  id: 'codex',
  displayName: 'OpenAI Codex CLI',
  envMarkers: ['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_MANAGED_BY_NPM'],
  sessionEnv: 'CODEX_THREAD_ID',
  tools: CODEX_TOOLS,
  transcriptRoots(env) {
    const home = agentFolder('codex', env);
    return [join(home, 'sessions'), join(home, 'archived_sessions')];
  },
  /** A name begins with the time: what began later on that day may be a subagent's. */
  holdsSubagents: (entry, transcript) =>
    entry.startsWith('rollout-') && transcript.startsWith('rollout-') && entry > transcript,
};
