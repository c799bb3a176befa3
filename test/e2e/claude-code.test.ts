import { beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, transcripts } from '../kit/client.ts';
import { describeClients, resultIn } from '../kit/client-rig.ts';
import { bash, type MessagesRequest, type ModelServer, say, type Turn } from '../kit/model-server.ts';
import {
  count,
  furnish,
  lessons,
  recordedEvents,
  recordedFailures,
  SHOP_LESSONS,
  seen,
} from '../kit/shop.ts';
import { until } from '../support/until.ts';

/**
 * The real client, headless, against a scripted model: what reaches the model is asserted in the recorded requests.
 */

const PROTOCOL = '[lessons-learned protocol v1]';
const PLUGIN = join(import.meta.dir, '..', '..', 'plugin');

const run = (...commands: string[]): Turn => ({ tools: commands.map(bash) });
/** After a model's turn of the usual length, so that a repetition is one. */
const runLater = (command: string): Turn => ({ ...run(command), delayMs: 800 });

describeClients('Claude Code', (rig) => {
  async function stage(turns: Turn[], subagents: Turn[] = [], options: { init?: boolean } = {}) {
    const { server, machine } = await rig.stage([
      { name: 'sub', match: /SUBTASK/, turns: subagents },
      { name: 'main', turns },
    ]);
    return { server, machine, slugs: furnish(machine, options) };
  }

  describe('one session with every delivery', () => {
    let server: ModelServer;
    let machine: Machine;
    let slugs: Record<string, string>;
    let main: MessagesRequest[];
    let sessionId: string;
    /** The request in which the result of the n-th scripted turn is first seen. */
    const after = (turn: number): MessagesRequest => main[turn + 1]!;
    const result = (turn: number, call = 0) => resultIn(after(turn), call);
    const says = (name: string) => String(SHOP_LESSONS[name]!['remediation']);

    beforeAll(async () => {
      ({ server, machine, slugs } = await stage([
        run('ls'), // 0
        run('shipit --force'), // 1
        run('shipit --force --again'), // 2
        run('packit'), // 3
        run('publishit'), // 4: held
        runLater('publishit'), // 5: passes
        run('publishit --tag a', 'publishit --tag a'), // 6: both held
        run('flaky'), // 7: recall
        run('flaky'), // 8: loop
        run('dropit shop'), // 9: blocked
        say('The call is blocked.'), // 10
      ]));
      const session = rig.session(machine);
      await session.prompt('Improve the warehouse export of the shop');
      sessionId = session.sessionId;
      await session.end();
      main = server.lane('main');
    });

    test('the protocol stands in the first request, once', () => {
      expect(count(main[0], PROTOCOL)).toBe(1);
      expect(count(main.at(-1), PROTOCOL)).toBe(1);
    });

    test('known pitfalls stand beside the prompt that they are about', () => {
      expect(count(main[0], '[KNOWN PITFALLS — your prior lessons]')).toBe(1);
      expect(seen(main[0]).join('\n')).toMatch(/- \[warehouse export\] .*accounting calendar.* \(#\d+\)/);
      expect(count(main.at(-1), '[KNOWN PITFALLS')).toBe(1);
    });

    test('nothing on a call that matches nothing', () => {
      expect(result(0)).toEqual({ result: expect.any(String), beside: '', isError: false });
    });

    test('a context lesson comes beside the matching result, once a session', () => {
      expect(result(1).result).toContain('shipped');
      expect(result(1).beside).toContain(says('context'));
      expect(result(2)).toMatchObject({ beside: '' });
      expect(count(main.at(-1), says('context'))).toBe(1);
      expect(result(3).beside).toContain(says('minor'));
    });

    test('a hold denies once and lets the repeated call through', () => {
      expect(result(4).isError).toBe(true);
      expect(result(4).result).toContain(says('hold'));
      expect(result(4).result).toContain('repeat the identical call');
      expect(result(5)).toMatchObject({ beside: '', isError: false });
      expect(result(5).result).toContain('published');
    });

    test('a hold denies both of two identical calls in one message', () => {
      for (const call of [0, 1]) {
        expect(result(6, call).isError).toBe(true);
        expect(result(6, call).result).toContain(says('hold'));
      }
    });

    test('a known error recalls its lesson; the second identical failure is a loop', () => {
      expect(result(7).beside).toContain(says('recall'));
      expect(result(7).beside).not.toContain('[LOOP DETECTED]');
      expect(result(8).beside).toContain('[LOOP DETECTED]');
      expect(result(8).beside).toContain('flaky');
      expect(result(8).beside).not.toContain(says('recall'));
    });

    test('a block denies, with the command and the code', () => {
      expect(result(9).isError).toBe(true);
      expect(result(9).result).toContain('This deletes shared data: dropit shop');
      expect(result(9).result).toMatch(/allow [A-Z2-9]{6}/);
      expect(result(9).result).not.toContain('dropped');
    });

    test('resumed: told again what the client dropped, nothing else; the human allows one call; compacted: told again from priority 7 on', async () => {
      const code = /allow ([A-Z2-9]{6})/.exec(result(9).result)?.[1];
      const turns = [
        run('shipit --force', 'packit'), // 0
        say('Waiting.'), // 1
        run('dropit shop'), // 2: allowed
        run('dropit shop'), // 3: blocked again
        say('Once only.'), // 4
        run('shipit --force', 'packit'), // 5: after the compaction
        say('Done.'), // 6
        run('packit'), // 7: after the clearing
      ];
      const server2 = await rig.serve([{ name: 'main', turns }]);
      machine.env['ANTHROPIC_BASE_URL'] = server2.url;
      const session = rig.session(machine, ['--resume', sessionId]);
      await session.prompt('Go on');
      expect(session.sessionId).toBe(sessionId);
      await session.prompt(`allow ${code}`);
      await session.prompt('/compact');
      await session.prompt('Go on after the compaction');
      await session.prompt('/clear');
      await session.prompt('Start again');
      await session.end();
      const later = server2.lane('main');
      const at = (turn: number, call = 0) => resultIn(later[turn + 1], call);
      expect(count(later[0], PROTOCOL)).toBe(1);
      for (const [call, name] of ['context', 'minor'].entries()) {
        const kept = count(later[0], says(name));
        expect(kept).toBe(rig.version === '2.1.197' ? 0 : 1);
        expect(at(0, call).beside.includes(says(name))).toBe(kept === 0);
      }
      expect(at(2)).toMatchObject({ isError: false });
      expect(at(2).result).toContain('dropped');
      expect(at(3).isError).toBe(true);
      expect(at(3).result).toContain('This deletes shared data');
      expect(count(later[5], PROTOCOL)).toBe(1);
      expect(at(5).beside).toContain(says('context'));
      expect(at(5, 1).beside).not.toContain(says('minor'));
      expect(count(later[7], PROTOCOL)).toBe(1);
      expect(at(7).beside).toContain(says('minor'));
    });

    test('every act is recorded', async () => {
      const kinds = recordedEvents(machine).map((event) => `${event.kind} ${event.slug ?? ''}`.trim());
      for (const wanted of [
        `inject ${slugs['context']}`,
        `hold ${slugs['hold']}`,
        `hold-passed ${slugs['hold']}`,
        `block ${slugs['block']}`,
        `allow-once ${slugs['block']}`,
        `recall ${slugs['recall']}`,
        `pitfalls ${slugs['pitfall']}`,
        'loop',
      ])
        expect(kinds).toContain(wanted);
      // packit four times, flaky twice.
      expect(await recordedFailures(machine, 6)).toBe(6);
    });

    test('doctor finds the hooks, an answer of the installed hook, and the last real injection', () => {
      const report = JSON.parse(lessons(machine, ['doctor', '--json']).stdout);
      const agent = report.agents.find((each: { agent: string }) => each.agent === 'claude-code');
      expect(agent).toMatchObject({ installed: true, problems: [], selfTest: { ok: true } });
      expect(agent.lastInjection.lessons.length).toBeGreaterThan(0);
      expect(Object.values(slugs)).toEqual(expect.arrayContaining(agent.lastInjection.lessons));
    });

    test('a scan of what the client wrote finds nothing of our own', () => {
      expect(transcripts(machine).length).toBeGreaterThan(0);
      const scanned = lessons(machine, ['scan', join(machine.home, '.claude', 'projects'), '--json']);
      expect(scanned.stderr).toBe('');
      expect(JSON.parse(scanned.stdout)).toMatchObject({ tagsFound: 0, tagsMalformed: 0 });
      const listed = lessons(machine, ['list', '--status', 'candidate', '--json']).stdout;
      for (const lesson of Object.values(SHOP_LESSONS)) expect(listed).not.toContain(lesson['remediation']);
      for (const mark of [
        'lessons-learned',
        'lessonInjection',
        'KNOWN PITFALLS',
        'LOOP DETECTED',
        'Held once',
        'Blocked (allow',
      ])
        expect(listed).not.toContain(mark);
    });
  });

  test('subagents get the protocol, and parallel ones one injection', async () => {
    const task = (name: string) => ({
      tool: 'Agent',
      input: { description: name, prompt: `SUBTASK ${name}`, subagent_type: 'general-purpose' },
    });
    const { server, machine, slugs } = await stage(
      [{ tools: [task('one'), task('two')] }, say('Started.')],
      [run('shipit --force'), run('shipit --force'), say('Shipped.'), say('Shipped.')],
    );
    const session = rig.session(machine);
    await session.prompt('Let two helpers ship it');
    await until(() => server.lane('sub').length >= 4);
    await session.end();
    const sub = server.lane('sub');
    expect(sub.length).toBe(4);
    for (const request of sub) expect(count(request, PROTOCOL)).toBe(1);
    // A later request of a helper repeats what it was told, and one that starts late finds both calls made by the other.
    const told = ['one', 'two'].map((name) => {
      const last = sub.findLast((request) => count(request, `SUBTASK ${name}`) > 0);
      return count(last, String(SHOP_LESSONS['context']!['remediation']));
    });
    expect(told.toSorted()).toEqual([0, 1]);
    const injected = recordedEvents(machine).filter((event) => event.kind === 'inject');
    expect(injected.map((event) => event.slug)).toEqual([slugs['context']!]);
  });

  test('a machine that takes longer than a call may wait to start a hook still tells what comes first', async () => {
    const task = { description: 'ship', prompt: 'SUBTASK one', subagent_type: 'general-purpose' };
    const { server, machine } = await stage(
      [{ tools: [{ tool: 'Agent', input: task }] }, say('Started.')],
      [say('Shipped.')],
    );
    const program = join(machine.lessonsHome, 'bin', 'lessons');
    renameSync(program, `${program}.fast`);
    writeFileSync(program, '#!/bin/sh\nsleep 2.5\nexec "$0.fast" "$@"\n', { mode: 0o755 });
    const session = rig.session(machine);
    await session.prompt('Improve the warehouse export of the shop');
    await until(() => server.lane('sub').length >= 1);
    await session.end();
    expect(count(server.lane('main')[0], PROTOCOL)).toBe(1);
    expect(count(server.lane('main')[0], '[KNOWN PITFALLS')).toBe(1);
    expect(count(server.lane('sub')[0], PROTOCOL)).toBe(1);
  });

  test('plugin and init together deliver once', async () => {
    const { server, machine } = await stage([
      run('shipit --force'),
      run('publishit'),
      runLater('publishit'),
      run('flaky'),
      run('flaky'),
      run('dropit shop'),
    ]);
    machine.env['LESSONS_HOME'] = machine.lessonsHome;
    const session = rig.session(machine, ['--plugin-dir', PLUGIN]);
    await session.prompt('Improve the warehouse export of the shop');
    await session.end();
    const main = server.lane('main');
    const last = main.at(-1);
    const result = (turn: number) => resultIn(main[turn + 1]);
    expect(count(last, PROTOCOL)).toBe(1);
    expect(count(last, '[KNOWN PITFALLS')).toBe(1);
    expect(count(last, String(SHOP_LESSONS['context']!['remediation']))).toBe(1);
    expect(result(1).isError).toBe(true);
    expect(result(2).result).toContain('published');
    expect(count(last, String(SHOP_LESSONS['recall']!['remediation']))).toBe(1);
    expect(count(last, '[LOOP DETECTED]')).toBe(1);
    expect(result(5).isError).toBe(true);
    const kinds = recordedEvents(machine).map((event) => event.kind);
    for (const kind of ['inject', 'hold', 'hold-passed', 'recall', 'loop', 'block', 'pitfalls'])
      expect(kinds.filter((each) => each === kind)).toHaveLength(1);
    expect(await recordedFailures(machine, 2)).toBe(2);
  });

  test('a plugin that an update takes away under a session stops no prompt and no call', async () => {
    const { server, machine } = await stage([run('ls'), say('Done.'), run('echo went on')], [], {
      init: false,
    });
    const plugin = join(machine.home, 'plugin');
    cpSync(PLUGIN, plugin, { recursive: true });
    const session = rig.session(machine, ['--plugin-dir', plugin]);
    await session.prompt('Look around');
    rmSync(join(plugin, 'hooks', 'run.sh'));
    await session.prompt('Go on');
    await session.end();
    const { result, isError } = resultIn(server.lane('main').at(-1));
    expect([isError, result]).toEqual([false, expect.stringContaining('went on')]);
  });

  test('the plugin alone finds the executable, and without one says so once a session', async () => {
    const { server, machine } = await stage([run('shipit --force')], [], { init: false });
    const bare = rig.session(machine, ['--plugin-dir', PLUGIN]);
    await bare.prompt('Ship it');
    await bare.end();
    expect(count(server.lane('main').at(-1), PROTOCOL)).toBe(0);
    const shown = transcripts(machine)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    expect(shown.split('the lessons executable is not').length - 1).toBeGreaterThanOrEqual(1);
    expect(shown).not.toContain('hook_non_blocking_error');

    lessons(machine, ['init', '--agent', 'claude-code']);
    lessons(machine, ['init', '--agent', 'claude-code', '--uninstall']);
    machine.env['LESSONS_HOME'] = machine.lessonsHome;
    const session = rig.session(machine, ['--plugin-dir', PLUGIN]);
    await session.prompt('Ship it again');
    await session.end();
    expect(count(server.lane('main').at(-1), PROTOCOL)).toBe(1);
  });
});
