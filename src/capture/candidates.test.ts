import { describe, expect, test } from 'bun:test';
import { ConfigSchema } from '../model/config.ts';
import { contentHash } from '../model/content-hash.ts';
import type { Episode } from '../model/episode.ts';
import type { TagFinding } from '../model/findings.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { type CandidateDraft, groupFindings } from './candidates.ts';
import { mergeCopies } from './copies.ts';
import { lessonConfidence, priorityOf } from './scoring.ts';

const config = ConfigSchema.parse({});
let serial = 0;

function episode(changes: Partial<Episode> & { command?: string; error?: string } = {}): Episode {
  serial += 1;
  const { command = 'git gc --dry-run', error = "error: unknown option `dry-run'", ...rest } = changes;
  const callId = `toolu_${String(serial).padStart(20, '0')}`;
  return {
    id: `e${String(serial).padStart(6, '0')}`,
    agent: 'claude-code',
    file: `s${serial}.jsonl`,
    sessionId: `session-${serial}`,
    project: '/p/a',
    timestamp: '2026-01-01T00:00:00.000Z',
    lines: [serial],
    uuids: [],
    toolUseIds: [callId],
    failure: { line: serial, uuid: null, toolUseId: callId, tool: 'Bash', input: { command }, error },
    correction: { line: serial + 1, toolUseId: 'x', tool: 'Bash', input: { command: 'git gc' } },
    signals: ['error-correction'],
    kind: 'usage',
    summary: '`git gc` does not accept `--dry-run`',
    mistake: 'Ran git gc --dry-run; it failed.',
    remediation: 'Run git gc instead; it worked.',
    trigger: {
      toolNames: ['Bash'],
      commandPatterns: ['\\bgit\\s+gc\\b.*(?:^|\\s)--dry-run\\b'],
      pathPatterns: [],
      errorPatterns: ['unknown option'],
    },
    tags: ['tool:git', 'topic:usage', 'severity:friction'],
    severity: 'friction',
    fingerprint: fingerprint('Bash', error),
    attempts: 1,
    cost: { calls: 2, bytes: 10, seconds: 1 },
    fixedByCommand: true,
    evidence: 'x',
    confidence: 0.9,
    reusable: 0.8,
    model: null,
    isSubagent: false,
    ...rest,
  };
}

function tag(changes: Partial<TagFinding> = {}, fields: Partial<TagFinding['fields']> = {}): TagFinding {
  serial += 1;
  return {
    id: `t${serial}`,
    agent: 'claude-code',
    file: 'a.jsonl',
    line: serial,
    uuid: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    sessionId: `session-${serial}`,
    project: '/p/a',
    timestamp: null,
    model: null,
    isSubagent: false,
    fields: {
      summary: 'git stash pop loses the index',
      mistake: 'git stash pop after a rebase loses the staged index',
      remediation: 'use git stash apply --index and drop it afterwards',
      tool: 'Bash',
      trigger: 'git stash pop',
      severity: null,
      tags: ['tool:git'],
      ...fields,
    },
    ...changes,
  };
}

const group = (episodes: Episode[], tags: TagFinding[] = []) => groupFindings({ episodes, tags, config });
const view = (drafts: CandidateDraft[]) =>
  drafts
    .map(({ lesson }) => [
      contentHash(lesson),
      lesson.occurrenceCount,
      lesson.sessionCount,
      lesson.projectCount,
      lesson.priority,
      lesson.confidence,
    ])
    .sort();

/** The same finding as a resumed session repeats it: other file and session, same records. */
const copyOf = (original: Episode, sessionId: string, changes: Partial<Episode> = {}): Episode => ({
  ...original,
  id: `${original.id}-${sessionId}`,
  file: `${sessionId}.jsonl`,
  sessionId,
  ...changes,
});

function shuffle<T>(items: T[], seed: number): T[] {
  const out = [...items];
  let state = seed;
  for (let index = out.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const other = state % (index + 1);
    [out[index], out[other]] = [out[other]!, out[index]!];
  }
  return out;
}

describe('grouping', () => {
  test('equal errors of one program meet, over sessions and projects', () => {
    const drafts = group([
      episode(),
      episode({ project: '/p/b' }),
      episode({ command: 'npm run biuld', error: 'npm error Missing script: "biuld"', tags: ['tool:npm'] }),
    ]);
    expect(
      drafts.map(({ lesson }) => [lesson.occurrenceCount, lesson.sessionCount, lesson.projectCount]),
    ).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
  });

  test('one word of difference in a failure is another mistake', () => {
    expect(group([episode(), episode({ error: "error: unknown option `force-all'" })])).toHaveLength(2);
  });

  test('does not depend on the order', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      episode({
        error: `error: unknown option \`opt${i % 7}'`,
        sessionId: `s${i % 5}`,
        project: `/p${i % 3}`,
        reusable: (i % 10) / 10,
      }),
    );
    const tags = Array.from({ length: 10 }, (_, i) =>
      tag(
        { sessionId: `s${i % 4}` },
        { mistake: `the build number ${i % 3} was started in the wrong folder again` },
      ),
    );
    const expected = JSON.stringify(group(many, tags));
    for (const seed of [1, 2, 3, 4])
      expect(JSON.stringify(group(shuffle(many, seed), shuffle(tags, seed)))).toBe(expected);
  });

  test('a resumed session adds nothing, however far its copy goes', () => {
    const originals = [
      episode({ sessionId: 'a' }),
      episode({ sessionId: 'a', error: 'error: pathspec x', tags: ['tool:git'] }),
      episode({ sessionId: 'b' }),
    ];
    const before = view(group(originals));
    const [first, second] = originals as [Episode, Episode, Episode];
    expect(view(group([...originals, copyOf(first, 'c'), copyOf(second, 'c')]))).toEqual(before);
    expect(view(group([...originals, copyOf(first, 'aa', { correction: null, confidence: 0.6 })]))).toEqual(
      before,
    );
    expect(view(group([...originals, copyOf(first, 'c'), copyOf(first, 'd'), copyOf(second, 'd')]))).toEqual(
      before,
    );
  });

  test('of two copies the fuller one is kept', () => {
    const short = episode({ correction: null, confidence: 0.6 });
    const whole = copyOf(short, 'z', { correction: episode().correction, confidence: 0.9 });
    for (const order of [
      [short, whole],
      [whole, short],
    ])
      expect(mergeCopies(order)[0]!.episode.correction).not.toBeNull();
  });

  test('short call ids are unique only within their session', () => {
    const a = episode({ toolUseIds: ['step-3'], sessionId: 'x' });
    const b = episode({ toolUseIds: ['step-3'], sessionId: 'y' });
    expect(mergeCopies([a, b])).toHaveLength(2);
  });

  test('short ids of the same record, instant and result are those of a resumed copy', () => {
    const of = (changes: Partial<Episode>) => {
      const one = episode({ toolUseIds: ['call_1'], ...changes });
      return { ...one, failure: { ...one.failure, uuid: 'u7', toolUseId: 'call_1' } };
    };
    const [a, b, later] = [of({}), of({}), of({ timestamp: '2026-01-02T00:00:00.000Z' })];
    expect(mergeCopies([a, b])).toHaveLength(1);
    expect(mergeCopies([a, b, later])).toHaveLength(2);
    expect(group([a, b, later])[0]?.lesson).toMatchObject({ occurrenceCount: 2, sessionCount: 2 });
  });

  test('episodes below the threshold make no candidate', () => {
    expect(group([episode({ confidence: 0.49 })])).toEqual([]);
  });

  test('an error that says all there is to say is recalled from its second sighting on', () => {
    const guessed = () => episode({ kind: 'missing-path', error: 'File does not exist.', correction: null });
    const [once] = group([guessed()]).map(({ lesson }) => lesson);
    expect([once?.errorPatterns, once?.injectOn.includes('PostToolUseFailure')]).toEqual([[], false]);
    const [twice] = group([guessed(), guessed()]).map(({ lesson }) => lesson);
    expect(twice?.errorPatterns).toEqual(['unknown option']);
    expect(twice?.injectOn).toContain('PostToolUseFailure');
    const [usage] = group([episode()]).map(({ lesson }) => lesson);
    expect(usage?.injectOn).toContain('PostToolUseFailure');
  });

  test('past calls decide on the trigger', () => {
    const assess = (pattern: string) =>
      pattern.includes('dry-run') ? { failing: 1, good: 40 } : { failing: 1, good: 0 };
    const [draft] = groupFindings({
      episodes: [episode({ command: 'git gc --dry-run --auto' })],
      tags: [],
      config,
      assess,
    });
    expect(draft!.lesson.commandPatterns.join()).not.toContain('dry-run');
    const none = groupFindings({
      episodes: [episode()],
      tags: [],
      config,
      assess: () => ({ failing: 1, good: 9 }),
    });
    expect(none[0]!.lesson.commandPatterns).toEqual([]);
    expect(none[0]!.lesson.reusable).toBeLessThan(0.8);
  });

  test('tags: near-duplicates join, the words of the tag are used, its trigger too', () => {
    const drafts = group(
      [],
      [tag(), tag({}, { mistake: 'git stash pop after a rebase loses the index that was staged' })],
    );
    expect(drafts).toHaveLength(1);
    const { lesson } = drafts[0]!;
    expect(lesson.source).toBe('structured');
    expect(lesson.confidence).toBeGreaterThanOrEqual(0.85);
    expect(lesson.occurrenceCount).toBe(2);
    expect(lesson.commandPatterns).toEqual(['\\bgit\\s+stash\\s+pop\\b']);
  });
});

describe('a resumed session', () => {
  const session = (sessionId: string, file: string, uuid: (n: number) => string) => {
    const shared = { sessionId, file, toolUseIds: ['toolu_01AbCdEfGhIjKlMnOpQr'] };
    const failing = episode({ ...shared, uuids: [uuid(1)], timestamp: '2026-01-01T00:00:01.500Z' });
    const said = episode({
      ...shared,
      kind: 'user',
      toolUseIds: [],
      uuids: [uuid(2)],
      timestamp: '2026-01-01T00:00:09.250Z',
      failure: {
        ...failing.failure,
        line: 12,
        toolUseId: null,
        input: { command: 'kubectl apply -f x.yaml' },
        error: 'never deploy with kubectl here',
      },
    });
    const told = tag({ sessionId, file, line: 20, uuid: uuid(3), timestamp: '2026-01-01T00:00:12.750Z' });
    return {
      episodes: [failing, said],
      tags: [{ ...told, fields: { ...told.fields, trigger: 'kubectl apply' } }],
    };
  };
  const figures = (drafts: CandidateDraft[]) =>
    drafts.map(({ lesson }) => [lesson.summary, lesson.occurrenceCount, lesson.sessionCount]);

  for (const [how, uuid] of [
    ['with the uuids of the records', (n: number) => `record-000000000000${n}`],
    ['with uuids of its own', (n: number) => `another-00000000000${n}`],
  ] as const) {
    test(`adds nothing: ${how}`, () => {
      const first = session('b-first', 'b.jsonl', (n) => `record-000000000000${n}`);
      const alone = figures(group(first.episodes, first.tags));
      expect(alone).toHaveLength(2);
      for (const name of ['a-copy', 'c-copy']) {
        const copy = session(name, `${name}.jsonl`, uuid);
        const both = group([...first.episodes, ...copy.episodes], [...first.tags, ...copy.tags]);
        expect(figures(both)).toEqual(alone);
      }
    });
  }

  test('the same words at the same instant in unrelated sessions are two sightings', () => {
    const one = session('one', 'one.jsonl', (n) => `record-000000000000${n}`);
    const other = session('two', 'two.jsonl', (n) => `another-00000000000${n}`);
    const drafts = group([one.episodes[1]!, other.episodes[1]!]);
    expect(drafts[0]!.lesson.occurrenceCount).toBe(2);
  });
});

describe('what is said in the same words of other things', () => {
  const rule = (said: string) =>
    episode({
      kind: 'user',
      command: 'make setup',
      error: said,
      signals: ['user-correction'],
      trigger: { toolNames: ['Bash'], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    });

  test('rules about other programs are other rules', () => {
    const said = ['Never use npm here, always use pnpm.', 'Never use pip here, always use uv.'];
    expect(group(said.map(rule), [])).toHaveLength(2);
    expect(group([rule(said[0]!), rule('Please never use npm, always use pnpm here!')], [])).toHaveLength(1);
  });

  test('tags about other programs are other lessons', () => {
    const told = (bad: string, good: string) =>
      tag(
        {},
        {
          mistake: `Used ${bad} in this repository where ${good} is required`,
          remediation: `Use ${good} in this repository instead of ${bad}`,
          trigger: null,
        },
      );
    expect(group([], [told('npm', 'pnpm'), told('pip', 'uv')])).toHaveLength(2);
    expect(group([], [told('npm', 'pnpm'), told('npm', 'pnpm again')])).toHaveLength(1);
  });

  test('the same refusal of another program is another mistake', () => {
    const error = (program: string) =>
      `${program}: error: unknown option --forse while reading the arguments of the given command line`;
    const refused = (program: string) =>
      episode({
        command: `${program} push --forse`,
        error: error('ctl'),
        tags: [`tool:${program}`, 'topic:usage'],
      });
    expect(group([refused('alphactl'), refused('betactl')], [])).toHaveLength(2);
    expect(group([refused('alphactl'), refused('alphactl')], [])).toHaveLength(1);
  });
});

describe('scores', () => {
  const evidence = {
    occurrences: 1,
    sessions: 1,
    projects: 1,
    tagged: false,
    userCorrected: false,
    fixConfirmed: false,
    retryLoop: false,
    hang: false,
    dataLoss: false,
    silent: false,
    causal: false,
  };

  test('priority by the published weights, clamped', () => {
    expect(priorityOf(evidence, config.scoring)).toBe(2);
    expect(priorityOf({ ...evidence, occurrences: 3, sessions: 2, fixConfirmed: true }, config.scoring)).toBe(
      6,
    );
    const all = {
      ...evidence,
      occurrences: 9,
      sessions: 4,
      projects: 3,
      tagged: true,
      userCorrected: true,
      fixConfirmed: true,
      hang: true,
      dataLoss: true,
    };
    expect(priorityOf(all, config.scoring)).toBe(10);
    expect(priorityOf(evidence, { ...config.scoring, singleOccurrencePenalty: -9 })).toBe(1);
  });

  test('confidence stays in the band of its provenance', () => {
    const inBand = (changes: Partial<typeof evidence>, low: number, high: number) => {
      const value = lessonConfidence({ ...evidence, ...changes });
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    };
    inBand({}, 0.3, 0.49);
    inBand({ fixConfirmed: true, retryLoop: true, hang: true, causal: true }, 0.3, 0.49);
    inBand({ sessions: 2 }, 0.5, 0.69);
    inBand({ projects: 2, sessions: 2 }, 0.7, 0.89);
    inBand({ userCorrected: true }, 0.7, 0.89);
    inBand({ tagged: true }, 0.85, 0.89);
  });
});

describe('a tag and the failure that it tells of', () => {
  const failing = (file: string, line: number) =>
    episode({
      command: 'git stash pop',
      error: 'error: conflicts in index. Try without --index.',
      file,
      sessionId: 'one',
      failure: {
        line,
        uuid: null,
        toolUseId: 'toolu_00000000000000009999',
        tool: 'Bash',
        input: { command: 'git stash pop' },
        error: 'error: conflicts in index. Try without --index.',
      },
    });

  test('are one candidate with the evidence of both', () => {
    const told = tag({ file: 'a.jsonl', line: 20, sessionId: 'one' });
    const drafts = group([failing('a.jsonl', 12)], [told]);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]!.tagIds).toHaveLength(1);
    expect(drafts[0]!.episodeIds).toHaveLength(1);
    expect(drafts[0]!.lesson.source).toBe('structured');
  });

  test('stay two where the tag comes first, from far away or from another session', () => {
    for (const place of [
      { file: 'a.jsonl', line: 3, sessionId: 'one' },
      { file: 'a.jsonl', line: 900, sessionId: 'one' },
      { file: 'b.jsonl', line: 20, sessionId: 'two' },
    ])
      expect(group([failing('a.jsonl', 12)], [tag(place)])).toHaveLength(2);
  });
});
