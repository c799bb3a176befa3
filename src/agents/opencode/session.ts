import { isRandom } from '../../model/call-identity.ts';
import { clip } from '../../transcripts/content.ts';
import type { Denial, EventBase } from '../../transcripts/events.ts';
import { humanText, injectionCount, refusedByUs, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, moment, number, object, text } from '../../transcripts/json.ts';
import type { Emit } from '../../transcripts/reader.ts';
import { patchFields } from '../codex/patch.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { Prompts } from '../shared/prompts.ts';
import { unquoted } from './hook-io.ts';
import { opencodeSpec } from './spec.ts';

/** One session of opencode: the same messages and parts in the database, the export and the older storage tree. */
export class OpencodeSession {
  readonly #emit: Emit;
  readonly #thread: string | undefined;
  #cwd: string | null;
  #isSubagent: boolean;
  #model: string | null = null;
  /** The message tells, after a compaction, what was said before: nobody says it now. */
  #isSummary = false;
  readonly #prompts: Prompts;

  constructor(emit: Emit, info: Json, line: number, thread?: string) {
    this.#emit = emit;
    this.#prompts = new Prompts(emit);
    this.#thread = thread;
    this.#cwd = text(info['directory']) ?? text(object(info['location'])?.['directory']);
    const parent = text(info['parentID'] ?? info['parent_id']);
    this.#isSubagent = parent !== null;
    emit({
      kind: 'session',
      ...this.#base(line, null, moment(object(info['time'])?.['created'] ?? info['time_created'])),
      // Hooks of a subagent name the session that it works for.
      sessionId: parent ?? text(info['id']) ?? 'unknown',
      isSubagent: this.#isSubagent,
      ...(this.#cwd === null ? {} : { cwd: this.#cwd }),
    });
  }

  /** The session goes to another folder. */
  folder(cwd: string | null, line: number): void {
    if (cwd === null) return;
    this.#cwd = cwd;
    this.#emit({ kind: 'session', ...this.#base(line, null, null), cwd });
  }

  /** Facts of a message that its parts do not repeat. */
  message(info: Json, line: number): void {
    this.#isSummary = info['role'] === 'assistant' && info['summary'] === true;
    if (object(info['error'])?.['name'] === 'MessageAbortedError') this.#prompts.stop();
    const model = text(info['modelID']) ?? text(object(info['model'])?.['modelID']);
    if (info['role'] === 'assistant' && model !== null && model !== this.#model) {
      this.#model = model;
      this.#emit({ kind: 'session', ...this.#base(line, null, null), model });
    }
  }

  part(role: string, part: Json, line: number, messageId: string | null): void {
    const started = moment(
      object(part['time'])?.['start'] ??
        object(object(part['state'])?.['time'])?.['start'] ??
        part['time_created'],
    );
    const base = this.#base(line, text(part['id']) ?? messageId, started);
    if (part['type'] === 'tool') {
      this.#tool(part, base);
      return;
    }
    if (part['type'] === 'compaction') {
      this.#emit({ kind: 'compaction', ...base });
      return;
    }
    const words = text(part['text']);
    if (part['type'] !== 'text' || this.#isSummary || words === null || words.trim() === '') return;
    const shown = injectionCount(words);
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
    if (role === 'assistant') {
      this.#emit({ kind: 'assistant', ...base, text: words, model: this.#model });
      return;
    }
    if (part['synthetic'] === true || part['ignored'] === true || this.#isSubagent) return;
    const human = humanText(unquoted(words));
    if (human === null) return;
    this.#prompts.add(base, human);
  }

  #tool(part: Json, own: EventBase): void {
    const state = object(part['state']);
    const id = text(part['callID']) ?? own.uuid;
    if (state === null || id === null) return;
    const begun = number(object(state['time'])?.['start']);
    // An id that counts starts again in another thread; a fork has the part anew, with the same times.
    const isUnique = begun === null || isRandom(id);
    const callId = isUnique ? id : `${id}@${begun}`;
    const base = isUnique ? own : { ...own, uuid: callId };
    const input = object(state['input']) ?? {};
    // A call of an unknown tool is stored under the name `invalid`.
    const name =
      part['tool'] === 'invalid' && typeof input['tool'] === 'string' ? input['tool'] : part['tool'];
    const named = canonicalCall(name, input, this.#cwd, opencodeSpec.tools);
    const patch = text(input['patchText']);
    const cwd = text(input['workdir']) ?? text(input['cwd']) ?? this.#cwd;
    this.#emit({
      kind: 'call',
      ...base,
      callId,
      ...named,
      ...(patch === null ? {} : { input: patchFields(patch) }),
      cwd,
    });
    this.#result(state, {
      base,
      callId,
      isShell: named.tool === 'Bash',
      isKnown: part['tool'] !== 'invalid',
    });
  }

  /** What came of a call, once it has ended. */
  #result(state: Json, call: { base: EventBase; callId: string; isShell: boolean; isKnown: boolean }): void {
    const { base, callId, isShell, isKnown } = call;
    const status = text(state['status']);
    if (status !== 'completed' && status !== 'error' && status !== 'success') return;
    const isError = status === 'error';
    const exitCode = isShell ? number(object(state['metadata'])?.['exit']) : null;
    const whole = text(state[isError ? 'error' : 'output']) ?? '';
    const begun = number(object(state['time'])?.['start']);
    const ended = number(object(state['time'])?.['end']);
    const note = isError ? whole.slice(-600) : noteBehind(whole);
    const timedOut = /command timed out after|exceed(?:ed|ing) timeout|timeout \d+ ?ms/i.test(note);
    const stopped = !isError && /User aborted the command|Command was aborted/.test(note);
    const failed =
      isError ||
      stopped ||
      (exitCode !== null && exitCode !== 0) ||
      !isKnown ||
      (timedOut && isShell && exitCode === null);
    this.#emit({
      kind: 'result',
      ...base,
      timestamp: moment(ended) ?? base.timestamp,
      callId,
      isError: failed,
      exitCode,
      text: clip(withoutOurs(whole)),
      chars: whole.length,
      denial: stopped ? 'interrupted' : denialOf(isError ? whole : ''),
      feedback: feedbackOf(isError ? whole : ''),
      timedOut,
      durationMs: ended !== null && begun !== null && ended >= begun ? ended - begun : null,
    });
  }

  #base(line: number, uuid: string | null, timestamp: string | null): EventBase {
    return { line, uuid, timestamp, ...(this.#thread === undefined ? {} : { thread: this.#thread }) };
  }
}

/** What the shell tool says behind the output: in brackets at first, as metadata since. */
const NOTE = /\n<(\w+_metadata)>\n[^<]*(?:<\/\1>\s*)?$|\n\(Command [^()\n]{1,60}\)\s*$/;
const NOTE_CHARS = 1000;

const noteBehind = (output: string): string => NOTE.exec(`\n${output.slice(-NOTE_CHARS)}`)?.[0] ?? '';

function denialOf(error: string): Denial {
  if (/^(?:\w*Error: )?(?:The )?user (?:has )?rejected/i.test(error)) return 'user-rejected';
  if (/^(?:Tool execution aborted|The operation was aborted|Aborted)/i.test(error)) return 'interrupted';
  if (/^The user has specified a rule which prevents/i.test(error)) return 'permission';
  return refusedByUs(error) ? 'hook' : null;
}

function feedbackOf(error: string): string | null {
  const found =
    /^(?:\w*Error: )?(?:The )?user (?:has )?rejected permission[\s\S]{0,120}?(?:with the following feedback|feedback|message):\s*([\s\S]{1,4000})$/i.exec(
      error,
    );
  return found ? found[1]!.trim() : null;
}
