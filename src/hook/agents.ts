import type { HookIo } from '../agents/adapter.ts';
import { claudeCodeHookIo } from '../agents/claude-code/hook-io.ts';

/** Agents that `lessons hook AGENT` understands. The first is loaded with the hook, each other when it is named. */
const LOADERS: Record<string, () => Promise<HookIo> | HookIo> = {
  'claude-code': () => claudeCodeHookIo,
  codex: async () => (await import('../agents/codex/hook-io.ts')).codexHookIo,
  'gemini-cli': async () => (await import('../agents/gemini-cli/hook-io.ts')).geminiCliHookIo,
  opencode: async () => (await import('../agents/opencode/hook-io.ts')).opencodeHookIo,
  copilot: async () => (await import('../agents/copilot/hook-io.ts')).copilotHookIo,
  cursor: async () => (await import('../agents/cursor/hook-io.ts')).cursorHookIo,
  'qwen-code': async () => (await import('../agents/qwen-code/hook-io.ts')).qwenCodeHookIo,
};

export const HOOK_AGENTS: readonly string[] = Object.keys(LOADERS);

/** How an agent's payloads are read and answered; null for an unknown one. */
export async function hookIoOf(agent: string): Promise<HookIo | null> {
  return Object.hasOwn(LOADERS, agent) ? await LOADERS[agent]!() : null;
}
