import type { AgentSpec } from '../adapter.ts';

export const sweAgentSpec: AgentSpec = {
  id: 'swe-agent',
  displayName: 'SWE-agent',
  envMarkers: ['SWE_AGENT_CONFIG_DIR'],
  sessionEnv: null,
  tools: {
    bash: 'Bash',
    edit: 'Edit',
    str_replace_editor: 'Edit',
    insert: 'Edit',
    create: 'Write',
    open: 'Read',
    goto: 'Read',
    scroll_up: 'Read',
    scroll_down: 'Read',
    find_file: 'Glob',
    search_dir: 'Grep',
    search_file: 'Grep',
  },
  transcriptRoots: () => [],
};
