import { describe, expect, test } from 'bun:test';
import { compiledLesson } from '../inject/compiled-lesson.ts';
import { matchCall } from '../inject/match.ts';
import { shellView } from '../inject/shell-view.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { PatternKind } from '../model/lesson.ts';
import {
  backtest,
  backtestMany,
  literalsOf,
  mayActAtCalls,
  type PastText,
  supportsHold,
} from './backtest.ts';
import { isShellTool, packView, pastCall, unpackView } from './call-views.ts';
import { compilePattern } from './compile-pattern.ts';

function pattern(source: string, kind: PatternKind): CompiledPattern {
  const result = compilePattern(source, kind);
  if (!result.ok) throw new Error(result.reason);
  return result.pattern;
}

function lesson(id: string, fields: Partial<CompiledLesson> = {}): CompiledLesson {
  return compiledLesson({
    id,
    confidence: 0.9,
    scope: 'project:elsewhere',
    actsAtCalls: false,
    ...fields,
  });
}

function past(text: string, good: number, failing: number, tool = 'Bash'): PastText {
  return { tool, text, view: isShellTool(tool) ? packView(shellView(text), text) : null, good, failing };
}

const HISTORY = [
  past('git push --force origin main', 0, 3),
  past('git push origin main', 4, 1),
  past('cd x && git push --force', 1, 0),
  past('echo "git push --force is bad"', 5, 0),
  past('npm test', 9, 2),
  past('/home/u/app/src/a.test.ts', 2, 1, 'Edit'),
  past('/home/u/app/README.md', 7, 0, 'Edit'),
];
const push = lesson('push', { command: [pattern('\\bgit\\s+push\\b.*--force\\b', 'command')] });
const tests = lesson('tests', { toolNames: ['Edit'], path: [pattern('src/**/*.test.ts', 'path')] });
const any = lesson('any', { toolNames: [], command: [pattern('(?i)NPM|x', 'command')] });

describe('back-test', () => {
  test('counts failing and good calls by their runs, whatever scope, gate or delivery the lesson has', () => {
    const result = backtest(push, HISTORY, 25);
    expect(result).toMatchObject({ callsSeen: 25, matched: 4, failingMet: 3, goodDisturbed: 1, note: null });
    expect(result.examples.map((each) => each.text)).toEqual([
      'git push --force origin main',
      'cd x && git push --force',
    ]);
  });

  test('compares paths in their forms relative to any folder above', () => {
    expect(backtest(tests, HISTORY, 10)).toMatchObject({ matched: 3, failingMet: 1, goodDisturbed: 2 });
  });

  test('says that content patterns cannot be tested', () => {
    const content = lesson('c', { toolNames: ['Edit'], content: [pattern('TODO', 'content')] });
    expect(backtest(content, HISTORY, 10)).toMatchObject({ matched: 0 });
    expect(backtest(content, HISTORY, 10).note).toContain('content');
  });

  test('many lessons in one pass answer as one by one', () => {
    const all = [push, tests, any];
    const many = backtestMany(all, HISTORY);
    for (const each of all) {
      const seen = HISTORY.filter((row) => each.toolNames.length === 0 || each.toolNames.includes(row.tool));
      const calls = seen.reduce((sum, row) => sum + row.good + row.failing, 0);
      expect(many.get(each.id)).toEqual(backtest(each, HISTORY, calls));
    }
  });

  test('a packed view matches as the view itself does', () => {
    for (const { text, tool, view } of HISTORY.filter((row) => row.tool === 'Bash')) {
      for (const each of [push, any]) {
        const acting = { ...each, actsAtCalls: true, scope: 'global' };
        const context = { project: null, agent: '', team: null };
        const direct = matchCall(pastCall(tool, text), shellView(text), [acting], context).length;
        const packed = matchCall(pastCall(tool, text), unpackView(view, text), [acting], context).length;
        expect(packed).toBe(direct);
      }
    }
  });

  test('over many commands the back-test answers as the matcher does on the view itself', () => {
    const pieces = [
      'git push -f',
      'rm -rf build',
      'npm run x -- --fix',
      'cat a | sh',
      'FOO=1 make',
      'echo "git push"',
      'ls',
      'go test ./...',
      "sed -i 's/a/b/' x",
      'tail -5',
      'bash -c "git push -f"',
      'cat <<E\ngit push\nE',
      'make -n all',
      'git push --help',
      '# git push',
      'time sudo -u x npm test',
      'c',
      'p\rgit push',
      'git commit -m "a\nc\u2028git push"',
    ];
    const joints = [' && ', '; ', ' | ', ' || ', '\n'];
    const commands: string[] = [...pieces];
    for (const [n, a] of pieces.entries())
      for (const [k, b] of pieces.entries()) commands.push(`${a}${joints[(n + k) % joints.length]}${b}`);
    const sources = [
      '\\bgit\\s+push\\b',
      '(?<![\\w.-])git\\s+push(?![\\w:./-])',
      '(?<![\\w.-])go\\s+test(?![\\w:./-]).*(?:^|\\s)\\.\\/',
      '[^a]ls(?:[^b]|$)',
      '^git push$',
      'push --force$',
      '^\\s*rm\\b',
      '\\|\\s*sh\\b',
      '&&\\s*ls',
      ';',
      'raw:git push',
      'raw:^ls$',
      'npm (?:run|test)',
      '[^a-z]-f\\b',
      'FOO=1',
      'make',
      '\\bgit push\\b(?!.*--help)',
      '(?<!sudo )npm',
      '(?s)git.*push',
      '(?i)GIT',
      'tail\\s+-\\d+$',
      'x\\W',
      '^$|ls',
      'E$',
      '^[cp]$',
      '^c',
      '^git push',
      '\\s\\S',
      '[^x]c$',
      '[^|]*\\W[^|]*push',
    ];
    let hits = 0;
    for (const source of sources) {
      const compiled = compilePattern(source, 'command');
      if (!compiled.ok) continue;
      const each = lesson(source, { command: [compiled.pattern], actsAtCalls: true, scope: 'global' });
      for (const command of commands) {
        const direct = matchCall(pastCall('Bash', command), shellView(command), [each], {
          project: null,
          agent: '',
          team: null,
        }).length;
        hits += direct;
        expect([source, command, backtest(each, [past(command, 1, 0)], 1).matched]).toEqual([
          source,
          command,
          direct,
        ]);
      }
    }
    expect(hits).toBeGreaterThan(500);
  });

  test('keeps few examples of many matches, of both kinds', () => {
    const many = Array.from({ length: 3000 }, (_, n) => past(`npm run x${n}`, n % 2, (n + 1) % 2));
    const result = backtest(any, many, 3000);
    expect(result.matched).toBe(3000);
    expect(result.examples).toHaveLength(8);
    expect(result.examples.filter((each) => each.good > 0)).toHaveLength(4);
  });

  test('the literals are parts of words that each command or path pattern requires', () => {
    expect(literalsOf(push)).toEqual([['git', 'push', 'force']]);
    expect(literalsOf(tests)).toEqual([['src', 'test']]);
    expect(literalsOf(any)).toBeUndefined();
    expect(literalsOf(lesson('t', { command: [pattern('tail\\s+-\\d', 'command')] }))).toEqual([['tail']]);
  });

  test('texts that lack the literals never match', () => {
    for (const each of [push, tests]) {
      const lists = literalsOf(each) ?? [];
      for (const row of HISTORY) {
        const lower = row.text.toLowerCase();
        const kept = lists.some((list) => list.every((literal) => lower.includes(literal)));
        if (!kept) expect(backtest(each, [row], 1).matched).toBe(0);
      }
    }
  });

  test('a path answers the same by the short way and by the matcher', () => {
    const globs = [
      '**/src/*z/*.ts',
      'src/**',
      '*.ts',
      '/home/**/x.ts',
      '**/!(a|b).ts',
      '{a,b}/**/*.ts',
      'a?/**',
      '**',
    ];
    const paths = [
      '/home/u/src/az/b.ts',
      '/home/x.ts',
      '/home/u/a.ts',
      '/a/q.ts',
      'src/a.ts',
      'C:\\\\w\\\\src\\\\z\\\\q.ts',
      '/x/.hidden/b.ts',
    ];
    for (const glob of globs) {
      const each = lesson(glob, {
        toolNames: [],
        path: [pattern(glob, 'path')],
        actsAtCalls: true,
        scope: 'global',
      });
      for (const path of paths) {
        const matched = matchCall(pastCall('Edit', path), null, [each], {
          project: null,
          agent: '',
          team: null,
        }).length;
        expect([glob, path, backtest(each, [past(path, 1, 0, 'Edit')], 1).matched]).toEqual([
          glob,
          path,
          matched,
        ]);
      }
    }
  });

  test.each(['Read', 'Glob', 'Grep', 'LS'])('a path pattern meets a past %s of that path', (tool) => {
    const each = lesson('place', {
      toolNames: [tool],
      path: [pattern('**/shop/orders', 'path')],
      actsAtCalls: true,
      scope: 'global',
    });
    const calls = [past('/home/dev/shop/orders', 0, 2, tool), past('/home/dev/shop', 3, 0, tool)];
    expect(backtest(each, calls, 5)).toMatchObject({ matched: 2, failingMet: 2, goodDisturbed: 0 });
  });

  test('a plain command answers the same by the short way and by the matcher', () => {
    const operator = lesson('o', { command: [pattern('a\\|b', 'command')] });
    const raw = lesson('r', { command: [pattern('raw:git', 'command')] });
    const unless = lesson('u', { command: [pattern('git push(?!.*--dry-run)', 'command')] });
    const toolOnly = lesson('b');
    for (const each of [push, any, operator, raw, unless, toolOnly, lesson('f', { fingerprint: 'x' })]) {
      for (const text of ['git push --force', 'git push --dry-run', 'a|b', 'NPM i', '']) {
        const acting = { ...each, actsAtCalls: true, scope: 'global' };
        const context = { project: null, agent: '', team: null };
        const matched = matchCall(pastCall('Bash', text), unpackView(null, text), [acting], context).length;
        const plain = { tool: 'Bash', text, view: null, good: 1, failing: 0 };
        expect(backtest(each, [plain], 1).matched).toBe(matched);
      }
    }
  });

  test.each([
    [0, 0, true],
    [3, 3, true],
    [4, 9, false],
    [2, 1, false],
  ])('%i good and %i failing: acts at calls %p', (goodDisturbed, failingMet, acts) => {
    expect(mayActAtCalls({ goodDisturbed, failingMet })).toBe(acts);
  });

  test.each([
    [0, 0, false],
    [0, 8, false],
    [0, 9, true],
    [2, 20, true],
    [2, 9, false],
  ])('%i good and %i failing: history supports a hold %p', (goodDisturbed, failingMet, supported) => {
    expect(supportsHold({ goodDisturbed, failingMet }).supported).toBe(supported);
  });
});
