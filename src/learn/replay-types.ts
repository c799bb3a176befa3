import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import type { Assess } from '../triggers/past-runs.ts';

/** One session as its transcripts tell it; subagents belong to their parent's. */
export interface ReplaySession {
  agent: string;
  sessionId: string;
  project: string;
  calls: CallRecord[];
  episodes: Episode[];
}

/** A lesson as it would have been learned, from episodes of earlier sessions. */
export interface ReplayCandidate {
  /** The same for the same mistake, however many episodes stand behind it. */
  key: string;
  summary: string;
  /** Kind of error of its episodes. */
  kind: string;
  confidence: number;
  fingerprints: string[];
  trigger: {
    toolNames: string[];
    commandPatterns: string[];
    pathPatterns: string[];
    errorPatterns: string[];
  };
  /** Bytes of text that one delivery would take. */
  bytes: number;
}

/** What the core is given of the rest of the product. */
export interface ReplayTools {
  /**
   * Groups episodes into candidates, as a scan does.
   * @param assess what the past calls say about a command pattern
   * @param asker whoever asks with more episodes each time: what was found for it is kept for its next question
   */
  group(episodes: Episode[], assess: Assess, asker: object): ReplayCandidate[];
  /** Makes a candidate's trigger what the hook runs; `id` becomes the lesson's id. */
  compile(candidate: ReplayCandidate, id: string): CompiledLesson;
}

export interface ReplayOptions {
  /** Candidates below it never act. */
  minConfidence: number;
}

/** Counted once per session: a fingerprint in a session, a lesson in a session. */
export interface SessionFigures {
  /** Sessions in which a failure came back that an earlier session of the project had seen. */
  recurring: number;
  /** Of those, met by a lesson that matched the call. */
  metByCall: number;
  /** Of those, met by a lesson that was recalled by the error. */
  metByRecall: number;
  /** Met in either way. */
  met: number;
  /** `metByCall` ÷ `recurring`; null where nothing recurred. */
  shareMetByCall: number | null;
  shareMet: number | null;
  /** Pairs of lesson and session in which it matched a good call. */
  disturbed: number;
  /** `disturbed` ÷ `met`; null where none was met. */
  disturbedPerMet: number | null;
  disturbedPerMetByCall: number | null;
  /** Deliveries, at calls and after errors. */
  told: number;
}

/** What is counted of one project, and of all. */
interface ReplayCounts {
  sessions: number;
  toolCalls: number;
  failures: number;
  recurrences: number;
  recurrencesMet: number;
  metByCall: number;
  metByRecall: number;
  callsDisturbed: number;
  /** Calls before which a lesson matched. */
  callsReached: number;
  /** Calls that anything was told at, or after their error. */
  callsTold: number;
  /** Deliveries at calls, and after failures; each lesson once a session. */
  injections: number;
  recalls: number;
  commandLike: SessionFigures;
  other: SessionFigures;
}

export interface ProjectFigures extends ReplayCounts {
  project: string;
}

/** What one candidate would have met and disturbed. */
export interface LessonFigures {
  project: string;
  summary: string;
  kind: string;
  metByCall: number;
  metByRecall: number;
  callsDisturbed: number;
  sessionsDisturbed: number;
  injections: number;
  recalls: number;
}

/** What the walk of one project found, as plain data. */
export interface ProjectWalked {
  figures: ProjectFigures;
  lessons: LessonFigures[];
  /** Failing calls that a lesson acted at. */
  failuresMatched: number;
  /** Of all deliveries. */
  injectedBytes: number;
  /** Candidates learned, and those that the history check silenced at calls, at the end. */
  candidates: number;
  silenced: number;
}

/** The figures of a replay, as `lessons replay --json` prints them. */
export interface ReplayReport extends ReplayCounts {
  minConfidence: number;
  /** `toolCalls` without `failures`; those that were refused, or have not come to their end, disturb nobody. */
  goodCalls: number;
  /** `callsReached` ÷ `toolCalls`. */
  shareOfCalls: number;
  /** `callsTold` ÷ `toolCalls`. */
  shareTold: number;
  /** Estimate: four bytes a token. */
  tokens: number;
  /** Of the calls that a lesson matched and whose end is known, the share that failed; null where there is none. */
  precision: number | null;
  /** Candidates learned, and those whose trigger the history check silenced at calls, at the end. */
  candidates: number;
  silenced: number;
  /** The same without the project that has most recurrences; null where there is only one project. */
  withoutDominant: WithoutDominant | null;
  perProject: ProjectFigures[];
  perLesson: LessonFigures[];
}

interface WithoutDominant
  extends Pick<
    ReplayCounts,
    | 'sessions'
    | 'toolCalls'
    | 'callsReached'
    | 'callsTold'
    | 'recurrences'
    | 'recurrencesMet'
    | 'commandLike'
    | 'other'
  > {
  project: string;
  shareOfCalls: number;
  shareTold: number;
}
