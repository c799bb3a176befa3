import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, fixedUuid } from '../../../test/support/transcripts.ts';
import type { ReplaySession } from '../../learn/replay-types.ts';
import { Timeline } from '../../learn/timeline.ts';
import { ConfigSchema } from '../../model/config.ts';
import { workerCommand } from '../../platform/self.ts';
import { TaskRunner } from '../scan/run-task.ts';
import { projectJson, projectOf, projectWalker, WALK_COMMAND } from './walk-task.ts';
import { Walkers } from './walkers.ts';

const PROJECTS = ['shop', 'site', 'tool'];
const SESSIONS_EACH = 3;
const MISTAKES_EACH = 20;

/** Sessions of some projects that repeat their mistakes; the last of each project has no time stamps. */
function recordedSessions(): ReplaySession[] {
  const folder = scratchDir();
  mkdirSync(folder, { recursive: true });
  const runner = new TaskRunner({ agent: null, tagsOnly: false, calls: true });
  const sessions: ReplaySession[] = [];
  for (const project of PROJECTS)
    for (let nth = 0; nth < SESSIONS_EACH; nth += 1) {
      const sessionId = fixedUuid(`${project}${nth}`);
      const day = new Date(Date.UTC(2026, 4, nth + 1)).toISOString().slice(0, 10);
      const lines = claudeLines({
        sessionId,
        cwd: `/home/dev/${project}`,
        steps: sessionSteps(nth, MISTAKES_EACH),
      }).map(({ timestamp, ...line }) =>
        nth === SESSIONS_EACH - 1 ? line : { ...line, timestamp: `${day}${String(timestamp).slice(10)}` },
      );
      const path = join(folder, `${sessionId}.jsonl`);
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const calls: ReplaySession['calls'] = [];
      const found = runner.run({ path, cursor: null }, (some) => calls.push(...some));
      if (!('cursor' in found)) throw new Error('not read');
      sessions.push({
        agent: 'claude-code',
        sessionId,
        project,
        calls,
        episodes: [...found.episodes],
      });
    }
  return sessions;
}

describe('walkers', () => {
  const options = { config: ConfigSchema.parse({}), minConfidence: 0.3, minReusable: 0 };
  const timeline = new Timeline();
  for (const session of recordedSessions()) timeline.add(session);
  const projects = timeline.projects();
  const here = projects.map(projectWalker(options));

  test('processes find what one process finds, in the same order', async () => {
    expect(here.map((each) => each.figures.project).sort()).toEqual(PROJECTS);
    expect(here.reduce((sum, each) => sum + each.figures.recurrences, 0)).toBeGreaterThan(0);
    for (const count of [2, 5]) expect(await new Walkers(0, count).walk(projects, options)).toEqual(here);
  });

  test('a process walks what it is given, a line each, and ends with its input', () => {
    const [program, ...args] = workerCommand(WALK_COMMAND) as string[];
    const input = [JSON.stringify(options), ...projects.map(projectJson)].join('\n');
    const answer = spawnSync(program as string, args, { input: `${input}\n`, encoding: 'utf8' });
    expect(
      answer.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(here);
  });

  test('what a process that cannot start leaves is walked here', async () => {
    expect(await new Walkers(0, 2, ['/nowhere/lessons']).walk(projects, options)).toEqual(here);
  });

  test('a project is the same after its way through JSON, with moments that are not known', () => {
    expect(projects.flat().some((session) => session.start === Number.POSITIVE_INFINITY)).toBe(true);
    expect(projects.map((project) => projectWalker(options)(projectOf(projectJson(project))))).toEqual(here);
  });
});
