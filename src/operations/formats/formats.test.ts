import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import type { Incoming, IncomingLesson } from './incoming.ts';
import { writeKnownErrors } from './known-errors.ts';
import { readMarkdown, writeMarkdown } from './markdown.ts';
import { escapeRegex, foldCase, fromPython, globFromRegex } from './pattern-text.ts';
import { readAnyFormat } from './read-any.ts';

function understood(value: unknown, options: Parameters<typeof readAnyFormat>[1] = {}): Incoming {
  const read = readAnyFormat(typeof value === 'string' ? value : JSON.stringify(value), options);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

function one(value: unknown, options: Parameters<typeof readAnyFormat>[1] = {}): IncomingLesson {
  const read = understood(value, options);
  expect(read.lessons).toHaveLength(1);
  return read.lessons[0] as IncomingLesson;
}

function refusal(source: string): string {
  const read = readAnyFormat(source);
  if (!('refused' in read)) throw new Error(`understood as ${read.format}`);
  return read.refused;
}

const nested = {
  id: '01JQSEED000000000000000001',
  slug: 'tar-needs-a-folder-k9m2',
  summary: 'tar fails when the target folder is missing',
  mistake: 'tar -C refuses a folder that does not exist yet, and stops half way.',
  remediation: 'Create the folder with mkdir -p before unpacking.',
  injection: '## Lesson: tar fails when the target folder is missing\nCall mkdir first, also on CI.',
  triggers: {
    toolNames: ['Bash'],
    commandPatterns: ['\\btar\\b.*-C'],
    pathPatterns: ['**/*.tar'],
    contentPatterns: [],
    sessionStart: false,
  },
  scope: { type: 'project', path: '/srv/app' },
  priority: 8,
  confidence: 0.95,
  needsReview: false,
  tags: ['lang:shell', 'language:bash', 'tool:tar'],
  sourceSessionIds: ['s1', 's2'],
  occurrenceCount: 4,
  createdAt: '2026-03-29T00:00:00Z',
  updatedAt: '2026-04-02T08:30:00Z',
  contentHash: 'sha256:00',
};

describe('lessons.json', () => {
  test('keeps ids, slugs, triggers, texts and dates', () => {
    const read = understood({ type: 'lessons-learned-store', version: 1, lessons: [nested] });
    expect(read.format).toBe('lessons.json');
    expect(read.records).toBe(1);
    const [lesson] = read.lessons;
    expect(lesson?.fields).toMatchObject({
      id: nested.id,
      slug: nested.slug,
      status: 'active',
      summary: nested.summary,
      mistake: nested.mistake,
      remediation: nested.remediation,
      delivery: 'context',
      injectOn: ['PreToolUse'],
      toolNames: ['Bash'],
      commandPatterns: ['\\btar\\b.*-C'],
      pathPatterns: ['**/*.tar'],
      priority: 8,
      confidence: 0.95,
      tags: ['lang:shell', 'lang:bash', 'tool:tar'],
      sourceSessionIds: ['s1', 's2'],
      occurrenceCount: 4,
      sessionCount: 2,
      createdAt: '2026-03-29T00:00:00.000Z',
      updatedAt: '2026-04-02T08:30:00.000Z',
    });
    expect(lesson?.projectPath).toBe('/srv/app');
    expect(lesson?.remainder).toContain('also on CI');
  });
  test('without a type, and as a bare list', () => {
    expect(understood({ lessons: [nested] }).format).toBe('lessons.json');
    expect(understood([nested]).format).toBe('lessons.json');
  });
  test('needsReview waits; block blocks; sessionStart tells at the start', () => {
    const fields = (changes: object) => one({ lessons: [{ ...nested, ...changes }] }).fields;
    expect(fields({ needsReview: true }).status).toBe('reviewed');
    expect(fields({ block: true, blockReason: 'no: {command}' })).toMatchObject({
      delivery: 'block',
      blockReason: 'no: {command}',
    });
    expect(fields({ triggers: { ...nested.triggers, sessionStart: true } }).injectOn).toEqual([
      'SessionStart',
    ]);
    expect(fields({ sessionStart: true }).injectOn).toEqual(['SessionStart']);
  });
  test('the flat records of later versions', () => {
    const { fields } = one({
      lessons: [
        {
          id: nested.id,
          slug: nested.slug,
          status: 'disabled',
          type: 'guard',
          summary: 's'.repeat(20),
          problem: 'the problem',
          solution: 'the solution',
          toolNames: ['Bash'],
          commandPatterns: ['a b'],
          pathPatterns: [],
          source: 'heuristic',
        },
      ],
    });
    expect(fields).toMatchObject({
      status: 'archived',
      archiveReason: 'disabled in the tool it came from',
      delivery: 'block',
      mistake: 'the problem',
      remediation: 'the solution',
      commandPatterns: ['a b'],
      source: 'heuristic',
    });
    expect(one({ lessons: [{ ...nested, type: 'directive' }] }).fields.injectOn).toEqual(['SessionStart']);
  });
  test('a summary of up to 120 characters is cut, and stays whole in the mistake', () => {
    const summary = `${'word '.repeat(22)}end of it`;
    const { fields } = one({ lessons: [{ ...nested, summary }] });
    expect(fields.summary.length).toBeLessThanOrEqual(80);
    expect(fields.mistake).toContain(summary);
    expect(fields.mistake).toContain(nested.mistake);
  });
  test('a record with nothing to keep refuses the file', () => {
    expect(refusal(JSON.stringify({ lessons: [nested, { id: 'x' }] }))).toBe(
      'record 2 of 2 has no summary, mistake or pattern to keep',
    );
  });
  test('odd values do no harm', () => {
    const { fields } = one({
      lessons: [
        {
          ...nested,
          id: '../../etc',
          slug: 'A B',
          priority: 99,
          confidence: 95,
          tags: 'one',
          createdAt: 'x',
        },
      ],
    });
    expect(fields.id).toBeUndefined();
    expect(fields.slug).toBeUndefined();
    expect(fields.createdAt).toBeUndefined();
    expect(fields).toMatchObject({ priority: 10, confidence: 0.95, tags: ['one'] });
  });
});

describe('filtered-candidates.json', () => {
  const candidate = {
    index: 1,
    tool: 'Bash',
    trigger: 'git stash pop',
    mistake: 'git stash pop stopped on a conflict. The stash stays in the list.',
    remediation: 'Resolve the conflict, then drop the stash by hand.',
    priority: 6,
    confidence: 0.75,
    tags: ['tool:git'],
    sourceSessionIds: ['s1'],
    occurrenceCount: 3,
    sessionCount: 2,
    projectCount: 1,
    projects: ['tracker'],
  };
  test.each([
    ['wrapped', { generatedAt: 'x', candidates: [candidate] }],
    ['bare', [candidate]],
  ])('%s', (_name, value) => {
    const read = understood(value);
    expect(read.format).toBe('filtered-candidates.json');
    expect(read.lessons[0]?.fields).toMatchObject({
      status: 'candidate',
      summary: 'git stash pop stopped on a conflict',
      mistake: candidate.mistake,
      remediation: candidate.remediation,
      signature: 'git stash pop',
      toolNames: ['Bash'],
      commandPatterns: ['^git\\s+stash\\s+pop(?:\\s|$)'],
      priority: 6,
      confidence: 0.75,
      tags: ['tool:git'],
      sourceSessionIds: ['s1'],
      occurrenceCount: 3,
      sessionCount: 2,
      projectCount: 1,
    });
    expect(read.lessons[0]?.remainder).toBe('projects: ["tracker"]');
  });
  test('a bare word is no pattern', () => {
    expect(one([{ ...candidate, trigger: 'git' }]).fields.commandPatterns).toEqual([]);
    expect(one([{ ...candidate, trigger: 'git' }]).fields.injectOn).toEqual(['UserPromptSubmit']);
    expect(one([candidate]).fields.injectOn).toEqual(['PreToolUse']);
    expect(
      one([{ ...candidate, tool: 'Edit', trigger: 'old string missing' }]).fields.commandPatterns,
    ).toEqual([]);
  });
  test('an empty list is a file without candidates', () => {
    expect(understood('[]')).toMatchObject({ format: 'filtered-candidates.json', records: 0, lessons: [] });
    expect(understood({ candidates: [] }).records).toBe(0);
  });
});

describe('lesson-manifest.json', () => {
  const manifest = (record: object) => ({
    type: 'lessons-learned-manifest',
    version: 1,
    generatedAt: '2026-04-01T00:00:00Z',
    lessons: {
      '01JQSEED000000000000000001': {
        slug: 'quote-paths-a1b2',
        priority: 7,
        toolNames: ['Bash'],
        commandRegexSources: [{ source: '\\brm -rf', flags: 'i' }],
        pathRegexSources: [{ source: '.*/[^/]*\\.py', flags: 'i' }],
        tags: ['tool:rm'],
        summary: 'quote paths with spaces',
        injection: '## Lesson: quote paths with spaces\nAn unquoted path is split.\n**Fix**: Quote it.',
        ...record,
      },
    },
  });
  test('compiled patterns become patterns again', () => {
    const read = understood(manifest({ block: true, blockReason: 'quote it', projectPath: '/srv/app' }));
    expect(read.format).toBe('lesson-manifest.json');
    expect(read.lessons[0]?.projectPath).toBe('/srv/app');
    expect(read.lessons[0]?.fields).toMatchObject({
      id: '01JQSEED000000000000000001',
      slug: 'quote-paths-a1b2',
      status: 'active',
      mistake: 'An unquoted path is split.',
      remediation: 'Quote it.',
      delivery: 'block',
      commandPatterns: ['\\b[rR][mM] -[rR][fF]'],
      pathPatterns: ['**/*.py'],
    });
  });
  test('texts of later versions go before the rendered one', () => {
    const { fields } = one(
      manifest({ problem: 'p'.repeat(30), solution: 's'.repeat(30), sessionStart: true }),
    );
    expect(fields).toMatchObject({
      mistake: 'p'.repeat(30),
      remediation: 's'.repeat(30),
      injectOn: ['SessionStart'],
    });
  });
  test('patterns that were not compiled are kept, nested or not', () => {
    const own = { toolNames: ['Bash'], commandPatterns: ['terraform\\s+apply'], pathPatterns: ['**/*.tf'] };
    const compiled = { commandRegexSources: undefined, pathRegexSources: undefined };
    for (const given of [own, { triggers: own }]) {
      expect(one(manifest({ ...compiled, ...given })).fields).toMatchObject(own);
    }
    expect(
      one(manifest({ ...compiled, commandPatterns: [{ source: 'a+b', flags: '' }] })).fields.commandPatterns,
    ).toEqual(['a+b']);
  });
  test('a path pattern that no glob can say waits for review and is not lost', () => {
    const lesson = one(manifest({ pathRegexSources: [{ source: 'src/(?!gen).*', flags: '' }] }));
    expect(lesson.fields.status).toBe('reviewed');
    expect(lesson.remainder).toContain('src/(?!gen).*');
  });
});

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

describe('Markdown', () => {
  test('what we write is read back, in order of priority', () => {
    const lessons = [
      candidateOf({ status: 'active', summary: 'low', priority: 2, tags: ['tool:git'] }),
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
      { summary: 'high', remediation: 'never -- > do <! -- it', toolNames: ['Bash'], tags: [] },
      {
        summary: 'low',
        mistake: lessons[0]?.mistake,
        toolNames: ['Bash'],
        tags: ['tool:git'],
        status: 'active',
      },
    ]);
  });
  test('items written by hand', () => {
    expect(
      readMarkdown('- **Quote paths**: spaces split them.\n  **Fix**: use quotes.\n- other'),
    ).toHaveLength(1);
  });
  test('other Markdown is refused', () => {
    expect(refusal('# Title\n\n- **bold** but no fix')).toStartWith('it is neither JSON nor Markdown');
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
    });
    const { fields } = one({ type: 'lessons-learned-store', version: 1, lessons: [lesson] });
    const { number: _number, contentHash: _hash, ...expected } = lesson;
    expect(fields as unknown).toEqual(expected);
  });
});

describe('refusals', () => {
  test.each([
    ['', 'the file is empty'],
    ['{', 'it is not valid JSON, and not one JSON object a line'],
    ['{"a": 1}', 'it has none of: lessons, candidates, patterns'],
    ['"text"', 'it is neither JSON nor Markdown'],
    ['[1, 2]', 'it is a JSON list of something that is neither lessons nor candidates'],
    ['{"type": "lessons-learned-store", "version": 2, "lessons": []}', 'its version 2 is newer than 1'],
    ['{"version": "3.1", "patterns": []}', 'its version "3.1" is newer than 1'],
    ['{"version": "x", "patterns": []}', 'its version "x" is newer than 1'],
    ['{"type": "lessons-learned-config", "version": 1}', 'it is a configuration'],
    ['{"type": "lessons-learned-else", "version": 1}', 'its type "lessons-learned-else" is not known'],
    ['{"type": "lessons-learned-pack", "version": 1}', 'its list of lessons is missing'],
  ])('%j', (source, reason) => {
    expect(refusal(source)).toStartWith(reason);
  });
  test('a byte order mark is none', () => {
    expect(understood(`\uFEFF${JSON.stringify({ lessons: [nested] })}`).records).toBe(1);
  });
});

describe('patterns', () => {
  test.each([
    ['a.b*c', 'a\\.b\\*c'],
    ['x/y', 'x/y'],
  ])('escape %j', (text, expected) => {
    expect(escapeRegex(text)).toBe(expected);
    expect(new RegExp(`^${escapeRegex(text)}$`).test(text)).toBe(true);
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
  });
});
