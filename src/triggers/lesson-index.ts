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
  readonly #always: CompiledLesson[] = [];

  /** @param on which patterns lessons are found by: those of calls, or those of error texts */
  constructor(on: 'call' | 'error', lessons: Iterable<CompiledLesson> = []) {
    this.#on = on;
    for (const lesson of lessons) this.add(lesson);
  }

  add(lesson: CompiledLesson): void {
    const tokens = this.#on === 'call' ? postedTokens(lesson) : wordsOf(lesson.error);
    if (tokens === null) {
      this.#always.push(lesson);
      return;
    }
    for (const token of tokens) {
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
  forTokens(tokens: Iterable<string>): Iterable<CompiledLesson> {
    if (this.#byToken.size === 0) return this.#always;
    const found = new Set(this.#always);
    for (const token of tokens) {
      const list = this.#byToken.get(token);
      if (list) for (const lesson of list) found.add(lesson);
    }
    return found;
  }
}

/** Words of which at least one occurs wherever the lesson matches at a call; null where nothing is certain. */
function postedTokens(lesson: CompiledLesson): Set<string> | null {
  const sets = lesson.content.length > 0 ? [lesson.content] : [[...lesson.command, ...lesson.path]];
  if (lesson.content.length > 0 && lesson.command.length > 0)
    sets[0] = [...lesson.content, ...lesson.command];
  return wordsOf(sets.flat());
}

function wordsOf(patterns: CompiledPattern[]): Set<string> | null {
  const tokens = new Set<string>();
  for (const pattern of patterns) {
    const required = requiredLiterals(pattern.match, pattern.flags);
    if (required === null) return null;
    for (const list of required) tokens.add(longest(list));
  }
  return tokens.size > 0 ? tokens : null;
}

/** The longer a word, the rarer it is. */
function longest(words: string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best));
}
