import type { AgentId } from '../model/episode.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import type { AgentSpec } from './adapter.ts';
import { claudeCodeSpec } from './claude-code/spec.ts';
import { claudeCodeReader } from './claude-code/transcript.ts';
import { codexSpec } from './codex/spec.ts';
import { codexReader } from './codex/transcript.ts';
import { copilotSpec } from './copilot/spec.ts';
import { copilotReader } from './copilot/transcript.ts';
import { cursorSpec } from './cursor/spec.ts';
import { cursorReader } from './cursor/transcript.ts';
import { geminiCliSpec } from './gemini-cli/spec.ts';
import { geminiDocumentReader, geminiLineReader } from './gemini-cli/transcript.ts';
import { opencodeSpec } from './opencode/spec.ts';
import {
  opencodeDatabaseReader,
  opencodeExportReader,
  opencodeStorageReader,
} from './opencode/transcript.ts';
import { qwenCodeSpec } from './qwen-code/spec.ts';
import { qwenCodeReader } from './qwen-code/transcript.ts';
import { sweAgentSpec } from './swe-agent/spec.ts';
import { sweAgentReader } from './swe-agent/transcript.ts';

/** Every agent that is known. */
export const agentSpecs: AgentSpec[] = [
  claudeCodeSpec,
  codexSpec,
  geminiCliSpec,
  opencodeSpec,
  copilotSpec,
  cursorSpec,
  qwenCodeSpec,
  sweAgentSpec,
];

/** In the order in which they are asked whether a file is theirs: the most specific format first. */
export const transcriptReaders: TranscriptReader[] = [
  codexReader,
  qwenCodeReader,
  copilotReader,
  claudeCodeReader,
  geminiLineReader,
  cursorReader,
  geminiDocumentReader,
  sweAgentReader,
  opencodeExportReader,
  opencodeStorageReader,
  opencodeDatabaseReader,
];

/** The agent's data, or undefined for an unknown id. */
export function agentSpec(id: string): AgentSpec | undefined {
  return agentSpecs.find((spec) => spec.id === id);
}

/** Readers of one agent, or of all. */
export function readersOf(agent: AgentId | null): TranscriptReader[] {
  return agent === null ? transcriptReaders : transcriptReaders.filter((reader) => reader.agent === agent);
}
