import type { HookIo } from '../agents/adapter.ts';
import { claudeCodeHookIo } from '../agents/claude-code/hook-io.ts';

/** Agents that `lessons hook AGENT` understands. */
export const HOOK_IOS: Record<string, HookIo> = {
  'claude-code': claudeCodeHookIo,
};

export function hookIoOf(agent: string): HookIo | null {
  return Object.hasOwn(HOOK_IOS, agent) ? HOOK_IOS[agent]! : null;
}
