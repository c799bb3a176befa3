import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../test/support/candidates.ts';
import type { Lesson } from '../model/lesson.ts';
import { lintTrigger } from './lint.ts';

const NONE = { toolNames: [], commandPatterns: [], pathPatterns: [], contentPatterns: [], errorPatterns: [] };
const rules = (fields: Partial<Lesson>) =>
  lintTrigger(candidateOf({ injectOn: ['PreToolUse'], ...NONE, ...fields })).map(({ rule }) => rule);

describe('a trigger that cannot fire', () => {
  const command = { commandPatterns: ['^git stash$'] };
  const path = { pathPatterns: ['**/*.sql'] };
  const content = { contentPatterns: ['\\bany\\b'] };
  const cases: [string, Partial<Lesson>, ReturnType<typeof rules>][] = [
    ['none at all', {}, ['dead-trigger']],
    ['none, but told at a start', { injectOn: ['SessionStart'] }, []],
    ['none, but an error', { errorPatterns: ['EACCES'], injectOn: ['PostToolUseFailure'] }, []],
    ['a tool of a server alone', { toolNames: ['mcp__db__drop'] }, []],
    ['a command of a shell', { ...command, toolNames: ['PowerShell'] }, []],
    ['a command of a file tool', { ...command, toolNames: ['Edit'] }, ['dead-trigger']],
    ['a path of a file tool', { ...path, toolNames: ['Read'] }, []],
    ['a path of a shell', { ...path, toolNames: ['Bash'] }, ['dead-trigger']],
    ['content of a tool that writes', { ...content, toolNames: ['Write'] }, []],
    ['content of a tool that reads', { ...content, toolNames: ['Read'] }, ['dead-trigger']],
    ['a path, or a command, of one of several', { ...path, toolNames: ['Bash|Edit'] }, []],
    ['a command of a tool of a server', { ...command, toolNames: ['mcp__db__query'] }, ['dead-trigger']],
    ['a command of a shell under another name', { ...command, toolNames: ['Execute'] }, []],
    ['a path of any tool', path, []],
    ['a path of a tool of a server', { ...path, toolNames: ['mcp__files__write'] }, []],
    ['a path of every tool of a server', { ...path, toolNames: ['mcp__files__*'] }, []],
  ];
  test.each(cases)('%s', (_name, fields, expected) => {
    expect(rules(fields)).toEqual(expected);
  });
});

test('a pattern that is a word meets whatever names it', () => {
  for (const pattern of ['make', '^make$', '\\bmake\\b', '^make'])
    expect(rules({ commandPatterns: [pattern] })).toEqual(['bare-word']);
  for (const pattern of ['^make all$', '^make\\s', 'make|ninja'])
    expect(rules({ commandPatterns: [pattern] })).toEqual([]);
});

test('a pattern that is but words meets longer words, of which one is shown', () => {
  const detail = (pattern: string) =>
    lintTrigger(candidateOf({ injectOn: ['PreToolUse'], ...NONE, commandPatterns: [pattern] })).map(
      (each) => each.detail,
    );
  expect(detail('npm')).toEqual([
    expect.stringMatching(/^"npm" matches inside longer words too, such as in `.*pnpm .*`: begin it with/),
  ]);
  expect(detail('git push --force')).toEqual([
    '"git push --force" matches inside longer words too, such as in `git push --force-with-lease`: end it with `(?![\\w-])`',
  ]);
  expect(detail('git push --force(?!-)')).toEqual([]);
  expect(detail('\\bnpm\\s')).toEqual([]);
  expect(detail('kubectl delete')).toEqual([]);
  expect(detail('^docker-compose\\b')).toEqual([expect.stringContaining('every call of it')]);
});

test('a tool alone, which is acted at whatever it is called for', () => {
  const detail = (fields: Partial<Lesson>) =>
    lintTrigger(candidateOf({ injectOn: ['PreToolUse'], ...NONE, ...fields })).map((each) => each.detail);
  expect(rules({ toolNames: ['Bash'] })).toEqual(['whole-tool']);
  expect(detail({ toolNames: ['Bash|Edit'], delivery: 'block' })).toEqual([
    'names no command, path or content: it blocks every call of Bash, Edit',
  ]);
  expect(detail({ toolNames: ['*'], delivery: 'hold' })).toEqual([
    'names no command, path or content: it holds every call of any tool',
  ]);
  expect(rules({ toolNames: ['Bash'], injectOn: ['UserPromptSubmit'] })).toEqual([]);
  expect(rules({ toolNames: ['Bash'], errorPatterns: ['EACCES'] })).toEqual([]);
  expect(rules({ toolNames: ['Bash'], fingerprint: 'f' })).toEqual([]);
});

test('a tool that no hook hears', () => {
  expect(rules({ toolNames: ['WebSearch'] })).toEqual(['unheard-tool']);
  expect(rules({ toolNames: ['WebSearch', 'Bash'] })).not.toContain('unheard-tool');
  expect(rules({ toolNames: ['WebSearch'], injectOn: ['SessionStart'] })).toEqual([]);
});
