import { beforeEach, expect, test } from 'bun:test';
import { DatabaseSync } from 'node:sqlite';
import { call as plantedCall } from '../../../test/support/planted.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { compiledLesson } from '../../inject/compiled-lesson.ts';
import type { CallRecord } from '../../model/findings.ts';
import { homeFiles } from '../../platform/paths.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { compilePattern } from '../../triggers/compile-pattern.ts';
import { backtestOver } from '../history/backtests.ts';
import { openHistory } from '../history/open-history.ts';
import { MetCalls } from './met-calls.ts';

let home: string;
beforeEach(() => {
  home = scratchDir('met');
});

let counter = 0;
const call = (text: string, fields: Partial<CallRecord> = {}): CallRecord => {
  counter += 1;
  return plantedCall(counter, text, { project: 'shop', ...fields });
};

function add(...calls: CallRecord[]): void {
  const index = openCallIndex(home);
  index.add(calls);
  index.close();
}

/** What a scan would be told of `git push --force`, once anywhere and once in the project; held against a whole back-test. */
function scanned(): { failing: number; good: number }[] {
  const compiled = compilePattern('\\bgit\\s+push\\b.*\\s--force', 'command');
  if (!compiled.ok) throw new Error(compiled.reason);
  const lesson = compiledLesson({ id: 'x', command: [compiled.pattern], priority: 1 });
  const index = openHistory(home)!;
  const met = new MetCalls(index);
  const counts = [undefined, 'shop'].map((project) => {
    const found = met.count('push', () => lesson, project);
    const scope = project === undefined ? 'global' : `project:${project}`;
    const whole = backtestOver(index, { ...lesson, scope });
    if (found === null) throw new Error('refused');
    expect(found).toEqual({ failing: whole.failingMet, good: whole.goodDisturbed });
    return found;
  });
  met.save();
  index.close();
  return counts;
}

test('later calls are counted with those that were found before', () => {
  add(call('git push --force', { ok: false, error: 'denied' }), call('git push'));
  expect(scanned()).toEqual([
    { failing: 1, good: 0 },
    { failing: 1, good: 0 },
  ]);
  add(call('git push origin x --force'), call('git push --force'), call('echo git push --force'));
  expect(scanned()).toEqual([
    { failing: 1, good: 2 },
    { failing: 1, good: 2 },
  ]);
});

test('a command that comes to the project from another one counts there', () => {
  add(call('git push --force', { project: 'blog' }), call('ls'));
  expect(scanned()[1]).toEqual({ failing: 0, good: 0 });
  add(call('git push --force'));
  expect(scanned()[1]).toEqual({ failing: 0, good: 1 });
});

test('what was removed counts no more, also where its place is taken', () => {
  add(call('ls'), call('git push --force', { sessionId: 'gone' }));
  scanned();
  const index = openCallIndex(home);
  index.remove({ sessionId: 'gone' });
  index.close();
  expect(scanned()[0]).toEqual({ failing: 0, good: 0 });
  add(call('git status'), call('git push -u a b --force'));
  expect(scanned()[0]).toEqual({ failing: 0, good: 1 });
});

test('old texts are not looked at again', () => {
  add(call('git push --force'));
  scanned();
  add(call('git fetch'));
  const index = openHistory(home)!;
  const asked: (number | undefined)[] = [];
  const watched = new Proxy(index, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name === 'texts')
        return (query: { after?: number; ids?: number[] }) => {
          if (query.ids === undefined) asked.push(query.after);
          return index.texts(query);
        };
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const compiled = compilePattern('\\bgit\\s+push\\b.*\\s--force', 'command');
  if (!compiled.ok) throw new Error(compiled.reason);
  const lesson = compiledLesson({ id: 'x', command: [compiled.pattern], priority: 1 });
  expect(new MetCalls(watched).count('push', () => lesson, undefined)).toEqual({ failing: 0, good: 1 });
  expect(asked).toEqual([1]);
  index.close();
});

const pushTo = (name: string) => {
  const compiled = compilePattern(`\\bgit\\s+push\\s+${name}\\b`, 'command');
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiledLesson({ id: name, command: [compiled.pattern], priority: 1 });
};

test('many patterns in one scan meet the same calls as each by itself', () => {
  add(
    ...Array.from({ length: 60 }, (_, nth) =>
      call(`git push remote${nth}`, { project: nth % 2 ? 'shop' : 'desk', ok: nth % 3 > 0 }),
    ),
    call('cd x && git push remote7', { ok: false, error: 'denied' }),
  );
  const index = openHistory(home)!;
  const met = new MetCalls(index);
  for (let nth = 0; nth < 60; nth += 1)
    for (const project of [undefined, 'shop']) {
      const lesson = pushTo(`remote${nth}`);
      const whole = backtestOver(index, { ...lesson, scope: project ? `project:${project}` : 'global' });
      expect(met.count(lesson.id, () => lesson, project)).toEqual({
        failing: whole.failingMet,
        good: whole.goodDisturbed,
      });
    }
  index.close();
});

test('what is kept of a pattern goes when nobody asks for it any more', () => {
  add(call('git push remote1'), call('git push remote2'));
  const kept = (names: string[]) => {
    const index = openHistory(home)!;
    const met = new MetCalls(index);
    for (const name of names) met.count(name, () => pushTo(name), undefined);
    met.save();
    met.forgetOthers();
    index.close();
    const database = new DatabaseSync(homeFiles.calls(home));
    const rows = database.prepare('SELECT key FROM results ORDER BY key').all() as { key: string }[];
    database.close();
    return rows.map(({ key }) => key);
  };
  const both = kept(['remote1', 'remote2']);
  expect(both).toHaveLength(2);
  const [one, ...none] = kept(['remote1']);
  expect(none).toEqual([]);
  expect(both).toContain(one!);
});
