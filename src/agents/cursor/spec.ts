import { join } from 'node:path';
import type { AgentSpec } from '../adapter.ts';
import { agentFolder } from '../shared/agent-folders.ts';
import { CURSOR_TOOLS } from './hook-io.ts';

export const cursorSpec: AgentSpec = {
  id: 'cursor',
  displayName: 'Cursor',
  envMarkers: ['CURSOR_AGENT'],
  sessionEnv: null,
  tools: CURSOR_TOOLS,
  transcriptRoots(env) {
    return [join(agentFolder('cursor', env), 'projects')];
  },
};
