import type { AgentId, Episode } from './episode.ts';

/** Where a reader stands in one file; stored with what was found up to it. */
export interface Cursor {
  path: string;
  agent: AgentId;
  /** Bytes for JSONL; readers of other formats keep their own position in `state`. */
  offset: number;
  line: number;
  mtimeMs: number;
  size: number;
  state: string | null;
}

/** Where a text of the assistant stands. */
export interface TagPlace {
  agent: AgentId;
  file: string;
  line: number;
  uuid: string | null;
  sessionId: string;
  project: string;
  timestamp: string | null;
  model: string | null;
  isSubagent: boolean;
}

/** A valid `#lesson` block, redacted. */
export interface TagFinding extends TagPlace {
  /** Derived from agent, session, record and text, so that finding it again is an upsert. */
  id: string;
  fields: {
    summary: string;
    mistake: string;
    remediation: string;
    tool: string | null;
    trigger: string | null;
    severity: string | null;
    tags: string[];
  };
}

/** A block that is unterminated or has no usable mistake or fix. */
export interface MalformedTag {
  id: string;
  agent: AgentId;
  file: string;
  line: number;
  sessionId: string;
  timestamp: string | null;
  model: string | null;
  isSubagent: boolean;
  reason: string;
  /** The record that it stands in, where the log names it, and a hash of the block; earlier versions kept neither. */
  uuid?: string | null;
  textHash?: string;
}

/** One tool call with a result, for back-tests, replay and recurrence. Text is redacted and cut at 8 KB. */
export interface CallRecord {
  agent: AgentId;
  sessionId: string;
  project: string;
  /** Record identity; replayed history repeats it and is counted once. */
  uuid: string;
  callId: string;
  timestamp: string | null;
  tool: string;
  /** Bash: the command; other tools: the path, pattern or URL. */
  text: string;
  /** It ran and went well. Neither that nor an `error`: it was refused before it ran, or has not come to its end. */
  ok: boolean;
  /** Of the error, where it failed and said something. */
  fingerprint: string | null;
  kind: string | null;
  error: string | null;
  bytes: number;
  seconds: number | null;
  /** The subagent that made it; null where the session's own agent did. */
  thread: string | null;
}

/** What is known of a session from its transcripts. */
export interface SessionRecord {
  agent: AgentId;
  sessionId: string;
  project: string;
  cwd: string | null;
  model: string | null;
  startedAt: string | null;
  endedAt: string | null;
  calls: number;
  failures: number;
  isSubagent: boolean;
  /** Injections of ours that the transcript shows. */
  injectionsSeen: number;
}

/** A list that may have to be unpacked item by item. */
export interface Listed<T> extends Iterable<T> {
  readonly length: number;
}

/** Everything found in one file from its start, to be stored with its cursor in one transaction. Structured-cloneable. */
export interface FileFindings {
  cursor: Cursor;
  bytesRead: number;
  skippedLines: { line: number; reason: string }[];
  sessions: SessionRecord[];
  episodes: Listed<Episode>;
  tags: TagFinding[];
  malformed: MalformedTag[];
  calls: CallRecord[];
  /** Records that earlier findings of the file were made of, and that it holds no more: `Store.recordsIn` names them. */
  lost?: string[];
}
