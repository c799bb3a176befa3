import type { HookIo } from '../agents/adapter.ts';
import { claudeCodeHookIo } from '../agents/claude-code/hook-io.ts';
import type { Env } from '../platform/paths.ts';

/**
 * How the payloads of `lessons hook AGENT` are read and answered; null for an unknown agent. The first is loaded with
 * the hook, each other when it is named.
 */
export function hookIoOf(agent: string, env: Env = {}): HookIo | Promise<HookIo> | null {
  switch (agent) {
    case 'claude-code':
      // Copilot CLI runs the hooks of a repository's `.claude/settings.json`, too.
      return env['COPILOT_CLI'] && !env['CLAUDECODE'] ? hookIoOf('copilot') : claudeCodeHookIo;
    case 'codex':
      return import('../agents/codex/hook-io.ts').then((module) => module.codexHookIo);
    case 'gemini-cli':
      return import('../agents/gemini-cli/hook-io.ts').then((module) => module.geminiCliHookIo);
    case 'opencode':
      return import('../agents/opencode/hook-io.ts').then((module) => module.opencodeHookIo);
    case 'copilot':
      return import('../agents/copilot/hook-io.ts').then((module) => module.copilotHookIo);
    case 'cursor':
      return import('../agents/cursor/hook-io.ts').then((module) => module.cursorHookIo);
    case 'qwen-code':
      return import('../agents/qwen-code/hook-io.ts').then((module) => module.qwenCodeHookIo);
    default:
      return null;
  }
}
