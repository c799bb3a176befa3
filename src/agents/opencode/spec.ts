import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';

export const opencodeSpec: AgentSpec = {
  id: 'opencode',
  displayName: 'opencode',
  envMarkers: ['OPENCODE'],
  sessionEnv: null,
  tools: {
    bash: 'Bash',
    read: 'Read',
    edit: 'Edit',
    multiedit: 'Edit',
    patch: 'Edit',
    apply_patch: 'Edit',
    write: 'Write',
    glob: 'Glob',
    grep: 'Grep',
    list: 'LS',
    task: 'Agent',
    webfetch: 'WebFetch',
    websearch: 'WebSearch',
  },
  transcriptRoots(env) {
    const data = env['XDG_DATA_HOME'] || join(homeDir(env), '.local', 'share');
    return [join(data, 'opencode', 'opencode.db'), join(data, 'opencode', 'storage', 'session')];
  },
};
