import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';

/** Tool names that Gemini CLI and its descendants share. */
export const GEMINI_TOOLS: Record<string, string> = {
  run_shell_command: 'Bash',
  read_file: 'Read',
  read_many_files: 'Read',
  replace: 'Edit',
  edit: 'Edit',
  write_file: 'Write',
  glob: 'Glob',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  list_directory: 'LS',
  invoke_agent: 'Agent',
  task: 'Agent',
  web_fetch: 'WebFetch',
  google_web_search: 'WebSearch',
  web_search: 'WebSearch',
};

export const geminiCliSpec: AgentSpec = {
  id: 'gemini-cli',
  displayName: 'Gemini CLI',
  envMarkers: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
  sessionEnv: 'GEMINI_SESSION_ID',
  tools: GEMINI_TOOLS,
  transcriptRoots(env) {
    return [join(homeDir(env), '.gemini', 'tmp')];
  },
};
