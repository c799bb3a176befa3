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
  /** The lesson is told in time without a prompt: at the call that its pattern meets, or on its error. */
  isToldAnyway: boolean;
}

type Triggered = Pick<
  CompiledLesson,
  'summaryText' | 'signature' | 'command' | 'path' | 'content' | 'error' | 'fingerprint' | 'actsAtCalls'
>;

/**
 * What a lesson is about: its summary, its signature and the commands that its patterns name. Not what its other texts
 * quote: a failed command holds words of anything.
 */
export function topicsOf(lesson: Triggered): Topic[] {
  const isToldAnyway = hasOwnTime(lesson);
  const summary = tellingStems(lesson.summaryText.replace(/^\*\*Lesson\*\*:/, ''));
  const topics: Topic[] = [
    { words: summary, isCommand: false, isToldAnyway },
    // What a human chose for prompts counts as he chose it.
    { words: tellingStems(lesson.signature ?? ''), isCommand: false, isToldAnyway: false },
    ...lesson.command.map(({ source }) => ({
      words: commandStems(readablePattern(source) ?? ''),
      isCommand: true,
      isToldAnyway,
    })),
  ];
  return topics.filter(({ words }) => words.length > 0);
}

function hasOwnTime({ command, path, content, error, fingerprint, actsAtCalls }: Triggered): boolean {
  if (error.length > 0 || fingerprint !== null) return true;
  return actsAtCalls && command.length + path.length + content.length > 0;
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
