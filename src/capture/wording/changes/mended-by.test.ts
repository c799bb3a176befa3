import { describe, expect, test } from 'bun:test';
import type { EditSeen, OpenFailure } from '../../failure-state.ts';
import { noteEdits } from '../../failures/open-notes.ts';
import { addAttempt } from '../../failures/same-mistake.ts';
import { mendedBy } from './mended-by.ts';

const edit = (file: string, old: string, now: string): EditSeen => ({ file, old, new: now, test: false });

const failing = (error: string): OpenFailure =>
  ({
    kind: 'test',
    error,
    salient: error.split('\n').at(-1)!.trim(),
    fingerprint: 'f',
    call: { command: 'go test ./stall' },
    correction: {},
    attempts: [{ line: 1 }],
    variants: ['go test ./stall'],
    after: '',
    edits: [],
  }) as unknown as OpenFailure;

describe('the edit that mended a failing test', () => {
  test('is the one after which it did not fail again', () => {
    const error = '--- FAIL: TestKneads\n    knead_test.go:21: loaf is not soft';
    const open = failing(error);
    noteEdits(open, [edit('knead.go', 'warm(3)\npour(it)\nwait(4)', 'warm(5)\nstir(it)\npour(it)')]);
    addAttempt(open, failing(error));
    noteEdits(open, [edit('bowl.go', 'return mix(dough, salt)', 'return mix(dough, nil)')]);
    expect(mendedBy(open)?.files).toEqual(['bowl.go']);
    expect(mendedBy(open)?.change?.come).toBe('return mix(dough, nil)');
  });

  test('an edit that goes over one in vain counts', () => {
    const error = '--- FAIL: TestKneads\n    knead_test.go:21: loaf is not soft';
    const open = failing(error);
    noteEdits(open, [edit('knead.go', 'return warm(3)', 'return warm(5)')]);
    addAttempt(open, failing(error));
    noteEdits(open, [edit('knead.go', 'return warm(5)', 'return warm(9)')]);
    expect(mendedBy(open)?.change).toMatchObject({ gone: 'return warm(3)', come: 'return warm(9)' });
  });

  test('how an error is handed on is not what mended it', () => {
    const open = failing('--- FAIL: TestOpens\n    counter_test.go:9: the counter failed to open');
    noteEdits(open, [
      edit(
        'counter.go',
        'if err != nil {\n return err\n}',
        'if err != nil {\n return fmt.Errorf("failed to open: %w", err)\n}',
      ),
    ]);
    expect(mendedBy(open)).toEqual({ files: ['counter.go'], change: null });
  });

  test('of two names that are missing is the line of the one that is told', () => {
    const open = {
      ...failing('loaf.go:7:28: undefined: tins.OvenPrefix\nloaf.go:9:26: undefined: tins.Shelf'),
      kind: 'compile',
      salient: 'loaf.go:7:28: undefined: tins.OvenPrefix',
    } as OpenFailure;
    noteEdits(open, [
      edit(
        'loaf.go',
        'name := tins.OvenPrefix + day\nplace := tins.Shelf + "/" + name',
        'name := ovenPrefix + day\nplace := tins.BreadShelf + "/" + name',
      ),
    ]);
    expect(mendedBy(open)?.change?.come).toBe('name := ovenPrefix + day');
  });
});
