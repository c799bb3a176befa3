import { join } from 'node:path';
import type { AgentSpec } from '../adapter.ts';
import { agentFolder } from '../shared/agent-folders.ts';
import { COPILOT_TOOLS } from './hook-io.ts';

/** What the editors' own tools are called, where hooks do not see them. */
const EDITOR_TOOLS: Record<string, string> = {
  run_in_terminal: 'Bash',
  read_file: 'Read',
  create_file: 'Write',
  insert_edit_into_file: 'Edit',
  replace_string_in_file: 'Edit',
  grep_search: 'Grep',
  file_search: 'Glob',
};

export const copilotSpec: AgentSpec = {
  id: 'copilot',
  displayName: 'GitHub Copilot CLI',
  envMarkers: ['COPILOT_CLI'],
  sessionEnv: 'COPILOT_SESSION_ID',
  tools: { ...COPILOT_TOOLS, ...EDITOR_TOOLS },
  transcriptRoots(env) {
    const home = agentFolder('copilot', env);
    return [join(home, 'session-state'), join(home, 'history-session-state')];
  },
};
