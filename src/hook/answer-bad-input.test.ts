import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { denial, HookRig, payload, pushLesson, told } from '../../test/support/hook-rig.ts';
import { fastIo } from '../platform/fast-io.ts';
import { sessionDir } from '../platform/session-state.ts';
import { hookIoOf } from './agents.ts';
import { answerHook } from './answer.ts';

const hook = new HookRig();
const { bash, send } = hook;

describe('bad input', () => {
  const odd: [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['half of an object', '{"session_id":"x","hook_event_na'],
    ['not an object', '[1,2]'],
    ['null', 'null'],
    ['an unknown event', JSON.stringify(payload('Nonsense'))],
    ['no tool', JSON.stringify(payload('PreToolUse'))],
    ['a tool without input', JSON.stringify(payload('PreToolUse', { tool_name: 'Bash' }))],
    [
      'wrong types',
      JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 5, cwd: [], tool_name: {}, tool_input: 1 }),
    ],
    ['invalid UTF-8', new Uint8Array([123, 0xff, 0xfe, 0x22, 125])],
    ['a prompt of the wrong type', JSON.stringify(payload('UserPromptSubmit', { prompt: { a: 1 } }))],
  ];
  test.each(odd)('%s: no answer', async (_, sent) => {
    await compileInto(hook.home, [pushLesson]);
    expect(await send(sent)).toBeNull();
  });

  test('an unknown tool and a 10 MB command are survived', async () => {
    await compileInto(hook.home, [pushLesson]);
    expect(
      await send(payload('PreToolUse', { tool_name: 'Frobnicate', tool_input: { a: 1 }, tool_use_id: 't' })),
    ).toBeNull();
    const big = `git push --force; ${'echo x; '.repeat(1_250_000)}`;
    expect(told(await send(bash(big)))).toContain('push-force');
  });

  test('a folder deeper than any system has is asked for no repository', async () => {
    await compileInto(hook.home, [pushLesson]);
    let asked = 0;
    const io = fastIo();
    const readText = (path: string) => {
      asked += 1;
      return io.readText(path);
    };
    const cwd = '/a'.repeat(50_000);
    const answer = await send({ ...bash('git push --force'), cwd }, { io: { ...io, readText } });
    expect(told(answer)).toContain('push-force');
    expect(asked).toBeLessThan(50);
  });

  test('a corrupt manifest, another format, a missing one: the protocol still comes, calls pass', async () => {
    await compileInto(hook.home, [pushLesson]);
    const file = readdirSync(hook.home).find((name) => name.endsWith('.bin'))!;
    writeFileSync(join(hook.home, file), 'garbage');
    expect(await send(bash('git push --force'))).toBeNull();
    writeFileSync(join(hook.home, 'manifest.json'), JSON.stringify({ format: 99, file, builtAt: '' }));
    expect(await send(bash('git push --force'))).toBeNull();
    expect(told(await send(payload('SessionStart', { source: 'startup' })))).toContain('#lesson');
  });

  test('a disk that cannot be written: context and holds are silent, a block denies without a code', async () => {
    await compileInto(hook.home, [
      pushLesson,
      makeLesson({ slug: 'holding', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] }),
      makeLesson({ slug: 'blocking', delivery: 'block', commandPatterns: ['\\bdropdb\\b'] }),
    ]);
    const io = {
      ...fastIo(),
      createExclusive: () => 'failed' as const,
      append: () => false,
      makeDir: () => false,
    };
    expect(await send(bash('git push --force'), { io })).toBeNull();
    expect(await send(bash('npm publish'), { io })).toBeNull();
    const blocked = await send(bash('dropdb x'), { io });
    expect(denial(blocked)).toContain(
      'It cannot be let through: the data folder of lessons is not writable.',
    );
    expect(JSON.stringify(blocked)).not.toMatch(/allow [A-Z0-9]{6}/);
    expect(existsSync(sessionDir(hook.home, 'session-1'))).toBe(false);
  });

  test('past its deadline the hook says nothing', async () => {
    await compileInto(hook.home, [pushLesson]);
    expect(await send(bash('git push --force'), { late: () => true })).toBeNull();
  });

  test('whenever the deadline passes, what was not told is told at the next call', async () => {
    await compileInto(hook.home, [pushLesson]);
    const answers: boolean[] = [];
    for (let looks = 0; looks < 6; looks += 1) {
      let looked = 0;
      const late = () => {
        looked += 1;
        return looked > looks;
      };
      const call = () => bash('git push --force', { session_id: `late-${looks}` });
      const first = told(await send(call(), { late }));
      const second = told(await send(call()));
      expect(first === '').toBe(second !== '');
      answers.push(first !== '');
    }
    expect(answers).toContain(true);
    expect(answers).toContain(false);
  });

  test('an error in any stage: no answer, nothing thrown, and what was recorded is kept', async () => {
    await compileInto(hook.home, [pushLesson]);
    const broken = () => {
      throw new Error('broken');
    };
    const failing = { ...fastIo(), link: broken, createExclusive: broken };
    expect(await send(bash('git push --force'), { io: failing })).toBeNull();
    // Its view has to be loaded, so that the error comes later.
    expect(await send(bash('bash -c "git push --force"'), { io: failing })).toBeNull();
    const io = (await hookIoOf('claude-code'))!;
    const bytes = new TextEncoder().encode(JSON.stringify(bash('git push --force')));
    expect(await answerHook({ ...io, encode: broken }, { bytes }, hook.host())).toBe('');
    expect(hook.events()).toHaveLength(1);
  });

  test('paused before anything was compiled: nothing is told, and no failure logged', async () => {
    const config = join(hook.home, 'config.json');
    const start = payload('SessionStart', { source: 'startup' });
    writeFileSync(config, JSON.stringify({ paused: true }));
    expect(await send(start)).toBeNull();
    expect(await send(hook.failed('make', 'Exit code 2'))).toBeNull();
    expect(existsSync(join(hook.home, 'errors.jsonl'))).toBe(false);
    writeFileSync(config, '{"paused": tru');
    expect(told(await send(start))).toContain('#lesson');
  });
});
