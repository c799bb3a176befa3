import type { Word } from './ast.ts';

export function emptyWord(start: number): Word {
  return {
    start,
    end: start,
    value: '',
    runs: [],
    segments: [],
    quoted: false,
    plain: true,
    subs: [],
    expands: false,
  };
}

/** Fills a word while it is read: its value, where each character came from, and the kinds of its stretches. */
export class WordBuilder {
  private readonly word: Word;
  private nextSource = -1;

  constructor(word: Word) {
    this.word = word;
  }

  /** Characters of the source that become part of the value. */
  take(kind: number, start: number, end: number, text: string): void {
    this.append(start, end, text);
    this.segment(kind, start, end);
  }

  /** The same without a stretch of its own. */
  append(start: number, end: number, text: string): void {
    if (end <= start) return;
    const { word } = this;
    if (this.nextSource !== start) word.runs.push(word.value.length, start);
    word.value += end - start === 1 ? text[start] : text.slice(start, end);
    this.nextSource = end;
  }

  /** Value that does not stand in the source as it is. */
  literal(value: string, at: number): void {
    if (value === '') return;
    this.word.runs.push(this.word.value.length, at);
    this.word.value += value;
    this.nextSource = -1;
  }

  /** A stretch that adds nothing to the value, or whose value was added already. */
  segment(kind: number, start: number, end: number): void {
    if (end <= start) return;
    const { segments } = this.word;
    const last = segments.length - 3;
    if (last >= 0 && segments[last] === kind && segments[last + 2] === start) segments[last + 2] = end;
    else segments.push(kind, start, end);
  }
}
