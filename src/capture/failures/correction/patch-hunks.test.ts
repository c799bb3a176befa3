import { describe, expect, test } from 'bun:test';
import type { OpenFailure } from '../../failure-state.ts';
import { isOutOfOrder, noteStanding } from './patch-hunks.ts';

const TYPE = '@@\n-type server struct {\n+type Server struct {';
const FUNCTION = '@@\n func newServer(addr string) *server {\n-\treturn nil';
const patchOf = (...hunks: string[]) =>
  ['*** Begin Patch', '*** Update File: src/server.go', ...hunks, '*** End Patch'].join('\n');
const PATCH = patchOf(TYPE, FUNCTION);
const LINE = 'func newServer(addr string) *server {';

const refused = (patch: string, line = LINE): OpenFailure =>
  ({
    kind: 'edit-mismatch',
    call: { input: { patch } },
    correction: null,
    error: `apply_patch verification failed: Failed to find expected lines in /p/src/server.go:\n${line}\n\treturn nil`,
  }) as unknown as OpenFailure;

describe('a patch whose lines were not found', () => {
  test('stands in the file by a later listing: the hunks were in another order', () => {
    const open = refused(PATCH);
    noteStanding(open, `12:${LINE}\n13:\treturn nil\n14:}`);
    expect(isOutOfOrder(open)).toBe(true);
  });

  test('its lines stand there, but not one behind the other', () => {
    const open = refused(PATCH);
    noteStanding(open, `12:${LINE}\n13:\tlisten(addr)\n14:\tserve(addr)\n15:\tlog(addr)\n16:\treturn nil`);
    expect(isOutOfOrder(open)).toBe(false);
  });

  test('another line stands between them', () => {
    const open = refused(PATCH);
    noteStanding(open, `${LINE}\n\tif addr == "" {\n\treturn nil\n\t}`);
    expect(isOutOfOrder(open)).toBe(false);
  });

  test('only a brace stands between them', () => {
    const open = refused(PATCH);
    noteStanding(open, `12:${LINE}\n13:{\n14:\treturn nil`);
    expect(isOutOfOrder(open)).toBe(true);
  });

  test('nothing shows them', () => {
    const open = refused(PATCH);
    noteStanding(open, 'type server struct {');
    expect(isOutOfOrder(open)).toBe(false);
  });

  test('stand in the patch that then worked: in another order, or in the same with what was wrong', () => {
    const corrected = (patch: string) =>
      ({ ...refused(PATCH), correction: { input: { patch } } }) as unknown as OpenFailure;
    expect(isOutOfOrder(corrected(patchOf(FUNCTION, TYPE)))).toBe(true);
    expect(isOutOfOrder(corrected(patchOf(FUNCTION)))).toBe(true);
    expect(isOutOfOrder(corrected(patchOf(TYPE, '*** Update File: src/server.go', FUNCTION)))).toBe(true);
    const same = corrected(PATCH);
    noteStanding(same, `12:${LINE}\n13:\treturn nil`);
    expect(isOutOfOrder(same)).toBe(false);
  });

  test('in the first hunk there is no order to keep', () => {
    const open = refused(patchOf(FUNCTION));
    noteStanding(open, `${LINE}\n\treturn nil`);
    expect(isOutOfOrder(open)).toBe(false);
  });
});
