import type { Redirect, Stage } from './ast.ts';
import { programName } from './wrappers.ts';

const WORDS_MAX = 200;
const CHARS_MAX = 8192;

/** What the stage before prints into a pipe, where that is plain to see: the words of `echo` or `printf`. */
export function printed(stage: Stage | null): string | null {
  if (stage === null || stage.words.length < 2 || stage.words.length > WORDS_MAX) return null;
  const program = programName(stage.words[0]!.value);
  if (program !== 'echo' && program !== 'printf') return null;
  const words = stage.words.slice(1).map((word) => word.value);
  while (words.length > 0 && /^-[neE]+$/.test(words[0]!)) words.shift();
  if (program === 'printf' && words.length > 1 && words[0]!.includes('%')) words.shift();
  return words.join(' ').replace(/\\n/g, '\n').slice(0, CHARS_MAX);
}

/** `echo / | xargs rm -rf`: the words that are printed become arguments; null where they are not plain words. */
export function fedWords(before: Stage | null): string | null {
  const text = printed(before);
  if (text === null || text.length > 400 || /[;&|<>`'"$\\]/.test(text)) return null;
  return text.trim().replace(/\s+/g, ' ');
}

/** What `xargs -I` replaces, or null where it appends. */
export function replacedToken(values: readonly string[]): string | null {
  for (let i = 1; i < values.length && i < 20; i++) {
    const value = values[i]!;
    if (value === '-I' || value === '-J') return values[i + 1] ?? null;
    if (/^-[IJ]./.test(value)) return value.slice(2);
    if (value === '-i' || value === '--replace' || value === '--replace=') return '{}';
    if (/^-i./.test(value)) return value.slice(2);
    if (value.startsWith('--replace=')) return value.slice(10);
  }
  return null;
}

/** The here-document that a stage reads, or that `cat` or `tee` passes on. */
export function hereDocument(stage: Stage | null): Redirect | null {
  return stage?.redirects.find((redirect) => redirect.body !== null) ?? null;
}

export function passesOn(stage: Stage | null): boolean {
  const program = programName(stage?.words[0]?.value ?? '');
  return program === 'cat' || program === 'tee' || program === 'envsubst';
}

/** The string of `<<<`, or null. */
export function hereString(stage: Stage): Redirect | null {
  return (
    stage.redirects.find((redirect) => redirect.operator.endsWith('<<<') && redirect.target !== null) ?? null
  );
}

/** The folder that a `find` without a filter acts on, in place of `{}`; else null. */
export function foundEverywhere(values: readonly string[]): string | null {
  if (programName(values[0] ?? '') !== 'find') return null;
  const root = values[1];
  if (root === undefined || root.startsWith('-')) return null;
  for (let i = 2; i < values.length; i++) {
    const value = values[i]!;
    if (/^-exec(?:dir)?$/.test(value)) return root;
    if (value === '-type' || value === '-mindepth') i++;
    else if (value !== '-depth' && value !== '-xdev') return null;
  }
  return null;
}
