import { beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { callOf } from '../../../test/support/records.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { CallRecord } from '../../model/findings.ts';
import type { AppError } from '../../platform/errors.ts';
import { SqliteCallIndex } from './call-index.ts';
import { openCallIndex } from './call-index-open.ts';
import { key } from './call-index-rows.ts';

let home: string;
beforeEach(() => {
  home = scratchDir('calls');
});

const call = (fields: Partial<CallRecord> = {}) => callOf({ project: 'p1', ...fields });

const bytesUnder = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

describe('call index', () => {
  test('counts a call once, however often it is added and from whichever copy of the session', () => {
    const first = call({ sessionId: 'zz' });
    const copy = { ...first, sessionId: 'aa', project: 'p2' };
    for (const order of [
      [first, copy],
      [copy, first],
    ]) {
      const folder = mkdtempSync(join(home, 'order-'));
      const index = openCallIndex(folder);
      expect(order.map((each) => index.add([each]))).toEqual([1, 0]);
      expect(index.add(order)).toBe(0);
      expect(index.totals()).toEqual({ calls: 1, good: 1, failing: 0 });
      expect([...index.calls({})].map((each) => each.sessionId)).toEqual(['aa']);
      index.close();
    }
  });

  test('of copies that tell differently the same one is kept, in whatever order they come', () => {
    const ran = call({ sessionId: 'b' });
    const copies = [
      ran,
      { ...ran, ok: false, error: 'rejected: non-fast-forward', fingerprint: 'f', kind: 'other' },
      { ...ran, ok: false, error: null },
      { ...ran, sessionId: 'a', text: 'git push origin main --tags', seconds: 2 },
      { ...ran, project: 'p0', timestamp: '2026-01-02T00:00:00.000Z' },
    ];
    const others = [copies, [...copies].reverse(), copies.slice(2).concat(copies.slice(0, 2))];
    const orders = others.flatMap((order) => [
      order.map((each) => [each]),
      [order],
      [order.slice(0, 1), order],
    ]);
    const kept = orders.map((order) => {
      const index = openCallIndex(mkdtempSync(join(home, 'order-')));
      for (const together of order) index.add(together);
      const found = [
        [...index.calls({})],
        [...index.texts()].map(({ id: _, ...text }) => text),
        index.totals(),
      ];
      index.close();
      return found;
    });
    expect(kept[0]).toMatchObject([
      [{ ok: false, error: 'rejected: non-fast-forward', sessionId: 'a', text: ran.text }],
      [{ text: ran.text, good: 0, failing: 1 }],
      { calls: 1, good: 0, failing: 1 },
    ]);
    for (const other of kept.slice(1)) expect(other).toEqual(kept[0]!);
  });

  test('counts equal texts of calls that are added together, and leaves out what was removed once', () => {
    const index = openCallIndex(home);
    const [gone, first, second, other] = [
      call({ text: 'rm secret' }),
      call(),
      call(),
      call({ tool: 'Read' }),
    ];
    const refused = call({ ok: false });
    index.add([gone!, first!]);
    index.remove({ text: 'secret' });
    expect(index.add([gone!, first!, second!, other!, refused, second!])).toBe(3);
    expect([...index.texts()].map(({ tool, text, good, failing }) => [tool, text, good, failing])).toEqual([
      ['Bash', 'git push origin main', 2, 0],
      ['Read', 'git push origin main', 1, 0],
    ]);
    index.close();
  });

  test.each([
    ['aa', 'zz'],
    ['zz', 'aa'],
  ])('a session %s that %s resumes keeps its calls', (own, resumed) => {
    const [first, second, later] = [call({}), call({}), call({})];
    const copies = [first, second].map((each) => ({ ...each, sessionId: resumed }));
    const lines = [first, second].map((each) => ({ ...each, sessionId: own }));
    const all = [...lines, ...copies, { ...later, sessionId: resumed }];
    for (const calls of [all, all.toReversed()]) {
      const index = openCallIndex(scratchDir('calls'));
      for (const each of calls) index.add([each]);
      const ids = (sessionId: string) => [...index.calls({ sessionId })].map(({ callId }) => callId).sort();
      expect(ids(own)).toEqual([first.callId, second.callId].sort());
      expect(ids(resumed)).toEqual([first.callId, second.callId, later.callId].sort());
      expect(index.totals().calls).toBe(3);
      index.remove({ sessionId: own });
      expect(ids(own)).toEqual([]);
      expect(ids(resumed)).toContain(later.callId);
      index.close();
    }
  });

  test('tells which subagent made a call; what one copied from its session is the session’s', () => {
    const own = call();
    const [first, second] = ['thread-one', 'thread-two'].map((thread) => ({ ...own, thread }));
    const alone = call({ thread: 'thread-one' });
    for (const order of [
      [own, first!, second!, alone],
      [second!, alone, first!, own],
    ]) {
      const folder = mkdtempSync(join(home, 'order-'));
      const index = openCallIndex(folder);
      for (const each of order) index.add([each]);
      const threads = new Map([...index.calls({})].map(({ callId, thread }) => [callId, thread]));
      expect(threads).toEqual(
        new Map([
          [own.callId, null],
          [alone.callId, 'thread-one'],
        ]),
      );
      index.remove({ text: own.text });
      index.close();
      expect(bytesUnder(folder)).not.toContain('thread-');
    }
  });

  test('keeps one row a distinct text of a tool, with counters', () => {
    const index = openCallIndex(home);
    index.add([call(), call({ ok: false, error: 'x' }), call({ tool: 'Read' }), call({ text: 'ls' })]);
    index.add([call({ text: 'ls', ok: false, error: null })]);
    expect(index.totals()).toEqual({ calls: 4, good: 3, failing: 1 });
    expect([...index.calls({})]).toHaveLength(5);
    const rows = [...index.texts({ tools: ['Bash'] })].map(({ text, good, failing }) => ({
      text,
      good,
      failing,
    }));
    expect(rows).toEqual([
      { text: 'git push origin main', good: 1, failing: 1 },
      { text: 'ls', good: 1, failing: 0 },
    ]);
    expect([...index.texts({ tools: ['Nothing'] })]).toEqual([]);
    index.close();
  });

  test('narrows by literals in the text or the view, any case, wildcards taken literally', () => {
    const index = openCallIndex(home);
    index.add([
      call({ text: 'GIT Push' }),
      call({ text: 'a_c' }),
      call({ text: 'abc' }),
      call({ text: '100%' }),
    ]);
    index.fillViews((_tool, text) => (text === 'abc' ? 'hidden word' : null), '1');
    const found = (literals: string[][]) => [...index.texts({ literals })].map((each) => each.text);
    expect(found([['git', 'push']])).toEqual(['GIT Push']);
    expect(found([['git', 'absent']])).toEqual([]);
    expect(found([['a_c']])).toEqual(['a_c']);
    expect(found([['0%']])).toEqual(['100%']);
    expect(found([['hidden']])).toEqual(['abc']);
    expect(found([['git'], ['hidden']])).toEqual(['GIT Push', 'abc']);
    expect(found([['ü']])).toHaveLength(4);
    index.close();
  });

  test('computes views once per rules, and forgets them when the rules change', () => {
    const index = openCallIndex(home);
    index.add([call({ text: 'ls' }), call({ text: 'a && b' })]);
    const views = (_tool: string, text: string) => (text === 'ls' ? null : `view of ${text}`);
    expect(index.fillViews(views, '1')).toBe(2);
    expect(index.fillViews(views, '1')).toBe(0);
    expect([...index.texts()].map((each) => each.view)).toEqual([null, 'view of a && b']);
    expect(index.fillViews(() => null, '2')).toBe(2);
    expect([...index.texts()].map((each) => each.view)).toEqual([null, null]);
    index.close();
  });

  test('a first indexing of many texts leaves a packed file with all of them', () => {
    const index = openCallIndex(home);
    const calls = Array.from({ length: 50_000 }, (_, n) => call({ text: `make target-${n}` }));
    index.add(calls);
    expect(index.fillViews((_tool, text) => `${text} and more of it`, '1')).toBe(50_000);
    expect(index.totals().calls).toBe(50_000);
    expect([...index.texts({ literals: [['target-49999']] })]).toMatchObject([
      { text: 'make target-49999', view: 'make target-49999 and more of it', good: 1 },
    ]);
    index.close();
    const db = new DatabaseSync(join(home, 'calls.db'));
    const pages = () => (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
    const packed = pages();
    db.exec('VACUUM');
    expect(packed).toBe(pages());
    db.close();
  });

  test('counts by project, session, fingerprint and time', () => {
    const index = openCallIndex(home);
    index.add([
      call({ timestamp: '2026-01-01T00:00:00Z', ok: false, fingerprint: 'f', error: 'bad', kind: 'usage' }),
      call({ timestamp: '2026-01-02T00:00:00Z', project: 'p2' }),
      call({ timestamp: '2026-01-03T00:00:00Z', project: 'p2', sessionId: 's2' }),
      call({ timestamp: null }),
    ]);
    expect(index.count({ project: 'p2' })).toEqual({ calls: 2, good: 2, failing: 0 });
    expect(index.count({ fingerprint: 'f', failingOnly: true }).failing).toBe(1);
    expect(index.count({ since: '2026-01-02T00:00:00Z', until: '2026-01-03T00:00:00Z' }).calls).toBe(1);
    expect(index.count({ sessionId: 'nobody' }).calls).toBe(0);
    expect(index.totals({ project: 'p2', tools: ['Bash'] }).calls).toBe(2);
    expect([...index.texts({ project: 'p2' })].map((each) => each.good)).toEqual([2]);
    const stored = [...index.calls({ failingOnly: true })][0];
    expect(stored).toMatchObject({
      fingerprint: 'f',
      error: 'bad',
      kind: 'usage',
      ok: false,
      text: 'git push origin main',
    });
    index.close();
  });

  test('removes a session, a project or a text, down to the bytes', () => {
    const index = openCallIndex(home);
    const secret = 'tok-PLANTED-77';
    const planted = [
      call({ text: `curl ${secret}`, sessionId: 'secret-session', project: 'secret-project' }),
      call({ text: 'ls', ok: false, error: `denied for ${secret}` }),
      call({ text: 'git push origin main', sessionId: 'secret-session' }),
      call({ text: 'git push origin main' }),
    ];
    index.add(planted);
    index.remember([['r', secret]]);
    index.fillViews((_tool, text) => `${text} `, '1');
    expect(index.remove({ text: secret })).toBe(2);
    expect(index.totals()).toEqual({ calls: 2, good: 2, failing: 0 });
    expect(index.remove({ sessionId: 'secret-session' })).toBe(1);
    expect([...index.texts()].map((each) => each.good)).toEqual([1]);
    expect(index.remove({ project: 'nobody' })).toBe(0);
    expect(index.add(planted)).toBe(0);
    index.close();
    const bytes = bytesUnder(home);
    const found = [secret, 'secret-session', 'secret-project', 'git push origin main'].map((each) =>
      bytes.includes(each),
    );
    expect(found).toEqual([false, false, false, true]);
  });

  test("counts a fork's calls once where it has new record ids, and apart where a call's id is a counter", () => {
    const index = openCallIndex(home);
    const callId = 'toolu_01Hk3vPq9TzXw2LmN7Rb5';
    const [own, fork] = [call({ callId, sessionId: 'ses_b' }), call({ callId, sessionId: 'ses_a' })];
    expect(index.add([own, fork])).toBe(1);
    expect([...index.calls({})].map((each) => each.sessionId)).toEqual(['ses_a']);
    expect(index.add([call({ callId: 'call_1' }), call({ callId: 'call_1' })])).toBe(2);
    expect(index.remove({ text: 'git push' })).toBe(3);
    expect(index.add([fork, own])).toBe(0);
    index.close();
  });

  test('keeps out what was purged when the first layout knew a call by its record', () => {
    const purged = call({ uuid: 'prt_17', callId: 'call_Zp4mQ8sVb2Xc7Ln1Rt6Wk9Yd' });
    const index = openCallIndex(home);
    index.begin([key(`${purged.agent}\n${purged.uuid}\n${purged.callId}`)]);
    expect([index.add([purged]), index.add([call()])]).toEqual([0, 1]);
    index.close();
  });

  test('remembers results until the calls have grown', () => {
    const index = openCallIndex(home);
    index.add(Array.from({ length: 10 }, () => call()));
    index.remember([['a', '1']]);
    expect([index.recall('a', 0), index.recall('b', 1)]).toEqual(['1', null]);
    index.add([call()]);
    expect([index.recall('a', 0.05), index.recall('a', 0.2)]).toEqual([null, '1']);
    index.close();
  });

  test('answers where nothing can be written: views are made as they are read, results are not remembered', () => {
    const filled = openCallIndex(home);
    filled.add([call({ text: 'sudo git push' }), call({ text: 'ls' })]);
    filled.close();
    const index = new SqliteCallIndex(new DatabaseSync(join(home, 'calls.db'), { readOnly: true }));
    const viewOf = (_tool: string, text: string) => (text.startsWith('sudo ') ? text.slice(5) : null);
    expect(index.fillViews(viewOf, 'rules 1')).toBe(0);
    expect([...index.texts()].map((each) => each.view)).toEqual(['git push', null]);
    index.remember([['a back-test', '{}']]);
    expect(index.recall('a back-test', 1)).toBeNull();
    expect(() => index.add([call()])).toThrow();
    index.close();
  });

  test('is private, survives odd text, and names a file that is no database', () => {
    const index = openCallIndex(home);
    const odd = `a\u001eb \ud800 \u0000 "quote" ütf ${'x'.repeat(9000)}`;
    index.add([call({ text: odd }), call({ text: odd }), call({ timestamp: 'never', text: '' })]);
    index.fillViews((_tool, text) => `${text}${text}`, '1');
    expect([...index.calls({})].length).toBe(3);
    expect([...index.texts({ literals: [['quote']] })].map((each) => each.good)).toEqual([2]);
    index.close();
    expect(statSync(join(home, 'calls.db')).mode & 0o777).toBe(0o600);
    writeFileSync(join(home, 'calls.db'), 'not a database, but long enough to look like one'.repeat(100));
    for (const name of ['calls.db-wal', 'calls.db-shm']) rmSync(join(home, name), { force: true });
    expect(() => openCallIndex(home)).toThrow(/is damaged/);
    try {
      openCallIndex(home);
    } catch (error) {
      expect((error as AppError).hint).toContain('`lessons scan` makes it anew');
    }
  });
});
