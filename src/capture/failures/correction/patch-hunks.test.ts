import { describe, expect, test } from 'bun:test';
import type { OpenFailure } from '../../failure-state.ts';
import { isOutOfOrder, noteStanding } from './patch-hunks.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Update File: src/server.go',
  '@@',
  '-type server struct {',
  '+type Server struct {',
  '@@',
  ' func newServer(addr string) *server {',
  '-\treturn nil',
  '*** End Patch',
].join('\n');
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

  test('in the first hunk there is no order to keep', () => {
    const open = refused(PATCH.replace('-type server struct {\n+type Server struct {\n@@\n', ''));
    noteStanding(open, `${LINE}\n\treturn nil`);
    expect(isOutOfOrder(open)).toBe(false);
  });
});
