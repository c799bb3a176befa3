import type { AgentSpec } from './adapter.ts';
import { claudeCodeSpec } from './claude-code/spec.ts';
import { codexSpec } from './codex/spec.ts';
import { copilotSpec } from './copilot/spec.ts';
import { cursorSpec } from './cursor/spec.ts';
import { geminiCliSpec } from './gemini-cli/spec.ts';
import { opencodeSpec } from './opencode/spec.ts';
import { qwenCodeSpec } from './qwen-code/spec.ts';
import { sweAgentSpec } from './swe-agent/spec.ts';

/** Every agent that is known, as data. Those come first whose commands also see another agent's variables. */
export const agentSpecs: readonly AgentSpec[] = [
  copilotSpec,
  qwenCodeSpec,
  geminiCliSpec,
  codexSpec,
  opencodeSpec,
  cursorSpec,
  sweAgentSpec,
  claudeCodeSpec,
];

/** The agent's data, or undefined for an unknown id. */
export function agentSpec(id: string): AgentSpec | undefined {
  return agentSpecs.find((spec) => spec.id === id);
}
