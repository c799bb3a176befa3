import { type CallTexts, tokenTexts } from '../inject/match-texts.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import { addTo } from '../text/lists.ts';
import { rememberedOf } from '../text/remembered.ts';
import { tokensOf } from '../text/tokens.ts';
import { requiredLiterals } from './required-literals.ts';

/**
 * Lessons by a word that each of their call patterns requires, in memory: what the manifest is on disk.
 * Narrows only; whether a lesson matches is for `matchLesson` to say.
 */
export class LessonIndex {
  readonly #byToken = new Map<string, CompiledLesson[]>();
  /** Words of which one list must occur as a whole. */
  readonly #required = new Map<CompiledLesson, string[][]>();
  readonly #always: CompiledLesson[] = [];

  constructor(lessons: Iterable<CompiledLesson>) {
    for (const lesson of lessons) this.#add(lesson);
  }

  #add(lesson: CompiledLesson): void {
    const lists = requiredOf(callPatterns(lesson));
    if (lists === null) {
      this.#always.push(lesson);
      return;
    }
    this.#required.set(lesson, lists);
    for (const token of new Set(lists.map(longest))) addTo(this.#byToken, token, lesson);
  }

  /** Lessons that could match this call, each once. */
  forCall(texts: CallTexts): Iterable<CompiledLesson> {
    if (this.#byToken.size === 0) return this.#always;
    const tokens = tokensOf(tokenTexts(texts));
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

const requiredBy = rememberedOf(({ match, flags }: CompiledPattern) => requiredLiterals(match, flags));

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
