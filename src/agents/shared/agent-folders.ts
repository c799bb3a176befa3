import { join } from 'node:path';
import { absolutePath, homeDir } from '../../platform/paths.ts';
import type { Env } from '../installer.ts';

/** Where each agent keeps the user's configuration; its own variable moves it. */
const FOLDERS = {
  'claude-code': (env: Env) => env['CLAUDE_CONFIG_DIR'] || join(homeDir(env), '.claude'),
  codex: (env: Env) => env['CODEX_HOME'] || join(homeDir(env), '.codex'),
  'gemini-cli': (env: Env) => join(env['GEMINI_CLI_HOME'] || homeDir(env), '.gemini'),
  opencode: (env: Env) => join(env['XDG_CONFIG_HOME'] || join(homeDir(env), '.config'), 'opencode'),
  copilot: (env: Env) => env['COPILOT_HOME'] || join(homeDir(env), '.copilot'),
  'qwen-code': (env: Env) =>
    env['QWEN_HOME'] ? absolutePath(env['QWEN_HOME'], env) : join(homeDir(env), '.qwen'),
  cursor: (env: Env) => join(homeDir(env), '.cursor'),
} as const;

/** Agents that have a folder of the user's configuration. */
export type ConfiguredAgent = keyof typeof FOLDERS;

/** All of them. */
export const configuredAgents = Object.keys(FOLDERS) as ConfiguredAgent[];

/** The folder of an agent's user configuration. */
export function agentFolder(agent: ConfiguredAgent, env: Env): string {
  return FOLDERS[agent](env);
}
