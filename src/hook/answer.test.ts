import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { denial, HookRig, pipLesson, pushLesson, told } from '../../test/support/hook-rig.ts';
import { ConfigSchema } from '../model/config.ts';
import { defaultConfig } from './act.ts';

const hook = new HookRig();
const { bash, events, send } = hook;

test('without a manifest the settings are the default ones', () => {
  expect(ConfigSchema.parse({})).toMatchObject(defaultConfig());
});

describe('context beside a call', () => {
  test('is told once a session, with an event, and not at other calls', async () => {
    await compileInto(hook.home, [pushLesson, pipLesson]);
    expect(await send(bash('ls -la'))).toBeNull();
    const first = await send(bash('git push --force origin main'));
    expect(told(first)).toContain('[lessons-learned]');
    expect(told(first)).toContain('What to do instead of push-force-ab12');
    expect(first?.hookSpecificOutput?.hookEventName).toBe('PreToolUse');
    expect(first?.hookSpecificOutput?.permissionDecision).toBeUndefined();
    expect(await send(bash('git push --force origin dev'))).toBeNull();
    expect(told(await send(bash('git push --force', { session_id: 'session-2' })))).toContain('push-force');
    expect(events().map((event) => [event['kind'], event['slug']])).toEqual([
      ['inject', 'push-force-ab12'],
      ['inject', 'push-force-ab12'],
    ]);
  });

  test('the bytes that are noted are those of UTF-8, whatever the script', async () => {
    const mistake = 'このコマンドは他の人の履歴を上書きする。'.repeat(5);
    const words = { mistake, commandPatterns: ['\\bgit push --force\\b'] };
    await compileInto(hook.home, [makeLesson({ slug: 'beside', ...words })]);
    const beside = told(await send(bash('git push --force')));
    await compileInto(hook.home, [makeLesson({ slug: 'held', delivery: 'hold', ...words })]);
    const held = denial(await send(bash('git push --force')));
    for (const text of [beside, held]) expect(text).toContain(mistake);
    const [first, second] = events().map((event) => Number(event['bytes']));
    const markers = Buffer.byteLength(beside) - first!;
    expect([markers > 0 && markers < 150, second]).toEqual([true, Buffer.byteLength(held)]);
  });

  test('the same tool use asked twice is answered once', async () => {
    await compileInto(
      hook.home,
      ['one', 'two', 'three', 'four', 'five'].map((slug) =>
        makeLesson({ slug, commandPatterns: ['\\bterraform apply\\b'] }),
      ),
    );
    const call = bash('terraform apply');
    expect(told(await send(call))).toContain('one');
    expect(await send(call)).toBeNull();
    expect(told(await send(bash('terraform apply')))).toContain('four');
  });

  test('of several, one in the language of the project comes first among equals', async () => {
    const make = (slug: string, tags: string[]) =>
      makeLesson({
        slug,
        tags,
        priority: 5,
        commandPatterns: ['\\bmake test\\b'],
        errorPatterns: ['\\bboom\\b'],
      });
    const lessons = [make('plain', []), make('of-go', ['lang:go']), make('of-rust', ['lang:rust'])];
    const config = { maxLessonsPerInjection: 1 };
    const first = async (session: string, languages?: Map<string, string[]>) => {
      const roots = [{ root: '/home/dev', project: 'p1' }];
      await compileInto(hook.home, lessons, { config, roots, ...(languages ? { languages } : {}) });
      const beside = told(await send(bash('make test', { session_id: session })));
      const recalled = told(
        await send(hook.failed('make test', 'Exit code 1: boom', { session_id: `${session}-f` })),
      );
      return [beside, recalled].map((text) => /instead of ([\w-]+)/.exec(text)?.[1]);
    };
    expect(await first('s1')).toEqual(['plain', 'plain']);
    expect(await first('s2', new Map([['p1', ['javascript', 'rust']]]))).toEqual(['of-rust', 'of-rust']);
    expect(await first('s3', new Map([['p2', ['go']]]))).toEqual(['plain', 'plain']);
  });

  test('a subagent is told again only where the config says so', async () => {
    await compileInto(hook.home, [pushLesson]);
    expect(told(await send(bash('git push --force')))).not.toBe('');
    expect(await send(bash('git push --force', { agent_id: 'a1' }))).toBeNull();
    await compileInto(hook.home, [pushLesson], { config: { dedupScope: 'agent' } });
    expect(told(await send(bash('git push --force', { agent_id: 'a1' })))).not.toBe('');
    expect(await send(bash('git push --force', { agent_id: 'a1' }))).toBeNull();
    expect(await send(bash('git push --force'))).toBeNull();
  });

  test('LESSONS_SEEN, LESSONS_DISABLE and a pause are honoured', async () => {
    await compileInto(hook.home, [pushLesson]);
    expect(await send(bash('git push --force'), { env: { LESSONS_SEEN: 'a, push-force-ab12' } })).toBeNull();
    expect(await send(bash('git push --force'), { env: { LESSONS_DISABLE: '1' } })).toBeNull();
    await compileInto(hook.home, [pushLesson], { config: { paused: true } });
    expect(await send(bash('git push --force'))).toBeNull();
    await compileInto(hook.home, [pushLesson]);
    expect(told(await send(bash('git push --force')))).not.toBe('');
  });

  test('a lesson that is withheld is recorded once and not told', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      makeLesson({ slug: `lesson-${index}`, commandPatterns: [`\\bprogram${index}\\b`] }),
    );
    await compileInto(hook.home, many, { config: { holdoutRate: 0.5 } });
    let withheld = 0;
    for (let index = 0; index < 40; index += 1) {
      const first = await send(bash(`program${index}`));
      expect(told(await send(bash(`program${index} again`)))).toBe('');
      if (first === null) withheld += 1;
    }
    expect(withheld).toBeGreaterThan(5);
    expect(withheld).toBeLessThan(35);
    expect(events().filter((event) => event['kind'] === 'holdout')).toHaveLength(withheld);
    expect(events().filter((event) => event['kind'] === 'inject')).toHaveLength(40 - withheld);
  });

  test('cap and budget: what does not fit is recorded as dropped', async () => {
    await compileInto(
      hook.home,
      ['a1', 'b2', 'c3', 'd4'].map((slug) => makeLesson({ slug, commandPatterns: ['\\bhelm upgrade\\b'] })),
    );
    await send(bash('helm upgrade x'));
    expect(
      events()
        .filter((event) => event['kind'] === 'drop')
        .map((event) => event['detail']),
    ).toEqual(['cap']);
  });
});

describe('a file', () => {
  const lock = makeLesson({
    slug: 'lock',
    toolNames: ['Write'],
    pathPatterns: ['src/**/*.lock'],
    delivery: 'block',
  });
  const write = (cwd: string, path: string) =>
    send(
      bash('', {
        tool_name: 'Write',
        cwd: join(hook.home, cwd),
        tool_input: { file_path: join(hook.home, path), content: 'x' },
      }),
    );

  test('is found under either side of a link', async () => {
    await compileInto(hook.home, [lock]);
    mkdirSync(join(hook.home, 'real', 'src'), { recursive: true });
    symlinkSync(join(hook.home, 'real'), join(hook.home, 'link'));
    expect(denial(await write('link', 'real/src/new/a.lock'))).toContain('lock');
    expect(denial(await write('real', 'link/src/a.lock'))).toContain('lock');
    expect(await write('real', 'other/src/a.lock')).toBeNull();
  });

  test('is found in another worktree of the repository, and in no other repository', async () => {
    await compileInto(hook.home, [lock]);
    mkdirSync(join(hook.home, 'main', '.git', 'worktrees', 'fix'), { recursive: true });
    mkdirSync(join(hook.home, 'main', 'pkg'));
    mkdirSync(join(hook.home, 'fix'));
    mkdirSync(join(hook.home, 'relative'));
    mkdirSync(join(hook.home, 'other', '.git'), { recursive: true });
    writeFileSync(
      join(hook.home, 'fix', '.git'),
      `gitdir: ${join(hook.home, 'main', '.git', 'worktrees', 'fix')}\n`,
    );
    writeFileSync(join(hook.home, 'relative', '.git'), 'gitdir: ../main/.git/worktrees/relative\n');
    expect(denial(await write('main', 'fix/src/a.lock'))).toContain('lock');
    expect(denial(await write('main/pkg', 'relative/src/b.lock'))).toContain('lock');
    expect(denial(await write('fix', 'main/src/c.lock'))).toContain('lock');
    expect(await write('main', 'fix/lib/a.lock')).toBeNull();
    expect(await write('main', 'other/src/a.lock')).toBeNull();
  });
});
