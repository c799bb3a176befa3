import { matchLesson } from '../inject/match.ts';
import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { test } from '../inject/pattern.ts';
import { ANYWHERE } from '../inject/scope.ts';
import { shellView } from '../inject/shell-view.ts';
import type { ShellView } from '../inject/types.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { searchable } from '../text/words-in.ts';
import { isShellTool, pastCall } from '../triggers/call-views.ts';
import { mayMatchWords } from '../triggers/word-pieces.ts';
import { looseText, type UnquotedText, unquotedText } from './loose-text.ts';

/** A longer one is cut, perhaps inside a word. */
const PATH_CHARS_MAX = 4096;
const NO_VIEW: ShellView = { commands: [] };

/** A distinct text of a tool, made ready for patterns when it is first asked for. */
export class PreparedText {
  readonly tool: string;
  readonly text: string;
  readonly isShell: boolean;
  /** Position among the texts of its `Preparer`. */
  readonly nth: number;
  #call: ToolCall | null = null;
  #texts: CallTexts | null = null;
  #raw: CallTexts | null = null;
  #words: string | null = null;
  #unquoted: UnquotedText | null | undefined;

  constructor(tool: string, text: string, nth: number) {
    this.nth = nth;
    this.tool = tool;
    this.text = text;
    this.isShell = isShellTool(tool);
  }

  get call(): ToolCall {
    this.#call ??= pastCall(this.tool, this.text);
    return this.#call;
  }

  get texts(): CallTexts {
    this.#texts ??= callTexts(this.call, this.isShell ? shellView(this.text) : null);
    return this.#texts;
  }

  /** The command as it is written, for patterns that look at nothing else; null where all of its texts are there. */
  get asWritten(): CallTexts | null {
    if (this.#texts !== null || !this.isShell) return null;
    this.#raw ??= callTexts(this.call, NO_VIEW);
    return this.#raw;
  }

  /** Holds all words that a pattern may require, and perhaps more: for `JoinedTexts`. */
  get words(): string {
    this.#words ??= this.#looseWords() ?? searchable(spelled(this.texts).join('\n'));
    return this.#words;
  }

  /** False where none of the patterns matches one of the commands for certain; no view is made for this. */
  couldMatch(patterns: readonly CompiledPattern[]): boolean {
    if (patterns.length === 0) return false;
    if (this.#unquoted === undefined) this.#unquoted = unquotedText(this.text, this.words);
    const unquoted = this.#unquoted;
    return (
      unquoted === null || patterns.some((pattern) => mayMatchWords(pattern, unquoted.text, unquoted.spelled))
    );
  }

  #looseWords(): string | null {
    if (this.isShell) return looseText(this.text);
    // Making a path normal leaves out parts of it, and adds nothing.
    const isWhole =
      this.text.length <= PATH_CHARS_MAX ||
      this.text.split('\n').every((path) => path.length <= PATH_CHARS_MAX);
    return isWhole ? searchable(this.text) : null;
  }
}

/** Whether the trigger of a lesson matches a call, its gates aside. A shell view is made only where nothing else tells. */
export function matches(lesson: CompiledLesson, prepared: PreparedText): boolean {
  const found = (texts: CallTexts) => matchLesson(prepared.call, texts, lesson, ANYWHERE) !== null;
  const { asWritten } = prepared;
  if (asWritten === null) return found(prepared.texts);
  const viewed = lesson.command.filter(({ view, runs }) => view !== 'raw' || runs !== undefined);
  if (viewed.length < lesson.command.length && found(asWritten)) return true;
  const isPossible = viewed.some((pattern) =>
    pattern.view === 'raw' ? test(pattern, asWritten.raw ?? '') : prepared.couldMatch([pattern]),
  );
  return isPossible && found(prepared.texts);
}

/** Keeps one for each distinct text. */
export class Preparer {
  readonly #known = new Map<string, Map<string, PreparedText>>();
  /** In the order in which they were first met. */
  readonly texts: PreparedText[] = [];

  of({ tool, text }: Pick<CallRecord, 'tool' | 'text'>): PreparedText {
    let ofTool = this.#known.get(tool);
    if (!ofTool) {
      ofTool = new Map();
      this.#known.set(tool, ofTool);
    }
    let prepared = ofTool.get(text);
    if (!prepared) {
      prepared = new PreparedText(tool, text, this.texts.length);
      ofTool.set(text, prepared);
      this.texts.push(prepared);
    }
    return prepared;
  }
}

/** Texts that hold every word of the call: pipelines and lists repeat those of the commands, relative paths of the whole. */
function spelled({ commands, raw, paths, edits }: CallTexts): string[] {
  const texts = raw === null ? [] : [raw];
  for (const { texts: forms } of commands) for (const text of forms) if (text !== raw) texts.push(text);
  for (const [whole] of paths) if (whole !== undefined) texts.push(whole);
  for (const { forms, windows } of edits) texts.push(...forms, ...windows);
  return texts;
}
