import { beforeAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../kit/client.ts';
import { describeClients } from '../kit/client-rig.ts';
import { bash, type Turn } from '../kit/model-server.ts';
import { furnish, type LogEntry, lessons, recordedEvents, seen } from '../kit/shop.ts';

/** What became of deliveries, judged from transcripts that the real client wrote; and a skill that it lists. */

const run = (command: string, delayMs = 0): Turn => ({
  tools: [bash(command)],
  ...(delayMs > 0 ? { delayMs } : {}),
});

/** Scripts by what the agent does with the lesson. */
const SESSIONS: Record<string, Turn[]> = {
  obeyed: [run('packit'), run('packit --quiet')],
  ignored: [run('packit'), run('packit --verbose')],
  silent: [run('packit')],
  needless: [run('shipit --force'), run('ls')],
  heldAndLeft: [run('publishit'), run('ls')],
  heldAndRepeated: [run('publishit'), run('publishit', 900)],
};

describeClients('outcomes with Claude Code', (rig) => {
  let machine: Machine;
  let slugs: Record<string, string>;
  const ids: Record<string, string> = {};
  let entries: LogEntry[] = [];

  beforeAll(async () => {
    const lanes = Object.entries(SESSIONS).map(([name, turns]) => ({
      name,
      match: new RegExp(`Errand ${name}\\b`),
      turns,
    }));
    ({ machine } = await rig.stage(lanes));
    slugs = furnish(machine);
    const packit = join(machine.root, 'bin', 'packit');
    writeFileSync(
      packit,
      '#!/bin/sh\ncase "$*" in *--quiet*) echo packed ;; *) echo "packit: the log is flooded" >&2; exit 1 ;; esac\n',
    );
    chmodSync(packit, 0o755);
    for (const name of Object.keys(SESSIONS)) {
      const session = rig.session(machine);
      await session.prompt(`Errand ${name}`);
      ids[name] = session.sessionId;
      await session.end();
    }
    const scanned = lessons(machine, ['scan', join(machine.home, '.claude', 'projects'), '--json']);
    expect(scanned.status).toBe(0);
    entries = recordedEvents(machine);
  });

  const outcomeOf = (session: string, lesson: string, kind: string): string => {
    const found = entries.filter(
      (each) => each.sessionId === ids[session] && each.slug === slugs[lesson] && each.kind === kind,
    );
    return found.map((each) => `${each.outcome}: ${each.evidence}`).join('; ');
  };

  test.each([
    ['obeyed', 'minor', 'inject', /^prevented: the corrected form ran: Bash packit --quiet$/],
    ['ignored', 'minor', 'inject', /^ignored: failed after it: Bash packit --verbose$/],
    ['silent', 'minor', 'inject', /^unknown: no call came after it$/],
    ['needless', 'context', 'inject', /^irrelevant: the call went well: Bash shipit --force$/],
    ['heldAndLeft', 'hold', 'hold', /^prevented: stopped, and not tried again in \d+ calls?$/],
    ['heldAndRepeated', 'hold', 'hold', /^irrelevant: repeated unchanged, and it went well: Bash publishit$/],
  ])('%s', (session, lesson, kind, expected) => expect(outcomeOf(session, lesson, kind)).toMatch(expected));

  test('the figures of stats are those outcomes', () => {
    const stats = JSON.parse(lessons(machine, ['stats', '--json']).stdout);
    const of = (name: string) => stats.lessons.find((each: { slug: string }) => each.slug === slugs[name]);
    expect(of('minor')).toMatchObject({
      injections: 3,
      outcomes: { prevented: 1, ignored: 1, irrelevant: 0, unknown: 1 },
    });
    expect(of('hold')).toMatchObject({
      injections: 2,
      outcomes: { prevented: 1, ignored: 0, irrelevant: 1, unknown: 0 },
    });
    expect(stats.silence).toMatchObject([{ agent: 'claude-code', silent: 0 }]);
  });

  test('six lessons of a tool are a skill that the client lists, one digest at the call, and gone with two of them', async () => {
    for (let n = 0; n < 6; n += 1) {
      const lesson = {
        summary: `packit option ${n} is not what it seems`,
        mistake: `Ran packit with option --o${n}, which does the opposite of its name.`,
        remediation: `Leave --o${n} out and set PACKIT_O${n}=1 in front of it.`,
        toolNames: ['Bash'],
        commandPatterns: [`\\bpackit\\b.*--o${n}\\b`],
        tags: ['tool:packit'],
      };
      expect(lessons(machine, ['add', '--from-json', '-'], JSON.stringify(lesson)).status).toBe(0);
    }
    expect(lessons(machine, ['skills', 'build']).status).toBe(0);
    const file = join(machine.home, '.claude', 'skills', 'lessons-packit', 'SKILL.md');
    expect(readFileSync(file, 'utf8')).toContain('packit option 3 is not what it seems');

    const lane = {
      name: 'skill',
      turns: [
        run('packit --quiet --o1 --o2 --o3'),
        run('packit --quiet --o4'),
        { tools: [{ tool: 'Skill', input: { skill: 'lessons-packit' } }] },
      ],
    };
    const own = await rig.serve([lane]);
    machine.env['ANTHROPIC_BASE_URL'] = own.url;
    const session = rig.session(machine);
    await session.prompt('Errand of skills');
    await session.end();
    const [first, ...rest] = own.lane('skill');
    const everything = JSON.stringify(first);
    expect(everything).toContain('lessons-packit');
    const after = seen(rest[1]).join('\n');
    expect(after.split('Earlier sessions failed with packit').length - 1).toBe(1);
    expect(after).not.toContain('does the opposite of its name');
    // Loaded: the body of the skill is in the request after the client's Skill tool ran.
    expect(seen(rest.at(-1)).join('\n')).toContain(
      'Ran packit with option --o5, which does the opposite of its name.',
    );

    const listed = JSON.parse(lessons(machine, ['list', '--tag', 'tool:packit', '--json']).stdout);
    const some = (listed.lessons ?? listed).slice(0, 2) as { slug: string }[];
    for (const { slug } of some)
      expect(lessons(machine, ['archive', slug, '--reason', 'no longer true']).status).toBe(0);
    expect(existsSync(file)).toBe(false);
  });
});
