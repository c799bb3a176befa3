import type { Episode } from '../../model/episode.ts';
import type { CallRecord, Cursor, FileFindings } from '../../model/findings.ts';

/** What a worker is started with: one JSON argument. */
export interface WorkerOptions {
  agent: string | null;
  tagsOnly: boolean;
  /** Leaves out calls, which only a scan stores. */
  calls: boolean;
}

/** Parent → worker, one JSON object a line. */
export interface ScanTask {
  path: string;
  cursor: Cursor | null;
}

export type FileOutcome = FileFindings | { unchanged: true } | { skipped: string };

/** Worker → parent. Calls and episodes come in batches, so that a huge transcript is never held as a whole. */
export type WorkerMessage =
  | { kind: 'calls'; calls: CallRecord[] }
  | { kind: 'episodes'; episodes: Episode[] }
  | { kind: 'done'; path: string; outcome: FileOutcome; roots: { root: string; project: string }[] };

/** First word of the hidden command line that starts a worker. */
export const WORKER_COMMAND = '__scan-worker';
