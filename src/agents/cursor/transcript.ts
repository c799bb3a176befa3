import { basename, dirname } from 'node:path';
import { clip, contentText } from '../../transcripts/content.ts';
import type { EventBase } from '../../transcripts/events.ts';
import { humanText, refusedByUs, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, list, object, text } from '../../transcripts/json.ts';
import { type Emit, type LineReader, type Sample, sessionOfName } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { ObjectLines } from '../shared/object-lines.ts';
import { Prompts } from '../shared/prompts.ts';
import { cursorSpec } from './spec.ts';

/** Cursor's agent transcripts: role and content only; no time stamps, mostly no results. */
export const cursorReader: LineReader = {
  agent: 'cursor',
  kind: 'lines',
  sessionInName: true,
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        (value['role'] === 'user' || value['role'] === 'assistant') &&
        value['type'] === undefined &&
        value['uuid'] === undefined &&
        Array.isArray(object(value['message'])?.['content']),
    ),
  decoder: (emit, path) => new CursorDecoder(emit, path),
};

class CursorDecoder extends ObjectLines {
  readonly #emit: Emit;
  readonly #sessionId: string;
  readonly #waiting: string[] = [];
  readonly #prompts: Prompts;

  constructor(emit: Emit, path: string) {
    super();
    this.#emit = emit;
    this.#prompts = new Prompts(emit);
    this.#sessionId = sessionOfName(path);
    const isSubagent = basename(dirname(path)) === 'subagents';
    emit({
      kind: 'session',
      line: 1,
      uuid: null,
      timestamp: null,
      sessionId: this.#sessionId,
      isSubagent,
    });
  }

  protected override value(value: Json, line: number): void {
    const base = { line, uuid: text(value['id']), timestamp: text(value['timestamp']) };
    let words = '';
    let nth = 0;
    for (const each of list(object(value['message'])?.['content'])) {
      const part = object(each);
      const type = text(part?.['type']);
      if (part === null) continue;
      if (type === 'text') words += (words === '' ? '' : '\n') + (text(part['text']) ?? '');
      else if (type === 'tool_use' || type === 'tool_call') {
        nth += 1;
        const callId = text(part['id']) ?? `${this.#sessionId}:line-${line}-${nth}`;
        this.#waiting.push(callId);
        if (this.#waiting.length > 64) this.#waiting.shift();
        this.#emit({
          kind: 'call',
          ...base,
          callId,
          ...canonicalCall(part['name'], object(part['input']) ?? {}, null, cursorSpec.tools),
          cwd: null,
        });
      } else if (type === 'tool_result' || type === 'tool-result') this.#result(part, base);
    }
    if (value['role'] === 'assistant') {
      if (words.trim() !== '')
        this.#emit({ kind: 'assistant', ...base, text: words, model: text(value['model']) });
      return;
    }
    const human = humanText(queryIn(words));
    if (human === null) return;
    this.#prompts.add(base, human);
  }

  /** Results carry ids that the calls lack: they come in the order of the calls. */
  #result(part: Json, base: EventBase): void {
    const own = text(part['tool_use_id']);
    const at = own === null ? -1 : this.#waiting.indexOf(own);
    const callId = (at >= 0 ? this.#waiting.splice(at, 1)[0] : this.#waiting.shift()) ?? own;
    if (!callId) return;
    const whole = contentText(part['content']);
    const exit = /^Exit code: (-?\d+)$/m.exec(whole.slice(0, 200));
    const exitCode = exit ? Number(exit[1]) : null;
    const flagged = typeof part['is_error'] === 'boolean' ? part['is_error'] : undefined;
    this.#emit({
      kind: 'result',
      ...base,
      callId,
      isError: flagged ?? (exitCode === null ? undefined : exitCode !== 0),
      exitCode,
      text: clip(withoutOurs(whole)),
      chars: whole.length,
      denial: refusedByUs(whole) ? 'hook' : null,
      feedback: null,
      timedOut: false,
      durationMs: null,
    });
  }
}

const QUERY = '<user_query>';

/** What the user wrote, of all that the client hands over with it. */
function queryIn(words: string): string {
  const opens = words.indexOf(QUERY);
  const closes = opens < 0 ? -1 : words.indexOf('</user_query>', opens);
  return closes < 0 ? words : words.slice(opens + QUERY.length, closes).trim();
}
