import { describe, expect, test } from 'bun:test';
import { episodeOf } from '../../../test/support/findings.ts';
import { ConfigSchema } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { groupFindings } from './candidates.ts';

const config = ConfigSchema.parse({});

/** A path that a tool, or a program in a shell, was given in vain. */
function guess(path: string, changes: Partial<Episode> & { program?: string } = {}): Episode {
  const { program, ...rest } = changes;
  const tool = program === undefined ? 'Read' : 'Bash';
  const input = program === undefined ? { file_path: path } : { command: `${program} ${path}` };
  const failure = { line: 1, uuid: null, toolUseId: null, tool, input, error: `${path}: No such file` };
  return episodeOf({
    failure,
    correction: null,
    kind: 'missing-path',
    summary: 'What is looked for is not there',
    subject: { path, ...(program === undefined ? {} : { program }) },
    remediation: 'Search for the file by name first.',
    trigger: { toolNames: [tool], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    tags: [],
    reusable: 0.15,
    ...rest,
  });
}

const shown = (episodes: Episode[], assess?: Assess) =>
  groupFindings({ episodes, tags: [], config, ...(assess ? { assess } : {}) })
    .filter(({ lesson }) => lesson.reusable >= config.reusableGate)
    .map(({ lesson }) => [lesson.pathPatterns, lesson.commandPatterns, lesson.occurrenceCount]);

describe('a path that is guessed again and again', () => {
  const again = [
    guess('/p/a/cmd/cli/commands/run.go'),
    guess('/p/a/cmd/cli/commands/run.go'),
    guess('/p/a/src/other.go'),
  ];

  test('is a candidate of its own, and acts at the next call on it', () => {
    expect(shown(again)).toEqual([[['**/commands/run.go'], [], 2]]);
    expect(groupFindings({ episodes: again, tags: [], config })).toHaveLength(2);
    const [draft] = groupFindings({ episodes: again, tags: [], config });
    expect(draft!.lesson.remediation).toStartWith('There is no `commands/run.go` here. ');
    expect(draft!.lesson.injectOn).toContain('PreToolUse');
    expect(draft!.lesson.scope).toBe('project:/p/a');
  });

  test('not where each project was looked at once: another one may have it', () => {
    const apart = [again[0]!, guess('/p/b/cmd/cli/commands/run.go', { project: '/p/b' })];
    expect(shown(apart)).toEqual([]);
    const [draft] = groupFindings({ episodes: apart, tags: [], config });
    expect([draft!.lesson.pathPatterns, draft!.lesson.scope]).toEqual([[], 'global']);
  });

  test('not where it was found as well: past calls of that tool are asked', () => {
    const asked: unknown[] = [];
    const assess: Assess = (pattern, _enough, tools, project) => {
      asked.push([pattern, tools, project]);
      return { failing: 2, good: 1 };
    };
    expect(shown(again, assess)).toEqual([]);
    expect(asked).toEqual([['**/commands/run.go', ['Read'], '/p/a']]);
  });

  test('not of one session, and not where the name is of one run', () => {
    expect(
      shown([guess('/p/a/x/y.go', { sessionId: 's' }), guess('/p/a/x/y.go', { sessionId: 's' })]),
    ).toEqual([]);
    expect(shown([guess('/tmp/run-20260102/out.log'), guess('/tmp/run-20260102/out.log')])).toEqual([]);
  });

  test('at the root of a project it is known by its name', () => {
    expect(shown([guess('/p/a/.lint.yml'), guess('/p/a/.lint.yml')])).toEqual([[['**/.lint.yml'], [], 2]]);
  });

  test('another folder whose name begins like the project is not in it', () => {
    expect(shown([guess('/p/ab/x.go'), guess('/p/ab/x.go')])).toEqual([[['**/ab/x.go'], [], 2]]);
  });

  test('is recalled by an error that names it alone', () => {
    const named = 'Path does not exist: .*commands\\/run\\.go';
    const trigger = {
      toolNames: ['Read'],
      commandPatterns: [],
      pathPatterns: [],
      errorPatterns: ['File\\sdoes\\snot\\sexist\\.', named],
    };
    const lessons = (paths: string[]) =>
      groupFindings({ episodes: paths.map((path) => guess(path, { trigger })), tags: [], config }).map(
        ({ lesson }) => lesson,
      );
    const [one] = lessons(['/p/a/commands/run.go', '/p/b/commands/run.go']);
    expect([one!.errorPatterns, one!.fingerprint]).toEqual([[named], null]);
    const [any] = lessons(['/p/a/one.go', '/p/a/two.go']);
    expect(any!.errorPatterns).toEqual(trigger.errorPatterns);
    expect(any!.fingerprint).not.toBeNull();
  });

  test('of a program it is met by that program alone', () => {
    const [found] = shown([
      guess('tasks/lint', { program: 'cat' }),
      guess('./tasks/lint', { program: 'cat' }),
      guess('tasks/lint', { program: 'sed' }),
    ]);
    expect(found).toEqual([[], ['\\bcat\\b.*\\btasks\\/lint(?:\\s|$)'], 2]);
  });
});
