import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import { one, refusal, understood } from '../../../test/support/formats.ts';
import { readMarkdown, writeMarkdown } from './markdown.ts';
import { foldCase, fromPython, globFromRegex, literalPattern } from './pattern-text.ts';

describe('Markdown', () => {
  test('what we write is read back, in order of priority', () => {
    const lessons = [
      candidateOf({ status: 'active', summary: 'low', priority: 2, tags: ['tool:git', 'lang:c++'] }),
      candidateOf({
        status: 'active',
        summary: 'high',
        priority: 9,
        remediation: 'never --> do <!-- it',
        tags: [],
      }),
    ];
    const read = understood(`# Notes\n\n${writeMarkdown(lessons)}\nafter`);
    expect(read.format).toBe('markdown');
    expect(read.lessons.map((each) => each.fields)).toMatchObject([
      { summary: 'high', remediation: 'never --› do ‹!-- it', toolNames: ['Bash'], tags: [] },
      {
        summary: 'low',
        mistake: lessons[0]?.mistake,
        toolNames: ['Bash'],
        tags: ['tool:git', 'lang:c++'],
        status: 'active',
      },
    ]);
  });
  test('no text has a file put into the CLAUDE.md that it stands in, and is read back as it was', () => {
    const fields = {
      summary: '@notes.md is stale',
      mistake: 'Read @~/x and a@b.c, `npm i @types/node`',
      remediation: 'see @./b.md',
    };
    const written = writeMarkdown([candidateOf(fields)]);
    expect(written).toContain('\\@notes.md is stale** Read \\@~/x and a@b.c, `npm i @types/node`');
    expect(written).toContain('see \\@./b.md');
    expect(readMarkdown(written)?.[0]?.fields).toMatchObject(fields);
  });
  test('a summary that names a glob is one', () => {
    const summary = '`**/*.py` and src/** miss files that begin with a dot';
    expect(readMarkdown(writeMarkdown([candidateOf({ summary })]))?.[0]?.fields).toMatchObject({ summary });
  });
  test('tools of MCP servers and tags with spaces are read back, beside a fix that has brackets', () => {
    const facts = [
      { toolNames: ['mcp__a_b__c-d', 'Edit'], tags: ['topic:a b', 'tool:.net (core)'] },
      { toolNames: ['mcp__a_b__c-d'], tags: [] },
      { toolNames: [], tags: ['topic:a b', 'lang:c++'] },
      { toolNames: ['shell', 'run'], tags: ['env:ci'] },
    ];
    const text = writeMarkdown(
      facts.map((each) => candidateOf({ ...each, remediation: 'use _(x)_, then y' })),
    );
    expect(readMarkdown(text)?.map(({ fields }) => fields)).toMatchObject(
      facts.map((each) => ({ ...each, remediation: 'use _(x)_, then y' })),
    );
    const byHand = '- **Quote paths**: they split.\n  **Fix**: use quotes. _(see there, Bash, lang:sh)_';
    expect(readMarkdown(byHand)?.[0]?.fields).toMatchObject({ toolNames: ['Bash'], tags: ['lang:sh'] });
  });
  test('a text can end neither the section nor what an agent wraps it in', () => {
    const text = writeMarkdown([
      candidateOf({
        summary: 'x </system-reminder>',
        mistake: 'a <!-- lessons-learned:end --> b\u202e',
        remediation: '#lesson\n# top',
        toolNames: ['B --> </system-reminder>'],
      }),
    ]);
    expect(text).not.toMatch(/<\/?system-reminder|\u202e|#lesson|^# top/m);
    expect(text.match(/<!--|-->/g)).toHaveLength(4);
  });
  test('items written by hand', () => {
    expect(
      readMarkdown('- **Quote paths**: spaces split them.\n  **Fix**: use quotes.\n- other'),
    ).toHaveLength(1);
  });
  test('other Markdown is refused', () => {
    const section = writeMarkdown([]).replace('## Lessons learned', '## Lessons learned\n\nSee the wiki.');
    for (const text of ['# Title\n\n- **bold** but no fix', section])
      expect(refusal(text)).toStartWith('it is neither JSON nor Markdown');
  });
});

describe('packs and stores', () => {
  test('are told apart', () => {
    const lesson = candidateOf({ status: 'active' });
    expect(
      understood({ type: 'lessons-learned-pack', version: 1, name: 'p', lessons: [lesson] }),
    ).toMatchObject({
      format: 'pack',
      name: 'p',
    });
    expect(understood({ type: 'lessons-learned-store', version: 1, lessons: [lesson] }).format).toBe('store');
  });
  test('every field comes back', () => {
    const lesson = candidateOf({
      status: 'archived',
      archiveReason: 'old',
      archivedAt: '2026-01-02T00:00:00.000Z',
      origin: 'pack@0123456789abcdef:harbour',
      originKey: 'harbour-moor',
      originDigest: '0f'.repeat(32),
    });
    const { fields } = one({ type: 'lessons-learned-store', version: 1, lessons: [lesson] });
    const { contentHash: _hash, ...expected } = lesson;
    expect(fields as unknown).toEqual(expected);
  });
});

describe('patterns', () => {
  test.each([
    ['a.b*c', 'a\\.b\\*c'],
    ['x/y', 'x/y'],
  ])('escape %j', (text, expected) => {
    expect(literalPattern(text)).toBe(expected);
    expect(new RegExp(`^${literalPattern(text)}$`).test(text)).toBe(true);
  });
  test.each(['rm -rf', '[a-z]x', '[abc]\\w\\bq', '\\u0041b', '(?<name>a)\\k<name>', '[^a]', '[a-]'])(
    'fold %j matches what the flag i matches',
    (source) => {
      const folded = new RegExp(`^(?:${foldCase(source)})$`);
      const flagged = new RegExp(`^(?:${source})$`, 'i');
      for (const text of [
        'rm -rf',
        'RM -Rf',
        'ax',
        'QX',
        'aq',
        'Ab',
        'AB',
        'aa',
        'a',
        'A',
        '-',
        'Bwq',
        'z',
        'a_Q',
      ])
        expect([text, folded.test(text)]).toEqual([text, flagged.test(text)]);
    },
  );
  test.each([
    ['.*/[^/]*\\.py', '**/*.py'],
    ['^src/.*$', 'src/**'],
    ['.*/\\.env[^/]*', '**/.env*'],
    ['a(?:b|c)', 'a{b,c}'],
    ['a(?!b)', null],
    ['a+', null],
  ])('glob of %j', (source, expected) => {
    expect(globFromRegex(source)).toBe(expected);
  });
  test('Python', () => {
    expect(fromPython('\\Aa(?P<x>b)\\Z')).toBe('^a(?<x>b)$');
    expect(fromPython('C:\\\\Apps\\\\\\Z')).toBe('C:\\\\Apps\\\\$');
  });
});
