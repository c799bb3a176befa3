import type { AgentId } from '../model/episode.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import type { AgentSpec } from './adapter.ts';
import { claudeCodeSpec } from './claude-code/spec.ts';
import { claudeCodeReader } from './claude-code/transcript.ts';
import { codexSpec } from './codex/spec.ts';
import { codexReader } from './codex/transcript.ts';

/** Every agent that is known: its data and, where its transcripts can be read, its reader. */
export const agentSpecs: AgentSpec[] = [claudeCodeSpec, codexSpec];

/** In the order in which they are asked whether a file is theirs: the most specific format first. */
export const transcriptReaders: TranscriptReader[] = [codexReader, claudeCodeReader];

/** The agent's data; every agent id has one. */
export function agentSpec(id: AgentId): AgentSpec | undefined {
  return agentSpecs.find((spec) => spec.id === id);
}
