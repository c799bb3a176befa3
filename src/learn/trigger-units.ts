import { matchError } from '../inject/match.ts';
import { ANYWHERE } from '../inject/scope.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { addTo } from '../text/lists.ts';
import { mayActAtCalls } from '../triggers/backtest.ts';
import type { PastCalls, Runs } from './past-calls.ts';
import { matches, type PreparedText } from './prepared-text.ts';
import type { ProjectErrors } from './project-errors.ts';
import type { ProjectTexts } from './project-texts.ts';
import type { ReplayCandidate } from './replay-types.ts';

/** A trigger with what it has met so far; candidates with the same trigger share it. */
export class Unit {
  readonly #compile: () => CompiledLesson;
  #lesson: CompiledLesson | null = null;
  #good = 0;
  #failing = 0;
  /** Who has this trigger now; null where no candidate has it any more. */
  owner: ReplayCandidate | null = null;

  constructor(compile: () => CompiledLesson) {
    this.#compile = compile;
  }

  get lesson(): CompiledLesson {
    this.#lesson ??= this.#compile();
    return this.#lesson;
  }

  /** Whether the history check lets it act. */
  get acts(): boolean {
    return mayActAtCalls({ goodDisturbed: this.#good, failingMet: this.#failing });
  }

  count({ good, failing }: Runs): void {
    this.#good += good;
    this.#failing += failing;
  }
}

type Trigger = ReplayCandidate['trigger'];

/** Units that a text matches, and those that it was not held against yet. */
interface Held {
  matching: Unit[];
  open: Unit[];
}

const NONE: readonly Unit[] = [];

/** The triggers of a project. A text and a trigger are held against each other once, where it comes to that. */
export class TriggerUnits {
  readonly #texts: ProjectTexts;
  readonly #errors: ProjectErrors;
  readonly #past: PastCalls;
  readonly #byText = new Map<PreparedText, Held>();
  /** Those that an error may recall. */
  readonly #byError = new Map<string, Unit[]>();
  readonly all: Unit[] = [];

  constructor(texts: ProjectTexts, errors: ProjectErrors, past: PastCalls) {
    this.#texts = texts;
    this.#errors = errors;
    this.#past = past;
  }

  /** Takes a trigger, which hears of the past calls that it matches. */
  add({ commandPatterns, pathPatterns, errorPatterns }: Trigger, compile: () => CompiledLesson): Unit {
    const unit = new Unit(compile);
    this.all.push(unit);
    if (errorPatterns.length > 0)
      for (const error of this.#errors.possible(errorPatterns, () => unit.lesson))
        addTo(this.#byError, error, unit);
    if (commandPatterns.length + pathPatterns.length === 0) return unit;
    for (const text of this.#texts.possible(unit.lesson)) {
      this.#held(text).open.push(unit);
      const runs = this.#past.of(text);
      if (runs !== undefined && this.matching(text).at(-1) === unit) unit.count(runs);
    }
    return unit;
  }

  #held(text: PreparedText): Held {
    let held = this.#byText.get(text);
    if (held === undefined) {
      held = { matching: [], open: [] };
      this.#byText.set(text, held);
    }
    return held;
  }

  /** Those that match a call, in the order in which they were added. */
  matching(text: PreparedText): readonly Unit[] {
    const held = this.#byText.get(text);
    if (held === undefined) return NONE;
    for (const unit of held.open.splice(0)) if (matches(unit.lesson, text)) held.matching.push(unit);
    return held.matching;
  }

  /** Those that a candidate has and that match the error of a call. */
  recalledBy({ call }: PreparedText, error: string): Unit[] {
    return (this.#byError.get(error) ?? []).filter(
      (unit) => unit.owner !== null && matchError(call, error, '', [unit.lesson], ANYWHERE).length > 0,
    );
  }
}
