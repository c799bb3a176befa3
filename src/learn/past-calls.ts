import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { shellView } from '../inject/shell-view.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { addTokens, isWordCode } from '../text/tokens.ts';
import { isShellTool, pastCall } from '../triggers/call-views.ts';
import { requiredOf } from '../triggers/lesson-index.ts';

/** A distinct text of a tool, made ready for patterns when it is first asked for. */
export class PreparedText {
  readonly tool: string;
  readonly text: string;
  readonly isShell: boolean;
  #call: ToolCall | null = null;
  #texts: CallTexts | null = null;
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

  get tokens(): Set<string> {
    if (this.#tokens === null) {
      this.#tokens = new Set();
      let raw = '';
      for (const text of spelled(this.texts)) {
        if (raw === '' || !standsIn(text, raw)) addTokens(text, this.#tokens);
        if (raw === '') raw = text;
      }
    }
    return this.#tokens;
  }
}

/** Whether a text occurs in another from word edge to word edge, so that it has no words of its own. */
function standsIn(text: string, whole: string): boolean {
  const at = whole.indexOf(text);
  if (at < 0) return false;
  const end = at + text.length;
  return !isWordCode(whole.charCodeAt(at - 1)) && !isWordCode(whole.charCodeAt(end));
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

/** The calls of a project so far, by the words in them: a new trigger meets only texts that hold what it requires. */
export class PastCalls {
  readonly #entries = new Map<PreparedText, PastEntry>();
  readonly #byToken = new Map<string, PastEntry[]>();
  /** Indexed when a lesson first asks for them; most lessons are about commands, not paths. */
  readonly #commands: PastEntry[] = [];
  readonly #files: PastEntry[] = [];

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
      (prepared.isShell ? this.#commands : this.#files).push(entry);
    }
    if (ok) entry.good += 1;
    else entry.failing += 1;
  }

  #index(entry: PastEntry): void {
    for (const token of entry.prepared.tokens) {
      const list = this.#byToken.get(token);
      if (list) list.push(entry);
      else this.#byToken.set(token, [entry]);
    }
  }

  /** Entries that the call patterns of a lesson could match. */
  for(lesson: CompiledLesson): Iterable<PastEntry> {
    const required = requiredOf([...lesson.command, ...lesson.path]);
    if (required === null) return this.#entries.values();
    for (const entry of this.#commands.splice(0)) this.#index(entry);
    if (lesson.path.length > 0) for (const entry of this.#files.splice(0)) this.#index(entry);
    if (required.length === 1) return this.#rarest(required[0] as string[]);
    const found = new Set<PastEntry>();
    for (const list of required) for (const entry of this.#rarest(list)) found.add(entry);
    return found;
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
