import type { HookCase } from './case.ts';
import { claudeCodeCases } from './claude-code.ts';
import { codexCases } from './codex.ts';
import { copilotCases } from './copilot.ts';
import { cursorCases } from './cursor.ts';
import { geminiCliCases } from './gemini-cli.ts';
import { opencodeCases } from './opencode.ts';
import { qwenCodeCases } from './qwen-code.ts';

/** Of every agent that hooks are installed into. */
export const HOOK_CASES: Record<string, HookCase[]> = {
  'claude-code': claudeCodeCases,
  codex: codexCases,
  'gemini-cli': geminiCliCases,
  copilot: copilotCases,
  'qwen-code': qwenCodeCases,
  cursor: cursorCases,
  opencode: opencodeCases,
};
