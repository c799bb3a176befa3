/**
 * The `/lesson` writ: how an agent's own text records, lists, searches and deletes lessons.
 * Pure: text in, writs out; the executor talks to a small port, so that the library and the server use it as it is.
 */

import { SIGNATURE_CHARS_MAX, TEXT_CHARS_MAX } from '../model/constants.ts';
import { oneLine } from '../text/one-line.ts';

/** One writ found in a text. `line` is 1-based. */
export type Writ =
  | { kind: 'create'; line: number; signature: string; text: string }
  | { kind: 'list'; line: number }
  | { kind: 'search'; line: number; query: string }
  | { kind: 'delete'; line: number; ref: string }
  | { kind: 'invalid'; line: number; head: string; error: string };

const WORD = '/lesson';
const END = '/endlesson';
const INDENT_MAX = 3;
const ECHO_CHARS_MAX = 300;

/**
 * Finds every writ, in order, in one linear pass. A writ starts a line (at most three spaces before it);
 * lines inside a Markdown fence are data. Never throws.
 */
export function parseWrits(text: string): Writ[] {
  const writs: Writ[] = [];
  const lines = new LineReader(text);
  let fence: string | null = null;
  for (let line = lines.next(); line !== null; line = lines.next()) {
    fence = nextFence(fence, line);
    if (fence !== null) continue;
    const head = writHead(line);
    if (head !== null) writs.push(readWrit(head, lines));
  }
  return writs;
}

/** Walks lines without splitting the whole text; a look-ahead that found nothing is put back. */
class LineReader {
  number = 0;
  private offset = 0;
  private readonly text: string;
  /** Offset from which no `/endlesson` line follows; saves looking again for every unterminated block. */
  private noEndFrom = Number.POSITIVE_INFINITY;

  constructor(text: string) {
    this.text = text;
  }

  next(): string | null {
    if (this.offset > this.text.length || (this.offset === this.text.length && this.offset > 0)) return null;
    if (this.text.length === 0) return null;
    const end = this.text.indexOf('\n', this.offset);
    const stop = end < 0 ? this.text.length : end;
    const line = this.text.slice(this.offset, stop);
    this.offset = stop + 1;
    this.number += 1;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** The lines up to `/endlesson`, or null (and nothing consumed) where another writ or the end of the text comes first. */
  block(): string[] | null {
    const { offset, number } = this;
    if (offset >= this.noEndFrom) return null;
    const body: string[] = [];
    for (let line = this.next(); line !== null; line = this.next()) {
      if (line.trim() === END) return body;
      if (writHead(line) !== null) {
        this.offset = offset;
        this.number = number;
        return null;
      }
      body.push(line);
    }
    this.noEndFrom = offset;
    this.offset = offset;
    this.number = number;
    return null;
  }
}

/** Text after `/lesson` where the line is a writ's first, else null. */
function writHead(line: string): string | null {
  let start = 0;
  while (start < INDENT_MAX && line.charCodeAt(start) === 32) start += 1;
  if (!line.startsWith(WORD, start)) return null;
  const after = start + WORD.length;
  if (after === line.length) return '';
  const code = line.charCodeAt(after);
  return code === 32 || code === 9 ? line.slice(after + 1).trim() : null;
}

/** The fence that the next line stands in: a line of three or more backticks or tildes opens it, the same closes it. */
function nextFence(open: string | null, line: string): string | null {
  const trimmed = line.trimStart();
  if (line.length - trimmed.length > INDENT_MAX) return open;
  const mark = trimmed.startsWith('```') ? '```' : trimmed.startsWith('~~~') ? '~~~' : null;
  if (mark === null) return open;
  if (open === null) return mark;
  return open === mark ? null : open;
}

function readWrit(head: string, lines: LineReader): Writ {
  const line = lines.number;
  if (head === '') return invalid(line, '', 'a signature is missing; write /lesson <signature>: <text>');
  if (head === 'list') return { kind: 'list', line };
  const search = /^search(?:\s+(\S[\s\S]*))?$/.exec(head);
  if (search) {
    const query = search[1];
    return query
      ? { kind: 'search', line, query }
      : invalid(line, head, 'a query is missing; write /lesson search <query>');
  }
  const removal = /^delete(?:\s+(\S+))?$/.exec(head);
  if (removal && !head.endsWith(':')) {
    const ref = removal[1];
    return ref
      ? { kind: 'delete', line, ref }
      : invalid(line, head, 'an id is missing; write /lesson delete <id>');
  }
  return readCreate(head, lines, line);
}

function readCreate(head: string, lines: LineReader, line: number): Writ {
  const colon = /:(?=\s)/.exec(head);
  if (colon) return create(line, head.slice(0, colon.index), head.slice(colon.index + 1));
  const body = lines.block();
  if (body !== null) return create(line, head.endsWith(':') ? head.slice(0, -1) : head, body.join('\n'));
  const tight = head.indexOf(':');
  if (tight > 0 && tight < head.length - 1) return create(line, head.slice(0, tight), head.slice(tight + 1));
  return invalid(
    line,
    head,
    `a text is missing; write /lesson <signature>: <text>, or end the block with ${END}`,
  );
}

function create(line: number, rawSignature: string, rawText: string): Writ {
  const signature = rawSignature.trim();
  const text = rawText.trim();
  const head = `create ${echo(signature, SIGNATURE_CHARS_MAX)}: ${echo(text, ECHO_CHARS_MAX)}`;
  if (signature === '') return invalid(line, head, 'the signature is empty');
  if (text === '') return invalid(line, head, 'the text is empty');
  if (signature.length > SIGNATURE_CHARS_MAX)
    return invalid(
      line,
      head,
      `the signature has ${signature.length} characters; at most ${SIGNATURE_CHARS_MAX} are kept`,
    );
  if (text.length > TEXT_CHARS_MAX)
    return invalid(line, head, `the text has ${text.length} characters; at most ${TEXT_CHARS_MAX} are kept`);
  return { kind: 'create', line, signature, text };
}

function invalid(line: number, head: string, error: string): Writ {
  return { kind: 'invalid', line, head: echo(head, SIGNATURE_CHARS_MAX + ECHO_CHARS_MAX + 20), error };
}

function echo(text: string, charsMax: number): string {
  const flat = oneLine(text);
  return flat.length <= charsMax ? flat : `${flat.slice(0, charsMax)}…`;
}

/** A lesson as the writ's answers show it. */
export interface WritLesson {
  number: number;
  signature: string;
  text: string;
  /** Shown after the text where it does not act yet. */
  status: string;
}

/** What the executor needs of a store; everything is already limited to one agent. Errors are thrown with a message. */
export interface WritPort {
  create(signature: string, text: string): Promise<WritLesson>;
  /** Newest consulted first. */
  list(): Promise<WritLesson[]>;
  /** Substring of signature or text, case-insensitive; newest consulted first. */
  search(query: string): Promise<WritLesson[]>;
  remove(ref: string): Promise<WritLesson>;
}

/** What became of one writ, and the frame that tells the agent. */
export interface WritResult {
  writ: Writ;
  ok: boolean;
  lesson: WritLesson | null;
  frame: string;
}

/** Carries out writs in order; one that fails is answered with `ERR:` and the next one goes on. */
export async function executeWrits(writs: Writ[], port: WritPort): Promise<WritResult[]> {
  const results: WritResult[] = [];
  for (const writ of writs) results.push(await executeWrit(writ, port));
  return results;
}

async function executeWrit(writ: Writ, port: WritPort): Promise<WritResult> {
  const head = frameHead(writ);
  if (writ.kind === 'invalid')
    return { writ, ok: false, lesson: null, frame: frame(head, [`ERR: ${writ.error}`]) };
  try {
    const { lesson, lines } = await carryOut(writ, port);
    return { writ, ok: true, lesson, frame: frame(head, lines) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { writ, ok: false, lesson: null, frame: frame(head, [`ERR: ${oneLine(message)}`]) };
  }
}

async function carryOut(
  writ: Exclude<Writ, { kind: 'invalid' }>,
  port: WritPort,
): Promise<{ lesson: WritLesson | null; lines: string[] }> {
  switch (writ.kind) {
    case 'create': {
      const lesson = await port.create(writ.signature, writ.text);
      return { lesson, lines: [`OK: recorded lesson #${lesson.number} — ${row(lesson)}`] };
    }
    case 'list':
      return { lesson: null, lines: rows(await port.list(), 'OK: no lessons yet') };
    case 'search':
      return { lesson: null, lines: rows(await port.search(writ.query), 'OK: no lesson matches') };
    case 'delete': {
      const lesson = await port.remove(writ.ref);
      return { lesson, lines: [`OK: deleted lesson #${lesson.number}`] };
    }
  }
}

function frameHead(writ: Writ): string {
  switch (writ.kind) {
    case 'create':
      return `create ${oneLine(writ.signature)}: ${oneLine(writ.text)}`;
    case 'list':
      return 'list';
    case 'search':
      return `search ${oneLine(writ.query)}`;
    case 'delete':
      return `delete ${writ.ref}`;
    case 'invalid':
      return writ.head;
  }
}

/** What stands in a frame is on lines of its own, white space as single spaces: a text cannot close its own frame. */
function frame(head: string, lines: string[]): string {
  return [head === '' ? '[/lesson]' : `[/lesson ${head}]`, ...lines, '[END LESSON]'].join('\n');
}

function rows(lessons: WritLesson[], none: string): string[] {
  if (lessons.length === 0) return [none];
  return lessons.map((lesson) =>
    lesson.status === 'active' ? row(lesson) : `${row(lesson)} (${lesson.status})`,
  );
}

function row(lesson: WritLesson): string {
  return `#${lesson.number} [${oneLine(lesson.signature)}] ${oneLine(lesson.text)}`;
}
