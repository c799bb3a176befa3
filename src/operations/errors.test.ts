import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, iso, NOW, planted } from '../../test/support/planted.ts';
import { failureOf } from '../../test/support/records.ts';
import { jsonl, scan } from '../../test/support/scan-rig.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { claudeLines } from '../../test/support/transcripts.ts';
import { DAY_MS } from '../model/constants.ts';
import type { Lesson } from '../model/lesson.ts';
import { errorClusters, errorList } from './errors.ts';
import type { Screen } from './operation.ts';
import { runOperation } from './run-operation.ts';

type Render = (output: unknown, input: object, screen: Screen) => string;

describe('logged failures', () => {
  const failure = (n: number, fields: Record<string, unknown> = {}) => ({
    ...failureOf({
      id: `err_20261119_120000_${String(n).padStart(3, '0')}`,
      toolUseId: `t${n}`,
      timestamp: iso(NOW - DAY_MS + n * 1000),
      session_id: `s${n % 3}`,
      input: { command: `deployer push --target n${n}` },
      error: `Exit code 1\ndeployer: unknown option --target`,
    }),
    ...fields,
  });

  test('where a tool or a session was asked for, none is not said of all', () => {
    const said = (input: object) =>
      (errorList.cli.render as Render)({ errors: [] }, input, { color: false, width: 80 });
    expect(said({})).toBe('No failure has been logged.');
    expect(said({ tool: 'Edit' })).toBe('No failure that fits has been logged.');
    expect(said({ session: 's' })).toBe('No failure that fits has been logged.');
  });

  test('of other tools, with fewer fields and unredacted, are listed and kept', async () => {
    const { context } = await planted();
    const secret = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
    const bare = { timestamp: iso(NOW), tool: 'Bash', input: 'deployer', error: `bad ${secret}` };
    const lines = [
      failure(1, { toolUseId: undefined, context: undefined }),
      bare,
      { ...bare, input: 'other' },
      'x',
      null,
    ];
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const listed = async () =>
      (await runOperation<{ errors: { id: string }[] }>(context, 'error.list', {})).errors;
    const live = await listed();
    expect(live).toHaveLength(3);
    expect(JSON.stringify(live)).not.toContain(secret);
    await runOperation(context, 'transcript.scan', { paths: [join(context.home, 'none')] });
    expect((await listed()).map(({ id }) => id).sort()).toEqual(live.map(({ id }) => id).sort());
  });

  test('take one line of the screen each, which says what went wrong', () => {
    const error = `Exit code 1\nSTEP 1/9\nerror: ${'an unexpected argument was found and '.repeat(4)}\u001b[2J`;
    const screen = { color: false, width: 80 };
    const tool = 'mcp__a\n__b';
    const cluster = { count: 3, sessions: 1, tool, line: error.split('\n')[2], proposal: {} };
    const rows = [
      (errorList.cli.render as Render)({ errors: [failure(1, { error, tool })] }, {}, screen),
      (errorClusters.cli.render as Render)([cluster], {}, screen),
    ];
    for (const row of rows) {
      expect(row).toContain('error: an unexpected');
      expect(row).not.toMatch(/[\u001b\n]/);
      expect(row.length).toBeLessThanOrEqual(80);
    }
    expect(rows[1]).toEndWith('[worth a lesson]');
  });

  test('keep the id of their session, also where it is a long run, and are purged by it', async () => {
    const { context } = await planted();
    const session = (n: number) => `ses_e001831bbffegWJF0LyKFCCdB${n}`;
    const secret = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
    const lines = [0, 1, 2].map((n) => failure(n, { session_id: session(n) }));
    const odd = failure(3, { session_id: secret, error: 'another complaint' });
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      [...lines, odd].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const sessions = async () => {
      const { errors } = await runOperation<{ errors: { session_id: string }[] }>(context, 'error.list', {});
      return errors.map(({ session_id }) => session_id).sort();
    };
    const known = ['[REDACTED]', session(0), session(1), session(2)];
    expect(await sessions()).toEqual(known);
    await runOperation(context, 'transcript.scan', { paths: [join(context.home, 'none')] });
    expect(await sessions()).toEqual(known);
    const [first] = await runOperation<{ sessions: number }[]>(context, 'error.cluster', {});
    expect(first).toMatchObject({ count: 3, sessions: 3 });
    await runOperation(context, 'lesson.purge', { session: session(1), yes: true });
    expect(await sessions()).toEqual(known.filter((id) => id !== session(1)));
  });

  test('are listed live, clustered by error, and proposed once', async () => {
    const { context } = await planted();
    const path = [0, 1, 2, 3].map((n) =>
      failure(10 + n, { category: 'path_error', error: 'cat: nothere.txt: No such file or directory' }),
    );
    const rare = [failure(20, { error: 'another: wholly different complaint here' })];
    const lines = [...[0, 1, 2, 3].map((n) => failure(n)), ...path, ...rare, failure(0)];
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const list = await runOperation<{ errors: unknown[] }>(context, 'error.list', {});
    expect(list.errors).toHaveLength(9);
    const clusters = await runOperation<
      { count: number; sessions: number; proposal?: { errorPatterns: string[] } }[]
    >(context, 'error.cluster', {});
    const seen = clusters.map((each) => `${each.count} in ${each.sessions}: ${each.proposal !== undefined}`);
    expect(seen.sort()).toEqual(['1 in 1: false', '4 in 3: false', '4 in 3: true']);
    const pattern = clusters.find((each) => each.proposal)?.proposal?.errorPatterns[0] ?? '';
    expect(new RegExp(pattern).test('deployer: unknown option --target')).toBe(true);
    const propose = () => runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    const both = await Promise.all([propose(), propose()]);
    const [first, second] = both.sort((a, b) => b.proposed.length - a.proposed.length);
    expect([first!.proposed.length, second!.proposed.length]).toEqual([1, 0]);
    expect(first!.proposed[0]).toMatchObject({
      status: 'candidate',
      source: 'failure-log',
      summary: '`deployer push` does not accept `--target`',
      tags: ['tool:deployer'],
      occurrenceCount: 4,
      sessionCount: 3,
    });
    const again = await runOperation<{ proposal?: object; lesson?: object }[]>(context, 'error.cluster', {});
    const { number, slug, status } = first!.proposed[0]!;
    expect(again.filter((each) => each.lesson)).toMatchObject([{ lesson: { number, slug, status } }]);
    expect(again.find((each) => each.lesson)?.proposal).toBeDefined();
    expect(await runOperation(context, 'error.propose', {})).toMatchObject({
      proposed: [],
      known: 1,
      clusters: 1,
    });
    await context.close();
  });

  test('of which neither session nor project is known, are none of their own', async () => {
    const { context } = await planted();
    const write = (failures: object[]) =>
      writeFileSync(join(context.home, 'errors.jsonl'), jsonl(failures.map((each) => JSON.stringify(each))));
    const placed = (project: string) => ({ ...failureOf({}).context, project });
    const inShop = [0, 1].map((n) => failure(n, { session_id: 's1', context: placed('/srv/shop') }));
    const migrated = [2, 3].map((n) => failure(n, { session_id: '', context: placed('') }));
    write([...inShop, ...migrated]);
    expect(await runOperation(context, 'error.cluster', {})).toMatchObject([
      { count: 4, sessions: 1, projects: 1 },
    ]);
    expect(await runOperation(context, 'error.propose', {})).toMatchObject({ proposed: [] });
    write([...inShop, ...migrated, failure(1, { session_id: 's2', context: placed('/srv/shop') })]);
    const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    expect(proposed).toMatchObject([{ scope: 'project:/srv/shop', confidence: 0.55 }]);
    expect(proposed[0]!.sourceSessionIds.sort()).toEqual(['s1', 's2']);
    await context.close();
  });

  test.each(['candidate', 'active'] as const)(
    'what was proposed is the lesson (%s) of the same failures in the transcripts',
    async (status) => {
      const { context, store } = await planted();
      const folder = scratchDir('proposed');
      const error = 'deployer: unknown option --target';
      for (const name of ['s1', 's2']) {
        const steps = [
          { user: 'Deploy it' },
          { run: 'deployer push --target n1', exit: 1, out: error },
          { run: 'deployer push --stage n1', exit: 0, out: 'pushed' },
        ];
        const lines = claudeLines({ sessionId: name, cwd: '/home/dev/shop', steps });
        writeFileSync(join(folder, `${name}.jsonl`), jsonl(lines.map((line) => JSON.stringify(line))));
      }
      const logged = [1, 2, 3].map((n) =>
        failure(n, { session_id: `s${1 + (n % 2)}`, error: `Exit code 1\n${error}` }),
      );
      writeFileSync(join(context.home, 'errors.jsonl'), jsonl(logged.map((each) => JSON.stringify(each))));
      const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
      expect(proposed).toMatchObject([
        {
          summary: '`deployer push` does not accept `--target`',
          sourceSessionIds: expect.arrayContaining(['s1', 's2']),
        },
      ]);
      expect(proposed[0]!.commandPatterns[0]).toContain('deployer\\s+push');
      const { id } = proposed[0]!;
      if (status === 'active') await store.updateLesson(id, { status });
      const about = async () =>
        (await store.listLessons())
          .filter(({ summary }) => summary.includes('--target'))
          .map((lesson) => [lesson.id, lesson.status]);
      for (const full of [false, true]) {
        expect(await scan(context, [folder], { full })).toMatchObject({ candidatesNew: 0 });
        expect(await about()).toEqual([[id, status]]);
      }
      expect(await store.listEvidence(id)).toHaveLength(2);
      const [lesson] = await store.listLessons({ ids: [id] });
      expect(lesson).toMatchObject({
        source: status === 'active' ? 'failure-log' : 'heuristic',
        sessionCount: 2,
      });
      await context.close();
    },
  );

  test('what is proposed meets the calls of the cluster, not only its latest', async () => {
    const { context } = await planted();
    const logged = ['build', 'push', 'diff', 'plan', 'status'].map((sub, n) =>
      failure(n, {
        input: { command: `deployer ${sub} --colr` },
        error: 'Exit code 2\ndeployer: unknown option --colr',
      }),
    );
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      logged.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    const patterns = proposed.flatMap(({ commandPatterns }) => commandPatterns);
    expect(patterns).toHaveLength(1);
    for (const { input } of logged) expect(input['command']).toMatch(new RegExp(patterns[0]!));
    expect('deployer build --color').not.toMatch(new RegExp(patterns[0]!));
    await context.close();
  });

  test('a pattern that past calls speak against is not proposed, its error still is', async () => {
    const { context, add } = await planted();
    add(Array.from({ length: 30 }, (_, n) => call(n, `deployer push --target n${n}`)));
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      [0, 1, 2, 3].map((n) => `${JSON.stringify(failure(n))}\n`).join(''),
    );
    const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    expect(proposed).toMatchObject([{ commandPatterns: [], errorPatterns: [expect.any(String)] }]);
  });

  test('the fix is proposed where the error tells it', async () => {
    const { context } = await planted();
    const logged = [
      ...[0, 1, 2].map((n) =>
        failure(n, {
          input: { command: 'npm run tset' },
          error:
            'Exit code 1\nnpm error Missing script: "tset"\nnpm error Did you mean this?\nnpm error   npm run test',
        }),
      ),
      ...[3, 4, 5].map((n) =>
        failure(n, { input: { command: 'frob' }, error: 'Exit code 1\nfrob: bad luck' }),
      ),
    ];
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      logged.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    const fixes = proposed.map(({ summary, remediation, needsHumanFix }) => ({
      summary,
      remediation,
      needsHumanFix,
    }));
    expect(fixes).toContainEqual({
      summary: 'package.json has no script `tset`',
      remediation: 'The message offers `npm run test`; `npm run` lists all.',
      needsHumanFix: false,
    });
    expect(fixes.filter((each) => each.needsHumanFix).map((each) => each.remediation)).toEqual(['']);
    await context.close();
  });

  test('what a hook without a manifest logged under a folder’s name is of that folder’s project', async () => {
    const { context } = await planted();
    const repository = join(context.home, 'shop');
    mkdirSync(join(repository, '.git'), { recursive: true });
    writeFileSync(join(repository, '.git', 'config'), '[remote "origin"]\n\turl = git@host.org:owner/shop\n');
    const logged = [0, 1, 2].map((n) =>
      failure(n, { context: { working_dir: repository, project: n === 0 ? 'host.org/owner/shop' : 'shop' } }),
    );
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      logged.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const { proposed } = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    expect(proposed.map((each) => each.scope)).toEqual(['project:host.org/owner/shop']);
    await context.close();
  });
});
