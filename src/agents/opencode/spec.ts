import { join, resolve } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { OPENCODE_TOOLS } from './hook-io.ts';

export const opencodeSpec: AgentSpec = {
  id: 'opencode',
  displayName: 'opencode',
  envMarkers: ['OPENCODE'],
  sessionEnv: null,
  // What opencode 2 calls them; where a hook meets these names has not been seen.
  tools: { ...OPENCODE_TOOLS, shell: 'Bash', subagent: 'Agent' },
  transcriptRoots(env) {
    const data = join(env['XDG_DATA_HOME'] || join(homeDir(env), '.local', 'share'), 'opencode');
    const named = env['OPENCODE_DB'];
    return [
      ...(named && named !== ':memory:' ? [resolve(data, named)] : []),
      join(data, 'opencode.db'),
      join(data, 'opencode-next.db'),
      join(data, 'opencode2.db'),
      join(data, 'storage', 'session'),
    ];
  },
};
