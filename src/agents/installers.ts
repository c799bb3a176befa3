import { claudeCodeInstaller } from './claude-code/install.ts';
import { codexInstaller } from './codex/install.ts';
import { copilotInstaller } from './copilot/install.ts';
import { cursorInstaller } from './cursor/install.ts';
import { geminiCliInstaller } from './gemini-cli/install.ts';
import type { AgentInstaller } from './installer.ts';
import { opencodeInstaller } from './opencode/install.ts';
import { qwenCodeInstaller } from './qwen-code/install.ts';

/** Every agent into which hooks can be installed. */
export const agentInstallers: AgentInstaller[] = [
  claudeCodeInstaller,
  codexInstaller,
  geminiCliInstaller,
  opencodeInstaller,
  copilotInstaller,
  cursorInstaller,
  qwenCodeInstaller,
];
