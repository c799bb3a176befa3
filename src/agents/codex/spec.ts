import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';

export const codexSpec: AgentSpec = {
  id: 'codex',
  displayName: 'OpenAI Codex CLI',
  envMarkers: ['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_MANAGED_BY_NPM'],
  sessionEnv: 'CODEX_THREAD_ID',
  tools: {
    shell: 'Bash',
    shell_command: 'Bash',
    exec_command: 'Bash',
    write_stdin: 'Bash',
    local_shell: 'Bash',
    'container.exec': 'Bash',
    unified_exec: 'Bash',
    apply_patch: 'Edit',
    view_image: 'Read',
    read_file: 'Read',
    list_dir: 'LS',
    grep_files: 'Grep',
    spawn_agent: 'Agent',
    collaborationspawn_agent: 'Agent',
    web_search: 'WebSearch',
  },
  transcriptRoots(env) {
    const home = env['CODEX_HOME'] || join(homeDir(env), '.codex');
    return [join(home, 'sessions'), join(home, 'archived_sessions')];
  },
};
