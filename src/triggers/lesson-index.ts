import { type CallTexts, tokenTexts } from '../inject/match-texts.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import { addTokens } from '../text/tokens.ts';
import { requiredLiterals } from './required-literals.ts';

/**
 * Lessons by a word that each of their call patterns requires, in memory: what the manifest is on disk.
 * Narrows only; whether a lesson matches is for `matchLesson` to say.
 */
export class LessonIndex {
  readonly #byToken = new Map<string, CompiledLesson[]>();
  readonly #always: CompiledLesson[] = [];

  constructor(lessons: Iterable<CompiledLesson> = []) {
    for (const lesson of lessons) this.add(lesson);
  }

  add(lesson: CompiledLesson): void {
    const tokens = postedTokens(lesson);
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

  /** Lessons that could match these texts, each once, in the order of their adding within a word. */
  candidates(texts: CallTexts): Iterable<CompiledLesson> {
    if (this.#byToken.size === 0) return this.#always;
    const tokens = new Set<string>();
    for (const text of tokenTexts(texts)) addTokens(text, tokens);
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
  const tokens = new Set<string>();
  for (const pattern of sets.flat()) {
    const required = requiredOf(pattern);
    if (required === null) return null;
    for (const list of required) tokens.add(longest(list));
  }
  return tokens.size > 0 ? tokens : null;
}

function requiredOf(pattern: CompiledPattern): string[][] | null {
  return requiredLiterals(pattern.match, pattern.flags);
}

/** The longer a word, the rarer it is. */
function longest(words: string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best));
}
