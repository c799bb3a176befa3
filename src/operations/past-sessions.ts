import { counted } from '../model/counted.ts';
import type { CallRecord, FileFindings } from '../model/findings.ts';
import type { Context } from './operation.ts';
import { discover } from './scan/discover.ts';
import { earlierCopies } from './scan/earlier-copies.ts';
import { scanAll } from './scan/pool.ts';
import type { WorkerOptions } from './scan/protocol.ts';

/** What the transcripts under some paths hold, calls apart: they may come from a worker in batches. */
export interface PastFindings {
  files: Pick<FileFindings, 'cursor' | 'sessions' | 'episodes'>[];
  calls: CallRecord[];
}

/**
 * Scans the transcripts under the paths without touching the store. A path or file that cannot be read is named on
 * stderr and skipped, and so, unnamed, is an earlier copy of another file: its calls are those of the other.
 */
export async function scanPaths(
  context: Context,
  paths: readonly string[],
  options: Pick<WorkerOptions, 'minConfidence'> & { tagsOnly?: boolean } = {},
): Promise<PastFindings> {
  const found = discover([...paths], { cwd: context.cwd, excludePaths: context.config.excludePaths });
  for (const { path, reason } of found.skipped) context.warn(`skipped ${path}: ${reason}`);
  const past: PastFindings = { files: [], calls: [] };
  let copies: ReadonlySet<string> = new Set();
  let done = 0;
  await scanAll(
    found.files.map(({ path, size }) => ({ path, cursor: null, size })),
    {
      agent: null,
      tagsOnly: options.tagsOnly ?? false,
      minConfidence: options.minConfidence,
      calls: true,
      needless: () => {
        copies = earlierCopies(found.files);
        return copies;
      },
    },
    {
      onCalls: (calls) => {
        for (const call of calls) past.calls.push(call);
      },
      onFile: (path, outcome) => {
        done += 1;
        context.progress(`${done} of ${counted(found.files.length - copies.size, 'file')}`);
        if ('skipped' in outcome) context.warn(`skipped ${path}: ${outcome.skipped}`);
        else if (!('unchanged' in outcome)) {
          past.files.push({ cursor: outcome.cursor, sessions: outcome.sessions, episodes: outcome.episodes });
          for (const call of outcome.calls) past.calls.push(call);
        }
      },
    },
  );
  return past;
}
