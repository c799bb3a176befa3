import { join } from 'node:path';
import { homeDir } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { GEMINI_TOOLS } from '../gemini-cli/hook-io.ts';

export const qwenCodeSpec: AgentSpec = {
  id: 'qwen-code',
  displayName: 'Qwen Code',
  envMarkers: ['QWEN_CODE'],
  sessionEnv: null,
  tools: GEMINI_TOOLS,
  transcriptRoots(env) {
    const home = join(homeDir(env), '.qwen');
    return [join(home, 'projects'), join(home, 'tmp')];
  },
};
