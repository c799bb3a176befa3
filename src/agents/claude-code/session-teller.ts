import type { EventBase } from '../../transcripts/events.ts';
import type { Emit } from '../../transcripts/reader.ts';
import type { SessionFields } from './session-fields.ts';

/** What was last told about the session of a thread. */
interface Told {
  sessionId: string;
  cwd: string | null;
  model: string | null;
  /** Fields that say just this. */
  fields: SessionFields | null;
}

/** Tells of a file's session, and of the threads in it, what its records repeat: once, and when it changes. */
export class SessionTeller {
  readonly #emit: Emit;
  /** By thread. */
  readonly #told = new Map<string, Told>();
  #isSubagentFile: boolean | null = null;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** The thread of a record, none in the main one. Subagents of older versions are recorded inside the main file. */
  threadOf(isSidechain: boolean, agentId: string | null): string | undefined {
    this.#isSubagentFile ??= isSidechain;
    return !isSidechain || this.#isSubagentFile ? undefined : (agentId ?? 'sidechain');
  }

  /**
   * Tells session, folder and model when one of them changes.
   * @param mayMove whether the record's folder is where its calls run, not only what the client was started in
   */
  tell(fields: SessionFields | null, mayMove: boolean, model: string | null, base: EventBase): void {
    if (fields === null) return;
    const key = base.thread ?? '';
    const told = this.#told.get(key);
    if (told?.fields === fields && (model === null || model === told.model)) return;
    const { sessionId } = fields;
    const knownCwd = told?.cwd ?? null;
    const cwd = (mayMove || knownCwd === null ? fields.cwd : null) ?? knownCwd;
    const known = model ?? told?.model ?? null;
    const same = fields.cwd === cwd ? fields : null;
    if (told?.sessionId === sessionId && told.cwd === cwd && told.model === known) {
      told.fields = same;
      return;
    }
    this.#told.set(key, { sessionId, cwd, model: known, fields: same });
    this.#emit({
      kind: 'session',
      ...base,
      sessionId,
      isSubagent: base.thread !== undefined || this.#isSubagentFile === true,
      ...(cwd === null ? {} : { cwd }),
      ...(known === null ? {} : { model: known }),
    });
  }
}
