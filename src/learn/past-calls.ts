import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { shellView } from '../inject/shell-view.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { addTokens } from '../text/tokens.ts';
import { isShellTool, pastCall } from '../triggers/call-views.ts';
import { requiredLiterals } from '../triggers/required-literals.ts';

/** A distinct text of a tool, made ready for patterns. */
export interface PreparedText {
  call: ToolCall;
  texts: CallTexts;
  tokens: Set<string>;
}

/** Prepares each distinct text once. */
export class Preparer {
  readonly #known = new Map<string, PreparedText>();

  of(record: Pick<CallRecord, 'tool' | 'text'>): PreparedText {
    const key = `${record.tool}\n${record.text}`;
    let prepared = this.#known.get(key);
    if (!prepared) {
      const call = pastCall(record.tool, record.text);
      const texts = callTexts(call, isShellTool(record.tool) ? shellView(record.text) : null);
      const tokens = new Set<string>();
      for (const text of spelled(texts)) addTokens(text, tokens);
      prepared = { call, texts, tokens };
      this.#known.set(key, prepared);
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
  prepared: PreparedText;
  good: number;
  failing: number;
}

/** The calls of a project so far, by the words in them: a new trigger meets only texts that hold what it requires. */
export class PastCalls {
  readonly #entries = new Map<PreparedText, PastEntry>();
  readonly #byToken = new Map<string, PastEntry[]>();

  /** Calls so far. */
  size = 0;

  add(prepared: PreparedText, ok: boolean): void {
    this.size += 1;
    let entry = this.#entries.get(prepared);
    if (!entry) {
      entry = { prepared, good: 0, failing: 0 };
      this.#entries.set(prepared, entry);
      for (const token of prepared.tokens) {
        const list = this.#byToken.get(token);
        if (list) list.push(entry);
        else this.#byToken.set(token, [entry]);
      }
    }
    if (ok) entry.good += 1;
    else entry.failing += 1;
  }

  /** Entries that the call patterns of a lesson could match. */
  for(lesson: CompiledLesson): Iterable<PastEntry> {
    const found = new Set<PastEntry>();
    for (const pattern of [...lesson.command, ...lesson.path]) {
      const required = requiredLiterals(pattern.match, pattern.flags);
      if (required === null) return this.#entries.values();
      for (const list of required) for (const entry of this.#rarest(list)) found.add(entry);
    }
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
