import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { until } from '../../../test/support/until.ts';
import { PROTOCOL_OPEN } from '../../model/constants.ts';
import { isAlive } from '../../platform/is-alive.ts';
import { pluginSource } from './plugin-source.ts';

/** The generated plugin, loaded as opencode loads it, in front of executables that answer well, badly or not at all. */

type Hook = (input: Record<string, unknown>, output: Record<string, unknown>) => Promise<void>;
type Plugin = Record<string, Hook>;

/** @param script what the executable does; it finds the payload on its standard input */
async function load(
  script: string | null,
  parents: Record<string, string> = {},
  messages: unknown[] = [],
  created = 0,
) {
  const folder = scratchDir('plugin');
  const executable = join(folder, 'lessons with a space');
  if (script !== null) {
    writeFileSync(executable, `#!/bin/sh\n${script}\n`);
    chmodSync(executable, 0o755);
  }
  const file = join(folder, 'lessons.js');
  writeFileSync(file, pluginSource([executable, 'hook', 'opencode']));
  const { LessonsLearned } = await import(file);
  const toasts: unknown[] = [];
  const client = {
    tui: {
      showToast: async ({ body }: { body: unknown }) => {
        toasts.push(body);
        throw new Error('there is no terminal');
      },
    },
    session: {
      get: async ({ path }: { path: { id: string } }) => ({
        data: { parentID: parents[path.id], time: { created } },
      }),
      messages: async () => ({ data: messages }),
    },
  };
  const plugin: Plugin = await LessonsLearned({ client, directory: folder });
  return { folder, plugin, toasts };
}

const call = { sessionID: 'ses_1', callID: 'call_1', tool: 'bash' };
const answering = (answer: string) => `cat >> "$(dirname "$0")/seen"; printf '%s' '${answer}'`;
const payloads = (folder: string) =>
  readFileSync(join(folder, 'seen'), 'utf8')
    .split(/(?<=\})(?=\{)/)
    .map((text) => JSON.parse(text) as Record<string, unknown>);

describe('fails open', () => {
  const after = async (plugin: Plugin) => {
    const output = { output: 'as it was', metadata: { exit: 0 } };
    await plugin['tool.execute.before']!(call, { args: { command: 'x' } });
    await plugin['tool.execute.after']!({ ...call, args: {} }, output);
    const message = { message: { id: 'msg_1' }, parts: [{ type: 'text', text: 'hello' }] };
    await plugin['chat.message']!({ sessionID: 'ses_1' }, message);
    expect(message.parts).toHaveLength(1);
    return output.output;
  };
  test.each([
    ['no executable', null],
    ['it crashes', 'exit 70'],
    ['it says nothing', 'exit 0'],
    ['it says no JSON', 'echo Segmentation fault'],
    ['it says null', 'echo null'],
    ['it reads nothing', 'exec 0<&-; exit 0'],
  ])('%s', async (_name, script) => {
    const { plugin } = await load(script);
    expect(await after(plugin)).toBe('as it was');
  });

  test('it hangs: the agent waits two seconds, and the process is killed', async () => {
    const { folder, plugin } = await load('echo $$ > "$(dirname "$0")/pid"; exec sleep 60');
    const started = performance.now();
    await plugin['tool.execute.before']!(call, { args: { command: 'x' } });
    expect(performance.now() - started).toBeLessThan(50_000);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(await until(() => !isAlive(pid))).toBe(true);
  });

  test('input that is no JSON starts nothing and is allowed; an event of nothing stops nothing', async () => {
    const { folder, plugin } = await load(answering('{"deny":"not like this"}'));
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const asked = plugin['tool.execute.before']!(call, { args: circular });
    expect(await asked.then(() => 'allowed', String)).toBe('allowed');
    expect(await plugin['event']!({ event: {} }, {}).then(() => 'heard', String)).toBe('heard');
    expect(existsSync(join(folder, 'seen'))).toBe(false);
  });
});

test('a denial is thrown with its reason, and the call is told as it is', async () => {
  const { folder, plugin } = await load(answering('{"deny":"not like this"}'));
  const denied = plugin['tool.execute.before']!(call, { args: { command: 'dropit' } });
  await expect(denied).rejects.toThrow('not like this');
  expect(payloads(folder)).toEqual([
    { hook: 'tool.execute.before', directory: folder, ...call, args: { command: 'dropit' } },
  ]);
});

test('what is for the user is shown in the terminal, whatever becomes of it', async () => {
  const { plugin, toasts } = await load(answering('{"deny":"no","toast":"type: allow ABCDEF"}'));
  await expect(plugin['tool.execute.before']!(call, { args: {} })).rejects.toThrow('no');
  expect(toasts).toMatchObject([{ message: 'type: allow ABCDEF' }]);
});

test('context goes to the end of the result, and into a part of its own beside the prompt', async () => {
  const { folder, plugin } = await load(answering('{"context":"a lesson"}'));
  const message = { message: { id: 'msg_1' }, parts: [{ type: 'text', text: 'hello' }] };
  await plugin['chat.message']!({ sessionID: 'ses_1' }, message);
  expect(message.parts).toHaveLength(2);
  // The start's text and the prompt's own.
  expect(message.parts[1]).toMatchObject({
    type: 'text',
    text: 'a lesson\n\na lesson',
    synthetic: true,
    sessionID: 'ses_1',
    messageID: 'msg_1',
    id: expect.stringMatching(/^prt_/),
  });
  const output = { output: 'done', metadata: { exit: 3, big: 'x' } };
  await plugin['tool.execute.after']!({ ...call, args: { command: 'x' } }, output);
  expect(output.output).toBe('done\n\na lesson');
  await plugin['chat.message']!({ sessionID: 'ses_1' }, message);
  const hooks = payloads(folder).map(({ hook }) => hook);
  expect(hooks).toEqual(['session.created', 'chat.message', 'tool.execute.after', 'chat.message']);
  expect(payloads(folder)[2]).toMatchObject({ metadata: { exit: 3 } });
  expect(payloads(folder).at(-1)).toMatchObject({ prompt: 'hello', messageID: 'msg_1' });
});

test('a subagent names its parent, known from its event or asked for', async () => {
  const { folder, plugin } = await load(answering('{}'), { ses_3: 'ses_1' });
  const info = { id: 'ses_2', parentID: 'ses_1' };
  await plugin['event']!({ event: { type: 'session.created', properties: { info } } }, {});
  for (const sessionID of ['ses_2', 'ses_3'])
    await plugin['tool.execute.before']!({ ...call, sessionID }, { args: {} });
  expect(payloads(folder)).toMatchObject([{ parentID: 'ses_1' }, { parentID: 'ses_1' }]);
});

const TOLD = { parts: [{ type: 'text', text: `${PROTOCOL_OPEN}\nWhen you notice …` }] };
const SAID = { parts: [{ type: 'text', text: 'hello' }] };

test.each([
  ['whose history has what was told', [TOLD], 0, 0],
  ['from whose history it was taken while opencode did not run', [SAID], 0, 1],
  ['of which nothing is left', [], 0, 1],
  ['that is new, and told by another installed plugin', [], Number.MAX_SAFE_INTEGER, 0],
])('a session of which nothing is to be told first, %s', async (_, messages, created, times) => {
  const { folder, plugin } = await load(answering('{}'), {}, messages, created);
  for (let prompts = 0; prompts < 2; prompts += 1)
    await plugin['chat.message']!({ sessionID: 'ses_1' }, { parts: [{ type: 'text', text: 'go on' }] });
  expect(payloads(folder).filter(({ hook }) => hook === 'session.compacted')).toHaveLength(times);
});

test('a session that is taken back loses what a compaction takes, before its next prompt', async () => {
  const { folder, plugin } = await load(answering('{}'), {}, [TOLD]);
  const said = () =>
    plugin['chat.message']!({ sessionID: 'ses_1' }, { parts: [{ type: 'text', text: 'go on' }] });
  await said();
  const info = { id: 'ses_1', revert: { messageID: 'msg_1' } };
  await plugin['event']!({ event: { type: 'session.updated', properties: { info } } }, {});
  await said();
  await said();
  const hooks = payloads(folder).map(({ hook }) => hook);
  expect(hooks).toEqual([
    'session.created',
    'chat.message',
    'session.compacted',
    'chat.message',
    'chat.message',
  ]);
});

test.each([
  ['a new session', [], 'done\n\nfirst'],
  ['a fork, whose history has it', [TOLD], 'done'],
  ['a fork in which a compaction took it', [TOLD, { parts: [{ type: 'compaction' }] }], 'done\n\nfirst'],
])('what a session is told first: %s', async (_, messages, expected) => {
  const script = `case "$(cat)" in *session.created*) printf %s '{"context":"first"}';; *) echo '{}';; esac`;
  const { plugin } = await load(script, {}, messages);
  const output = { output: 'done' };
  await plugin['tool.execute.after']!({ ...call, args: {} }, output);
  expect(output.output).toBe(expected);
});

test('what is told after a compaction comes with the next result', async () => {
  const { plugin } = await load(
    `case "$(cat)" in *session.created*) echo '{"context":"first"}';; *) echo '{}';; esac`,
  );
  const results = async () => {
    const output = { output: 'done' };
    await plugin['tool.execute.after']!({ ...call, args: {} }, output);
    return output.output;
  };
  expect([await results(), await results()]).toEqual(['done\n\nfirst', 'done']);
  const event = { type: 'session.compacted', properties: { sessionID: 'ses_1' } };
  await plugin['event']!({ event }, {});
  expect([await results(), await results()]).toEqual(['done\n\nfirst', 'done']);
});
