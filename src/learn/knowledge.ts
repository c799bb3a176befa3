import { isOpen } from '../model/call-identity.ts';
import type { Episode } from '../model/episode.ts';
import { addTo } from '../text/lists.ts';
import { Assessments } from './assessments.ts';
import { PastCalls } from './past-calls.ts';
import type { PreparedText } from './prepared-text.ts';
import type { ProjectErrors } from './project-errors.ts';
import type { ProjectTexts } from './project-texts.ts';
import type { ReplayCandidate, ReplayOptions, ReplayTools } from './replay-types.ts';
import type { WalkedCall } from './timeline.ts';
import { TriggerUnits, type Unit } from './trigger-units.ts';

function patternCandidate(pattern: string, tools: readonly string[] | undefined): ReplayCandidate {
  const trigger = {
    toolNames: [...(tools ?? ['Bash'])],
    commandPatterns: tools === undefined ? [pattern] : [],
    pathPatterns: tools === undefined ? [] : [pattern],
    errorPatterns: [],
  };
  return { key: pattern, summary: '', kind: '', confidence: 1, fingerprints: [], trigger, bytes: 0 };
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
  readonly #assessments: Assessments;
  readonly #units: TriggerUnits;
  readonly #byTrigger = new Map<string, Unit>();
  readonly #unitOf = new WeakMap<ReplayCandidate, Unit>();
  #byFingerprint = new Map<string, ReplayCandidate[]>();
  #candidates: ReplayCandidate[] = [];
  #settled = true;

  /** @param texts of all calls, and `errors` of all that failed, also of those that are still to come */
  constructor(tools: ReplayTools, options: ReplayOptions, texts: ProjectTexts, errors: ProjectErrors) {
    this.#tools = tools;
    this.#options = options;
    this.#units = new TriggerUnits(texts, errors, this.#past);
    this.#assessments = new Assessments(this.#past, texts, (pattern, on) =>
      tools.compile(patternCandidate(pattern, on), 'assessed'),
    );
  }

  /** Takes an episode; it counts after the next `settle`. */
  learn(episode: Episode): void {
    this.#episodes.push(episode);
    this.#settled = false;
  }

  /** Takes a call that is past: every trigger that would have matched it hears of it. */
  remember(call: WalkedCall, prepared: PreparedText): void {
    if (isOpen(call)) return;
    this.#past.add(prepared, call.ok);
    const counted = { good: Number(call.ok), failing: Number(!call.ok) };
    for (const unit of this.#units.matching(prepared)) unit.count(counted);
  }

  /** Groups what was learned into candidates and runs new triggers over the past. */
  settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#candidates = this.#tools.group(this.#episodes, (...asked) => this.#assessments.of(...asked), this);
    this.#byFingerprint = new Map();
    for (const unit of this.#units.all) unit.owner = null;
    for (const candidate of this.#candidates) {
      if (candidate.confidence < this.#options.minConfidence) continue;
      for (const fingerprint of candidate.fingerprints) addTo(this.#byFingerprint, fingerprint, candidate);
      this.#unit(candidate).owner ??= candidate;
    }
  }

  #unit(candidate: ReplayCandidate): Unit {
    let unit = this.#unitOf.get(candidate);
    if (unit === undefined) {
      unit = this.#unitByTrigger(candidate);
      this.#unitOf.set(candidate, unit);
    }
    return unit;
  }

  #unitByTrigger(candidate: ReplayCandidate): Unit {
    const key = JSON.stringify(candidate.trigger);
    let unit = this.#byTrigger.get(key);
    if (unit === undefined) {
      const id = `unit-${this.#byTrigger.size}`;
      unit = this.#units.add(candidate.trigger, () => this.#tools.compile(candidate, id));
      this.#byTrigger.set(key, unit);
    }
    return unit;
  }

  /** Candidates that act at this call: their trigger matches, and the history check lets it act. */
  atCall(prepared: PreparedText): ReplayCandidate[] {
    const acting: ReplayCandidate[] = [];
    for (const unit of this.#units.matching(prepared))
      if (unit.owner !== null && unit.acts) acting.push(unit.owner);
    return acting;
  }

  /** Candidates that are recalled by this failure: by fingerprint, or by a pattern over its error. */
  onError(prepared: PreparedText, fingerprint: string | null, error: string): ReplayCandidate[] {
    const recalled = new Set(fingerprint === null ? [] : this.#byFingerprint.get(fingerprint));
    for (const { owner } of this.#units.recalledBy(prepared, error)) if (owner) recalled.add(owner);
    return [...recalled];
  }

  /** Candidates now, and how many of them the history check keeps from acting at calls. */
  counts(): { candidates: number; silenced: number } {
    const silenced = this.#units.all.filter((unit) => unit.owner !== null && !unit.acts);
    return { candidates: this.#candidates.length, silenced: silenced.length };
  }
}
