import { type CallTexts, tokenTexts } from '../inject/match-texts.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import { addTokens } from '../text/tokens.ts';
import { requiredLiterals } from './required-literals.ts';

/**
 * Lessons by a word that each of their patterns requires, in memory: what the manifest is on disk.
 * Narrows only; whether a lesson matches is for `matchLesson` and `matchError` to say.
 */
export class LessonIndex {
  readonly #on: 'call' | 'error';
  readonly #byToken = new Map<string, CompiledLesson[]>();
  /** Words of which one list must occur as a whole. */
  readonly #required = new Map<CompiledLesson, string[][]>();
  readonly #always: CompiledLesson[] = [];

  /** @param on which patterns lessons are found by: those of calls, or those of error texts */
  constructor(on: 'call' | 'error', lessons: Iterable<CompiledLesson> = []) {
    this.#on = on;
    for (const lesson of lessons) this.add(lesson);
  }

  add(lesson: CompiledLesson): void {
    const lists = requiredOf(this.#on === 'call' ? callPatterns(lesson) : lesson.error);
    if (lists === null) {
      this.#always.push(lesson);
      return;
    }
    this.#required.set(lesson, lists);
    for (const token of new Set(lists.map(longest))) {
      const list = this.#byToken.get(token);
      if (list) list.push(lesson);
      else this.#byToken.set(token, [lesson]);
    }
  }

  /** Lessons that could match this call, each once. */
  forCall(texts: CallTexts): Iterable<CompiledLesson> {
    return this.forTexts(tokenTexts(texts));
  }

  /** Lessons that could match one of the texts, each once. */
  forTexts(texts: Iterable<string>): Iterable<CompiledLesson> {
    const tokens = new Set<string>();
    for (const text of texts) addTokens(text, tokens);
    return this.forTokens(tokens);
  }

  /** Lessons that could match texts with these words, each once. */
  forTokens(tokens: ReadonlySet<string>): Iterable<CompiledLesson> {
    if (this.#byToken.size === 0) return this.#always;
    const found = new Set(this.#always);
    for (const token of tokens) {
      const list = this.#byToken.get(token);
      if (list) for (const lesson of list) if (this.#couldMatch(lesson, tokens)) found.add(lesson);
    }
    return found;
  }

  #couldMatch(lesson: CompiledLesson, tokens: ReadonlySet<string>): boolean {
    const lists = this.#required.get(lesson) as string[][];
    return lists.some((list) => list.every((token) => tokens.has(token)));
  }
}

/** Patterns of which at least one matches wherever the lesson matches at a call. */
function callPatterns({ command, path, content }: CompiledLesson): CompiledPattern[] {
  return content.length > 0 ? [...content, ...command] : [...command, ...path];
}

const known = new WeakMap<CompiledPattern, { required: string[][] | null }>();

function requiredBy(pattern: CompiledPattern): string[][] | null {
  let found = known.get(pattern);
  if (found === undefined) {
    found = { required: requiredLiterals(pattern.match, pattern.flags) };
    known.set(pattern, found);
  }
  return found.required;
}

/** Words of which one list occurs as a whole wherever one of the patterns matches; null where nothing is certain. */
export function requiredOf(patterns: CompiledPattern[]): string[][] | null {
  const all: string[][] = [];
  for (const pattern of patterns) {
    const required = requiredBy(pattern);
    if (required === null) return null;
    all.push(...required);
  }
  return all.length > 0 ? all : null;
}

/** The longer a word, the rarer it is. */
function longest(words: string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best));
}
