import type { AgentId, Episode } from '../model/episode.ts';
import type { ResultEvent } from '../transcripts/events.ts';
import type { ClosedMistakes } from './closed-mistakes.ts';
import type { EditSeen, OpenFailure, SeenCall } from './failure-state.ts';
import type { OpenObjection, Words } from './spoken/open-objection.ts';

/** What a detector is told of the transcript. */
export interface DetectorOptions {
  agent: AgentId;
  file: string;
  /** Project of a working directory; the directory itself where none is given. */
  project?: (cwd: string) => string;
  /** Episodes below it are dropped. Default 0.35. */
  minConfidence?: number | undefined;
}

/** What the parts of one thread's detector work on. */
export interface DetectorShared {
  options: DetectorOptions;
  state: DetectorState;
  closed: ClosedMistakes;
  /** Takes the episode of a mistake, when what it is told with is known. */
  emit(episode: Episode): void;
}

/** What an episode is told with of the state in which its mistake was closed. */
export type Told = Pick<DetectorState, 'sessionId' | 'cwd' | 'model' | 'isSubagent'>;

/** A shell's call whose result shows no failure. */
export interface GoodCall {
  call: SeenCall;
  result: ResultEvent;
  /** Its answer ends where no more tokens were allowed. */
  cut: boolean;
}

/** Everything that the detector knows between two events. */
export interface DetectorState {
  sessionId: string;
  cwd: string | null;
  model: string | null;
  isSubagent: boolean;
  skip: boolean;
  /** Calls without a result yet, oldest first. */
  running: SeenCall[];
  open: OpenFailure[];
  objections: OpenObjection[];
  /** Objections that are decided but for what the agent says of them until the human speaks again. */
  mending: OpenObjection[];
  /** Paths (their ends) of files that the agent wrote in this session, oldest first. */
  written: string[];
  editsSinceGreen: { tests: number; sources: number };
  lastCall: SeenCall | null;
  /** Commands of the last few shell calls, newest last. */
  recentCommands: string[];
  /** What the last shell call handed its line to: `bash -lc`; empty where it is no such call. */
  handedBy?: string;
  /** Line of the last call that can destroy something. */
  lastDestructive: number | null;
  lastAnswer: string;
  /** More of the same words. */
  lastSaid: string;
  /** The last few results, newest last, where they show no failure and nothing was edited or said since. */
  lastGood?: GoodCall[];
  /** Calls made before those words. */
  answeredAt?: number;
  /** What the agent wrote since the human's last words, newest last. */
  ownText?: EditSeen[];
  /** Its last words, where they name a fault of what there is; and calls made before them. */
  slip?: { said: Words; sentence: string; actions: number };
  lastRejection: { call: SeenCall; line: number; uuid: string | null } | null;
  recentUserTexts: string[];
  /** The last few messages of the human's, and the calls and edits made before the last of them. */
  lastWords?: string[];
  /** The human's last message. */
  lastPrompt?: string;
  actionsBefore?: number;
  /** The agent has said something since the human's last words. */
  answeredSince?: boolean;
  editsBefore?: number;
  /** Files written by calls, counted each time. */
  edits?: number;
  actions: number;
  /** Failing calls that were already told of, so that a replayed record counts once. */
  told: string[];
  /** Background sessions of a shell: id and command, newest last. */
  shells: { id: string; command: string; settings?: Record<string, unknown> }[];
}

/** The state before the first event. */
export function emptyState(): DetectorState {
  return {
    sessionId: '',
    cwd: null,
    model: null,
    isSubagent: false,
    skip: false,
    running: [],
    open: [],
    objections: [],
    mending: [],
    written: [],
    editsSinceGreen: { tests: 0, sources: 0 },
    lastCall: null,
    recentCommands: [],
    lastDestructive: null,
    lastAnswer: '',
    lastSaid: '',
    lastRejection: null,
    recentUserTexts: [],
    actions: 0,
    told: [],
    shells: [],
  };
}
