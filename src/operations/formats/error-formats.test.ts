import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import { one, understood } from '../../../test/support/formats.ts';
import { writeKnownErrors } from './known-errors.ts';
import { readAnyFormat } from './read-any.ts';

describe('known-errors.json', () => {
  const pattern = (match: object, more: object = {}) => ({
    version: 1,
    patterns: [
      {
        id: 'x',
        name: 'a name',
        category: 'syntax_error',
        tool: 'Bash',
        match,
        message: 'what is wrong',
        suggestion: 'what to do',
        added: '2026-01-28',
        occurrences: 3,
        ...more,
      },
    ],
  });
  test('one lesson a pattern, context unless told otherwise', () => {
    const value = pattern({ type: 'regex', pattern: '^del\\s+' });
    expect(understood(value).format).toBe('known-errors.json');
    expect(one(value).fields).toMatchObject({
      status: 'active',
      summary: 'a name',
      mistake: 'what is wrong',
      remediation: 'what to do',
      delivery: 'context',
      blockReason: null,
      toolNames: ['Bash'],
      commandPatterns: ['^del\\s+'],
      occurrenceCount: 3,
      createdAt: '2026-01-28T00:00:00.000Z',
    });
    expect(one(value, { delivery: 'block' }).fields).toMatchObject({
      delivery: 'block',
      blockReason: 'what is wrong Instead: what to do',
    });
    expect(one(pattern({ type: 'regex', pattern: 'x y' }, { category: 'constructor' })).fields.priority).toBe(
      5,
    );
    expect(one(value.patterns, { delivery: 'hold' }).fields.delivery).toBe('hold');
  });
  test('a bare list, other names of the list, and patterns that say all beside their message', () => {
    const flat = { pattern: 'a.b', match: 'contains', message: 'what is wrong', suggestion: 'what to do' };
    for (const value of [[flat], { errors: [flat] }, { known_errors: [flat] }, { knownErrors: [flat] }]) {
      expect(understood(value).format).toBe('known-errors.json');
      expect(one(value).fields).toMatchObject({ commandPatterns: ['a\\.b'], remediation: 'what to do' });
    }
    expect(one([{ ...flat, match: undefined, matchType: 'exact' }]).fields.commandPatterns).toEqual([
      '^a\\.b$',
    ]);
    expect(one([{ ...flat, match: undefined }]).fields.commandPatterns).toEqual(['a.b']);
    expect(one([{ ...flat, match: undefined, type: 'shell' }]).fields.commandPatterns).toEqual(['a.b']);
  });
  test('a way to match that is not known is refused, with the record that has it', () => {
    const glob = pattern({ type: 'glob', pattern: 'rm *' }).patterns[0]!;
    const fine = pattern({ type: 'exact', pattern: 'rm' }).patterns[0]!;
    for (const value of [{ patterns: [fine, glob] }, [fine, { ...glob, match: 'glob', pattern: 'rm *' }]])
      expect(readAnyFormat(JSON.stringify(value))).toEqual({
        refused: 'record 2 of 2 matches by "glob", which is none of regex, contains, exact',
        newer: false,
      });
  });
  test.each([
    ['contains', 'a.b', ['a\\.b']],
    ['contains', '&&', ['raw:&&']],
    ['exact', 'ls -la', ['^ls -la$']],
    ['regex', '(?i)^ls', ['^[lL][sS]']],
    ['regex', 'a(?P<n>b)(?P=n)\\Z', ['a(?<n>b)\\k<n>$']],
    ['regex', '^echo\\s+.*>', ['raw:^echo\\s+.*>']],
    ['regex', 'cat .*\\|', ['raw:cat .*\\|']],
    ['regex', '(?<=x)y|z', ['(?<=x)y|z']],
  ])('%s %j', (type, source, expected) => {
    expect(one(pattern({ type, pattern: source })).fields.commandPatterns).toEqual(expected);
  });
  test('patterns over paths become globs', () => {
    const paths = (match: object) => one(pattern(match, { tool: 'Read' })).fields;
    expect(paths({ type: 'contains', pattern: 'dist/' }).pathPatterns).toEqual(['**/dist/**']);
    expect(paths({ type: 'contains', pattern: 'secret' }).pathPatterns).toEqual([
      '**/*secret*',
      '**/*secret*/**',
    ]);
    expect(paths({ type: 'regex', pattern: 'a(b|c)+' })).toMatchObject({
      pathPatterns: [],
      status: 'reviewed',
    });
  });
  test('a fix under its other name, or none', () => {
    const match = { type: 'contains', pattern: 'x y' };
    expect(one(pattern(match, { suggestion: undefined, learned_fix: 'the fix' })).fields.remediation).toBe(
      'the fix',
    );
    expect(one(pattern(match, { suggestion: '' })).fields.needsHumanFix).toBe(true);
  });
  test('what we write is read back', () => {
    const lesson = candidateOf({ status: 'active', commandPatterns: ['raw:a && b'], errorPatterns: [] });
    const { fields } = one(writeKnownErrors([lesson]));
    expect(fields).toMatchObject({
      summary: lesson.summary,
      mistake: lesson.mistake,
      remediation: lesson.remediation,
      commandPatterns: ['raw:a && b'],
      toolNames: ['Bash'],
    });
  });
  test('a pattern of errors stays one', () => {
    const lesson = candidateOf({ status: 'active', commandPatterns: [], errorPatterns: ['No module named'] });
    const { fields } = one(writeKnownErrors([lesson]), { delivery: 'block' });
    expect(fields).toMatchObject({
      errorPatterns: ['No module named'],
      injectOn: ['PostToolUseFailure'],
      delivery: 'context',
    });
    expect(fields.commandPatterns ?? []).toEqual([]);
  });
});

describe('errors.jsonl', () => {
  const line = {
    id: 'err_20260128_124532_001',
    timestamp: '2026-01-28T12:45:32.123Z',
    session_id: 'abc',
    category: 'action_error',
    tool: 'Bash',
    input: { command: 'a && b' },
    error: 'not a valid separator',
    context: { working_dir: 'C:\\work', project: 'work' },
  };
  test('one line, many, and a torn last one', () => {
    expect(understood(JSON.stringify(line))).toMatchObject({ format: 'errors.jsonl', records: 1 });
    const read = understood(
      `${JSON.stringify(line)}\r\n\n${JSON.stringify({ ...line, id: '' })}\n{"id": "err`,
    );
    expect(read.records).toBe(3);
    expect(read.failures[0]).toEqual({ ...line, category: 'action_error', toolUseId: null });
    expect(read.failures[1]?.id).toBe('err_20260128_124532_002');
    expect(read.skipped).toEqual(['line 4 is no failure']);
  });
  test('what is missing is filled in', () => {
    const read = understood(
      `${JSON.stringify({ tool: 'Read', timestamp: line.timestamp })}\n${JSON.stringify(line)}`,
    );
    expect(read.failures[0]).toEqual({
      id: 'err_20260128_124532_000',
      toolUseId: null,
      timestamp: line.timestamp,
      session_id: '',
      category: 'action_error',
      tool: 'Read',
      input: {},
      error: '',
      context: { working_dir: '', project: '' },
    });
  });
});
