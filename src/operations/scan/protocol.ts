import type { Cursor, FileFindings } from '../../model/findings.ts';
import type { FileSkipped } from '../../transcripts/read-file.ts';

/** What a worker is started with: one JSON argument. */
export interface WorkerOptions {
  agent: string | null;
  tagsOnly: boolean;
  /** Leaves out calls, which only a scan stores. */
  calls: boolean;
  /** Episodes below it are not written up. */
  minConfidence?: number | undefined;
  /** Projects that are left out, as `excludedEntries` has them; none unless given. */
  excluded?: readonly string[] | undefined;
}

/** Parent → worker, one JSON object a line. */
export interface ScanTask {
  path: string;
  cursor: Cursor | null;
  /** Records in which something was found earlier: which of them the file has lost is asked. */
  records?: string[] | undefined;
}

export type FileOutcome = FileFindings | { unchanged: true } | FileSkipped;

/**
 * What a worker ends a file with, in JSON: repositories that it met, and the outcome but for calls and episodes. Those
 * come ahead in batches, so that a huge transcript is never held as a whole, and in forms that cost less than JSON.
 */
export interface DoneMessage {
  outcome: FileOutcome | Omit<FileFindings, 'calls' | 'episodes'>;
  roots: { root: string; project: string }[];
}

/** First word of the hidden command line that starts a worker. */
export const WORKER_COMMAND = '__scan-worker';
