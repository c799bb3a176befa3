import { ulid } from 'ulid';
import { contentHash } from '../../model/content-hash.ts';
import {
  type Lesson,
  type LessonDraft,
  type LessonSource,
  type LessonStatus,
  namesCalls,
  type Trigger,
} from '../../model/lesson.ts';
import { AppError } from '../../platform/errors.ts';
import { slugOf } from '../../review/slug.ts';
import type { Store } from '../../store/port.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const SLUG_TRIES = 50;

/** What a new lesson is besides its draft; everything has a default. */
interface NewLessonOptions {
  source: LessonSource;
  status: LessonStatus;
  /** Milliseconds since the epoch. */
  now: number;
  /** Identity and history that are kept where a lesson comes from elsewhere. */
  known?: Partial<Lesson>;
}

/**
 * A whole lesson from a draft, with defaults, content hash, ULID and (where it is not kept) a first slug.
 * Pure but for the ULID; nothing is checked here.
 */
export function buildLesson(draft: LessonDraft, options: NewLessonOptions): Omit<Lesson, 'number'> {
  const { known = {} } = options;
  const at = new Date(options.now).toISOString();
  const trigger = {
    toolNames: draft.toolNames ?? [],
    commandPatterns: draft.commandPatterns ?? [],
    pathPatterns: draft.pathPatterns ?? [],
    contentPatterns: draft.contentPatterns ?? [],
    errorPatterns: draft.errorPatterns ?? [],
  };
  const hash = contentHash({ ...draft, commandPatterns: trigger.commandPatterns });
  const isDecided = options.status === 'active' || options.status === 'reviewed';
  const lesson: Omit<Lesson, 'number'> = {
    id: ulid(options.now),
    slug: slugOf(draft.summary, hash),
    status: options.status,
    summary: draft.summary,
    mistake: draft.mistake,
    remediation: draft.remediation,
    signature: draft.signature ?? null,
    delivery: draft.delivery ?? 'context',
    blockReason: draft.blockReason ?? null,
    injectOn: draft.injectOn ?? defaultEvents(trigger),
    ...trigger,
    priority: draft.priority ?? 5,
    confidence: draft.confidence ?? (options.status === 'active' ? 0.9 : 0.5),
    tags: draft.tags ?? [],
    needsHumanFix: draft.needsHumanFix ?? false,
    scope: draft.scope ?? 'global',
    source: options.source,
    sourceSessionIds: [],
    occurrenceCount: 1,
    sessionCount: 0,
    projectCount: 0,
    hitCount: 0,
    lastSeenAt: null,
    lastMatchedAt: null,
    lastUsefulAt: null,
    createdAt: at,
    updatedAt: at,
    reviewedAt: isDecided ? at : null,
    archivedAt: options.status === 'archived' ? at : null,
    archiveReason: null,
    supersededBy: null,
    origin: null,
    originKey: null,
    originDigest: null,
    fingerprint: null,
    reusable: 1,
    signals: [],
    contentHash: hash,
  };
  const { number: _number, contentHash: _hash, ...kept } = known;
  return { ...lesson, ...withoutUndefined(kept) };
}

/** Where a lesson acts unless it says so: at its calls, on its error, before a turn; without a trigger, at session start. */
function defaultEvents(trigger: Trigger): Lesson['injectOn'] {
  const atCalls = namesCalls(trigger);
  const onErrors = trigger.errorPatterns.length > 0;
  if (!atCalls && !onErrors) return ['SessionStart', 'UserPromptSubmit'];
  return [...(atCalls ? (['PreToolUse'] as const) : []), 'UserPromptSubmit', 'PostToolUseFailure'];
}

/** A slug that no lesson of the store has, nor `also`: the lesson's own, else the next one made of its content. */
export async function freeSlug(
  store: Store,
  lesson: Pick<Lesson, 'slug' | 'summary' | 'contentHash'>,
  also?: ReadonlySet<string>,
): Promise<string> {
  const isFree = async (slug: string) =>
    also?.has(slug) !== true && (await store.takenSlugs(slug)).length === 0;
  if (await isFree(lesson.slug)) return lesson.slug;
  for (let attempt = 0; attempt < SLUG_TRIES; attempt += 1) {
    const slug = slugOf(lesson.summary, lesson.contentHash, attempt);
    if (await isFree(slug)) return slug;
  }
  throw new AppError('INTERNAL', `no free slug for ${lesson.summary}`);
}

/** Stores a built lesson under a free slug; in the caller's transaction where there is one. */
export async function storeLesson(store: Store, lesson: Omit<Lesson, 'number'>): Promise<Lesson> {
  return store.transaction(async (inside) =>
    inside.insertLesson({ ...lesson, slug: await freeSlug(inside, lesson) }),
  );
}

/** The lesson in the store that says exactly the same under the same trigger and scope; archived ones do not count. */
export async function findIdentical(store: Store, lesson: Omit<Lesson, 'number'>): Promise<Lesson | null> {
  const equal = await store.findByContentHash(lesson.contentHash);
  return equal.find((other) => other.id !== lesson.id && isIdentical(other, lesson)) ?? null;
}

/** Whether a lesson of the store, which is not archived, says exactly the same. */
export function isIdentical(other: Lesson, lesson: Omit<Lesson, 'number'>): boolean {
  return other.status !== 'archived' && sayingOf(other) === sayingOf(lesson);
}

/** The same for lessons that say exactly the same under the same trigger and scope. */
export function sayingOf(lesson: Omit<Lesson, 'number'>): string {
  const { contentHash: hash, scope, toolNames, pathPatterns, contentPatterns, errorPatterns } = lesson;
  return JSON.stringify([hash, scope, toolNames, pathPatterns, contentPatterns, errorPatterns]);
}
