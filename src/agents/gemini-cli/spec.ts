import { join } from 'node:path';
import type { AgentSpec } from '../adapter.ts';
import { agentFolder } from '../shared/agent-folders.ts';
import { GEMINI_TOOLS } from './hook-io.ts';

export const geminiCliSpec: AgentSpec = {
  id: 'gemini-cli',
  displayName: 'Gemini CLI',
  envMarkers: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
  sessionEnv: 'GEMINI_SESSION_ID',
  tools: GEMINI_TOOLS,
  transcriptRoots(env) {
    return [join(agentFolder('gemini-cli', env), 'tmp')];
  },
  /** A folder has the whole id of the main session, a transcript its beginning. */
  holdsSubagents: (entry, transcript) =>
    entry.length > 8 && transcript.endsWith(`-${entry.slice(0, 8)}.jsonl`),
};
