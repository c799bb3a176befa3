import type { CompiledLesson } from '../model/compiled.ts';
import type { Assess } from '../triggers/past-runs.ts';
import type { PastCalls, Runs } from './past-calls.ts';
import { matches, type PreparedText } from './prepared-text.ts';
import type { ProjectTexts } from './project-texts.ts';

/** Of a pattern that matches more good calls than were asked for. */
const TOO_MANY: Runs = { failing: 0, good: Number.POSITIVE_INFINITY };

type Compile = (pattern: string, tools: readonly string[] | undefined) => CompiledLesson;

/** A pattern and the past calls that it matched when it was last looked at. */
interface Assessment extends Runs {
  lesson: CompiledLesson;
  /** Calls that were past then; less than none before it was looked at. */
  of: number;
  /** Texts that hold what it requires: those that were not looked at, and the first of them. */
  rest: Iterator<PreparedText, void>;
  next: PreparedText | undefined;
  /** Those that were passed over, since they were not run yet. */
  open: PreparedText[];
  /** Those that it matches. */
  hits: PreparedText[];
  /** Counting ended with the last text, not with more good calls than were asked for. */
  isWhole: boolean;
}

/** What the past says of patterns; a text is held against a pattern once, and only where the answer needs it. */
export class Assessments {
  readonly #past: PastCalls;
  readonly #texts: ProjectTexts;
  readonly #compile: Compile;
  readonly #known = new Map<string, Assessment>();

  constructor(past: PastCalls, texts: ProjectTexts, compile: Compile) {
    this.#past = past;
    this.#texts = texts;
    this.#compile = compile;
  }

  /**
   * Counted anew where the past has grown.
   * @param enough good calls beyond which their number does not matter
   */
  of(...[pattern, enough, tools]: Parameters<Assess>): Runs {
    const key = tools === undefined ? pattern : `${tools.join(' ')}\n${pattern}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#begun(this.#compile(pattern, tools));
      this.#known.set(key, known);
    }
    const isRecent = this.#past.size <= known.of;
    if (!isRecent || (!known.isWhole && known.good <= enough)) this.#count(known, enough);
    return known.good > enough ? TOO_MANY : { failing: known.failing, good: known.good };
  }

  #begun(lesson: CompiledLesson): Assessment {
    const isBroken = lesson.command.length + lesson.path.length === 0;
    const rest = this.#texts.possible(lesson);
    return {
      lesson,
      of: isBroken ? Number.POSITIVE_INFINITY : -1,
      rest,
      next: rest.next().value ?? undefined,
      open: [],
      hits: [],
      isWhole: isBroken,
      ...(isBroken ? TOO_MANY : { good: 0, failing: 0 }),
    };
  }

  #count(known: Assessment, enough: number): void {
    known.of = this.#past.size;
    known.good = 0;
    known.failing = 0;
    for (const hit of known.hits) this.#add(known, hit);
    const open = known.open.splice(0);
    for (const text of open) this.#look(known, text, enough);
    for (let text = known.next; text && text.nth <= this.#past.furthest && known.good <= enough; ) {
      this.#look(known, text, enough);
      text = known.rest.next().value ?? undefined;
      known.next = text;
    }
    known.isWhole = known.good <= enough;
  }

  /** Holds a text against the pattern, unless it was not run yet or more is known than was asked for. */
  #look(known: Assessment, text: PreparedText, enough: number): void {
    if (known.good > enough || this.#past.of(text) === undefined) known.open.push(text);
    else if (matches(known.lesson, text)) {
      known.hits.push(text);
      this.#add(known, text);
    }
  }

  #add(known: Assessment, text: PreparedText): void {
    const { good, failing } = this.#past.of(text) as Runs;
    known.good += good;
    known.failing += failing;
  }
}
