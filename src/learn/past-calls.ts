import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { shellView } from '../inject/shell-view.ts';
import type { ShellView } from '../inject/types.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { tokensOf } from '../text/tokens.ts';
import { isShellTool, pastCall } from '../triggers/call-views.ts';
import { requiredOf } from '../triggers/lesson-index.ts';
import { looseTokens } from './loose-tokens.ts';

const NO_VIEW: ShellView = { commands: [], masked: '' };

/** A distinct text of a tool, made ready for patterns when it is first asked for. */
export class PreparedText {
  readonly tool: string;
  readonly text: string;
  readonly isShell: boolean;
  #call: ToolCall | null = null;
  #texts: CallTexts | null = null;
  #raw: CallTexts | null = null;
  #tokens: Set<string> | null = null;

  constructor(tool: string, text: string) {
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

  /** What the patterns of a lesson are run on; no shell view is made for those that look at the command as it is written. */
  textsFor(lesson: CompiledLesson): CallTexts {
    if (this.#texts !== null || !this.isShell || !looksAtRaw(lesson)) return this.texts;
    this.#raw ??= callTexts(this.call, NO_VIEW);
    return this.#raw;
  }

  /** All words that a pattern may require, and perhaps more: they narrow, and never exclude. */
  get tokens(): Set<string> {
    this.#tokens ??= (this.isShell ? looseTokens(this.text) : null) ?? tokensOf(spelled(this.texts));
    return this.#tokens;
  }
}

function looksAtRaw({ command }: CompiledLesson): boolean {
  return command.length > 0 && command.every((pattern) => pattern.view === 'raw');
}

/** Keeps one for each distinct text. */
export class Preparer {
  readonly #known = new Map<string, Map<string, PreparedText>>();

  of({ tool, text }: Pick<CallRecord, 'tool' | 'text'>): PreparedText {
    let ofTool = this.#known.get(tool);
    if (!ofTool) {
      ofTool = new Map();
      this.#known.set(tool, ofTool);
    }
    let prepared = ofTool.get(text);
    if (!prepared) {
      prepared = new PreparedText(tool, text);
      ofTool.set(text, prepared);
    }
    return prepared;
  }
}

/** Texts that hold every word of the call: pipelines and lists repeat those of the commands, relative paths of the whole. */
function* spelled({ commands, raw, paths, edits }: CallTexts): Iterable<string> {
  if (raw !== null) yield raw;
  for (const { texts } of commands) for (const text of texts) if (text !== raw) yield text;
  for (const [whole] of paths) if (whole !== undefined) yield whole;
  for (const { forms, windows } of edits) yield* [...forms, ...windows];
}

export interface PastEntry {
  /** Position in the order in which texts were first met. */
  nth: number;
  prepared: PreparedText;
  good: number;
  failing: number;
}

/** Entries by the words in them. They are indexed when they are first asked for. */
class WordIndex {
  readonly #byToken = new Map<string, PastEntry[]>();
  #pending: PastEntry[] = [];

  add(entry: PastEntry): void {
    this.#pending.push(entry);
  }

  /** Entries from the nth text on that have all of the words. */
  *holding(tokens: string[], nth: number): Iterable<PastEntry> {
    for (const entry of this.#pending) this.#index(entry);
    this.#pending = [];
    const entries = this.#rarest(tokens);
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const entry = entries[index] as PastEntry;
      if (entry.nth < nth) return;
      if (tokens.every((token) => entry.prepared.tokens.has(token))) yield entry;
    }
  }

  #index(entry: PastEntry): void {
    for (const token of entry.prepared.tokens) {
      const list = this.#byToken.get(token);
      if (list) list.push(entry);
      else this.#byToken.set(token, [entry]);
    }
  }

  #rarest(tokens: string[]): PastEntry[] {
    let best: PastEntry[] | null = null;
    for (const token of tokens) {
      const list = this.#byToken.get(token) ?? [];
      if (best === null || list.length < best.length) best = list;
    }
    return best ?? [];
  }
}

/** The calls of a project so far, by the words in them: a new trigger meets only texts that hold what it requires. */
export class PastCalls {
  readonly #entries = new Map<PreparedText, PastEntry>();
  readonly #commands = new WordIndex();
  readonly #files = new WordIndex();

  /** Calls so far. */
  size = 0;

  /** Distinct texts so far. */
  get texts(): number {
    return this.#entries.size;
  }

  add(prepared: PreparedText, ok: boolean): void {
    this.size += 1;
    let entry = this.#entries.get(prepared);
    if (!entry) {
      entry = { nth: this.#entries.size, prepared, good: 0, failing: 0 };
      this.#entries.set(prepared, entry);
      (prepared.isShell ? this.#commands : this.#files).add(entry);
    }
    if (ok) entry.good += 1;
    else entry.failing += 1;
  }

  /** Entries from the nth text on that the call patterns of a lesson could match, each once. */
  for(lesson: CompiledLesson, nth: number): Iterable<PastEntry> {
    const hasPaths = lesson.path.length > 0;
    const required = requiredOf([...lesson.command, ...lesson.path]);
    const found = new Set<PastEntry>();
    if (required === null) {
      for (const entry of this.#entries.values())
        if (entry.nth >= nth && (entry.prepared.isShell || hasPaths)) found.add(entry);
      return found;
    }
    for (const tokens of required) {
      for (const entry of this.#commands.holding(tokens, nth)) found.add(entry);
      if (hasPaths) for (const entry of this.#files.holding(tokens, nth)) found.add(entry);
    }
    return found;
  }
}
