import { messageOf } from '../../platform/errors.ts';
import { decisionOn, notEditable, workDone } from './decided.ts';
import { fieldLines, isPatternField, patched } from './fields.ts';
import type { Command } from './keys.ts';
import { reduce } from './reduce.ts';
import { type Action, currentItem, currentRow, initialState, type State } from './state.ts';
import type { LoadedReview, PatternVerdict, ReviewRow, ReviewSource } from './types.ts';

const PATTERN_TEST_DELAY_MS = 120;

/** What the session needs from outside: to leave, to give the shell its turn, to open an editor, to keep what was decided. */
interface SessionHost {
  quit(): void;
  suspend(): void;
  edit(row: ReviewRow): void;
  keep(state: State): void;
}

/**
 * Holds the state outside of the screen, so that the screen can be taken down for `$EDITOR`
 * and put up again, and runs the slow things (evidence, pattern tests, applying).
 */
export class Session {
  #state: State;
  #version = 0;
  #verdict: PatternVerdict | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Asked to leave while decisions are applied: it does once they are. */
  #isLeaving = false;
  readonly #listeners = new Set<() => void>();
  readonly #source: ReviewSource;
  readonly #host: SessionHost;

  constructor(source: ReviewSource, host: SessionHost, loaded: LoadedReview) {
    this.#source = source;
    this.#host = host;
    this.#state = initialState(loaded.sessionId, loaded.rows, loaded.hidden);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;
  readonly state = (): State => this.#state;
  readonly verdict = (): PatternVerdict | null => this.#verdict;

  /** Sets the starting decisions of a review that was left unfinished. */
  restore(state: Pick<State, 'decisions' | 'patches'>): void {
    const known = new Set(this.#state.rows.map((row) => row.id));
    const decisions = new Map([...state.decisions].filter(([id]) => known.has(id)));
    const patches = new Map([...state.patches].filter(([id]) => known.has(id)));
    const restored = { ...this.#state, decisions, patches };
    const kept = workDone(restored);
    const message =
      kept === null ? this.#state.message : `${kept} of last time restored; c shows what would happen.`;
    this.#set({ ...restored, message });
  }

  perform(command: Command): void {
    if (command.type === 'quit') {
      if (this.#state.mode === 'applying') this.#isLeaving = true;
      else this.#host.quit();
    } else if (command.type === 'suspend') {
      this.#host.suspend();
    } else if (command.type === 'editor') {
      const row = currentRow(this.#state);
      const isFolded = this.#state.mode === 'list' && Boolean(currentItem(this.#state)?.folded);
      const refused = isFolded
        ? 'One is edited at a time: → shows each.'
        : row === null
          ? null
          : notEditable(this.#state, row);
      if (refused !== null) this.#dispatch({ type: 'message', message: refused });
      else if (row !== null) this.#host.edit(row);
    } else if (command.type === 'apply') {
      void this.#apply();
    } else {
      this.#dispatch(command);
    }
  }

  #dispatch(action: Action): void {
    const before = this.#state;
    this.#set(reduce(before, action));
    if (this.#state.decisions !== before.decisions || this.#state.patches !== before.patches)
      this.#host.keep(this.#state);
    this.#follow(before);
  }

  #follow(before: State): void {
    const row = currentRow(this.#state);
    if (row === null) return;
    const open = this.#state.mode === 'detail' || this.#state.mode === 'edit';
    if (open && !this.#state.details.has(row.id)) void this.#load(row);
    if (this.#state.mode !== 'edit') this.#verdict = null;
    else if (this.#state.text !== before.text || before.mode !== 'edit') this.#testSoon(row);
  }

  async #load(row: ReviewRow): Promise<void> {
    try {
      const details = await this.#source.details(row);
      this.#set(reduce(this.#state, { type: 'details', id: row.id, details }));
    } catch (error) {
      this.#set(reduce(this.#state, { type: 'message', message: messageOf(error) }));
    }
  }

  #testSoon(row: ReviewRow): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const line = fieldLines(row)[this.#state.fieldCursor];
    if (
      line === undefined ||
      !isPatternField(line.field) ||
      this.#state.text === '' ||
      this.#state.problem !== null
    ) {
      this.#verdict = null;
      return;
    }
    const { field } = line;
    const { text } = this.#state;
    this.#timer = setTimeout(() => {
      void this.#source
        .testPattern(row, field, text)
        .then((verdict) => {
          if (this.#state.mode !== 'edit' || this.#state.text !== text) return;
          this.#verdict = verdict;
          this.#set(this.#state);
        })
        .catch((error: unknown) =>
          this.#set(reduce(this.#state, { type: 'message', message: messageOf(error) })),
        );
    }, PATTERN_TEST_DELAY_MS);
  }

  async #apply(): Promise<void> {
    const state = this.#state;
    const decided = state.rows.flatMap((row) => {
      const decision = decisionOn(state, row);
      return decision === undefined
        ? []
        : [{ row: patched(row, state.patches.get(row.id)), decision, patch: state.patches.get(row.id) }];
    });
    if (decided.length === 0) return;
    this.#set({ ...state, mode: 'applying', message: 'Applying…' });
    try {
      const report = await this.#source.apply(state.sessionId, decided);
      this.#set({
        ...reduce(this.#state, { type: 'done', report }),
        decisions: new Map(),
        patches: new Map(),
        message: null,
      });
      this.#host.keep(this.#state);
      if (this.#isLeaving) this.#host.quit();
    } catch (error) {
      this.#isLeaving = false;
      this.#set({ ...this.#state, mode: 'list', message: messageOf(error) });
    }
  }

  #set(state: State): void {
    this.#state = state;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
