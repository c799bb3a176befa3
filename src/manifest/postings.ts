import { isToolOnly } from '../inject/match.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import { ALWAYS_LIST_MAX, CANONICAL_TOOLS, PARTS_LIST_MAX } from '../model/constants.ts';
import { scopeProject } from '../model/scope.ts';
import { requiredFragments, requiredLiterals } from '../triggers/required-literals.ts';
import { CHAIN_WORDS_MAX, indexKey } from './format.ts';

/** Failures are rare beside calls, so more may be tried at each. */
const ERRORS_ALWAYS_MAX = 100;
/** A single letter is a part of nearly every call. */
const PART_CHARS_MIN = 2;
/** Best lessons of an event or a project that are kept; the hook tells a few of them. */
const ORDERED_MAX = 200;

/** What one lesson needs: of every inner list one token is posted, and the lesson is tried where any of them occurs. */
interface Wanted {
  n: number;
  priority: number;
  slug: string;
  /** Ways to post the lesson completely; one of them is chosen when all counts are known. */
  ways: string[][][];
  /** For a lesson without a way: parts of words of which a call that it matches has one. None where nothing is required. */
  parts: string[];
}

/** Of all its choices the tokens that a pattern requires; null where nothing is certain. */
type Required = (source: string, flags: string) => string[][] | null;

const requiredParts: Required = (source, flags) => requiredFragments(source, flags, PART_CHARS_MIN);

interface Postings {
  /** Lessons by key. */
  lists: Map<string, number[]>;
  /** Words that chains go on with, by the chain so far. */
  next: Map<string, Set<string>>;
  /** Parts of words, a line for each lesson of an entry that is looked up by them. */
  parts: Map<string, string>;
  /** Distinct chains posted for calls. */
  tokens: number;
  /** Slugs of lessons that every call tries, and those that no call finds. */
  always: string[];
  overflow: { n: number; slug: string }[];
}

/** Collects lessons, counts how often each token is asked for, and posts every lesson under its rarest ones. */
export class PostingBuilder {
  readonly #calls: Wanted[] = [];
  readonly #errors: Wanted[] = [];
  readonly #counts = new Map<string, number>();
  readonly #lists = new Map<string, number[]>();
  readonly #ordered = new Map<string, { n: number; order: number[] }[]>();
  readonly #next = new Map<string, Set<string>>();
  readonly #parts = new Map<string, string>();
  readonly #caches = new Map<Required, Map<string, string[][] | null>>();

  /** `useful`: it has helped before, as measured. */
  add(n: number, lesson: CompiledLesson, useful: boolean): void {
    const base = { n, priority: lesson.priority, slug: lesson.slug };
    if (lesson.actsAtCalls && lesson.injectOn.includes('PreToolUse')) {
      const triggers = [lesson.command, lesson.content.length > 0 ? [] : lesson.path].flat();
      const ways = this.#conjunction(triggers, lesson, requiredLiterals);
      const parts = () => this.#conjunction(triggers, lesson, requiredParts)?.[0];
      if (ways) this.#want(this.#calls, { ...base, ways, parts: ways.length > 0 ? [] : longest(parts()) });
      if (isToolOnly(lesson)) for (const key of toolKeys(lesson.toolNames)) this.#post(key, n);
    }
    if (lesson.error.length > 0) {
      const way = this.#all(lesson.error, requiredLiterals);
      const parts = way ? [] : longest(this.#all(lesson.error, requiredParts));
      this.#want(this.#errors, { ...base, ways: way ? [way] : [], parts });
    }
    if (lesson.fingerprint !== null && lesson.injectOn.includes('PostToolUseFailure'))
      this.#post(indexKey.fingerprint(lesson.fingerprint), n);
    const project = scopeProject(lesson.scope);
    if (useful && project !== null)
      this.#order(indexKey.useful(project), n, [lesson.effect, lesson.priority]);
    for (const event of lesson.injectOn) {
      if (event !== 'SessionStart' && event !== 'SubagentStart') continue;
      this.#order(indexKey.event(event), n, [lesson.priority, lesson.effect, lesson.confidence]);
    }
  }

  #order(key: string, n: number, order: number[]): void {
    const entries = this.#ordered.get(key);
    if (entries) entries.push({ n, order });
    else this.#ordered.set(key, [{ n, order }]);
  }

  /**
   * Ways to post command and path patterns and, where there is content, path and content together:
   * a match needs both, so either set of tokens finds it. Null where the lesson has no call pattern.
   */
  #conjunction(triggers: CompiledPattern[], lesson: CompiledLesson, of: Required): string[][][] | null {
    const { content, path } = lesson;
    if (triggers.length + content.length === 0) return null;
    const first = this.#all(triggers, of);
    if (content.length === 0) return first ? [first] : [];
    const seconds = [this.#all(content, of), path.length > 0 ? this.#all(path, of) : null];
    return seconds.flatMap((second) => (first && second ? [[...first, ...second]] : []));
  }

  /** Token choices of patterns of which any may match; null where one of them requires no word. */
  #all(patterns: CompiledPattern[], of: Required): string[][] | null {
    const choices: string[][] = [];
    const cache = this.#caches.get(of) ?? new Map<string, string[][] | null>();
    this.#caches.set(of, cache);
    for (const pattern of patterns) {
      const key = `${pattern.flags}/${pattern.match}`;
      let required = cache.get(key);
      if (required === undefined) {
        required = of(pattern.match, pattern.flags);
        cache.set(key, required);
      }
      if (required === null) return null;
      choices.push(...required);
    }
    return choices;
  }

  #want(list: Wanted[], wanted: Wanted): void {
    list.push(wanted);
    const tokens = new Set(wanted.ways.flat(2));
    for (const token of tokens) this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1);
  }

  #post(key: string, n: number): void {
    const list = this.#lists.get(key);
    if (!list) this.#lists.set(key, [n]);
    else if (list[list.length - 1] !== n) list.push(n);
  }

  finish(): Postings {
    const unposted = this.#calls.filter((wanted) => {
      const way = this.#cheapest(wanted);
      for (const choice of way ?? []) this.#postChain(choice, wanted.n);
      return way === null;
    });
    const { always, overflow } = this.#postParts(indexKey.always, unposted, ALWAYS_LIST_MAX);
    const errors = this.#errors.filter((wanted) => {
      const way = this.#cheapest(wanted);
      for (const choice of way ?? []) this.#post(indexKey.error(this.#rarest(choice)), wanted.n);
      return way === null;
    });
    this.#postParts(indexKey.errorAlways, errors, ERRORS_ALWAYS_MAX);
    for (const [key, entries] of this.#ordered) {
      entries.sort((a, b) => compare(b.order, a.order) || a.n - b.n);
      for (const { n } of entries.slice(0, ORDERED_MAX)) this.#post(key, n);
    }
    const keys = [...this.#lists.keys()];
    return {
      lists: this.#lists,
      next: this.#next,
      parts: this.#parts,
      tokens: keys.filter((key) => key.startsWith(indexKey.chain(''))).length,
      always: always.map((wanted) => wanted.slug),
      overflow: overflow.map(({ n, slug }) => ({ n, slug })),
    };
  }

  /**
   * Posts lessons that no whole word leads to, most important first, each with the parts of words that it asks for.
   * @param alwaysMax how many may ask for nothing
   */
  #postParts(key: string, wanted: Wanted[], alwaysMax: number): { always: Wanted[]; overflow: Wanted[] } {
    wanted.sort((a, b) => b.priority - a.priority || a.n - b.n);
    const always = wanted.filter(({ parts }) => parts.length === 0);
    const asking = wanted.filter(({ parts }) => parts.length > 0);
    const posted = [...always.slice(0, alwaysMax), ...asking.slice(0, PARTS_LIST_MAX)];
    for (const { n } of posted) this.#post(key, n);
    this.#parts.set(key, posted.map(({ parts }) => parts.join(' ')).join('\n'));
    return {
      always: always.slice(0, alwaysMax),
      overflow: [...always.slice(alwaysMax), ...asking.slice(PARTS_LIST_MAX)],
    };
  }

  /** The way of posting a lesson under the rarest tokens; null where there is none. */
  #cheapest(wanted: Wanted): string[][] | null {
    let best: { way: string[][]; cost: number } | null = null;
    for (const way of wanted.ways) {
      const cost = way.reduce((sum, choice) => sum + this.#cost(this.#rarest(choice)), 0);
      if (best === null || cost < best.cost) best = { way, cost };
    }
    return best?.way ?? null;
  }

  /**
   * Posts a lesson under the chain of tokens that must all occur, rarest first. The longer the chain, the fewer
   * lessons are looked at in vain, which takes longer than a step along it.
   */
  #postChain(choice: string[], n: number): void {
    const chain = choice.toSorted((a, b) => this.#cost(a) - this.#cost(b)).slice(0, CHAIN_WORDS_MAX);
    for (let length = 1; length < chain.length; length += 1) {
      const begun = indexKey.chain(chain.slice(0, length).join(' '));
      const words = this.#next.get(begun);
      if (words) words.add(chain[length]!);
      else this.#next.set(begun, new Set([chain[length]!]));
    }
    this.#post(indexKey.chain(chain.join(' ')), n);
  }

  #rarest(choice: string[]): string {
    return choice.reduce((best, token) => (this.#cost(token) < this.#cost(best) ? token : best));
  }

  /** Lessons that ask for the token; among equals the longer token is the rarer in life. */
  #cost(token: string): number {
    return (this.#counts.get(token) ?? 0) + 1 / (1 + token.length);
  }
}

/** Of every choice the longest part: the fewest calls have it. */
function longest(choices: string[][] | null | undefined): string[] {
  const parts = (choices ?? []).map((choice) => choice.reduce((a, b) => (b.length > a.length ? b : a)));
  return [...new Set(parts)];
}

function compare(a: number[], b: number[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const CANONICAL = new Set<string>(CANONICAL_TOOLS.map((name) => name.toLowerCase()));

/** Where a tool-only lesson is posted: under canonical names, else where it is tried with every tool. */
function toolKeys(toolNames: string[]): string[] {
  const names = toolNames.flatMap((entry) => entry.split('|')).map((name) => name.trim().toLowerCase());
  return [...new Set(names.map((name) => (CANONICAL.has(name) ? indexKey.tool(name) : indexKey.anyTool)))];
}
