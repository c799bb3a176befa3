import type { CallRecord } from '../model/findings.ts';

/** One distinct text of a tool (a command, a path), with how often it was run and with which result. */
export interface CallText {
  id: number;
  tool: string;
  text: string;
  /** What `ViewOf` made of the text; null where that is the text itself. */
  view: string | null;
  good: number;
  failing: number;
}

/** Narrows a look-up; everything that is given must hold. */
export interface TextQuery {
  /** Canonical tool names; empty or absent: every tool. */
  tools?: string[];
  /** Literals that a match requires, in any case: of at least one inner list, all occur in the text or in its view. */
  literals?: string[][];
  project?: string;
  /** Only texts of these ids. */
  ids?: readonly number[];
  /** Only texts that came to the index after the one of this id. */
  after?: number;
}

/** Counts of calls that ran, by result. One that was refused before it ran, or has not come to its end, is kept and counts neither way. */
export interface CallTotals {
  calls: number;
  good: number;
  failing: number;
}

/** Fields by which past calls are narrowed; all that are given must hold. */
export interface CallQuery {
  agent?: string;
  /** All calls in its history: also those that another session copied, or was copied from. */
  sessionId?: string;
  project?: string;
  tool?: string;
  fingerprint?: string;
  /** ISO 8601, inclusive. */
  since?: string;
  /** ISO 8601, exclusive. */
  until?: string;
  failingOnly?: boolean;
}

/** What is removed by a purge; one of the fields. */
export interface CallRemoval {
  sessionId?: string;
  project?: string;
  /** Every call whose text or error contains this text. */
  text?: string;
  /** Calls by the agent's id of the tool use. */
  callIds?: string[];
}

/** What patterns see of a text, encoded by whoever reads it back; null for nothing but the text itself. */
export type ViewOf = (tool: string, text: string) => string | null;

/**
 * Index of past tool calls on disk. A call is known by agent, record and call id, so that replayed history
 * counts once; equal texts are stored once with counters.
 */
export interface CallIndex {
  /** Stores calls in one transaction; answers how many were new. Run it before the findings' own commit: repeating it does nothing. */
  add(calls: Iterable<CallRecord>): number;
  /** Computes the shell view of texts that have none, once; `version` names the rules: another one starts over. Answers how many. */
  fillViews(viewOf: ViewOf, version: string): number;
  totals(query?: { tools?: string[]; project?: string }): CallTotals;
  /** Names of the tools that were called. */
  toolNames(): string[];
  /** Distinct texts that could match. `good` and `failing` count the project's calls where one is given. */
  texts(query?: TextQuery): Iterable<CallText>;
  /** Id of the newest text, 0 where there is none. An id is used again only after a removal, which forgets results. */
  newestText(): number;
  /** How often texts of these ids were run, in one project or anywhere. */
  countTexts(ids: readonly number[], project?: string): { good: number; failing: number };
  /** How often a text was run before the moment (ISO 8601), in one project or anywhere; undated calls count as before. */
  countText(textId: number, until: string, project?: string): { good: number; failing: number };
  /** Counts calls that satisfy the query; figures for recurrence per 1,000 calls. */
  count(query: CallQuery): CallTotals;
  /** Calls in order of time, then of storing. */
  calls(query: CallQuery): Iterable<CallRecord>;
  /** A remembered result, or null where there is none or the calls have grown by more than that share since. */
  recall(name: string, staleShare: number): string | null;
  /** Keeps results that were computed from the calls as they stand. A removal forgets them all. */
  remember(results: Iterable<[name: string, value: string]>): void;
  /** Forgets results whose names begin so, but for those that are still asked for. */
  forget(prefix: string, except: ReadonlySet<string>): void;
  /** Removes calls for good, and every text that no call uses any more, and overwrites the freed pages. Answers how many calls went. */
  remove(what: CallRemoval): number;
  /** Keys of all calls that were removed; they tell nothing but that it was done. */
  removedKeys(): number[];
  /** True where the index was begun anew and no scan has taken note of it. */
  isUnfilled(): boolean;
  /** Takes note that the index was begun anew: calls of these keys are never added. */
  begin(removed: number[]): void;
  /** Looks at every page; false where one cannot be right. */
  isSound(): boolean;
  close(): void;
}
