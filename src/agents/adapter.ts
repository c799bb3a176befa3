import type { AgentId } from '../model/episode.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { Env } from '../platform/paths.ts';

/** What the hook understands of an agent's payload: the few events that we act on; anything else is null. */
export type HookEvent =
  | {
      kind: 'session-start';
      base: HookBase;
      source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork';
      /** A resumed session has all that hooks told it. */
      whole?: boolean;
    }
  | { kind: 'session-end'; base: HookBase }
  | { kind: 'subagent-start'; base: HookBase }
  | { kind: 'prompt'; base: HookBase; prompt: string }
  | {
      kind: 'before-tool';
      base: HookBase;
      call: ToolCall;
      toolUseId: string | null;
      /** No context is taken here, nor with the result: the call can be denied, and that is all. */
      denyOnly?: boolean;
    }
  | {
      kind: 'tool-failed';
      base: HookBase;
      call: ToolCall;
      toolUseId: string | null;
      error: string;
      /** The agent shows what the call printed, not whether it failed. */
      unsure?: boolean;
    }
  | { kind: 'after-tool'; base: HookBase; call: ToolCall; toolUseId: string | null };

export interface HookBase {
  /** Name of the event in the agent's own words; goes back into the answer. */
  eventName: string;
  sessionId: string;
  agentId: string | null;
  cwd: string;
  transcriptPath: string | null;
  /** Identity of the human's turn where the agent has one; tells one start or prompt from the next. */
  promptId?: string | null;
  /** The client's own time of the event: the same in all hooks that it runs of it. */
  at?: string | null;
}

/** What we want to say; the adapter turns it into what its agent accepts, or into nothing. */
export type HookAnswer =
  | { kind: 'none'; systemMessage?: string }
  | { kind: 'context'; text: string; systemMessage?: string }
  | { kind: 'deny'; reason: string; systemMessage?: string };

/** What a session loses of what hooks told it, beside what its starts say, and where that is seen. */
export interface SessionMemory {
  /** Sources of session starts at which what is said is lost: it is told beside the next prompt instead. */
  deafAt?: RegExp;
  /** Names of the claims of what a resumed session has no more where it is not `whole`. */
  resumed?: RegExp;
  /** Variable of the client's that must be there for that: without it nothing tells whether the session lacks them. */
  teller?: string;
  /** Name of the transcript of a session that was taken back to an earlier point, and lost what it was told since. */
  rewound?: RegExp;
  /** The session that a new one continues, in the head of its transcript. */
  parent?: RegExp;
  /** What a compaction writes into the transcript, where hooks may not hear of it; what stands before it is unique. */
  compaction?: string;
  /** What a step back to an earlier point writes into it, likewise. */
  rewind?: string;
  /** What a prompt writes into it and a call's result does not, in a line that begins with what it follows on. */
  prompt?: string;
}

/** Hot-path half of an adapter: `agents/<id>/hook-io.ts`. Pure, no npm package. */
export interface HookIo {
  agent: AgentId;
  /** True where context given before a tool runs never reaches the model: it is told after the tool instead. */
  contextAfterTool?: boolean;
  /** What its sessions keep of what hooks told them; all of it where absent. */
  memory?: SessionMemory;
  /** True where nobody would see a message to the user: the agent shows none, or runs headless. */
  unseen?(env: Env, transcriptHead: () => string): boolean;
  /** Payload → event; null where it is unknown or not ours. Never throws. */
  decode(payload: unknown, env: Env): HookEvent | null;
  /** Answer → the exact text for stdout; empty string for nothing. */
  encode(event: HookEvent, answer: HookAnswer): string;
}

/** Data half of an adapter: `agents/<id>/spec.ts`. */
export interface AgentSpec {
  id: AgentId;
  displayName: string;
  /** Environment variables whose presence means that we run inside this agent. */
  envMarkers: string[];
  /** Environment variable that holds the session's id, or null. */
  sessionEnv: string | null;
  /** Native tool name → canonical. */
  tools: Record<string, string>;
  /** Folders (or files) that hold transcripts. */
  transcriptRoots(env: Env): string[];
  /** Whether an entry beside a session's transcript holds, or may hold, what its subagents did. Both are names. */
  holdsSubagents?(entry: string, transcript: string): boolean;
}
