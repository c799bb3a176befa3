import { counted } from '../../model/counted.ts';
import type { CallRecord, FileFindings } from '../../model/findings.ts';
import type { Context } from '../operation.ts';
import { discover } from '../scan/discover.ts';
import { earlierCopies } from '../scan/earlier-copies.ts';
import { scanAll } from '../scan/pool.ts';
import type { WorkerOptions } from '../scan/protocol.ts';

/** Takes what is found while files are read, in any order: the calls and the rest of each file. */
interface PastHandlers {
  calls(calls: CallRecord[]): void;
  file?(found: Pick<FileFindings, 'cursor' | 'sessions' | 'episodes'>): void;
}

/**
 * Scans the transcripts under the paths without touching the store. A path or file that cannot be read is named on
 * stderr and skipped, and so, unnamed, is an earlier copy of another file: its calls are those of the other.
 * @returns how many files were read
 */
export async function scanPaths(
  context: Context,
  paths: readonly string[],
  options: Pick<WorkerOptions, 'minConfidence'> & { tagsOnly?: boolean },
  handlers: PastHandlers,
): Promise<number> {
  const found = discover([...paths], { cwd: context.cwd, excludePaths: context.config.excludePaths });
  for (const { path, reason } of found.skipped) context.warn(`skipped ${path}: ${reason}`);
  let copies: ReadonlySet<string> = new Set();
  let done = 0;
  let read = 0;
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
      onCalls: (calls) => handlers.calls(calls),
      onFile: (path, outcome) => {
        done += 1;
        context.progress(`${done} of ${counted(found.files.length - copies.size, 'file')}`);
        if ('skipped' in outcome) {
          if (outcome.skipped !== null) context.warn(`skipped ${path}: ${outcome.skipped}`);
        } else if (!('unchanged' in outcome)) {
          read += 1;
          handlers.calls(outcome.calls);
          handlers.file?.(outcome);
        }
      },
    },
  );
  return read;
}
