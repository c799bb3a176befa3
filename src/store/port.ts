import type { Episode } from '../model/episode.ts';
import type { Failure } from '../model/failure.ts';
import type { Cursor, FileFindings, MalformedTag, SessionRecord, TagFinding } from '../model/findings.ts';
import type { InjectionEvent, Outcome } from '../model/injection-event.ts';
import type { Lesson, LessonStatus } from '../model/lesson.ts';
import type { PurgedIds } from './purged-ids.ts';

/** Fields by which `list` narrows; all that are given must hold. */
export interface LessonFilter {
  status?: LessonStatus[];
  tool?: string;
  tag?: string;
  /** A whole scope, or `project`, `team` or `agent` for all of that kind. */
  scope?: string;
  /** Substring over summary, mistake, remediation and signature. */
  text?: string;
  ids?: string[];
  /** Places that lessons came from. */
  origins?: string[];
  /** Leaves out candidates that are less reusable. */
  reusableMin?: number;
  limit?: number;
  offset?: number;
}

/** What a lesson is known by. */
export type LessonHead = Pick<Lesson, 'id' | 'number' | 'status' | 'source' | 'fingerprint'>;

/** A candidate by what a review ranks it by. */
export interface WaitingHead
  extends Pick<
    Lesson,
    'id' | 'number' | 'status' | 'reusable' | 'priority' | 'confidence' | 'occurrenceCount'
  > {
  /** Whether a write-up lies on it. */
  hasDraft: boolean;
}

/** Fields by which episodes are narrowed; all that are given must hold. */
export interface EpisodeFilter {
  ids?: string[];
  lessonIds?: string[];
  sessionIds?: string[];
  /** False leaves the evidence out. */
  excerpts?: boolean;
}

/** A piece of evidence behind a lesson: one episode or tag, redacted. */
export interface EvidenceRow {
  id: string;
  lessonId: string;
  episodeId: string | null;
  agent: string;
  sessionId: string;
  project: string;
  file: string | null;
  line: number | null;
  timestamp: string | null;
  excerpt: string;
}

/** An episode as grouping asks for it: what was kept of it, or else the whole of it as JSON. */
export interface SketchedRow {
  id: string;
  file: string;
  sketch: string | null;
  body: string | null;
}

/** What the candidate of a group was made of, when it was last settled. */
export interface SettledDraft {
  key: string;
  lessonId: string;
  digest: string;
  answers: string;
}

/** A write-up made by a review on a candidate, before anyone decides. */
export interface Draft {
  lessonId: string;
  patch: Record<string, unknown>;
  by: string;
  at: string;
}

/** What operations keep of single lessons beside their rows; it goes with the lesson. */
export const LESSON_STATES = ['citations', 'edited', 'looked', 'proposal'] as const;

/** The name under which such a state is kept. */
export const lessonState = (kind: (typeof LESSON_STATES)[number], lessonId: string): string =>
  `${kind}:${lessonId}`;

/** Projects are known by root commit or remote; several roots (worktrees, clones) may be one project. */
export interface ProjectRoot {
  root: string;
  project: string;
}

/** A lesson to be stored; one that was exported brings its number. */
export type NewLesson = Omit<Lesson, 'number'> & { number?: number };

/**
 * The main store. Implemented by `store/sqlite`.
 * Every method is one transaction unless run inside `transaction`.
 */
export interface Store {
  readonly version: number;
  close(): Promise<void>;
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;

  // Lessons
  insertLesson(lesson: Omit<Lesson, 'number'>): Promise<Lesson>;
  /** Gives numbers in order; one that a lesson brings is kept where it is above all that were given. */
  insertLessons(lessons: NewLesson[]): Promise<Lesson[]>;
  /** Writes the changed fields; `expected` guards against a second writer (returns false where the status differs). */
  updateLesson(id: string, changes: Partial<Lesson>, expected?: LessonStatus): Promise<boolean>;
  deleteLesson(id: string): Promise<void>;
  getLesson(id: string): Promise<Lesson | null>;
  /** By slug, id, unique prefix of either, or `#number`. Throws NOT_FOUND or AMBIGUOUS_REF. */
  resolveLesson(ref: string): Promise<Lesson>;
  listLessons(filter?: LessonFilter): Promise<Lesson[]>;
  /** What every lesson is, in a few words each. */
  lessonHeads(): Promise<LessonHead[]>;
  /** Those that wait for a decision, in a few words each. */
  waitingHeads(): Promise<WaitingHead[]>;
  /** How many of each status; limit and offset do not matter. */
  countLessons(filter?: LessonFilter): Promise<Record<LessonStatus, number>>;
  /** A digest of which lessons are active, each in which version, and where projects lie: what is compiled is of this state. Being matched changes nothing. */
  activeState(): Promise<string>;
  /** Those with one of the hashes, in the order of their numbers. */
  findByContentHash(...hashes: string[]): Promise<Lesson[]>;
  /** Full-text search, best first. */
  searchLessons(query: string, limit: number): Promise<Lesson[]>;
  /** For each of what is looked for the lessons that share a MinHash band with it: sub-linear in the number of lessons. */
  lessonsByBands(lookUps: readonly BandLookUp[]): Promise<LessonWithSignature[][]>;
  /** Those of the slugs that a lesson has. */
  takenSlugs(...slugs: string[]): Promise<string[]>;

  // Purging
  /** Removes every row that a session, a project or a lesson's evidence left, and keeps scans from finding it again. */
  purge(what: { sessionId?: string; project?: string; lessonId?: string }): Promise<PurgeCounts>;
  /** Notes calls that were removed from the call index, by its keys, so that an index made anew leaves them out. */
  notePurgedCalls(keys: number[]): Promise<void>;
  /** Notes records of transcripts, hashed, whose copies in other transcripts are left out as well. */
  notePurgedRecords(hashes: readonly number[]): Promise<void>;
  /** What later scans leave out. */
  listPurged(): Promise<Purged>;
  /** Overwrites freed pages, so that removed text is in no byte of the store's files. Not inside a transaction. */
  compact(): Promise<void>;

  // Evidence and drafts
  addEvidence(rows: Omit<EvidenceRow, 'id'>[]): Promise<void>;
  /** What stands behind these lessons, in order of time. */
  listEvidence(...lessonIds: string[]): Promise<EvidenceRow[]>;
  saveDraft(draft: Draft): Promise<void>;
  getDraft(lessonId: string): Promise<Draft | null>;
  listDrafts(lessonIds: readonly string[]): Promise<Draft[]>;
  deleteDraft(lessonId: string): Promise<void>;

  // Capture
  getCursors(): Promise<Map<string, Cursor>>;
  /** Every transcript is read from its start again. Answers how many were known. */
  forgetCursors(): Promise<number>;
  /** Names of the records that what was found in these files was made of, by file: of calls, else of messages, else their times; of sessions. */
  recordsIn(files: readonly string[]): Promise<Map<string, Set<string>>>;
  /**
   * Cursor, sessions, episodes, tags and malformed tags of each file, all at once. Calls go to the call index. What was
   * found earlier in records that the file has lost stays as it was.
   */
  applyFindings(...findings: FileFindings[]): Promise<void>;
  /** @param filter `excerpts: false` leaves `evidence` empty, the largest part of an episode */
  listEpisodes(filter?: EpisodeFilter): Promise<Episode[]>;
  /** Each episode once, some at a time, in the order of their ids. */
  episodes(): AsyncIterable<Episode[]>;
  /** The same with what was kept of them under these rules. It goes when the episode is found anew, or is gone. */
  sketches(rules: string): AsyncIterable<SketchedRow[]>;
  keepSketches(rules: string, rows: { id: string; file: string; sketch: string }[]): Promise<void>;
  /**
   * Each settled draft once, some at a time, in the order of their keys. One is forgotten where its lesson is changed
   * or gone, or something else becomes, or is no longer, that lesson's.
   */
  settledDrafts(): AsyncIterable<SettledDraft[]>;
  settleDrafts(drafts: SettledDraft[]): Promise<void>;
  forgetDrafts(keys: string[]): Promise<void>;
  /** Which lesson episodes belong to; null frees them. */
  assignEpisodes(ids: readonly string[], lessonId: string | null): Promise<void>;
  assignTags(ids: readonly string[], lessonId: string | null): Promise<void>;
  /** Gives all that belongs to one lesson to another. */
  moveFindings(fromId: string, toId: string): Promise<void>;
  listTags(): Promise<TagFinding[]>;
  listMalformed(): Promise<MalformedTag[]>;
  listSessions(): Promise<SessionRecord[]>;
  /** Which lesson each episode and tag belongs to, or those of these ids: finding id → lesson id. */
  listAssignments(ids?: readonly string[]): Promise<Map<string, string>>;

  // Failures and events
  ingestFailures(failures: Failure[]): Promise<number>;
  listFailures(): Promise<Failure[]>;
  /** Adds events, once each, and moves `hitCount` and `lastSeenAt` of what was shown before a turn. */
  ingestEvents(events: InjectionEvent[]): Promise<number>;
  listEvents(filter?: {
    lessonId?: string;
    sessionId?: string;
    since?: string;
    kinds?: string[];
  }): Promise<InjectionEvent[]>;
  /** When the first stored event happened; null where there is none. */
  firstEventAt(): Promise<string | null>;

  // Outcomes
  saveOutcomes(rows: OutcomeRow[]): Promise<void>;
  listOutcomes(filter?: { lessonId?: string; since?: string }): Promise<OutcomeRow[]>;

  // Projects, small state
  upsertProjectRoots(roots: ProjectRoot[]): Promise<void>;
  listProjectRoots(): Promise<ProjectRoot[]>;
  getState(key: string): Promise<string | null>;
  /** Key → value, of those of the keys that have one. */
  getStates(keys: readonly string[]): Promise<Map<string, string>>;
  setState(key: string, value: string | null): Promise<void>;
}

/** What was purged for good: keys of the call index, hashes of records, ids. */
export interface Purged {
  calls: number[];
  records: Set<number>;
  /** Of findings, sessions and projects. */
  ids: Pick<PurgedIds, 'has' | 'isEmpty'>;
}

/** How many rows of each kind a purge removed. */
export interface PurgeCounts {
  lessons: number;
  episodes: number;
  tags: number;
  evidence: number;
  failures: number;
  events: number;
  outcomes: number;
}

/** Nothing taken out yet. */
export const noPurgeCounts = (): PurgeCounts => ({
  lessons: 0,
  episodes: 0,
  tags: 0,
  evidence: 0,
  failures: 0,
  events: 0,
  outcomes: 0,
});

/** MinHash signature and band keys of a lesson's text; given to the store, which keeps them for look-up. */
export type LessonIndexer = (
  lesson: Pick<Lesson, 'summary' | 'mistake' | 'remediation' | 'toolNames' | 'commandPatterns'>,
) => { signature: Uint32Array; bands: string[] };

/** What lessons are looked for by. */
export interface BandLookUp {
  /** The strings of `text/similarity.ts`. */
  bands: readonly string[];
  /** Drops the unlike ones before they are read. */
  keep?: (signature: Uint32Array) => boolean;
}

/** A lesson that a look-up found, and its MinHash signature. */
export interface LessonWithSignature {
  lesson: Lesson;
  signature: Uint32Array;
}

/** The judged outcome of one injection event. */
export interface OutcomeRow {
  /** Identity of the injection: session, lesson, tool use. */
  id: string;
  lessonId: string;
  slug: string;
  sessionId: string;
  agent: string;
  project: string | null;
  at: string;
  outcome: Outcome;
  evidence: string;
  withheld: boolean;
  /**
   * Whether what the lesson warns of happened in the session after the lesson was first told or withheld there; of a
   * report, and of what earlier versions judged, null.
   */
  cameBack: boolean | null;
}
