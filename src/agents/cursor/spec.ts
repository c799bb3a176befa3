import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';

export const cursorSpec: AgentSpec = {
  id: 'cursor',
  displayName: 'Cursor',
  envMarkers: ['CURSOR_AGENT'],
  sessionEnv: null,
  tools: {
    Shell: 'Bash',
    run_terminal_cmd: 'Bash',
    run_terminal_command_v2: 'Bash',
    read_file: 'Read',
    StrReplace: 'Edit',
    search_replace: 'Edit',
    edit_file: 'Edit',
    ApplyPatch: 'Edit',
    write: 'Write',
    list_dir: 'LS',
    file_search: 'Glob',
    grep_search: 'Grep',
    codebase_search: 'Grep',
    Task: 'Agent',
    web_search: 'WebSearch',
  },
  transcriptRoots(env) {
    return [join(homeDir(env), '.cursor', 'projects')];
  },
};
