import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import { items } from './alike.ts';
import { confirmLines } from './confirm-view.tsx';
import { workDone } from './decided.ts';
import { editorText, fieldLines, readEditorText } from './fields.ts';
import { parseFilter, visibleRows } from './filter.ts';
import { itemLine } from './list-view.tsx';
import { reduce } from './reduce.ts';
import { type Action, currentRow, initialState, type State } from './state.ts';
import type { ReviewRow } from './types.ts';

function row(number: number, changes: Partial<ReviewRow> = {}): ReviewRow {
  const fields = {
    id: `01J${String(number).padStart(23, '0')}`,
    slug: `lesson-${number}`,
    summary: `Runs thing ${number}`,
    commandPatterns: [`^thing${number}\\b`],
    tags: ['tool:thing'],
  };
  return { ...candidateOf({ ...fields, number }), noise: null, ...changes };
}

const archived = row(9, { status: 'archived', archiveReason: 'noise' });
const start = initialState('S', [
  row(1),
  row(2, { toolNames: ['Edit'], tags: ['lang:ts'] }),
  row(3),
  archived,
]);
const rowLine = (state: State, shown: ReviewRow) =>
  itemLine(state, { row: shown, folded: null, isUnfolded: false }, false);
const play = (state: State, ...actions: Action[]) => actions.reduce(reduce, state);

describe('review state', () => {
  test('deciding moves on, and the same key takes it back', () => {
    const once = play(start, { type: 'decide', action: 'approve' });
    expect([...once.decisions.values()]).toEqual([{ action: 'approve', reason: null }]);
    expect(once.cursor).toBe(1);
    const back = play(once, { type: 'move', by: -1 }, { type: 'decide', action: 'approve' });
    expect(back.decisions.size).toBe(0);
  });

  test('a decision goes to all selected rows', () => {
    const all = play(
      start,
      { type: 'toggle-select' },
      { type: 'toggle-select' },
      { type: 'decide', action: 'skip' },
    );
    expect(all.decisions.size).toBe(2);
    expect(all.selected.size).toBe(0);
  });

  test('an open row is archived alone, whatever is selected, and stays open', () => {
    const open = play(
      start,
      { type: 'toggle-select' },
      { type: 'toggle-select' },
      { type: 'mode', mode: 'detail' },
      { type: 'start-reason' },
      { type: 'insert', text: 'one-off' },
    );
    const given = reduce(open, { type: 'accept' });
    expect([...given.decisions.keys()]).toEqual([start.rows[2]!.id]);
    expect(given).toMatchObject({ mode: 'detail', cursor: 2 });
    expect(given.selected.size).toBe(2);
    expect(reduce(open, { type: 'cancel' })).toMatchObject({ mode: 'detail', cursor: 2 });
  });

  test('what is selected is decided on whole, also where a filter hides some of it', () => {
    const all = play(
      start,
      { type: 'toggle-select' },
      { type: 'toggle-select' },
      { type: 'start-filter' },
      { type: 'insert', text: 'thing 3' },
      { type: 'accept' },
      { type: 'decide', action: 'approve' },
    );
    expect([...all.decisions.keys()]).toEqual([start.rows[0]!.id, start.rows[1]!.id]);
  });

  test('the help and the confirm screen go back to the field that they were called from', () => {
    const open = play(start, { type: 'mode', mode: 'detail' }, { type: 'move', by: 3 });
    const away: Action[] = [
      { type: 'help', page: 0 },
      { type: 'mode', mode: 'confirm' },
    ];
    for (const action of away)
      expect(play(open, action, { type: 'back' })).toMatchObject({ mode: 'detail', fieldCursor: 3 });
    expect(play(start, ...away, { type: 'back' }).mode).toBe('list');
    expect(play(open, { type: 'row', by: 1 })).toMatchObject({ mode: 'detail', cursor: 1, fieldCursor: 0 });
  });

  test('a field that is left as it was is no edit', () => {
    const delivery = fieldLines(row(1)).findIndex(({ field }) => field === 'delivery');
    const left = play(
      start,
      { type: 'mode', mode: 'detail' },
      ...Array.from({ length: delivery }, (): Action => ({ type: 'move', by: 1 })),
      { type: 'start-edit' },
      { type: 'accept' },
    );
    expect(left).toMatchObject({ mode: 'detail', fieldCursor: delivery, message: null });
    expect(left.patches.size).toBe(0);
  });

  test('what was said of one field is gone at the next', () => {
    const edited = play(
      start,
      { type: 'mode', mode: 'detail' },
      { type: 'start-edit' },
      { type: 'insert', text: '!' },
      { type: 'accept' },
    );
    expect(edited.message).not.toBeNull();
    expect(reduce(edited, { type: 'start-edit' }).message).toBeNull();
    expect(reduce(edited, { type: 'move', by: 1 }).message).toBeNull();
  });

  test('the caret takes an emoji, a flag and a letter with its accent as one character', () => {
    for (const one of ['👩‍👩‍👧‍👦', '🇫🇷', 'e\u0301', '👍🏽']) {
      const typing = play(start, { type: 'start-filter' }, { type: 'insert', text: `a${one}b` });
      const left = play(typing, { type: 'caret', to: 'left' }, { type: 'caret', to: 'left' });
      expect(left.caret).toBe(1);
      expect(reduce(left, { type: 'erase', what: 'forward' }).text).toBe('ab');
      const right = reduce(left, { type: 'caret', to: 'right' });
      expect(reduce(right, { type: 'erase', what: 'back' })).toMatchObject({ text: 'ab', caret: 1 });
    }
  });

  test('archiving asks for a reason and refuses an empty one', () => {
    const asked = play(start, { type: 'start-reason' }, { type: 'accept' });
    expect(asked.mode).toBe('reason');
    expect(asked.problem).not.toBeNull();
    const given = play(asked, { type: 'insert', text: 'one-off' }, { type: 'accept' });
    expect([...given.decisions.values()]).toEqual([{ action: 'archive', reason: 'one-off' }]);
  });

  test('undo restores decisions and edits, one step each', () => {
    const edited = play(
      start,
      { type: 'mode', mode: 'detail' },
      { type: 'start-edit' },
      { type: 'erase', what: 'all' },
      { type: 'insert', text: 'Forgets the flag' },
      { type: 'accept' },
      { type: 'decide', action: 'approve' },
    );
    expect(currentRow(edited)?.summary).toBe('Forgets the flag');
    const undecided = reduce(edited, { type: 'undo' });
    expect(undecided.decisions.size).toBe(0);
    expect(currentRow(reduce(undecided, { type: 'undo' }))?.summary).toBe('Runs thing 1');
    expect(play(start, { type: 'undo' }).message).toBe('Nothing to undo.');
  });

  test('an invalid value is named while it is typed and never kept', () => {
    const at = fieldLines(start.rows[0]!).findIndex((line) => line.field === 'commandPatterns');
    const typing = play(
      start,
      { type: 'mode', mode: 'detail' },
      { type: 'move', by: at },
      { type: 'start-edit' },
      { type: 'insert', text: '(' },
    );
    expect(typing.problem).not.toBeNull();
    const kept = reduce(typing, { type: 'accept' });
    expect(kept.mode).toBe('edit');
    expect(kept.patches.size).toBe(0);
  });

  test('emptying an element of a list removes it', () => {
    const at = fieldLines(start.rows[0]!).findIndex((line) => line.field === 'commandPatterns');
    const emptied = play(
      start,
      { type: 'mode', mode: 'detail' },
      { type: 'move', by: at },
      { type: 'start-edit' },
      { type: 'erase', what: 'all' },
      { type: 'accept' },
    );
    expect(currentRow(emptied)?.commandPatterns).toEqual([]);
  });

  test('archived rows are only restored, others never', () => {
    const view = play(start, { type: 'view' });
    expect(currentRow(view)?.slug).toBe('lesson-9');
    expect(play(view, { type: 'decide', action: 'approve' }).decisions.size).toBe(0);
    expect(play(view, { type: 'decide', action: 'unarchive' }).decisions.size).toBe(1);
    expect(play(start, { type: 'decide', action: 'unarchive' }).decisions.size).toBe(0);
    const nothing = play(
      start,
      { type: 'start-filter' },
      { type: 'insert', text: 'zzz' },
      { type: 'accept' },
    );
    expect(reduce(nothing, { type: 'decide', action: 'approve' }).message).toBe('There is no row here.');
  });

  test('what was only edited is kept by applying, and an archived row is restored first', () => {
    const at = (state: State) =>
      play(
        state,
        { type: 'mode', mode: 'detail' },
        { type: 'start-edit' },
        { type: 'insert', text: '!' },
        { type: 'accept' },
      );
    const edited = at(start);
    expect(confirmLines(edited)).toEqual(['↷ is shown again, edited: Runs thing 1!']);
    expect(workDone(edited)).toBe('1 edit');
    expect(workDone(reduce(edited, { type: 'decide', action: 'approve' }))).toBe('1 decision');
    expect(rowLine(edited, start.rows[0]!)).toStartWith('  ✎');
    const view = reduce(start, { type: 'view' });
    expect(at(view)).toMatchObject({ patches: new Map(), message: expect.stringContaining('(r)') });
    expect(at(reduce(view, { type: 'decide', action: 'unarchive' })).patches.size).toBe(1);
  });

  test('the figures of a row keep their columns', () => {
    const lines = [
      row(1, { confidence: 1, occurrenceCount: 5 }),
      row(2, { confidence: 0.975, occurrenceCount: 120 }),
      row(3, { confidence: 0.5, occurrenceCount: 12_345 }),
    ].map((each) => rowLine(start, each));
    expect(lines).toEqual([
      expect.stringContaining(' 1.00   5×  Runs thing 1'),
      expect.stringContaining(' 0.97 120×  Runs thing 2'),
      expect.stringContaining(' 0.50 12k×  Runs thing 3'),
    ]);
    expect(new Set(lines.map((line) => line.indexOf('Runs'))).size).toBe(1);
  });

  test('the confirm screen names every decision', () => {
    const decided = play(start, { type: 'decide', action: 'approve' }, { type: 'decide', action: 'skip' });
    expect(confirmLines(decided)).toEqual([
      '✓ becomes active: Runs thing 1',
      '↷ is shown again: Runs thing 2',
    ]);
  });
});

describe('candidates that are alike', () => {
  const lint = (number: number, rule: string, changes: Partial<ReviewRow> = {}) =>
    row(number, { summary: `Breaks \`${rule}\``, tags: ['topic:lint', 'lang:go'], ...changes });
  const many = initialState('S', [
    row(1),
    lint(2, 'errcheck', { occurrenceCount: 4 }),
    row(3),
    lint(4, 'goconst', { occurrenceCount: 3 }),
    lint(5, 'gosec', { occurrenceCount: 2 }),
    lint(6, 'gosec', { noise: { rule: 'identical', reason: 'the same' } }),
    row(7, { tags: ['topic:lint', 'lang:python'] }),
  ]);
  const numbers = (state: State) => items(state).map(({ row: { number } }) => number);
  const atFolded = reduce(many, { type: 'move', by: 1 });

  test('are one line, at the place of the best; what a filter warns of, and other languages, stay apart', () => {
    expect(numbers(many)).toEqual([1, 2, 3, 6, 7]);
    expect(items(many)[1]?.folded?.map(({ number }) => number)).toEqual([2, 4, 5]);
    expect(itemLine(many, items(many)[1]!, true)).toEndWith(
      '   9×  ▸ 3 lint rules (go): errcheck, goconst, gosec',
    );
    const two = initialState('S', many.rows.slice(0, 4));
    expect(numbers(two)).toEqual([1, 2, 3, 4]);
  });

  test('are decided in one go, and undone in one', () => {
    const decided = reduce(atFolded, { type: 'decide', action: 'approve' });
    expect(confirmLines(decided)).toHaveLength(3);
    expect(decided.cursor).toBe(2);
    expect(reduce(decided, { type: 'undo' }).decisions.size).toBe(0);
    const archivedAll = play(
      atFolded,
      { type: 'start-reason' },
      { type: 'insert', text: 'the linter says it' },
      { type: 'accept' },
    );
    expect([...archivedAll.decisions.values()].map(({ reason }) => reason)).toEqual(
      Array(3).fill('the linter says it'),
    );
    const selected = reduce(atFolded, { type: 'toggle-select' });
    expect(selected.selected.size).toBe(3);
    expect(play(selected, { type: 'move', by: -1 }, { type: 'toggle-select' }).selected.size).toBe(0);
  });

  test('open into their rows, each decided by itself, and fold again', () => {
    const each = reduce(atFolded, { type: 'mode', mode: 'detail' });
    expect(each).toMatchObject({ mode: 'list', cursor: 1 });
    expect(numbers(each)).toEqual([1, 2, 4, 5, 3, 6, 7]);
    const one = play(each, { type: 'move', by: 1 }, { type: 'decide', action: 'skip' });
    expect([...one.decisions.keys()]).toEqual([many.rows[3]!.id]);
    const again = reduce(one, { type: 'fold' });
    expect(again.cursor).toBe(1);
    expect(numbers(again)).toEqual([1, 2, 3, 6, 7]);
    expect(itemLine(again, items(again)[1]!, false)).toStartWith('  ~');
    const passing = play(many, { type: 'mode', mode: 'detail' }, { type: 'row', by: 1 });
    expect(currentRow(passing)?.number).toBe(2);
    expect(currentRow(reduce(passing, { type: 'row', by: 1 }))?.number).toBe(4);
  });
});

describe('filter', () => {
  test('parts narrow together', () => {
    expect(parseFilter('tool:Bash words tag:lang:ts')).toEqual({
      status: null,
      tool: 'bash',
      tag: 'lang:ts',
      scope: null,
      words: ['words'],
    });
    expect(visibleRows(start.rows, 'pending', 'tool:edit').map((found) => found.number)).toEqual([2]);
    expect(visibleRows(start.rows, 'pending', 'tool:thing').length).toBeGreaterThan(0);
    expect(visibleRows(start.rows, 'pending', 'tool:thin')).toEqual([]);
    expect(visibleRows(start.rows, 'pending', 'thing 3').map((found) => found.number)).toEqual([3]);
    expect(visibleRows(start.rows, 'all', '')).toHaveLength(4);
    expect(visibleRows(start.rows, 'pending', 'status:archived').map((found) => found.number)).toEqual([9]);
  });
});

describe('editor text', () => {
  test('only what was changed comes back', () => {
    const first = start.rows[0]!;
    const text = editorText(first).replace('Runs thing 1', 'Runs it wrong');
    expect(readEditorText(first, text)).toEqual({ ok: true, patch: { summary: 'Runs it wrong' } });
    expect(readEditorText(first, '{').ok).toBe(false);
    expect(readEditorText(first, '{"priority": 99}').ok).toBe(false);
  });
});
