import type { PackedEpisodes } from '../../capture/packed-episodes.ts';
import { EventScan } from '../../capture/scan-events.ts';
import type { EventScanOptions } from '../../capture/thread.ts';
import { TAG_OPEN } from '../../model/constants.ts';
import type { Cursor, FileFindings } from '../../model/findings.ts';
import { cursorAfter, isUnchanged, stampOf } from '../../transcripts/cursor.ts';
import { LostRecords } from '../../transcripts/lost-records.ts';
import { type FileSkipped, readTranscript } from '../../transcripts/read-file.ts';
import type { TranscriptReader } from '../../transcripts/reader.ts';

const TAG = Buffer.from(TAG_OPEN);

interface ScanFileOptions
  extends Pick<EventScanOptions, 'project' | 'tagsOnly' | 'minConfidence' | 'onCalls' | 'callsBatch'> {
  readers: TranscriptReader[];
  /** All calls are wanted, also where detection is left out: every line is read. */
  calls?: boolean;
  /** Which of these records of earlier findings the file has lost is told. */
  records?: readonly string[] | undefined;
}

interface ReadFindings extends FileFindings {
  episodes: PackedEpisodes;
}

/**
 * Everything found in one transcript, read from its start. A file that is as it was when `cursor` was stored is
 * not opened. A file that has grown is read again as a whole: what is found never depends on how often it was
 * looked at while it grew. Never throws for what is in the file.
 */
export function scanFile(
  path: string,
  cursor: Cursor | null,
  options: ScanFileOptions,
): ReadFindings | { unchanged: true } | FileSkipped {
  let stamp: ReturnType<typeof stampOf>;
  try {
    stamp = stampOf(path);
  } catch {
    return skippedFile(path, options);
  }
  if (cursor !== null && isUnchanged(cursor, stamp)) return { unchanged: true };
  const collectors: EventScan[] = [];
  const lost = new LostRecords(options.records);
  const read = readTranscript(
    path,
    options.readers,
    (event) => {
      lost.see(event);
      collectors[0]?.push(event);
    },
    (agent) => collectors.push(new EventScan({ ...options, agent, file: path })),
    options.tagsOnly && !options.calls ? TAG : null,
  );
  if ('skipped' in read) return read;
  const found = collectors[0]!.finish();
  return {
    cursor: cursorAfter(path, read.agent, stamp, read.bytes, read.lines),
    bytesRead: read.bytes,
    skippedLines: read.skippedLines,
    ...found,
    lost: lost.names(),
  };
}

/** Asks the reader for the reason. */
function skippedFile(path: string, options: ScanFileOptions): FileSkipped {
  const read = readTranscript(path, options.readers, () => {});
  return 'skipped' in read ? read : { skipped: 'changed while it was read' };
}
