/**
 * What every agent's transcript is decoded into. One event per thing that happened, in file order.
 * `line` is the 1-based physical line (for JSON or SQLite sources: the ordinal of the message).
 */
export type TranscriptEvent =
  | SessionEvent
  | CallEvent
  | ResultEvent
  | EndEvent
  | UserEvent
  | AssistantEvent
  | CompactionEvent;

/** Where and when something stands in a log. */
export interface EventBase {
  line: number;
  /** Identity of the record in the agent's log; replayed history repeats it. */
  uuid: string | null;
  /** ISO 8601, or null where the log has none. */
  timestamp: string | null;
  /** A subagent whose messages are recorded inside its parent's file; absent for the file's own session. */
  thread?: string;
}

/** Something about the session became known. May come more than once; later values win. */
interface SessionEvent extends EventBase {
  kind: 'session';
  sessionId?: string;
  cwd?: string;
  model?: string;
  isSubagent?: boolean;
  /** First words of a headless run of our own curator: the session is not captured. */
  isOwnCurator?: boolean;
  /** Injections of ours that the log shows here. */
  injectionsSeen?: number;
}

/** A tool call as the agent made it. */
export interface CallEvent extends EventBase {
  kind: 'call';
  callId: string;
  /** Name in the agent's log, and the canonical one. */
  nativeTool: string;
  tool: string;
  /** Canonical field names where a tool has them: command, file_path, old_string, new_string, content, pattern, path. */
  input: Record<string, unknown>;
  cwd: string | null;
  /** Made while no sandbox held the session's calls, where the log says so. */
  unconfined?: true;
  /** The session that made the call, where the log says that another one's holds a copy of it. */
  madeIn?: string;
  /** The call that had left this command to the background, where this one reads what it printed after its end. */
  endOf?: string;
}

/** Who stopped a call: the user by refusing or interrupting it, a hook, the rules of permission, or a call beside it that failed; null where nobody did. */
export type Denial = 'user-rejected' | 'interrupted' | 'hook' | 'permission' | 'sibling' | null;

/** What came of a call. */
export interface ResultEvent extends EventBase {
  kind: 'result';
  callId: string;
  /** What the log itself says: failed, succeeded, or says nothing (undefined). */
  isError: boolean | undefined;
  exitCode: number | null;
  /** Text that the model saw; cut at 64 KB with head and tail kept. */
  text: string;
  /** Length of the whole text in characters. */
  chars: number;
  denial: Denial;
  /** The user's own words inside a rejection. */
  feedback: string | null;
  /** True where the call was moved to the background or killed on a time-out. */
  timedOut: boolean;
  durationMs: number | null;
  /** The background shell that the command was left to, by the id that later calls ask for it with. */
  shell?: string;
  /** Counts neither way: the command goes on, was stopped from outside, or what it ran is told as calls of their own. */
  unended?: true;
}

/** The log says by itself that a command which was left to the background has ended well. */
interface EndEvent extends EventBase {
  kind: 'end';
  callId: string;
}

/** A message of the human. */
export interface UserEvent extends EventBase {
  kind: 'user';
  /** A human's words only: no injected text, no command bodies, no notifications. */
  text: string;
  /** `queued`: while the agent was at work, or asked; `echo`: the words of the message before, logged once more. */
  via: 'prompt' | 'queued' | 'echo';
  /** The human stopped the agent right before. */
  interrupted?: true;
}

/** The agent's own words. */
export interface AssistantEvent extends EventBase {
  kind: 'assistant';
  text: string;
  model: string | null;
}

interface CompactionEvent extends EventBase {
  kind: 'compaction';
}
