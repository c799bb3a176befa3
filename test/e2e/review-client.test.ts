import { describe, expect, test } from 'bun:test';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientSession, Machine } from '../kit/client.ts';
import { describeClients, type Stage } from '../kit/client-rig.ts';
import { builtExecutable } from '../kit/executable.ts';
import { bash, type Turn, textOf } from '../kit/model-server.ts';
import { lessons } from '../kit/shop.ts';

/**
 * Reviews with the real client against a scripted model: `/lessons:review` in the conversation, and `lessons curate`.
 */

const PLUGIN = join(import.meta.dir, '..', '..', 'plugin');

interface Candidate {
  id: string;
  status: string;
  summary: string;
}

describeClients('Claude Code', (rig) => {
  /** A machine with three candidates that an agent left, and the plugin's hooks. */
  async function stage(turns: Turn[], curated: Turn[] = []): Promise<Stage & { session: ClientSession }> {
    const { server, machine } = await rig.stage([
      { name: 'curator', match: /\[lessons-learned curator\]/, withoutTools: true, turns: curated },
      { name: 'main', turns },
    ]);
    machine.env['LESSONS_HOME'] = machine.lessonsHome;
    const files = ['alpha', 'beta', 'gamma'].map((name) => ({
      tool: 'Bash',
      trigger: `${name}ctl deploy`,
      mistake: `Ran ${name}ctl deploy without naming ${name} as the target, so it refused.`,
      remediation: `Always run ${name}ctl deploy --to ${name}-host.`,
      priority: { alpha: 9, beta: 8, gamma: 7 }[name],
      confidence: 0.6,
    }));
    const path = join(machine.root, 'filtered-candidates.json');
    writeFileSync(path, JSON.stringify(files));
    for (const args of [
      ['init', '--agent', 'claude-code'],
      ['init', '--agent', 'claude-code', '--uninstall'],
      ['migrate', path],
    ]) {
      const done = lessons(machine, args);
      if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`);
    }
    const session = rig.session(machine, ['--plugin-dir', PLUGIN]);
    return { server, machine, session };
  }

  const list = (machine: Machine): Candidate[] =>
    JSON.parse(lessons(machine, ['list', '--json', '--show-archived']).stdout).lessons;
  const statusOf = (machine: Machine) =>
    Object.fromEntries(
      list(machine).map((each) => [/alpha|beta|gamma/.exec(each.summary)?.[0] ?? each.summary, each.status]),
    );

  const SCRIPT = `sh "${PLUGIN}/scripts/lessons.sh"`;
  const review = (answer: string): Turn[] => [
    { tools: [bash(`${SCRIPT} review --json > review.json && cat review.json`)] },
    {
      tools: [
        bash(
          `SID=$(sed -n 's/^  "sessionId": "\\(.*\\)",$/\\1/p' review.json); ${SCRIPT} review interpret --session "$SID" '${answer}' --json > decided.json; cat decided.json`,
        ),
      ],
    },
    { tools: [bash(`${SCRIPT} review apply --from-json - --json < decided.json`)] },
    { text: 'Done.' },
  ];

  test('/lessons:review expands, and what the human decided is in the store and in the audit file', async () => {
    const { server, machine, session } = await stage(
      review('approve 1, archive 2 "one-off", edit 1 priority 10'),
    );
    await session.prompt('/lessons:review');
    await session.end();
    const [first] = server.lane('main');
    const asked = (first?.messages ?? []).map((message) => textOf(message.content)).join('\n');
    for (const words of [
      'lessons review --json',
      'lessons review apply --from-json -',
      'Do not approve',
      `sh "${PLUGIN}/scripts/lessons.sh"`,
    ])
      expect(asked).toContain(words);
    expect(statusOf(machine)).toEqual({ alpha: 'active', beta: 'archived', gamma: 'candidate' });
    const folder = join(machine.lessonsHome, 'review-sessions');
    const [name, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const audit = JSON.parse(readFileSync(join(folder, name as string), 'utf8'));
    expect(name).toBe(`${audit.sessionId}.json`);
    expect(audit.candidatesConsidered).toBe(3);
    expect(
      audit.items.map((item: { action: string; after: Candidate }) => [item.action, item.after.status]),
    ).toEqual([
      ['promote', 'active'],
      ['archive', 'archived'],
    ]);
    expect(audit.items[0].after.priority).toBe(10);
  });

  test('the same calls without a human prompt leave proposals only', async () => {
    const { machine, session } = await stage(review('approve 1, archive 2 "one-off", block 3'));
    await session.prompt('Please tidy up the project');
    await session.end();
    expect(statusOf(machine)).toEqual({ alpha: 'reviewed', beta: 'reviewed', gamma: 'reviewed' });
  });

  test('a block stays a proposal even where the human asked', async () => {
    const { machine, session } = await stage(review('block 1, approve 2'));
    await session.prompt('/lessons:review');
    await session.end();
    expect(statusOf(machine)).toEqual({ alpha: 'reviewed', beta: 'active', gamma: 'candidate' });
  });

  test('/lessons:scan and /lessons:add lead the agent', async () => {
    const { server, session } = await stage([{ text: 'Scanned.' }, { text: 'Added.' }]);
    await session.prompt('/lessons:scan --full');
    await session.prompt('/lessons:add quote paths with spaces');
    await session.end();
    const said = (server.lane('main').at(-1)?.messages ?? [])
      .map((message) => textOf(message.content))
      .join('\n');
    expect(said).toContain('scripts/lessons.sh" scan --json --full');
    expect(said).toContain("The user's words, if any: quote paths with spaces");
  });

  test('/lesson, installed by init and typed by a human, records and activates', async () => {
    const { server, machine, session } = await stage([]);
    await session.end();
    expect(lessons(machine, ['init', '--agent', 'claude-code']).status).toBe(0);
    const command = readFileSync(join(machine.home, '.claude', 'commands', 'lesson.md'), 'utf8');
    const program = /^\s*(LESSONS_HOME=.*|".*") writ <</m.exec(command)?.[1];
    const again = await rig.serve([
      {
        name: 'main',
        turns: [
          { tools: [bash(`${program} writ <<'LESSON'\n/lesson alpha host: use "--to" $HOME\nLESSON`)] },
        ],
      },
    ]);
    machine.env['ANTHROPIC_BASE_URL'] = again.url;
    const typed = rig.session(machine);
    await typed.prompt('/lesson alpha host: use "--to" $HOME');
    await typed.end();
    const seen = (again.lane('main').at(-1)?.messages ?? [])
      .map((message) => textOf(message.content))
      .join('\n');
    expect(seen).toMatch(/writ <<'(\w+)'\n\s*\/lesson alpha host: use "--to" \$HOME\n\s*\1\n/);
    expect(seen).toContain('OK: recorded lesson #4 — #4 [alpha host] use "--to" $HOME\n[END LESSON]');
    const [lesson] = list(machine).filter((each) => each.status === 'active');
    expect(lesson).toMatchObject({
      scope: 'agent:claude-code',
      signature: 'alpha host',
      injectOn: ['UserPromptSubmit'],
    });
    expect(server.requests).toEqual([]);
  });

  describe('lessons curate', () => {
    const shown = (machine: Machine) => {
      const { candidates } = JSON.parse(lessons(machine, ['review', '--json']).stdout);
      return candidates as (Candidate & { proposal: { by: string; action: string } | null })[];
    };

    async function curate(answer: (candidates: Candidate[]) => Turn, more: string[] = []) {
      const turns: Turn[] = [];
      const { server, machine, session } = await stage([], turns);
      await session.end();
      turns.push(answer(shown(machine)));
      const wrapper = join(machine.root, 'claude');
      const env = Object.entries(machine.env).filter(([name]) =>
        /^(?:ANTHROPIC|CLAUDE|DISABLE|IS_SANDBOX)/.test(name),
      );
      writeFileSync(
        wrapper,
        `#!/bin/sh\n${env.map(([name, value]) => `export ${name}='${value}'`).join('\n')}\nexec '${rig.binary}' "$@"\n`,
      );
      chmodSync(wrapper, 0o755);
      const started = performance.now();
      const done = await new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
        const child = Bun.spawn(
          [builtExecutable(), 'curate', '--agent', 'claude-code', '--command', wrapper, '--json', ...more],
          {
            cwd: machine.project,
            env: { PATH: machine.env['PATH'], HOME: machine.home, LESSONS_HOME: machine.lessonsHome },
            stdout: 'pipe',
            stderr: 'pipe',
          },
        );
        void Promise.all([child.exited, child.stdout.text(), child.stderr.text()]).then(
          ([status, stdout, stderr]) => resolve({ status, stdout, stderr }),
        );
      });
      return { server, machine, done, seconds: (performance.now() - started) / 1000 };
    }

    test('answers well: proposals, and its session is no source of lessons', async () => {
      const { server, machine, done } = await curate((candidates) => ({
        text: JSON.stringify({
          version: 1,
          proposals: [
            {
              action: 'promote',
              candidateId: candidates[0]?.id,
              patch: { summary: 'alphactl deploy needs --to' },
            },
            { action: 'archive', candidateId: candidates[1]?.id, reason: 'a one-off' },
          ],
        }),
      }));
      expect([done.status, done.stderr]).toEqual([0, '']);
      expect(JSON.parse(done.stdout)).toMatchObject({ considered: 3, rejected: [] });
      expect(
        shown(machine)
          .map((each) => [each.status, each.proposal?.action ?? null])
          .sort(),
      ).toEqual([
        ['candidate', null],
        ['reviewed', 'archive'],
        ['reviewed', 'promote'],
      ]);
      const [request] = server.lane('curator');
      expect(request?.tools ?? []).toEqual([]);
      const before = list(machine);
      lessons(machine, ['scan']);
      expect(list(machine)).toEqual(before);
    });

    test('answers garbage: a clear error, nothing changed', async () => {
      const { machine, done } = await curate(() => ({ text: 'All of them look great, ship it!' }));
      expect(done.status).toBe(1);
      expect(done.stderr).toContain('did not answer with the JSON object that was asked for');
      expect(Object.values(statusOf(machine))).toEqual(['candidate', 'candidate', 'candidate']);
    });

    test('hangs: ended in time', async () => {
      const { machine, done, seconds } = await curate(
        () => ({ text: 'late', delayMs: 60_000 }),
        ['--timeout', '6'],
      );
      expect(done.status).toBe(1);
      expect(done.stderr).toContain('did not answer within 6 s and was ended');
      // Before the model would have answered.
      expect(seconds).toBeLessThan(60);
      expect(Object.values(statusOf(machine))).toEqual(['candidate', 'candidate', 'candidate']);
    });

    test('is told to activate a block: no harm', async () => {
      const { machine, done } = await curate((candidates) => ({
        text: JSON.stringify({
          version: 1,
          proposals: [
            {
              action: 'promote',
              candidateId: candidates[0]?.id,
              patch: { status: 'active', delivery: 'block', commandPatterns: ['.*'] },
            },
          ],
        }),
      }));
      expect(done.status).toBe(0);
      expect(JSON.parse(done.stdout)).toMatchObject({ proposed: [] });
      expect(Object.values(statusOf(machine))).toEqual(['candidate', 'candidate', 'candidate']);
    });
  });
});
