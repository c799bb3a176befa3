import type { AgentId } from '../model/episode.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import { claudeCodeReader } from './claude-code/transcript.ts';
import { codexDocumentReader } from './codex/history.ts';
import { codexReader } from './codex/transcript.ts';
import { copilotHistoryReader } from './copilot/history.ts';
import { copilotReader } from './copilot/transcript.ts';
import { cursorReader } from './cursor/transcript.ts';
import { geminiCheckpointReader } from './gemini-cli/checkpoint.ts';
import { geminiDocumentReader, geminiLineReader } from './gemini-cli/transcript.ts';
import {
  opencodeDatabaseReader,
  opencodeExportReader,
  opencodeStorageReader,
} from './opencode/transcript.ts';
import { qwenCodeReader } from './qwen-code/transcript.ts';
import { miniSweAgentReader } from './swe-agent/mini.ts';
import { sweAgentReader } from './swe-agent/transcript.ts';

export { agentSpec, agentSpecs } from './specs.ts';

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
  miniSweAgentReader,
  opencodeExportReader,
  opencodeStorageReader,
  opencodeDatabaseReader,
  copilotHistoryReader,
  codexDocumentReader,
  geminiCheckpointReader,
];

/** Readers of one agent, or of all. */
export function readersOf(agent: AgentId | null): TranscriptReader[] {
  return agent === null ? transcriptReaders : transcriptReaders.filter((reader) => reader.agent === agent);
}
