import type { LinearProgram } from '../inject/linear.ts';
import type { Delivery, InjectEvent } from './lesson.ts';

/**
 * A pattern made safe for the hook: `match` holds and `unless` does not.
 * Both are free of lookaround and backreferences, but for sources that passed the timed attack as they are.
 */
export interface CompiledPattern {
  /** As written in the lesson. */
  source: string;
  match: string;
  unless: string | null;
  flags: string;
  /** What it is run against. */
  view: 'shell' | 'raw';
  /** Of a raw pattern that begins with the names of a command, `gh api`: the line has to run them, not only quote them. */
  runs?: string;
  /** The same as machines for long texts, where the engine's own matching could be quadratic or worse. */
  linear?: { match: LinearProgram | null; unless: LinearProgram | null };
}

/** A lesson as the hook reads it: everything pre-rendered, nothing to validate. */
export interface CompiledLesson {
  id: string;
  number: number;
  slug: string;
  delivery: Delivery;
  injectOn: InjectEvent[];
  toolNames: string[];
  command: CompiledPattern[];
  /** Regular expressions made from globs; matched with `/` separators. */
  path: CompiledPattern[];
  content: CompiledPattern[];
  error: CompiledPattern[];
  fingerprint: string | null;
  priority: number;
  confidence: number;
  /** Posterior mean of being useful, 0–1; 0.5 where nothing is known. */
  effect: number;
  scope: string;
  tags: string[];
  /** It came with a pack, and nobody here has learned it. */
  fromPack?: true;
  /** False where the back-test says that it disturbs too much: it acts only on its error, before a turn, or at session start. */
  actsAtCalls: boolean;
  /** Rendered lesson, and the one-line fallback (`**Lesson**: …`). */
  text: string;
  summaryText: string;
  /** The same as a line of a list, where it is told at a start. */
  startText?: string;
  /** Reason of a block or hold, with `{command}` still in it. */
  reason: string;
  signature: string | null;
  /** What it waits for in a few words, for a person. */
  shownTrigger: string;
}
