/** Tells the formats of a lessons file apart by content, and reads it as a whole or refuses it as a whole. Pure. */

import type { Delivery } from '../../model/lesson.ts';
import { isObject } from '../../text/json.ts';
import { type Json, parsedJson } from '../../transcripts/json.ts';
import { readOrigin } from '../lesson/origin.ts';
import { readCandidate } from './candidates.ts';
import { readFailure } from './error-log.ts';
import type { FormatName, Incoming, IncomingLesson, Refusal } from './incoming.ts';
import { readKnownError } from './known-errors.ts';
import { readMarkdown } from './markdown.ts';
import { readLessonRecord } from './old-lesson.ts';
import { readManifestRecord } from './old-manifest.ts';
import { whole } from './record.ts';

const VERSION_MAX = 1;

/** Reads a file's text; `delivery` is what known errors become. Never throws. */
export function readAnyFormat(source: string, options: { delivery?: Delivery } = {}): Incoming | Refusal {
  const trimmed = source.trim();
  if (trimmed === '') return refuse('the file is empty');
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const value = parsedJson(trimmed);
    if (value !== undefined) return fromJson(value, options.delivery ?? 'context');
    return fromLines(trimmed);
  }
  const lessons = readMarkdown(source);
  return lessons !== null
    ? incoming('markdown', lessons)
    : refuse(
        'it is neither JSON nor Markdown with items of the form "- **summary** mistake **Fix**: remediation"',
      );
}

function fromJson(value: unknown, delivery: Delivery): Incoming | Refusal {
  if (Array.isArray(value)) return fromArray(value, delivery);
  if (!isObject(value)) return refuse('it is JSON, but no object');
  const newer = newerVersion(value);
  if (newer) return newer;
  const type = value['type'];
  if (type === 'lessons-learned-config') return refuse('it is a configuration, and holds no lessons');
  if (type === 'lessons-learned-pack') return list('pack', value['lessons'], readPackedRecord, nameOf(value));
  if (type === 'lessons-learned-manifest' || isManifest(value)) return fromManifest(value);
  if (type === 'lessons-learned-store')
    return inOrder(list(storeName(value['lessons']), value['lessons'], readStoredRecord));
  if (typeof type === 'string' && type.startsWith('lessons-learned'))
    return refuse(`its type "${type}" is not known`);
  const known = value['patterns'] ?? KNOWN_ERRORS.map((name) => value[name]).find(areKnownErrors);
  if (Array.isArray(known))
    return list('known-errors.json', known, (record) => readKnownError(record, delivery));
  if (Array.isArray(value['candidates']))
    return list('filtered-candidates.json', value['candidates'], readCandidate);
  if (Array.isArray(value['lessons'])) return list('lessons.json', value['lessons'], readLessonRecord);
  const failure = readFailure(value, 0);
  if (failure && 'error' in value)
    return { ...incoming('errors.jsonl', []), failures: [failure], records: 1 };
  return refuse('it has none of: lessons, candidates, patterns');
}

/** A lesson of a pack says where it was learned, or that nobody here has learned it. */
function readPackedRecord(record: unknown): IncomingLesson | null {
  const read = readLessonRecord(record);
  if (read !== null) read.fields.source ??= 'pack';
  return read;
}

/** A number above it would soon leave none for later lessons. */
const NUMBER_MAX = 10_000_000;

/** A lesson of a store brings the number by which its owner knows it, and where it came from. */
function readStoredRecord(record: unknown): IncomingLesson | null {
  const read = readLessonRecord(record);
  if (read === null || !isObject(record)) return read;
  const number = whole(record['number'], 0, NUMBER_MAX + 1, 0);
  if (number > 0 && number <= NUMBER_MAX) read.fields.number = number;
  Object.assign(read.fields, readOrigin(record));
  return read;
}

/** In the order in which they were numbered, so that they can be numbered so again. */
function inOrder(read: Incoming | Refusal): Incoming | Refusal {
  if ('refused' in read) return read;
  const numberOf = ({ fields }: IncomingLesson) => fields.number ?? Number.POSITIVE_INFINITY;
  const byNumber = (a: IncomingLesson, b: IncomingLesson) =>
    numberOf(a) === numberOf(b) ? 0 : numberOf(a) - numberOf(b);
  return { ...read, lessons: read.lessons.toSorted(byNumber) };
}

/** Other names under which a list of known errors stands. */
const KNOWN_ERRORS = ['errors', 'known_errors', 'knownErrors'];

function areKnownErrors(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (each) =>
        isObject(each) &&
        (isObject(each['match']) ||
          (typeof each['pattern'] === 'string' && ('message' in each || 'suggestion' in each))),
    )
  );
}

function newerVersion(value: Json): Refusal | null {
  const version = value['version'];
  if (version === undefined) return null;
  const number = typeof version === 'number' ? version : Number.parseFloat(String(version));
  if (number < VERSION_MAX + 1) return null;
  if (Number.isNaN(number)) return refuse(`its version ${JSON.stringify(version)} is no number`);
  return {
    refused: `its version ${typeof version === 'number' ? version : JSON.stringify(version)} is newer than ${VERSION_MAX}, which is known`,
    newer: true,
  };
}

function isManifest(value: Json): boolean {
  const { lessons } = value;
  return isObject(lessons) && Object.values(lessons).every((each) => isObject(each) && 'slug' in each);
}

function fromManifest(value: Json): Incoming | Refusal {
  const { lessons } = value;
  const entries: [string, unknown][] = Array.isArray(lessons)
    ? lessons.map((each: unknown) => [isObject(each) ? String(each['id'] ?? '') : '', each])
    : isObject(lessons)
      ? Object.entries(lessons)
      : [];
  if (!isObject(lessons) && !Array.isArray(lessons)) return refuse('the manifest has no lessons');
  if (entries.some(([, record]) => isObject(record) && isOwnManifestRecord(record)))
    return refuse(
      'it is a manifest that `lessons build` wrote; it is built from the store and cannot be read back',
    );
  return all(
    'lesson-manifest.json',
    entries.map(([id, record]) => readManifestRecord(id, record)),
  );
}

function isOwnManifestRecord(record: Json): boolean {
  return 'actsAtCalls' in record || 'summaryText' in record;
}

function fromArray(values: unknown[], delivery: Delivery): Incoming | Refusal {
  if (values.length === 0) return incoming('filtered-candidates.json', []);
  const lessons = values.every((each) => isObject(each) && ('slug' in each || 'triggers' in each));
  if (lessons) return list('lessons.json', values, readLessonRecord);
  if (areKnownErrors(values))
    return list('known-errors.json', values, (record) => readKnownError(record, delivery));
  const candidates = values.every((each) => isObject(each) && ('mistake' in each || 'problem' in each));
  return candidates
    ? list('filtered-candidates.json', values, readCandidate)
    : refuse('it is a JSON list of something that is neither lessons nor candidates');
}

/** One JSON object a line: a failure log. A torn last line, or a bad one among good ones, is skipped and counted. */
function fromLines(body: string): Incoming | Refusal {
  const failures: Incoming['failures'] = [];
  const skipped: string[] = [];
  let records = 0;
  let objects = 0;
  for (const [index, line] of body.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    records += 1;
    const value = parsedJson(line);
    if (isObject(value)) objects += 1;
    const failure = readFailure(value, index);
    if (failure) failures.push(failure);
    else skipped.push(`line ${index + 1} is no failure`);
  }
  if (failures.length > 0) return { ...incoming('errors.jsonl', []), failures, records, skipped };
  return refuse(
    objects === 0
      ? 'it is not valid JSON, and not one JSON object a line'
      : 'it holds one JSON object a line, and none is a failure; transcripts are read by `lessons scan`',
  );
}

function list(
  format: FormatName,
  records: unknown,
  read: (record: unknown) => IncomingLesson | string | null,
  name: string | null = null,
): Incoming | Refusal {
  if (!Array.isArray(records)) return refuse('its list of lessons is missing');
  return all(format, records.map(read), name);
}

/** All or nothing: a record that cannot be read, of which null or a text says why, would be lost silently. */
function all(
  format: FormatName,
  lessons: (IncomingLesson | string | null)[],
  name: string | null = null,
): Incoming | Refusal {
  const bad = lessons.findIndex((each) => each === null || typeof each === 'string');
  if (bad >= 0)
    return refuse(
      `record ${bad + 1} of ${lessons.length} ${lessons[bad] ?? 'has no summary, mistake or pattern to keep'}`,
    );
  return { ...incoming(format, lessons as IncomingLesson[]), name };
}

function incoming(format: FormatName, lessons: IncomingLesson[]): Incoming {
  return { format, name: null, lessons, failures: [], records: lessons.length, skipped: [] };
}

function storeName(records: unknown): FormatName {
  const old =
    Array.isArray(records) &&
    records.some((each) => isObject(each) && ('triggers' in each || 'problem' in each));
  return old ? 'lessons.json' : 'store';
}

function nameOf(value: Json): string | null {
  return typeof value['name'] === 'string' ? value['name'] : null;
}

function refuse(refused: string): Refusal {
  return { refused, newer: false };
}
