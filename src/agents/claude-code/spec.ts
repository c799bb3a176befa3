import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { agentFolder } from '../shared/agent-folders.ts';
import { CLAUDE_TOOLS } from './hook-io.ts';

export const claudeCodeSpec: AgentSpec = {
  id: 'claude-code',
  displayName: 'Claude Code',
  envMarkers: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
  sessionEnv: 'CLAUDE_CODE_SESSION_ID',
  tools: CLAUDE_TOOLS,
  transcriptRoots(env) {
    const roots = env['CLAUDE_CONFIG_DIR'] ? [] : [join(homeDir(env), '.config', 'claude', 'projects')];
    return [join(agentFolder('claude-code', env), 'projects'), ...roots];
  },
  holdsSubagents: (entry, transcript) => transcript === `${entry}.jsonl`,
};
