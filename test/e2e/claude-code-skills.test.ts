import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../kit/client.ts';
import { describeClients, resultIn } from '../kit/client-rig.ts';
import { bash, type MessagesRequest, say } from '../kit/model-server.ts';
import { furnish, lastDelivery, lessons, recordedEvents, SHOP_LESSONS, seen } from '../kit/shop.ts';

/** What a client makes of the text of a skill before the model sees it: commands that it runs, and what it puts in. */

/** Makes a command of the user's whose text has a shell command run. */
function skill(machine: Machine, name: string, command: string): void {
  const folder = join(machine.home, '.claude', 'commands');
  mkdirSync(folder, { recursive: true });
  const head = `---\ndescription: State of the shop\nallowed-tools: Bash(${command}:*)\n---\n`;
  writeFileSync(join(folder, `${name}.md`), `${head}State: !\`${command}\`\nTell me.\n`);
}

/** All that the model saw since it last said something. */
function since(request: MessagesRequest): string {
  const said = request.messages.findLastIndex(({ role }) => role === 'assistant');
  return seen(request)
    .slice(said + 1)
    .join('\n');
}

/** Registers the event by hand, as the documentation says. */
function hearSkills(machine: Machine): void {
  const path = join(machine.home, '.claude', 'settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  settings.hooks.PreSkillShellCommand = [{ hooks: settings.hooks.PreToolUse[0].hooks }];
  writeFileSync(path, JSON.stringify(settings));
}

describeClients('Claude Code', (rig) => {
  const asks = rig.version !== '2.1.197';

  test('a skill’s command is blocked and held like a call; what is not denied leaves nothing', async () => {
    const { server, machine } = await rig.stage([
      {
        name: 'main',
        turns: [
          say('Noted.'), // 0: /drop
          say('Waiting.'), // 1: allow CODE
          say('Dropped.'), // 2: /drop
          { tools: [bash('publishit')], delayMs: 800 }, // 3: /publish, held
          say('Published.'), // 4
          say('Shipped.'), // 5: /ship
          { tools: [bash('shipit --force')] }, // 6
          say('Shipped.'), // 7
        ],
      },
    ]);
    const slugs = furnish(machine);
    hearSkills(machine);
    skill(machine, 'drop', 'dropit shop');
    skill(machine, 'publish', 'publishit');
    skill(machine, 'ship', 'shipit --force');
    const session = rig.session(machine);
    const shown = (request: number) => since(server.lane('main').at(request)!);
    await session.prompt('/drop');
    const [, code] = /allow ([A-Z2-9]{6})/.exec(shown(0)) ?? [];
    expect(shown(0).includes('dropped')).toBe(!asks);
    expect(shown(0).includes('This deletes shared data: dropit shop')).toBe(asks);
    expect(code !== undefined).toBe(asks);
    if (!asks) return session.end();

    await session.prompt(`allow ${code}`);
    await session.prompt('/drop');
    expect(shown(2)).toContain('dropped');
    await session.prompt('/publish');
    await session.prompt('/ship');
    await session.prompt('Ship it again');
    await session.end();
    const told = (request: number) => resultIn(server.lane('main')[request]);
    const says = (name: string) => String(SHOP_LESSONS[name]!['remediation']);
    expect(shown(3)).toContain('[not run: blocked by hook: [lessons-learned] Held once');
    expect(shown(3)).toContain(says('hold'));
    expect(told(4).result).toContain('published');
    expect(shown(5)).toContain('shipped unchecked');
    expect(shown(5)).not.toContain(says('context'));
    expect(told(7).beside).toContain(says('context'));

    expect(lastDelivery(machine, 'claude-code')).toMatchObject({ slug: slugs['context'] });
    const acts = recordedEvents(machine).filter(({ slug }) => slug !== null);
    expect(acts.map(({ kind, slug }) => [kind, slug])).toEqual([
      ['block', slugs['block']!],
      ['allow-once', slugs['block']!],
      ['hold', slugs['hold']!],
      ['hold-passed', slugs['hold']!],
      ['inject', slugs['context']!],
    ]);
    const candidates = lessons(machine, ['list', '--status', 'candidate', '--json']).stdout;
    expect(JSON.parse(candidates)).toMatchObject({ lessons: [] });
  });

  test('what a lesson says is what the model reads, whatever the skill is called with', async () => {
    const { server, machine } = await rig.stage([{ name: 'main', turns: [say('Read.'), say('Read.')] }]);
    furnish(machine);
    writeFileSync(join(machine.project, 'notes.md'), 'WHAT THE FILE SAYS\n');
    for (let n = 0; n < 5; n += 1) {
      const lesson = {
        summary: `Probe way ${n} fails`,
        mistake: `The probe of way ${n} printed the wrong column and cost $1.50 in ${'abcde'[n]}.`,
        remediation: `Run awk '{print $1, $0}' (and $ARGUMENTS in a shell, $$0) with \${CLAUDE_PROJECT_DIR}/x, @notes.md`,
        toolNames: ['Bash'],
        commandPatterns: [`^probe --w${n}`],
        tags: ['tool:probe'],
      };
      const added = lessons(machine, ['add', '--from-json', '-'], JSON.stringify(lesson));
      expect(added.stderr).toBe('');
    }
    expect(lessons(machine, ['skills', 'build']).stdout).toContain('5 lessons about probe');
    const session = rig.session(machine);
    await session.prompt('/lessons-probe');
    await session.prompt('/lessons-probe ALPHA BRAVO');
    await session.end();
    const read = seen(server.lane('main')[1]).join('\n');
    const says = (text: string) => read.split(text).length - 1;
    expect(says("awk '{print $1, $0}' (and $ARGUMENTS in a shell, $$0) with $CLAUDE_PROJECT_DIR/x")).toBe(10);
    expect(says('cost $1.50 in')).toBe(10);
    expect(read).not.toContain('WHAT THE FILE SAYS');
  });
});
