/**
 * The grammar of answers to a numbered list of candidates:
 * `approve 1 3` · `approve all` · `skip 2` · `archive 3 "why"` · `edit 1 summary "…"` · `unarchive X` · `show 2` · `hold 4` · `block 5`,
 * several in one message, separated by a comma, a semicolon or a line end. Pure.
 */
import type { LessonPatch } from '../model/lesson.ts';
import { answerTokens, type Token } from './answer-tokens.ts';
import { readSpokenField } from './edit-field.ts';

/** Numbers of the list; `all` means every one that the same message does not decide otherwise. */
export interface Numbers {
  all: boolean;
  numbers: number[];
  /** Taken out of `all` by `except`. */
  except: number[];
}

/** One of a human's answers, by the numbers of the list. */
export type Decision =
  | { verb: 'approve' | 'skip' | 'show' | 'hold' | 'block'; of: Numbers }
  | { verb: 'archive'; of: Numbers; reason: string }
  | { verb: 'edit'; number: number; patch: LessonPatch }
  | { verb: 'unarchive'; refs: string[] };

interface ParsedAnswer {
  decisions: Decision[];
  /** One line each, with what would be understood instead. */
  errors: string[];
}

const VERBS: Record<string, Decision['verb']> = {
  approve: 'approve',
  accept: 'approve',
  promote: 'approve',
  skip: 'skip',
  later: 'skip',
  archive: 'archive',
  reject: 'archive',
  edit: 'edit',
  change: 'edit',
  unarchive: 'unarchive',
  restore: 'unarchive',
  show: 'show',
  view: 'show',
  hold: 'hold',
  block: 'block',
};

const KNOWN = 'approve, skip, archive, edit, unarchive, show, hold, block';
const NUMBER = /^#?(\d{1,6})[.):]?$/;
const RANGE = /^#?(\d{1,6})(?:-|–|\.\.)#?(\d{1,6})$/;
const JOINERS = new Set(['and', '&', 'also', 'then', '+']);
const RANGE_MAX = 10_000;

/** Reads an answer; what is not understood becomes an error and the rest is still read. Never throws. */
export function parseAnswer(text: string): ParsedAnswer {
  const parser = new Parser(text);
  parser.run();
  return { decisions: parser.decisions, errors: parser.errors };
}

class Parser {
  readonly decisions: Decision[] = [];
  readonly errors: string[] = [];
  private readonly text: string;
  private readonly tokens: Token[];
  private at = 0;

  constructor(text: string) {
    this.text = text.replace(/\r\n?/g, '\n');
    this.tokens = answerTokens(this.text);
  }

  run(): void {
    for (this.skipJoints(); this.at < this.tokens.length; this.skipJoints()) {
      const token = this.tokens[this.at] as Token;
      const verb = verbOf(token);
      this.at += 1;
      if (verb === null) {
        this.at = this.statementEnd(this.at);
        this.errors.push(
          `"${this.text.slice(token.start, this.endOf(this.at - 1)).trim()}" is no answer; use ${KNOWN}`,
        );
      } else this.statement(verb);
    }
  }

  private statement(verb: Decision['verb']): void {
    if (verb === 'unarchive') this.unarchive();
    else if (verb === 'edit') this.edit();
    else this.decide(verb);
  }

  private decide(verb: Exclude<Decision['verb'], 'unarchive' | 'edit'>): void {
    const of = this.numbers();
    if (!of.all && of.numbers.length === 0) {
      this.errors.push(`${verb} needs numbers of the list or "all", as in: ${verb} 1 3`);
      this.at = this.statementEnd(this.at);
      return;
    }
    if (verb !== 'archive') {
      this.decisions.push({ verb, of });
      return;
    }
    const reason = this.freeText();
    if (reason === '')
      this.errors.push(`archive ${label(of)} needs a reason, as in: archive ${label(of)} "why"`);
    else this.decisions.push({ verb, of, reason });
  }

  private unarchive(): void {
    const refs: string[] = [];
    for (;;) {
      const before = this.at;
      this.skipJoints();
      const token = this.tokens[this.at];
      if (!token || verbOf(token) !== null) {
        this.at = before;
        break;
      }
      const number = NUMBER.exec(token.text)?.[1];
      refs.push(number ?? token.text);
      this.at += 1;
    }
    if (refs.length === 0)
      this.errors.push('unarchive needs a number or a slug, as in: unarchive git-stash-a1b2');
    else this.decisions.push({ verb: 'unarchive', refs });
  }

  private edit(): void {
    const number = this.number();
    const field = this.tokens[this.at];
    if (number === null || !field || field.type === 'separator') {
      this.errors.push('edit needs a number, a field and a value, as in: edit 1 summary "…"');
      this.at = this.statementEnd(this.at);
      return;
    }
    this.at += 1;
    const start = this.at;
    const strings = this.strings();
    const value = strings.length > 0 ? strings : this.freeText(start);
    const read = readSpokenField(field.text, value);
    if ('error' in read) this.errors.push(`edit ${number}: ${read.error}`);
    else this.decisions.push({ verb: 'edit', number, patch: read.patch });
  }

  /** Numbers, ranges, `all`, and `all except 2`; a separator may stand between them. */
  private numbers(): Numbers {
    const of: Numbers = { all: false, numbers: [], except: [] };
    let target = of.numbers;
    for (;;) {
      const before = this.at;
      this.skipJoints();
      const token = this.tokens[this.at];
      const text = token?.type === 'word' ? token.text.toLowerCase() : '';
      const listed = numbersIn(text);
      if (listed) target.push(...listed);
      else if (text === 'all' || text === 'everything') of.all = true;
      else if (of.all && (text === 'except' || text === 'but')) target = of.except;
      else {
        this.at = before;
        break;
      }
      this.at += 1;
    }
    of.numbers = [...new Set(of.numbers)];
    return of;
  }

  private number(): number | null {
    const found = NUMBER.exec(this.tokens[this.at]?.text ?? '')?.[1];
    if (found === undefined) return null;
    this.at += 1;
    return Number(found);
  }

  /** Quoted strings in a row, commas between them allowed. */
  private strings(): string[] {
    const found: string[] = [];
    for (;;) {
      const here = this.tokens[this.at];
      const after = this.tokens[this.at + 1];
      if (here?.type === 'string') {
        found.push(here.text);
        this.at += 1;
      } else if (found.length > 0 && here?.text === ',' && after?.type === 'string') {
        found.push(after.text);
        this.at += 2;
      } else return found;
    }
  }

  /** One quoted string, or the bare words up to the end of the statement. */
  private freeText(from = this.at): string {
    const token = this.tokens[from];
    if (token?.type === 'string') {
      this.at = from + 1;
      return token.text.trim();
    }
    this.at = this.statementEnd(from);
    if (this.at === from) return '';
    return this.text.slice((this.tokens[from] as Token).start, this.endOf(this.at - 1)).trim();
  }

  /** First token of the next statement: a line end, a semicolon, or a comma before a verb ends one. */
  private statementEnd(from: number): number {
    for (let at = from; at < this.tokens.length; at += 1) {
      const token = this.tokens[at] as Token;
      if (token.type !== 'separator') continue;
      const next = this.tokens[at + 1];
      if (token.text !== ',' || (next && verbOf(next) !== null)) return at;
    }
    return this.tokens.length;
  }

  private endOf(index: number): number {
    return this.tokens[index]?.end ?? this.text.length;
  }

  private skipJoints(): void {
    for (;;) {
      const token = this.tokens[this.at];
      if (!token) return;
      if (token.type !== 'separator' && !(token.type === 'word' && JOINERS.has(token.text.toLowerCase())))
        return;
      this.at += 1;
    }
  }
}

function verbOf(token: Token): Decision['verb'] | null {
  if (token.type !== 'word') return null;
  const word = token.text.toLowerCase().replace(/:$/, '');
  return Object.hasOwn(VERBS, word) ? VERBS[word]! : null;
}

function numbersIn(word: string): number[] | null {
  const single = NUMBER.exec(word)?.[1];
  if (single !== undefined) return [Number(single)];
  const range = RANGE.exec(word);
  if (!range) return null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  if (last < first || last - first > RANGE_MAX) return null;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function label(of: Numbers): string {
  return of.all ? 'all' : of.numbers.join(' ');
}
