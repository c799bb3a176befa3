import { moreLine } from '../../model/counted.ts';
import type { Failure } from '../../model/failure.ts';
import type { Lesson } from '../../model/lesson.ts';

/** Fields of a lesson that came from a file; what is missing is filled in when it is stored. */
export type LessonFields = Partial<Omit<Lesson, 'contentHash'>> &
  Pick<Lesson, 'summary' | 'mistake' | 'remediation' | 'status'>;

/** One lesson read from a file of any format. */
export interface IncomingLesson {
  fields: LessonFields;
  /** Folder that the lesson was limited to, where the older format knew projects by path. */
  projectPath: string | null;
  /** Text of the original record that no field holds; kept as evidence. */
  remainder: string | null;
  /** The format holds only a part of a lesson: one of its patterns, or none. */
  isPart?: true;
}

const FORMATS = [
  'pack',
  'store',
  'lessons.json',
  'filtered-candidates.json',
  'lesson-manifest.json',
  'known-errors.json',
  'errors.jsonl',
  'markdown',
] as const;
export type FormatName = (typeof FORMATS)[number];

/** A file that was understood. */
export interface Incoming {
  format: FormatName;
  /** Name of a pack. */
  name: string | null;
  lessons: IncomingLesson[];
  failures: Failure[];
  /** Records of the file, as counted before anything was stored. */
  records: number;
  /** Records that could not be read, each with why. */
  skipped: string[];
}

const SKIPPED_LINES_MAX = 10;

/** What a file's report says of records that could not be read, a line each. */
export function tellSkipped(skipped: readonly string[]): string[] {
  return [...skipped.slice(0, SKIPPED_LINES_MAX), ...moreLine(skipped.length - SKIPPED_LINES_MAX)];
}

/** Why a file was not understood; nothing of it is used. */
export interface Refusal {
  refused: string;
  newer: boolean;
}
