import { join } from 'node:path';
import { absolutePath, type Env, homeDir } from '../../platform/paths.ts';
import type { InstallPlace } from '../installer.ts';

/** Where each agent keeps the user's configuration, which its own variable moves, and below a project the project's. */
const FOLDERS = {
  'claude-code': {
    user: (env: Env) => env['CLAUDE_CONFIG_DIR'] || join(homeDir(env), '.claude'),
    project: '.claude',
  },
  codex: { user: (env: Env) => env['CODEX_HOME'] || join(homeDir(env), '.codex'), project: '.codex' },
  'gemini-cli': {
    user: (env: Env) => join(env['GEMINI_CLI_HOME'] || homeDir(env), '.gemini'),
    project: '.gemini',
  },
  opencode: {
    user: (env: Env) => join(env['XDG_CONFIG_HOME'] || join(homeDir(env), '.config'), 'opencode'),
    project: '.opencode',
  },
  copilot: { user: (env: Env) => env['COPILOT_HOME'] || join(homeDir(env), '.copilot'), project: '.github' },
  'qwen-code': {
    user: (env: Env) =>
      env['QWEN_HOME'] ? absolutePath(env['QWEN_HOME'], env) : join(homeDir(env), '.qwen'),
    project: '.qwen',
  },
  cursor: { user: (env: Env) => join(homeDir(env), '.cursor'), project: '.cursor' },
} as const;

/** Agents that have a folder of the user's configuration. */
export type ConfiguredAgent = keyof typeof FOLDERS;

/** All of them. */
export const configuredAgents = Object.keys(FOLDERS) as ConfiguredAgent[];

/** The folder of an agent's user configuration. */
export function agentFolder(agent: ConfiguredAgent, env: Env): string {
  return FOLDERS[agent].user(env);
}

/** The folder of an agent's configuration that an installation of this scope writes into. */
export function placeFolder(agent: ConfiguredAgent, { scope, env, project }: InstallPlace): string {
  return scope === 'user' ? agentFolder(agent, env) : `${project}/${FOLDERS[agent].project}`;
}
