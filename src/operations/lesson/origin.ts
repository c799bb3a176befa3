import { basename, relative, sep } from 'node:path';
import type { Lesson } from '../../model/lesson.ts';
import { ProjectFinder, repositoryRoot } from '../../platform/project.ts';
import { sha256 } from '../../platform/sha256.ts';
import { oneLine } from '../../text/one-line.ts';
import { redact } from '../../text/redact.ts';
import type { Json } from '../../transcripts/json.ts';
import type { FormatName, Incoming, IncomingLesson } from '../formats/incoming.ts';
import { text, written } from '../formats/record.ts';
import { realPath, repositoryOf } from '../home/trust-file.ts';

const HASH_CHARS = 16;
const NAME_CHARS_MAX = 200;
/** `kind:name` or `kind@hash:name`. */
const ORIGIN = new RegExp(`^([a-z]+)(?:@[0-9a-f]+)?:(?=.{1,${NAME_CHARS_MAX}}$)`);
const KEY_CHARS_MAX = 200;
const DIGEST = /^[0-9a-f]{64}$/;

/** A store tells itself where its lessons came from, and a log of failures holds none. */
const NO_PLACE: ReadonlySet<FormatName> = new Set(['store', 'errors.jsonl']);

/**
 * The place that a file's lessons come from: a pack by its name, and by the repository where it lies in one; another file
 * by its path. A repository is hashed, so that what is stored names no folder, and no name can pass for another place.
 * Null where what comes next from there could not be told from something else.
 */
export function originOfFile(
  file: string,
  { format, name }: Pick<Incoming, 'format' | 'name'>,
): string | null {
  if (NO_PLACE.has(format)) return null;
  const pack = name === null ? '' : nameOf(name);
  if (file === '-') return pack === '' ? null : `pack:${pack}`;
  if (pack === '') return `file@${hashOf(realPath(file))}:${nameOf(basename(file))}`;
  const root = repositoryOf(file);
  return root === null ? `pack:${pack}` : `pack@${hashOf(new ProjectFinder().of(root).id)}:${pack}`;
}

/** The same of a folder of lessons files: those of a project's clones and worktrees are one. */
export function originOfFolder(folder: string): string {
  const root = repositoryRoot(folder);
  if (root === null) return `folder@${hashOf(folder)}:${nameOf(basename(folder))}`;
  const within = relative(root, folder).split(sep).join('/');
  return `folder@${hashOf(`${new ProjectFinder().of(root).id}\0${within}`)}:${nameOf(within)}`;
}

/** The place in words. */
export const describeOrigin = (origin: string): string =>
  origin.replace(ORIGIN, (_all, kind: string) => `the ${kind} `);

/** Where the record of a store says that its lesson came from; nothing where it is not written as it is here. */
export function readOrigin(record: Json): Partial<Pick<Lesson, 'origin' | 'originKey' | 'originDigest'>> {
  const [origin, originKey] = [text(record['origin']), text(record['originKey'])];
  if (!ORIGIN.test(origin) || originKey === '' || originKey.length > KEY_CHARS_MAX) return {};
  return { origin, originKey, originDigest: DIGEST.exec(text(record['originDigest']))?.[0] ?? null };
}

/**
 * What the lessons of one place are called there, one after the other: by slug, else by id, else by their summary. Of two
 * that are called the same the second is another one.
 */
export class OriginKeys {
  readonly #given = new Map<string, number>();

  of({ slug, id }: IncomingLesson['fields'], summary: string): string {
    const key = slug ?? id ?? `=${hashOf(summary)}`;
    const count = (this.#given.get(key) ?? 0) + 1;
    this.#given.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  }
}

/**
 * All that a file says of a lesson, and a person may change; how sure it is comes with a human's yes. Not read off the
 * schema: digests of these are stored, and with another field or order every lesson that came would count as changed here.
 */
export const SAID_FIELDS = [
  'summary',
  'mistake',
  'remediation',
  'signature',
  'delivery',
  'blockReason',
  'injectOn',
  'toolNames',
  'commandPatterns',
  'pathPatterns',
  'contentPatterns',
  'errorPatterns',
  'priority',
  'tags',
  'needsHumanFix',
  'scope',
] as const satisfies (keyof Lesson)[];

/** The same for lessons that say the same in every field. */
export function digestOf(lesson: Pick<Lesson, (typeof SAID_FIELDS)[number]>): string {
  const said = SAID_FIELDS.map((field) => lesson[field]);
  const wellFormed = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return sha256(JSON.stringify(said, wellFormed));
}

const hashOf = (text: string): string => sha256(text).slice(0, HASH_CHARS);

const nameOf = (name: string): string => oneLine(redact(written(name))).slice(0, NAME_CHARS_MAX);
