import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { OPENCODE_TOOLS } from './hook-io.ts';

export const opencodeSpec: AgentSpec = {
  id: 'opencode',
  displayName: 'opencode',
  envMarkers: ['OPENCODE'],
  sessionEnv: null,
  tools: OPENCODE_TOOLS,
  transcriptRoots(env) {
    const data = env['XDG_DATA_HOME'] || join(homeDir(env), '.local', 'share');
    return [join(data, 'opencode', 'opencode.db'), join(data, 'opencode', 'storage', 'session')];
  },
};
