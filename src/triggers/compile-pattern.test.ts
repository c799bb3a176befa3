import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { patternArbitrary, textArbitrary } from '../../test/support/random-patterns.ts';
import { test as holds } from '../inject/pattern.ts';
import type { CompiledPattern } from '../model/compiled.ts';
import { compilePattern } from './compile-pattern.ts';

function compiled(
  source: string,
  kind: 'command' | 'content' | 'error' | 'path' = 'command',
): CompiledPattern {
  const result = compilePattern(source, kind);
  if (!result.ok) throw new Error(`${source}: ${result.reason}`);
  return result.pattern;
}

describe('compilePattern', () => {
  test('a trailing negative lookahead becomes match and unless', () => {
    const pattern = compiled('\\bgit\\s+push\\b(?!.*\\s--force-with-lease\\b)');
    expect(pattern).toMatchObject({ match: '\\bgit\\s+push\\b', unless: '\\s--force-with-lease\\b' });
    expect(holds(pattern, 'git push origin main')).toBe(true);
    expect(holds(pattern, 'git push origin --force-with-lease')).toBe(false);
  });

  test.each([
    `${'.*'.repeat(40)}z`,
    '(?:|){40}x',
    `(?:${'.|'.repeat(20)}.)*!`,
    // What no program is made of, and its structure does not prove.
    `${'x*'.repeat(40)}y${'a'.repeat(400)}`,
    `${'(.*)'.repeat(40)}\\1z`,
  ])('%s is looked at without running it', (source) => {
    const begun = performance.now();
    const result = compilePattern(source, 'command');
    expect(result.ok && result.doubtful).toEqual([source]);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('a glob that excludes would match everything else', () => {
    for (const glob of ['!**/*.test.ts', '!dist', '!/abs/x'])
      expect(compilePattern(glob, 'path')).toMatchObject({
        ok: false,
        reason: expect.stringContaining('every other file'),
      });
    const others = compiled('src/**/!(*.test).ts', 'path');
    expect(holds(others, 'src/a/b.ts')).toBe(true);
    expect(holds(others, 'src/a/b.test.ts')).toBe(false);
    expect(holds(compiled('!(a|b).ts', 'path'), 'c.ts')).toBe(true);
  });

  test.each([
    ['\\Agit push\\Z', /^\\A is the letter A here; write \^$/],
    ['git push\\z', /write \$$/],
    ['[[:space:]]pip', /^classes by name/],
    ['\\p{L}+x', /^\\p is the letter p here/],
    ['\\u{1F600}', /four digits/],
    ['\\x{41}', /two digits/],
    ['git\\h+push', /write \[ \\t\]$/],
    ['C:\\Users', /^\\U is the letter U here; write U, or \\\\U for a backslash and it$/],
  ])('%s is of another dialect, and would match something else', (source, reason) => {
    for (const kind of ['command', 'content', 'error'] as const)
      expect(compilePattern(source, kind)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(reason),
      });
  });

  test.each([
    ['\\b\\x41\\u00e9\\cA\\d\\D\\s\\S\\w\\W\\t\\n\\r\\v\\f\\B\\/\\-\\_\\"', 'x'],
    ['(?<n>git) \\k<n> C:\\\\Users', 'git git C:\\Users'],
    ['a\\[[:.]b', 'a[:b'],
  ])('%s is of this one', (source, text) => {
    expect(holds(compiled(source, 'content'), text)).toBe(text !== 'x');
  });

  test('a class that leaves out a caret keeps it as one', () => {
    const pattern = compiled('grep x(?![^^])');
    expect(['grep x^', 'grep x', 'grep xy'].map((text) => holds(pattern, text))).toEqual([true, true, false]);
  });

  test('a leading negative lookahead becomes unless', () => {
    const pattern = compiled('^(?!.*--dry-run)npm publish');
    expect(pattern).toMatchObject({ match: '^npm publish', unless: '--dry-run' });
    expect(holds(pattern, 'npm publish')).toBe(true);
    expect(holds(pattern, 'npm publish --tag x --dry-run')).toBe(false);
  });

  test('exceptions in the middle, and several', () => {
    const pattern = compiled('^git commit(?!.*--no-verify)\\s(?!.*--amend).*-m\\b(?!.*--fixup)');
    expect(pattern).toMatchObject({ match: '^git commit\\s.*-m\\b', unless: '--no-verify|--amend|--fixup' });
    expect(holds(pattern, 'git commit -m x')).toBe(true);
    expect(holds(pattern, 'git commit --amend -m x')).toBe(false);
    expect(compiled('^(?!npm ci)npm')).toMatchObject({ match: '^npm', unless: '^(?:npm ci)' });
    expect(compiled('npm(?! ci)')).toMatchObject({ match: 'npm', unless: 'npm(?: ci)' });
  });

  test('a lookaround over a few characters stays, on the linear machine', () => {
    const natural = [
      'git\\s+push\\b.*(--force(?!-with-lease)|\\s-f\\b)',
      'git\\s+push\\b.*--force(?!-with-lease)(\\s|$)',
      'git\\s+checkout\\s+(?!-b).*',
      '(?<!sudo )apt-get install',
      'rm\\s+-rf\\s+(?!/tmp|/var/tmp)/',
    ];
    for (const source of natural) {
      const result = compilePattern(source, 'command');
      expect({ source, doubtful: result.ok && result.doubtful }).toEqual({ source, doubtful: [] });
    }
    const force = compilePattern(natural[0]!, 'command');
    if (!force.ok) throw new Error(force.reason);
    const pad = 'x '.repeat(300);
    for (const [text, expected] of [
      ['git push --force', true],
      ['git push --force-with-lease', false],
      ['git push --force-with-lease --force', true],
      ['git push -f', true],
    ] as const) {
      expect({ text, holds: holds(force.pattern, text) }).toEqual({ text, holds: expected });
      expect({ text, padded: holds(force.pattern, `${pad}${text}`) }).toEqual({ text, padded: expected });
    }
  });

  test('a pattern of whatever is there is refused', () => {
    for (const source of ['.', '.+', '\\S', '\\w+', '[^ ]', '(?i)[a-z]', '^.', '.(?!.*--force)'])
      expect(compilePattern(source, 'command')).toMatchObject({ ok: false, reason: 'matches everything' });
    for (const source of ['^\\w+$', '\\d', '[A-Z]', '-', '\\s'])
      expect(compilePattern(source, 'command').ok).toBe(true);
  });

  test('flags and views', () => {
    expect(compiled('(?i)docker build')).toMatchObject({ match: 'docker build', flags: 'i', view: 'shell' });
    expect(compiled('raw:cat <<EOF')).toMatchObject({
      match: 'cat <<EOF',
      view: 'raw',
      source: 'raw:cat <<EOF',
    });
    expect(compiled('(?is)a.b', 'content')).toMatchObject({ flags: 'is', view: 'raw' });
    expect(compiled('raw:x', 'error').match).toBe('raw:x');
    for (const sql of ['DROP\\s+TABLE', '\\bdrop\\s+(?:table|database)\\b', 'DELETE FROM users'])
      expect(compiled(sql).flags).toBe('i');
    for (const other of ['drop_table', 'git\\s+stash\\s+drop', 'delete\\s+pod'])
      expect(compiled(other).flags).toBe('');
  });

  test.each([
    ['(', 'not a regular expression'],
    ['', 'empty'],
    ['   ', 'empty'],
    ['raw:', 'empty'],
    ['a*', 'everything'],
    ['git|', 'everything'],
    ['(?:)', 'everything'],
    ['x'.repeat(2001), 'longer'],
  ])('refuses %s', (source, reason) => {
    const result = compilePattern(source, 'command');
    expect(result.ok ? '' : result.reason).toContain(reason);
  });

  test('a pattern with gaps takes time in proportion to the text, on text made to hurt it', () => {
    const pattern = compiled('^git\\s(?:.*\\s)?push\\s(?:.*\\s)?(?:--force|-f)(?:\\s|$)');
    expect(pattern.linear?.match).not.toBeNull();
    const text = 'git push '.repeat(911).slice(0, 8192);
    expect(holds(pattern, text)).toBe(false);
    expect(holds(pattern, `${text.slice(0, 4000)} --force x`)).toBe(true);
    // Best of many, so that a busy machine does not count; a quadratic matcher takes 64 times as long for 8 times the text.
    const least = (length: number) => {
      const part = text.slice(0, length);
      const times = Array.from({ length: 40 }, () => {
        const started = performance.now();
        holds(pattern, part);
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    least(8192);
    expect(least(8192) / least(1024)).toBeLessThan(30);
  });

  test('what is rewritten in place means the same', () => {
    const ends = fc.constantFrom(
      '(?!\\w)',
      '(?![\\w-])',
      '(?=\\s|$)',
      '(?!x)',
      '(?!-)',
      '(?=git)',
      '(?!\\S)',
      '(?![^a])',
      '(?!])',
      '(?!\\^)',
      '(?!.)',
    );
    const starts = fc.constantFrom(
      '',
      '(?<!\\w)',
      '(?<![\\w-])',
      '(?<=\\s|^)',
      '(?<=-)',
      '(?<!\\s)',
      '(?<!.)',
    );
    let rewritten = 0;
    fc.assert(
      fc.property(
        starts,
        patternArbitrary,
        ends,
        fc.array(textArbitrary, { maxLength: 8 }),
        (start, body, end, texts) => {
          const source = `${start}(?:${body})${end}`;
          const result = compilePattern(source, 'command');
          if (!result.ok) return;
          expect(result.pattern.unless).toBeNull();
          if (result.pattern.match !== source) rewritten += 1;
          for (const text of texts) {
            expect(
              `${source} on ${JSON.stringify(text)}: ${new RegExp(result.pattern.match).test(text)}`,
            ).toBe(`${source} on ${JSON.stringify(text)}: ${new RegExp(source).test(text)}`);
          }
        },
      ),
      { numRuns: 3000 },
    );
    expect(rewritten).toBeGreaterThan(1000);
  });
});
