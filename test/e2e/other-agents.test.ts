import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AGENT_CLIENTS, clientProgram, prepareClient, runClient, whyNot } from '../kit/agent-clients.ts';
import { type Machine, makeMachine } from '../kit/client.ts';
import { type ScriptedModel, type Step, startScriptedModel } from '../kit/scripted-model.ts';
import {
  furnish,
  lastDelivery,
  lessons,
  recordedEvents,
  recordedFailures,
  SHOP_LESSONS,
} from '../kit/shop.ts';
import { until } from '../support/until.ts';

/**
 * The real clients of other agents, headless, each against a scripted model: what `lessons init` registered is what
 * runs, and what reaches the model is asserted in the recorded requests.
 * LESSONS_SKIP_CLIENT=1 skips it (say why in the log), for machines without a package registry.
 */

const PROTOCOL = '[lessons-learned protocol v1]';
const MARKS = ['[lessons-learned', 'lessonInjection', 'KNOWN PITFALLS', 'Held once', 'Blocked (allow'];
const says = (name: string) => String(SHOP_LESSONS[name]!['remediation']);

const reason = whyNot();
if (reason !== null) console.log(`the real clients are not run: ${reason}`);

for (const client of AGENT_CLIENTS) {
  describe.skipIf(reason !== null)(`${client.agent} ${client.version}`, () => {
    let machine: Machine;
    let model: ScriptedModel;
    let slugs: Record<string, string>;
    let ran: { code: number | null; output: string };

    beforeAll(async () => {
      clientProgram(client);
      const run = (command: string): Step => ({ call: client.shell(command) });
      model = await startScriptedModel(client.dialect, [
        run('ls'), // 0
        run('shipit --force'), // 1
        run('publishit'), // 2: held
        { ...run('publishit'), delayMs: 900 }, // 3: passes
        run('measureit --meters'), // 4: fails
        run('measureit --metric'), // 5
        run('dropit shop'), // 6: blocked
        run('flaky'), // 7: a known error
        { text: 'Done.' },
      ]);
      machine = makeMachine(model.url);
      prepareClient(client, machine, model.url);
      slugs = furnish(machine, { agent: client.agent, linger: client.losesLastOutput === true });
      ran = await runClient(client, machine, 'Improve the warehouse export of the shop');
    });
    afterAll(async () => {
      await model?.close();
      machine?.remove();
    });

    test('the client plays the whole script', () => {
      expect({ turns: model.turns.length, output: ran.code === 0 ? '' : ran.output.slice(-2000) }).toEqual({
        turns: 9,
        output: '',
      });
    });

    test('the protocol and the pitfalls of the prompt come before the first call', () => {
      expect(model.before().includes(PROTOCOL)).toBe(client.noHeadlessStart !== true);
      expect(model.before()).toContain('[KNOWN PITFALLS');
      expect(model.before()).toContain('accounting calendar');
    });

    test('nothing on a call that matches nothing', () => {
      for (const mark of MARKS) expect(model.afterCall(0)).not.toContain(mark);
    });

    test('a context lesson arrives with the matching call’s result', () => {
      expect(model.afterCall(1)).toContain('shipped unchecked');
      expect(model.afterCall(1)).toContain(says('context'));
    });

    test('a hold denies with the lesson and lets the repeated call through', () => {
      expect(model.afterCall(2)).toContain(says('hold'));
      expect(model.afterCall(2)).not.toContain('published');
      expect(model.afterCall(3)).toContain('published');
      expect(model.afterCall(3)).not.toContain(says('hold'));
    });

    test('a block denies with its reason and the code', () => {
      expect(model.afterCall(6)).toContain('This deletes shared data: dropit shop');
      expect(model.afterCall(6)).toMatch(/allow [A-Z2-9]{6}/);
      expect(model.afterCall(6)).not.toContain('dropped');
    });

    test('a known error recalls its lesson, also where the client does not say that the call failed', () => {
      expect(model.afterCall(7)).toContain(says('recall'));
    });

    test('every act is recorded', async () => {
      const wanted = [
        `inject ${slugs['context']}`,
        `hold ${slugs['hold']}`,
        `hold-passed ${slugs['hold']}`,
        `block ${slugs['block']}`,
        `pitfalls ${slugs['pitfall']}`,
        `recall ${slugs['recall']}`,
      ];
      const recorded = () => recordedEvents(machine).map((event) => `${event.kind} ${event.slug ?? ''}`);
      // The scan after the session may be folding them into the store right now.
      await until(() => wanted.every((each) => recorded().includes(each)));
      expect(recorded()).toEqual(expect.arrayContaining(wanted));
    });

    if (client.noHeadlessEnd !== true)
      test('at its end the session is scanned in the background', async () => {
        const candidates = () => lessons(machine, ['list', '--status', 'candidate', '--json']).stdout;
        await until(() => candidates().includes('measureit'));
        expect(candidates()).toContain('measureit');
      });
    // Not where another session in between would be the one that a test below resumes.
    else if (client.noHeadlessStart !== true && client.resumeArgs === undefined)
      test('its end is not heard: it is scanned in the background of the next start', async () => {
        const candidates = () => lessons(machine, ['list', '--status', 'candidate', '--json']).stdout;
        const server = await startScriptedModel(client.dialect, [{ text: 'Done.' }]);
        try {
          prepareClient(client, machine, server.url);
          lessons(machine, ['init', '--agent', client.agent]);
          await runClient(client, machine, 'Say hello');
          await until(() => candidates().includes('measureit'));
          expect(candidates()).toContain('measureit');
        } finally {
          await server.close();
        }
      });

    test('a scan of what the client wrote finds the failure and nothing of our own', () => {
      const scanned = lessons(machine, ['scan', '--agent', client.agent, '--full', '--json']);
      expect(scanned.stderr).toBe('');
      expect(JSON.parse(scanned.stdout)).toMatchObject({ tagsFound: 0, tagsMalformed: 0 });
      expect(JSON.parse(scanned.stdout).files).toBeGreaterThan(0);
      const episodes = lessons(machine, ['episodes', '--agent', client.agent]).stdout;
      expect(episodes).toContain('measureit --meters');
      const listed = lessons(machine, ['list', '--status', 'candidate', '--json']).stdout;
      for (const text of [episodes, listed])
        for (const mark of [...MARKS, ...Object.keys(SHOP_LESSONS).map(says)])
          expect(text).not.toContain(mark);
    });

    test('the log names the call of each delivery', () => {
      const entries = recordedEvents(machine);
      const called = (kind: string) => entries.find((each) => each.kind === kind)?.on;
      expect(['inject', 'hold', 'block', 'recall'].map(called)).toEqual([
        'shipit --force',
        'publishit',
        'dropit shop',
        'flaky',
      ]);
    });

    test('doctor sees the hooks, an answer of the installed hook, and the last real injection', () => {
      const report = JSON.parse(lessons(machine, ['doctor', '--json']).stdout);
      const agent = report.agents.find((each: { agent: string }) => each.agent === client.agent);
      expect(agent).toMatchObject({ installed: true, selfTest: { ok: true } });
      expect(agent.hooks[0].missing).toEqual([]);
      expect(Object.values(slugs)).toEqual(expect.arrayContaining(agent.lastInjection?.lessons ?? ['none']));
      expect(agent.lastInjection.lessons.length).toBeGreaterThan(0);
    });

    if (client.resumeArgs)
      test('a resumed session is told again what the client did not keep of it', async () => {
        const run = (command: string): Step => ({ call: client.shell(command) });
        const server = await startScriptedModel(client.dialect, [run('shipit --force')]);
        try {
          prepareClient(client, machine, server.url);
          lessons(machine, ['init', '--agent', client.agent]);
          await runClient(client, machine, 'More of the warehouse export', client.resumeArgs);
          const last = JSON.stringify(server.turns[1]);
          const count = (text: string) => last.split(text).length - 1;
          expect(last).toContain('Improve the warehouse export of the shop');
          expect(last).toContain('measureit --meters');
          expect(count(PROTOCOL)).toBe(1);
          expect(count('[KNOWN PITFALLS')).toBe(1);
          expect(last).toContain(says('context'));
          expect(server.afterCall(8).includes(says('context'))).toBe(client.agent === 'copilot');
        } finally {
          await server.close();
        }
      });

    // Those two deny calls where a hook fails; settings may be on a machine without the executable.
    if (client.agent === 'gemini-cli' || client.agent === 'copilot')
      test('without the executable every call runs', async () => {
        const server = await startScriptedModel(client.dialect, [{ call: client.shell('shipit') }]);
        const bin = join(machine.lessonsHome, 'bin');
        try {
          prepareClient(client, machine, server.url);
          lessons(machine, ['init', '--agent', client.agent]);
          renameSync(bin, `${bin}.gone`);
          await runClient(client, machine, 'Ship it');
          expect(server.afterCall(0)).toContain('shipped unchecked');
        } finally {
          if (existsSync(`${bin}.gone`)) renameSync(`${bin}.gone`, bin);
          await server.close();
        }
      });

    // Its hooks hear of no call's id, and run once for each file that registers them.
    if (client.agent === 'copilot')
      test("with the repository's hooks beside the user's, every failure and denial counts once", async () => {
        const run = (command: string): Step => ({ call: client.shell(command) });
        const steps = [run('measureit --meters'), run('publishit'), { ...run('publishit'), delayMs: 900 }];
        const server = await startScriptedModel(client.dialect, steps);
        const before = {
          events: recordedEvents(machine).length,
          failures: await recordedFailures(machine, 2),
        };
        try {
          prepareClient(client, machine, server.url);
          machine.env['COPILOT_ALLOW_ALL'] = 'true';
          lessons(machine, ['init', '--agent', 'copilot']);
          lessons(machine, ['init', '--scope', 'project', '--agent', 'copilot', '--agent', 'claude-code']);
          await runClient(client, machine, 'Measure and publish');
          expect(server.afterCall(2)).toContain('published');
          expect(JSON.stringify(server.turns)).not.toContain('[LOOP DETECTED]');
          const events = recordedEvents(machine).slice(before.events);
          expect(events.map(({ kind, agent }) => `${kind} ${agent}`)).toEqual([
            'hold copilot',
            'hold-passed copilot',
          ]);
          expect((await recordedFailures(machine, before.failures + 1)) - before.failures).toBe(1);
        } finally {
          await server.close();
        }
      });

    const asksForReview = client.agent === 'codex';
    if (asksForReview)
      test('doctor asks the client, and says that it waits for a review, or has read no hook', () => {
        const file = join(machine.home, '.codex', 'config.toml');
        const config = readFileSync(file, 'utf8');
        expect(config).not.toContain('trusted_hash');
        machine.env['PATH'] = `${dirname(clientProgram(client))}:${machine.env['PATH']}`;
        const asked = () => {
          const { agents, ok } = JSON.parse(lessons(machine, ['doctor', '--json']).stdout);
          expect(ok).toBe(false);
          return agents.find((each: { agent: string }) => each.agent === client.agent);
        };
        expect(asked().trusted).toContain('0 of 6 hooks are trusted');
        expect(asked().problems.join()).toContain('/hooks');
        writeFileSync(file, `${config}[features]\nhooks = false\n`);
        expect(asked().problems.join()).toContain('reads no hook in');
        writeFileSync(file, config);
      });

    if (client.agent === 'opencode')
      test('a fork is not told again what its history has', async () => {
        const server = await startScriptedModel(client.dialect, [{ text: 'Done.' }]);
        try {
          prepareClient(client, machine, server.url);
          await runClient(client, machine, 'Go on elsewhere', ['--continue', '--fork']);
          expect(JSON.stringify(server.turns[0]).split(PROTOCOL)).toHaveLength(2);
        } finally {
          await server.close();
        }
      });

    if (client.agent === 'gemini-cli')
      test("what a subagent was told is judged by the subagent's calls", async () => {
        const agent = { agent_name: 'generalist', prompt: 'Ship it' };
        const server = await startScriptedModel(client.dialect, [
          { call: { name: 'invoke_agent', args: agent } },
          { call: client.shell('shipit --force') }, // the subagent's
          { call: { name: 'complete_task', args: { result: { response: 'Shipped.' } } } }, // the subagent's
        ]);
        try {
          prepareClient(client, machine, server.url);
          lessons(machine, ['init', '--agent', client.agent]);
          await runClient(client, machine, 'Let a helper ship it');
          expect(lastDelivery(machine, client.agent)).toMatchObject({
            on: 'shipit --force',
            outcome: 'irrelevant',
          });
        } finally {
          await server.close();
        }
      });

    if (client.agent === 'opencode')
      test('a subagent gets the protocol; what it was told, the main agent is not told again', async () => {
        const task = { description: 'ship', prompt: 'Ship the warehouse export', subagent_type: 'general' };
        const shipit = client.shell('shipit --force');
        const server = await startScriptedModel(client.dialect, [
          { call: { name: 'task', args: task } },
          { call: shipit }, // 1: the subagent's
          { text: 'Shipped.' }, // 2: the subagent's
          { call: shipit }, // 3
          { text: 'Done.' }, // 4
        ]);
        try {
          prepareClient(client, machine, server.url);
          await runClient(client, machine, 'Let a helper ship it');
          const count = (turn: number, text: string) =>
            JSON.stringify(server.turns[turn]?.['messages'] ?? null).split(text).length - 1;
          const counts = [0, 1, 2, 3, 4].map((turn) => [count(turn, PROTOCOL), count(turn, says('context'))]);
          const told = [1, 1];
          const notTold = [1, 0];
          expect(counts).toEqual([notTold, notTold, told, notTold, notTold]);
          expect(count(1, '[KNOWN PITFALLS')).toBe(0);
          expect(lastDelivery(machine, client.agent)).toMatchObject({
            on: 'shipit --force',
            outcome: 'irrelevant',
          });
        } finally {
          await server.close();
        }
      });
  });
}
