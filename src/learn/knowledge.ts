import { matchError, matchLesson } from '../inject/match.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import { mayActAtCalls } from '../triggers/backtest.ts';
import { LessonIndex } from '../triggers/lesson-index.ts';
import { PastCalls, type PastEntry, type PreparedText } from './past-calls.ts';
import type { ReplayCandidate, ReplayOptions, ReplayTools } from './replay-types.ts';
import { isDenied } from './session-calls.ts';
import type { WalkedCall } from './timeline.ts';

const ANYWHERE = { project: null, agent: '', team: null };

/** A pattern and the past calls that it matched when it was last looked at. */
interface Assessment {
  lesson: CompiledLesson;
  failing: number;
  good: number;
  /** Calls that were past then, and distinct texts. */
  of: number;
  texts: number;
  hits: PastEntry[];
}

function patternCandidate(pattern: string): ReplayCandidate {
  const trigger = { toolNames: ['Bash'], commandPatterns: [pattern], pathPatterns: [], errorPatterns: [] };
  return { key: pattern, summary: '', kind: '', confidence: 1, fingerprints: [], trigger, bytes: 0 };
}

/** A trigger with what it has met so far; candidates with the same trigger share it. */
interface Unit {
  lesson: CompiledLesson;
  good: number;
  failing: number;
  /** Who has this trigger now; null where no candidate has it any more. */
  owner: ReplayCandidate | null;
}

/**
 * What is known of one project at a moment: candidates out of the episodes so far, and the calls so far against
 * which their triggers are checked.
 */
export class Knowledge {
  readonly #tools: ReplayTools;
  readonly #options: ReplayOptions;
  readonly #episodes: Episode[] = [];
  readonly #past = new PastCalls();
  readonly #assessed = new Map<string, Assessment>();
  readonly #units = new Map<string, Unit>();
  readonly #unitsOf = new WeakMap<ReplayCandidate, Unit>();
  readonly #byLesson = new Map<string, Unit>();
  readonly #calls = new LessonIndex('call');
  readonly #errors = new LessonIndex('error');
  #byFingerprint = new Map<string, ReplayCandidate[]>();
  #candidates: ReplayCandidate[] = [];
  #settled = true;
  /** Some lesson is about commands, or about paths; other calls need not be looked at. */
  #commands = false;
  #paths = false;

  constructor(tools: ReplayTools, options: ReplayOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  /** Takes an episode; it counts after the next `settle`. */
  learn(episode: Episode): void {
    this.#episodes.push(episode);
    this.#settled = false;
  }

  /** Takes a call that is past: every trigger that would have matched it hears of it. */
  remember(call: WalkedCall, prepared: PreparedText): void {
    if (isDenied(call)) return;
    this.#past.add(prepared, call.ok);
    if (!this.#isWatched(prepared)) return;
    for (const lesson of this.#calls.forTokens(prepared.tokens)) {
      if (!matches(lesson, prepared)) continue;
      const unit = this.#byLesson.get(lesson.id) as Unit;
      if (call.ok) unit.good += 1;
      else unit.failing += 1;
    }
  }

  /** Groups what was learned into candidates and runs new triggers over the past. */
  settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#candidates = this.#tools.group(this.#episodes, (pattern) => this.#assess(pattern), this);
    this.#byFingerprint = new Map();
    for (const unit of this.#units.values()) unit.owner = null;
    for (const candidate of this.#candidates) {
      if (candidate.confidence < this.#options.minConfidence) continue;
      for (const fingerprint of candidate.fingerprints) {
        const list = this.#byFingerprint.get(fingerprint);
        if (list) list.push(candidate);
        else this.#byFingerprint.set(fingerprint, [candidate]);
      }
      const unit = this.#unitOf(candidate);
      unit.owner ??= candidate;
    }
  }

  /** Run over the past anew where that has grown by a fifth. */
  #assess(pattern: string): Assessment {
    let known = this.#assessed.get(pattern);
    if (known && this.#past.size <= known.of * 1.2 + 20) return known;
    if (!known) {
      const lesson = this.#tools.compile(patternCandidate(pattern), 'assessed');
      known = { lesson, failing: 0, good: 0, of: 0, texts: 0, hits: [] };
      this.#assessed.set(pattern, known);
    }
    known.of = this.#past.size;
    if (known.lesson.command.length === 0) known.good = Number.POSITIVE_INFINITY;
    else this.#reassess(known);
    return known;
  }

  /** What did not match once never will: only texts that are new since are looked at. */
  #reassess(known: Assessment): void {
    known.hits.push(...this.#matched(known.lesson, known.texts));
    known.texts = this.#past.texts;
    known.good = 0;
    known.failing = 0;
    for (const { good, failing } of known.hits) {
      known.good += good;
      known.failing += failing;
    }
  }

  /** Past texts from the nth on that the lesson matches. */
  *#matched(lesson: CompiledLesson, from: number): Iterable<PastEntry> {
    for (const entry of this.#past.for(lesson, from)) if (matches(lesson, entry.prepared)) yield entry;
  }

  #unitOf(candidate: ReplayCandidate): Unit {
    let unit = this.#unitsOf.get(candidate);
    if (unit === undefined) {
      unit = this.#unitByTrigger(candidate);
      this.#unitsOf.set(candidate, unit);
    }
    return unit;
  }

  #unitByTrigger(candidate: ReplayCandidate): Unit {
    const key = JSON.stringify(candidate.trigger);
    let unit = this.#units.get(key);
    if (unit) return unit;
    const lesson = this.#tools.compile(candidate, `unit-${this.#units.size}`);
    unit = { lesson, good: 0, failing: 0, owner: null };
    this.#units.set(key, unit);
    this.#byLesson.set(lesson.id, unit);
    if (lesson.error.length > 0) this.#errors.add(lesson);
    if (lesson.command.length + lesson.path.length === 0) return unit;
    for (const { good, failing } of this.#matched(lesson, 0)) {
      unit.good += good;
      unit.failing += failing;
    }
    this.#calls.add(lesson);
    this.#commands ||= lesson.command.length > 0;
    this.#paths ||= lesson.path.length > 0;
    return unit;
  }

  #isWatched({ isShell }: PreparedText): boolean {
    return isShell ? this.#commands : this.#paths;
  }

  /** Candidates that act at this call: their trigger matches, and the history check lets it act. */
  atCall(prepared: PreparedText): ReplayCandidate[] {
    if (!this.#isWatched(prepared)) return [];
    const acting: ReplayCandidate[] = [];
    for (const lesson of this.#calls.forTokens(prepared.tokens)) {
      const unit = this.#byLesson.get(lesson.id) as Unit;
      if (unit.owner === null || !acts(unit)) continue;
      if (matches(lesson, prepared)) acting.push(unit.owner);
    }
    return acting;
  }

  /** Candidates that are recalled by this failure: by fingerprint, or by a pattern over its error. */
  onError(prepared: PreparedText, fingerprint: string | null, error: string): ReplayCandidate[] {
    const recalled = new Set(fingerprint === null ? [] : this.#byFingerprint.get(fingerprint));
    const possible = this.#errors.forTexts([error]);
    for (const match of matchError(prepared.call, error, '', possible, ANYWHERE)) {
      const owner = this.#byLesson.get(match.lesson.id)?.owner;
      if (owner) recalled.add(owner);
    }
    return [...recalled];
  }

  /** Candidates now, and how many of them the history check keeps from acting at calls. */
  counts(): { candidates: number; silenced: number } {
    let silenced = 0;
    for (const unit of this.#units.values()) if (unit.owner !== null && !acts(unit)) silenced += 1;
    return { candidates: this.#candidates.length, silenced };
  }
}

function matches(lesson: CompiledLesson, prepared: PreparedText): boolean {
  return matchLesson(prepared.call, prepared.textsFor(lesson), lesson, ANYWHERE) !== null;
}

function acts(unit: Unit): boolean {
  return mayActAtCalls({ goodDisturbed: unit.good, failingMet: unit.failing });
}
