import type { CompiledLesson } from '../model/compiled.ts';
import { isTellingWord } from './keywords.ts';
import { readablePattern } from './shown-trigger.ts';
import { stem } from './stem.ts';

/** One way to say what a lesson is about. */
export interface Topic {
  /** Stems, each once. */
  words: string[];
  /** The words of a command: a prompt is about it where it has them all. */
  isCommand: boolean;
}

/**
 * What a lesson is about: its summary, its signature and the commands that its patterns name. Not what its other texts
 * quote: a failed command holds words of anything.
 */
export function topicsOf(lesson: Pick<CompiledLesson, 'summaryText' | 'signature' | 'command'>): Topic[] {
  const said = [lesson.summaryText.replace(/^\*\*Lesson\*\*:/, ''), lesson.signature ?? ''].map(
    (text): Topic => ({ words: tellingStems(text), isCommand: false }),
  );
  const commands = lesson.command.map(
    ({ source }): Topic => ({ words: commandStems(readablePattern(source) ?? ''), isCommand: true }),
  );
  return [...said, ...commands].filter(({ words }) => words.length > 0);
}

/** Of a word with a hyphen all parts, since a prompt may write them apart. */
function tellingStems(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_+]+(?:-[\p{L}\p{N}_+]+)*/gu)) {
    const parts = word.split('-');
    words.push(...(parts.length > 1 ? parts : parts.filter(isTellingWord)).map(stem));
  }
  return [...new Set(words)];
}

/** None where a part of the command says nothing in a prompt, such as `-D`. */
function commandStems(command: string): string[] {
  const words = command.toLowerCase().match(/[\p{L}\p{N}_+]+/gu) ?? [];
  return words.every(isTellingWord) ? [...new Set(words.map(stem))] : [];
}
