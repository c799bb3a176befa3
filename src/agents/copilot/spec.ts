import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';

export const copilotSpec: AgentSpec = {
  id: 'copilot',
  displayName: 'GitHub Copilot CLI',
  envMarkers: ['COPILOT_CLI'],
  sessionEnv: 'COPILOT_SESSION_ID',
  tools: {
    bash: 'Bash',
    shell: 'Bash',
    powershell: 'Bash',
    write_bash: 'Bash',
    view: 'Read',
    create: 'Write',
    edit: 'Edit',
    str_replace_editor: 'Edit',
    apply_patch: 'Edit',
    glob: 'Glob',
    grep: 'Grep',
    task: 'Agent',
    web_fetch: 'WebFetch',
    web_search: 'WebSearch',
  },
  transcriptRoots(env) {
    const home = env['COPILOT_HOME'] || join(homeDir(env), '.copilot');
    return [join(home, 'session-state'), join(home, 'history-session-state')];
  },
};
