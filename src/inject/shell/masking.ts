import { BARE, type Comment, type HereDocument, QUOTED, type Word } from './ast.ts';
import { isData, type Role } from './data.ts';
import { rawRanges, type Source } from './source.ts';

const BLANK = 32;
const UNDERSCORE = 95;

/** Collects what of the raw command is data. */
export class Masking {
  private readonly raw: string;
  /** Triples (start, end, character) over the raw command. */
  private readonly ranges: number[] = [];

  constructor(raw: string) {
    this.raw = raw;
  }

  comment(comment: Comment): void {
    this.add(comment.source, comment.start, comment.end, BLANK);
  }

  /** Hides what a role says is data: quoted text by blanks, bare text by `_`, so that it stays a word. */
  hide(source: Source, word: Word, role: Role): void {
    if (role.from >= word.value.length || role.as !== undefined) return;
    const from = role.from === 0 ? word.start : sourceOffset(word, role.from);
    for (let i = 0; i < word.segments.length; i += 3) {
      const kind = word.segments[i]!;
      const start = Math.max(word.segments[i + 1]!, from);
      const end = word.segments[i + 2]!;
      if (end <= start) continue;
      if (kind === QUOTED) this.add(source, start, end, BLANK);
      else if (kind === BARE && role.bare) this.add(source, start, end, UNDERSCORE);
    }
  }

  /** Hides what is in quotes in a word that is not executed. */
  quotes(source: Source, word: Word): void {
    if (isData(word.value)) this.hide(source, word, { from: 0, bare: false });
  }

  /** Hides a here-document but for the substitutions in it. */
  body(body: HereDocument): void {
    if (body.executed === true) return;
    let at = body.start;
    for (let i = 0; i < body.holes.length; i += 2) {
      this.add(body.source, at, body.holes[i]!, BLANK);
      at = body.holes[i + 1]!;
    }
    this.add(body.source, at, body.end, BLANK);
  }

  /**
   * Between two stretches that were next to each other in the source, the raw command has what escaped or continued
   * the text, which goes too, or quotes and line breaks, which must stay.
   */
  private add(source: Source, start: number, end: number, character: number): void {
    if (end <= start) return;
    const stretches = rawRanges(source, start, end);
    for (let i = 0; i < stretches.length; i += 2) {
      const from = stretches[i]!;
      const before = stretches[i - 1] ?? endBefore(source, start) ?? from;
      const gap = before < from && from - before < 16 && /^\\[^'"\n]*$/.test(this.raw.slice(before, from));
      this.ranges.push(gap ? before : from, stretches[i + 1]!, character);
    }
  }

  /** The raw command with every range replaced, character by character; line breaks stay. */
  text(): string {
    const { raw, ranges } = this;
    if (ranges.length === 0) return raw;
    const over = new Uint8Array(raw.length);
    for (let i = 0; i < ranges.length; i += 3) over.fill(ranges[i + 2]!, ranges[i]!, ranges[i + 1]!);
    const parts: string[] = [];
    let start = 0;
    while (start < raw.length) {
      let end = start + 1;
      while (end < raw.length && over[end] === over[start]) end++;
      const stretch = raw.slice(start, end);
      if (over[start] === 0) parts.push(stretch);
      else parts.push(stretch.replace(/[^\n]/g, String.fromCharCode(over[start]!)));
      start = end;
    }
    return parts.join('');
  }
}

/** Where the character before one stands in the raw command, its end; undefined where there is none. */
function endBefore(source: Source, start: number): number | undefined {
  return start > 0 ? rawRanges(source, start - 1, start)[1] : undefined;
}

/** Offset in the source of an offset in the value; of what follows, where that is a substitution. */
function sourceOffset(word: Word, offset: number): number {
  const { runs } = word;
  let run = 0;
  while (run + 2 < runs.length && runs[run + 2]! <= offset) run += 2;
  if (runs[run + 1]! >= 0) return runs[run + 1]! + (offset - runs[run]!);
  return runs.find((at, index) => index > run + 1 && index % 2 === 1 && at >= 0) ?? word.end;
}
