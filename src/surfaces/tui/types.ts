import type { Lesson, PatternField } from '../../model/lesson.ts';

/** A change of an active lesson, an empty one where it is to stay as it is, and what that means: `still holds`. */
interface Proposed {
  patch: Pick<Partial<Lesson>, 'delivery' | 'scope'>;
  says: string;
}

/** A candidate, an archived lesson, or an active one to look at again, as the list shows it. */
export interface ReviewRow extends Lesson {
  noise: { rule: string; reason: string } | null;
  /** Its scope in words, where that is not as short. */
  scopeName?: string;
  /** Of an active lesson: what a yes makes of it. */
  proposed?: Proposed;
}

/** What the pane shows beside the fields; loaded when a row is opened. */
export interface RowDetails {
  evidence: string[];
  backtest: { failingMet: number; goodDisturbed: number; callsSeen: number } | null;
  duplicates: { slug: string; similarity: number }[];
}

/** Verdict on a pattern while it is typed. */
export interface PatternVerdict {
  ok: boolean;
  reason: string | null;
  matchesFailing: boolean | null;
  matchesCorrected: boolean | null;
  history: { callsSeen: number; failingMet: number; goodDisturbed: number; examples: string[] } | null;
}

export type DecisionAction = 'approve' | 'skip' | 'archive' | 'unarchive';

/** How each decision is shown where there is no room for its words. */
export const MARKS: Record<DecisionAction, string> = {
  approve: '✓',
  skip: '↷',
  archive: '✗',
  unarchive: '↺',
};

/** What a reviewer decided on a row, and why where they say. */
export interface Decision {
  action: DecisionAction;
  reason: string | null;
}

/** A row as it was edited. */
export interface Decided {
  row: ReviewRow;
  decision: Decision;
  patch: Patch | undefined;
}

/** What a yes to an active lesson makes of it: what was edited goes before what is proposed. */
export const saysOfYes = ({ proposed, delivery }: ReviewRow, patch: Patch | undefined): string =>
  proposed === undefined || proposed.patch.delivery !== undefined
    ? `is delivered as ${patch?.delivery ?? proposed?.patch.delivery ?? delivery}`
    : proposed.says;

/** Fields of a row as a reviewer has written them. */
export type Patch = Partial<Pick<Lesson, (typeof EDITABLE)[number]>>;

/** Fields that a reviewer may change, in the order of the pane: what is told, when, and the rest. */
export const EDITABLE = [
  'summary',
  'mistake',
  'remediation',
  'delivery',
  'toolNames',
  'commandPatterns',
  'pathPatterns',
  'contentPatterns',
  'errorPatterns',
  'scope',
  'priority',
  'tags',
  'injectOn',
  'signature',
  'blockReason',
  'needsHumanFix',
] as const;
export type EditableField = (typeof EDITABLE)[number];

export interface LoadedReview {
  sessionId: string;
  rows: readonly ReviewRow[];
  /** Candidates that are left out as unlikely to help. */
  hidden: number;
}

/** Where the terminal gets its rows and leaves its decisions; the operations behind it are `source.ts`. */
export interface ReviewSource {
  /** @param input of `review.list`: which candidates */
  load(input: unknown): Promise<LoadedReview>;
  details(row: ReviewRow): Promise<RowDetails>;
  testPattern(row: ReviewRow, field: PatternField, pattern: string): Promise<PatternVerdict>;
  apply(sessionId: string, decided: Decided[]): Promise<string[]>;
}
