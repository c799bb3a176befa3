import { describe, expect, test } from 'bun:test';
import { compilePattern } from './compile-pattern.ts';
import { mayMatchWords } from './word-pieces.ts';

function may(source: string, text: string, spelled = ''): boolean {
  const result = compilePattern(source, 'command');
  if (!result.ok) throw new Error(result.reason);
  return mayMatchWords(result.pattern, text, spelled);
}

describe('what the pieces of a pattern rule out', () => {
  test.each([
    ['\\bgrep\\b.*(?:^|\\s)-[A-Za-z]*P', 'grep -rn x | cat', false],
    ['\\bgrep\\b.*(?:^|\\s)-[A-Za-z]*P', 'grep -oP x', true],
    ['\\bgo\\s+run\\b.*(?:^|\\s)\\.\\/cmd\\/tool\\b', 'go run cmd tool', false],
    ['\\bgo\\s+run\\b.*(?:^|\\s)\\.\\/cmd\\/tool\\b', 'go run ./cmd/tool', true],
    ['\\bgh\\s+api\\b.*\\bpulls\\/\\d+\\/comments\\b', 'gh api pulls/x/comments', false],
    ['\\bgh\\s+api\\b.*\\bpulls\\/\\d+\\/comments\\b', 'gh api pulls/12/comments', true],
    ['\\bgo\\s+test\\b.*\\w\\.go(?:\\s|$)', 'go test ./... .go', false],
    ['\\bgo\\s+test\\b.*\\w\\.go(?:\\s|$)', 'go test a_test.go', true],
    ['(?i)\\bnpm\\b.*(?:^|\\s)--Force\\b', 'npm x --force', true],
    ['\\bnpm\\b.*(?:^|\\s)--force\\b', 'npm x --forc', false],
    ['(?<![\\w.-])go\\s+run(?![\\w:./-]).*(?:^|\\s)\\.\\/tool(?![\\w.-])', 'go run ./tol', false],
    ['(?<![\\w.-])go\\s+run(?![\\w:./-]).*(?:^|\\s)\\.\\/tool(?![\\w.-])', 'go run ./tool', true],
  ])('%s in %s: %p', (source, text, answer) => expect(may(source, text)).toBe(answer));

  test('what a command may be spelled with counts as there', () => {
    const pattern = '\\bgit\\s+push\\b.*(?:^|\\s)--force\\b';
    expect(may(pattern, 'git push')).toBe(false);
    expect(may(pattern, 'git push', ' force f delete ')).toBe(true);
    expect(may('\\bgit\\b.*(?:^|\\s)--no-verify\\b', 'git push', ' force f delete ')).toBe(false);
    expect(may('\\bgit\\b.*(?:^|\\s)-[A-Za-z]*f', 'git push', ' force f delete ')).toBe(true);
  });

  test.each([
    'raw:-x\\b.*y',
    '(?:a-b|c-d)',
    'a-b?c',
    'a-b|c',
    '\\bgit\\b.*a.b',
    'x\\S+-y',
    '\\becho\\s+[^-]-',
  ])('%s rules out nothing', (source) => expect(may(source, '')).toBe(true));
});
