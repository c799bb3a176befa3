import { describe, expect, test } from 'bun:test';
import { nested, one, refusal, understood } from '../../../test/support/formats.ts';

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
    expect(fields({ sessionStart: true, block: true })).toMatchObject({
      delivery: 'block',
      injectOn: ['PreToolUse', 'SessionStart'],
    });
    expect(fields({ triggers: {} }).injectOn).toBeUndefined();
  });
  test('a status or scope that is not understood does not act', () => {
    const fields = (changes: object) => one({ lessons: [{ ...nested, ...changes }] }).fields;
    expect(fields({ status: 'Archived' }).status).toBe('archived');
    expect(fields({ status: 'ACTIVE' }).status).toBe('active');
    expect(fields({ status: 'approved' }).status).toBe('active');
    expect(fields({ status: 'rejected' }).status).toBe('candidate');
    expect(fields({ scope: 'Project:/srv/app' })).toMatchObject({
      status: 'active',
      scope: 'project:/srv/app',
    });
    expect(fields({ scope: 'project' }).status).toBe('candidate');
    expect(fields({ scope: 'Global' })).toMatchObject({ status: 'active', scope: 'global' });
    expect(fields({ scope: 'workspace', projectPath: '/srv/app' }).status).toBe('active');
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

describe('refusals', () => {
  test.each([
    ['', 'the file is empty'],
    ['{', 'it is not valid JSON, and not one JSON object a line'],
    ['{"type": "user"}\n{"type": "assistant"}', 'it holds one JSON object a line, and none is a failure'],
    ['{"a": 1}', 'it has none of: lessons, candidates, patterns'],
    ['"text"', 'it is neither JSON nor Markdown'],
    ['[1, 2]', 'it is a JSON list of something that is neither lessons nor candidates'],
    ['{"type": "lessons-learned-store", "version": 2, "lessons": []}', 'its version 2 is newer than 1'],
    ['{"version": "3.1", "patterns": []}', 'its version "3.1" is newer than 1'],
    ['{"version": "x", "patterns": []}', 'its version "x" is no number'],
    ['{"version": 1e999, "patterns": []}', 'its version Infinity is newer than 1'],
    ['{"version": {}, "patterns": []}', 'its version {} is no number'],
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
