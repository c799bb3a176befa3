import { linesOfStdin, writeToStdout } from '../../platform/worker-stdio.ts';
import { projectOf, projectWalker, type WalkOptions } from './walk-task.ts';

/** Body of a worker process: takes options and projects on standard input, answers on standard output, a line each. */
export function runWalkWorker(): void {
  let walk: ReturnType<typeof projectWalker> | null = null;
  for (const line of linesOfStdin()) {
    if (walk === null) walk = projectWalker(JSON.parse(line) as WalkOptions);
    else writeToStdout(Buffer.from(`${JSON.stringify(walk(projectOf(line)))}\n`));
  }
}
