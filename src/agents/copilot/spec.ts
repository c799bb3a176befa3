import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { COPILOT_TOOLS } from './hook-io.ts';

export const copilotSpec: AgentSpec = {
  id: 'copilot',
  displayName: 'GitHub Copilot CLI',
  envMarkers: ['COPILOT_CLI'],
  sessionEnv: 'COPILOT_SESSION_ID',
  tools: COPILOT_TOOLS,
  transcriptRoots(env) {
    const home = env['COPILOT_HOME'] || join(homeDir(env), '.copilot');
    return [join(home, 'session-state'), join(home, 'history-session-state')];
  },
};
