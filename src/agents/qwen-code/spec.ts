import { join } from 'node:path';
import { absolutePath } from '../../platform/paths.ts';
import type { AgentSpec } from '../adapter.ts';
import { GEMINI_TOOLS } from '../gemini-cli/hook-io.ts';
import { agentFolder } from '../shared/agent-folders.ts';

export const qwenCodeSpec: AgentSpec = {
  id: 'qwen-code',
  displayName: 'Qwen Code',
  envMarkers: ['QWEN_CODE'],
  sessionEnv: null,
  tools: GEMINI_TOOLS,
  transcriptRoots(env) {
    const runtime = env['QWEN_RUNTIME_DIR'];
    const folder = runtime ? absolutePath(runtime, env) : agentFolder('qwen-code', env);
    return [join(folder, 'projects'), join(folder, 'tmp')];
  },
};
