import { describe, expect, test } from 'bun:test';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { HookRig, payload, told } from '../../test/support/hook-rig.ts';
import { sessionDir } from '../platform/session-state.ts';
import { fingerprint } from '../text/fingerprint.ts';

const hook = new HookRig();
const { bash, events, failed, next, send } = hook;

describe('a failing call', () => {
  test('is logged redacted, once', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const sent = failed(
      `curl -H "Authorization: Bearer ${secret}" x`,
      `Exit code 1\nbash: ${secret}: command not found`,
    );
    await send(sent);
    await send(sent);
    const text = readFileSync(join(hook.home, 'errors.jsonl'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).not.toContain(secret);
    const failure = JSON.parse(text);
    expect(failure.id).toMatch(/^err_20261121_120000_\d{3}$/);
    expect(failure).toMatchObject({ tool: 'Bash', session_id: 'session-1', category: 'action_error' });
    expect(failure.context).toEqual({ working_dir: '/home/dev/project', project: 'project' });
  });

  test('a secret in the name of its folder is not logged', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await send(failed('make', 'error: no rule', { cwd: `/home/dev/${secret}/project` }));
    const failure = JSON.parse(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8'));
    expect(failure.context).toEqual({ working_dir: '/home/dev/[REDACTED]/project', project: 'project' });
  });

  test('nothing of an id that is a secret is logged in its error', async () => {
    const id = '7f3a91c2-8614-4f7e-a917-0c5d2e8b4f60';
    await send(failed(`NOMAD_TOKEN=${id} nomad status`, `Exit code 1\nNOMAD_TOKEN=${id}: not allowed`));
    expect(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8')).not.toContain('8614-4f7e');
  });

  test('a secret that only the command tells as one is not logged in its error', async () => {
    const secret = 'pier7Lantern22';
    await send(failed(`stall-cli login --key ${secret}`, `Exit code 1\nbad key ${secret} for pier`));
    const failure = JSON.parse(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8'));
    expect(failure.input.command).toBe('stall-cli login --key [REDACTED]');
    expect(failure.error).toBe('Exit code 1\nbad key [REDACTED] for pier');
  });

  test('what a command prints of a secret is not logged', async () => {
    const command = "kubectl get secret pier -o jsonpath='{.data.dsn}' | base64 -d; echo; psqll";
    await send(failed(command, 'Exit code 127\npier7-Lantern22\nsh: psqll: command not found'));
    const failure = JSON.parse(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8'));
    expect(failure.error).toBe('Exit code 127\n[REDACTED]\nsh: psqll: command not found');
  });

  test('a secret across the place where a long error or input is cut is not logged in part', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const half = 32 * 1024;
    const words = (chars: number) => `${'word '.repeat(chars / 5).padEnd(chars - 1, '.')} `;
    for (const error of [
      `${words(half - 20)}${secret} ${words(3 * half)}`,
      `${words(3 * half)}${secret} ${words(half - 20)}`,
    ])
      await send(failed('make', error, { tool_use_id: `toolu_${next()}` }));
    const command = `${words(2 * half - 20)}${secret} ${words(half)}`;
    await send(failed(command, 'Exit code 2', { tool_use_id: `toolu_${next()}` }));
    const logged = readFileSync(join(hook.home, 'errors.jsonl'), 'utf8');
    expect(logged.trim().split('\n')).toHaveLength(3);
    for (const part of [secret.slice(0, 12), secret.slice(-12)]) expect(logged).not.toContain(part);
  });

  test('the second identical failure in a row is a loop; an edit between is not', async () => {
    const fail = async (command: string) => {
      await send(bash(command));
      return told(await send(failed(command, 'Exit code 1\nboom')));
    };
    expect(await fail('make test')).toBe('');
    expect(await fail('make test')).toContain('[LOOP DETECTED]');
    expect(await fail('make other')).toBe('');
    expect(await fail('make test')).toBe('');
    await send(
      payload('PreToolUse', {
        tool_name: 'Edit',
        tool_use_id: `toolu_${next()}`,
        tool_input: { file_path: '/home/dev/project/a', old_string: 'a', new_string: 'b' },
      }),
    );
    expect(await fail('make test')).toBe('');
    expect(events().filter((event) => event['kind'] === 'loop')).toHaveLength(1);
  });

  test('is a loop also at the end of a long log', async () => {
    await send(failed('make first', 'Exit code 1'));
    const log = join(sessionDir(hook.home, 'session-1'), 'log');
    const line = `${JSON.stringify({ e: 'call', at: 0, a: null, id: null, tool: 'Read', sig: 's' })}\n`;
    appendFileSync(log, line.repeat((17 << 20) / line.length));
    for (const loop of ['', '[LOOP DETECTED]']) {
      await send(bash('make test'));
      expect(told(await send(failed('make test', 'Exit code 1')))).toContain(loop);
    }
  });

  test('is a loop also where a line of the log was torn', async () => {
    await send(bash('make test'));
    await send(failed('make test', 'Exit code 1'));
    appendFileSync(join(sessionDir(hook.home, 'session-1'), 'log'), '{"e":"call","at":1,"to\n');
    await send(bash('make test'));
    expect(told(await send(failed('make test', 'Exit code 1')))).toContain('[LOOP DETECTED]');
  });

  test('is a loop whatever a subagent looked at, and none after it has edited', async () => {
    const fail = async (command: string) => {
      await send(bash(command));
      return told(await send(failed(command, 'Exit code 1')));
    };
    const edit = (agent: string) =>
      bash('', {
        tool_name: 'Edit',
        agent_id: agent,
        tool_input: { file_path: '/home/dev/project/a', old_string: 'a', new_string: 'b' },
      });
    await fail('make a');
    await send(bash('ls', { agent_id: 'sub' }));
    expect(await fail('make a')).toContain('[LOOP DETECTED]');
    await fail('make b');
    await send(edit('sub'));
    expect(await fail('make b')).toBe('');
    await fail('sleep 1; curl -f x');
    expect(await fail('sleep 1; curl -f x')).toBe('');
  });

  test('is one failure where several installed hooks report it, and a loop when it comes again', async () => {
    const call = { tool: 'bash', input: { command: 'make x' } };
    const all = async (error: string) => {
      const common = () => ({ cwd: '/home/dev/project', timestamp: hook.now });
      const native = () => ({ ...common(), sessionId: 's1', toolName: call.tool, toolArgs: call.input });
      const claude = () => ({
        ...common(),
        timestamp: new Date(hook.now).toISOString(),
        session_id: 's1',
        tool_name: 'Bash',
        tool_input: call.input,
      });
      for (let times = 0; times < 2; times += 1) await send(native(), {}, 'copilot');
      await send({ ...claude(), hook_event_name: 'PreToolUse' }, {}, 'copilot');
      hook.now += 40;
      const answers = [
        await send({ ...native(), error }, {}, 'copilot'),
        await send({ ...native(), error }, {}, 'copilot'),
        await send({ ...claude(), hook_event_name: 'PostToolUseFailure', error }, {}, 'copilot'),
      ];
      return answers.map((answer) => JSON.stringify(answer).includes('[LOOP DETECTED]'));
    };
    expect(await all('boom')).toEqual([false, false, false]);
    hook.now += 100;
    expect(await all('boom')).toEqual([true, false, false]);
    expect(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('a shell that printed nothing fails with its exit code alone', async () => {
    const output =
      'Command: x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 2\nSignal: (none)';
    const call = { cwd: '/home/dev/project', tool_name: 'run_shell_command', tool_input: { command: 'x' } };
    const ended = { hook_event_name: 'AfterTool', session_id: 's1', tool_response: { llmContent: output } };
    await send({ ...call, ...ended }, {}, 'gemini-cli');
    const { error } = JSON.parse(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8')) as { error: string };
    expect(error).toBe('Exit code 2\n');
  });

  test('two of calls without ids that fail in the same moment are two', async () => {
    const common = { sessionId: 's1', cwd: '/home/dev/project', timestamp: hook.now, error: 'no such file' };
    for (const path of ['a', 'b'])
      await send({ ...common, toolName: 'view', toolArgs: { path } }, {}, 'copilot');
    expect(readFileSync(join(hook.home, 'errors.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('a known error recalls its lesson', async () => {
    await compileInto(hook.home, [
      makeLesson({
        slug: 'port-busy',
        toolNames: ['Bash'],
        errorPatterns: ['\\bEADDRINUSE\\b'],
        injectOn: ['PostToolUseFailure'],
      }),
    ]);
    await send(bash('npm start'));
    expect(told(await send(failed('npm start', 'Error: listen EADDRINUSE :::3000')))).toContain('port-busy');
    await send(bash('npm run dev'));
    expect(await send(failed('npm run dev', 'Error: listen EADDRINUSE :::3000'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual(['recall']);
  });

  test('what was learned here of an error is told without what a pack says of it, which comes when it did not help', async () => {
    const known = { errorPatterns: ['\\bEADDRINUSE\\b'], toolNames: ['Bash'] };
    await compileInto(hook.home, [
      makeLesson({ ...known, slug: 'packed', source: 'pack', priority: 9 }),
      makeLesson({ ...known, slug: 'own', source: 'manual' }),
    ]);
    const recalled = async () => told(await send(failed(`npm start ${next()}`, 'Error: EADDRINUSE')));
    const first = await recalled();
    expect(first).toContain('Summary of own');
    expect(first).not.toContain('Summary of packed');
    expect(await recalled()).toContain('Summary of packed');
    expect(await recalled()).toBe('');
  });

  test('a lesson that was learned from a silent failure is not recalled by every other one', async () => {
    const learned = (slug: string, error: string) =>
      makeLesson({
        slug,
        toolNames: ['Bash'],
        fingerprint: fingerprint('Bash', error),
        injectOn: ['PostToolUseFailure'],
      });
    await compileInto(hook.home, [learned('own-shell', 'Exit code 144'), learned('stall', 'stall is shut')]);
    const fail = async (command: string, error: string) => {
      await send(bash(command));
      return send(failed(command, error));
    };
    expect(await fail('grep -rn quay src', 'Exit code 1')).toBeNull();
    expect(told(await fail('stallctl open', 'Exit code 1\nstall is shut'))).toContain('stall');
  });

  test('what Codex shows of a call recalls a known error, and is no failure', async () => {
    await compileInto(hook.home, [
      makeLesson({
        slug: 'stall-taken',
        toolNames: ['Bash'],
        errorPatterns: ['\\bMK4711\\b'],
        injectOn: ['PostToolUseFailure'],
      }),
    ]);
    const printed = (output: string) =>
      send(
        payload('PostToolUse', {
          turn_id: 'u',
          tool_name: 'Bash',
          tool_use_id: `call_${next()}`,
          tool_input: { command: 'npm start' },
          tool_response: output,
        }),
        {},
        'codex',
      );
    const log = 'INFO MK4711 was seen yesterday\n';
    expect(await printed('')).toBeNull();
    expect(await printed(`${log}Error: the market is closed\n`)).toBeNull();
    expect(told(await printed('started\nError: MK4711 the stall is taken\n'))).toContain('stall-taken');
    expect(await printed('Error: MK4711 the stall is taken\n')).toBeNull();
    expect(existsSync(join(hook.home, 'errors.jsonl'))).toBe(false);
    expect(events().map((event) => event['kind'])).toEqual(['recall']);
  });

  test('an interrupt is no failure', async () => {
    await send(failed('sleep 100', 'interrupted', { is_interrupt: true }));
    expect(existsSync(join(hook.home, 'errors.jsonl'))).toBe(false);
  });
});
