import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { ProjectWalked } from '../../learn/replay-types.ts';
import type { TimedSession } from '../../learn/timeline.ts';
import { BRIEF_WORK_ENV } from '../../platform/engine-env.ts';
import { workerCommand } from '../../platform/self.ts';
import { runWalkTask, taskJson, WALK_COMMAND, type WalkOptions } from './walk-task.ts';

/** Below this, starting processes takes longer than it saves. */
const PARALLEL_CALLS_MIN = 4000;
const WALKERS_MAX = 8;

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
  constructor(calls: number, count = calls < PARALLEL_CALLS_MIN ? 0 : availableParallelism()) {
    const command = workerCommand(WALK_COMMAND);
    const wanted = command === null || count < 2 ? 0 : Math.min(count, WALKERS_MAX);
    this.#processes = Array.from({ length: wanted }, () => new WalkProcess(command as string[]));
  }

  /** What was found in each project, in the order in which they are given. */
  async walk(projects: TimedSession[][], options: WalkOptions): Promise<ProjectWalked[]> {
    if (this.#processes.length === 0) return runWalkTask({ ...options, projects });
    const found = new Map<TimedSession[], ProjectWalked>();
    const shares = dealt(projects, this.#processes.length);
    await Promise.all(
      this.#processes.map(async (walker, nth) => {
        const task = { ...options, projects: shares[nth] as TimedSession[][] };
        const walks = (await walker.run(taskJson(task))) ?? runWalkTask(task);
        for (const [at, project] of task.projects.entries()) found.set(project, walks[at] as ProjectWalked);
      }),
    );
    return projects.map((project) => found.get(project) as ProjectWalked);
  }
}

/** Projects in shares of about as many calls each. */
function dealt(projects: TimedSession[][], count: number): TimedSession[][][] {
  const shares = Array.from({ length: count }, () => ({ calls: 0, projects: [] as TimedSession[][] }));
  const sized = projects.map((project) => ({ project, calls: callsIn(project) }));
  for (const { project, calls } of sized.sort((a, b) => b.calls - a.calls)) {
    const share = shares.reduce((least, each) => (each.calls < least.calls ? each : least));
    share.calls += calls;
    share.projects.push(project);
  }
  return shares.map((share) => share.projects);
}

function callsIn(project: TimedSession[]): number {
  return project.reduce((sum, session) => sum + session.calls.length, 0);
}

class WalkProcess {
  readonly #child: ChildProcess;
  /** The exit code; null where it did not start or was killed. */
  readonly #ended: Promise<number | null>;

  constructor([program, ...rest]: string[]) {
    const child = spawn(program as string, rest, {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      env: { ...process.env, ...BRIEF_WORK_ENV },
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
    child.stdin!.on('error', () => undefined);
  }

  /** Walks and ends; null where the process did not do it. */
  async run(task: string): Promise<ProjectWalked[] | null> {
    const parts: Buffer[] = [];
    this.#child.stdout!.on('data', (part: Buffer) => parts.push(part));
    this.#child.stdin!.end(task);
    if ((await this.#ended) !== 0) return null;
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as ProjectWalked[];
  }
}
