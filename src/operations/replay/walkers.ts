import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { ProjectWalked } from '../../learn/replay-types.ts';
import type { TimedSession } from '../../learn/timeline.ts';
import { BRIEF_WORK_ENV } from '../../platform/engine-env.ts';
import { workerCommand } from '../../platform/self.ts';
import { projectJson, projectWalker, WALK_COMMAND, type WalkOptions } from './walk-task.ts';

/** Below this, starting processes takes longer than it saves. */
const PARALLEL_CALLS_MIN = 4000;
const WALKERS_MAX = 8;
/** Projects that a process may hold, and the calls up to which one is given ahead: it need not wait for the next then. */
const GIVEN_MAX = 3;
const AHEAD_CALLS_MAX = 500;
const NEWLINE = 10;

/**
 * Walks projects with one process a core. What is found does not depend on how many there are: a project is walked
 * as a whole by one of them.
 */
export class Walkers {
  readonly #processes: WalkProcess[];

  /**
   * Starts the processes, which load their code until they are given work.
   * @param count one a core where there is much to do, unless given; none works in this process
   */
  constructor(
    calls: number,
    count = calls < PARALLEL_CALLS_MIN ? 0 : availableParallelism(),
    command = workerCommand(WALK_COMMAND),
  ) {
    const wanted = command === null || count < 2 ? 0 : Math.min(count, WALKERS_MAX);
    this.#processes = Array.from({ length: wanted }, () => new WalkProcess(command ?? []));
  }

  /** What was found in each project, in the order in which they are given. */
  async walk(projects: TimedSession[][], options: WalkOptions): Promise<ProjectWalked[]> {
    const found = new Map<TimedSession[], ProjectWalked>();
    const queue = largestFirst(projects);
    await Promise.all(this.#processes.map((process) => lane(process, queue, options, found)));
    const walk = projectWalker(options);
    return projects.map((project) => found.get(project) ?? walk(project));
  }
}

interface SizedProject {
  project: TimedSession[];
  calls: number;
}

function largestFirst(projects: readonly TimedSession[][]): SizedProject[] {
  return projects
    .map((project) => ({ project, calls: project.reduce((sum, session) => sum + session.calls.length, 0) }))
    .sort((a, b) => b.calls - a.calls);
}

/** One process's share: it is given the next project when it is done with one, until none is left or it ends. */
function lane(
  process: WalkProcess,
  queue: SizedProject[],
  options: WalkOptions,
  found: Map<TimedSession[], ProjectWalked>,
): Promise<void> {
  const given: TimedSession[][] = [];
  const give = (): void => {
    for (;;) {
      const [next] = queue;
      if (next === undefined) break;
      if (given.length > 0 && (given.length >= GIVEN_MAX || next.calls > AHEAD_CALLS_MAX)) break;
      queue.shift();
      given.push(next.project);
      process.write(projectJson(next.project));
    }
    if (given.length === 0) process.end();
  };
  process.write(JSON.stringify(options));
  give();
  return process.answers((answer) => {
    found.set(given.shift() as TimedSession[], JSON.parse(answer) as ProjectWalked);
    give();
  });
}

class WalkProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor([program, ...rest]: string[]) {
    this.#child = spawn(program as string, rest, {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      env: { ...process.env, ...BRIEF_WORK_ENV },
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', resolve);
      this.#child.on('close', resolve);
    });
    this.#child.stdin!.on('error', () => undefined);
  }

  write(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /** Hands over what it answers, a line each; done when it ends, however it does. */
  async answers(take: (line: string) => void): Promise<void> {
    let parts: Buffer[] = [];
    this.#child.stdout!.on('data', (part: Buffer) => {
      let start = 0;
      for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...parts, part.subarray(start, end)]).toString('utf8');
        parts = [];
        start = end + 1;
        take(line);
      }
      parts.push(part.subarray(start));
    });
    await this.#ended;
  }

  /** It ends when it has answered. */
  end(): void {
    this.#child.stdin!.end();
  }
}
