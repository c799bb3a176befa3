import { contentHash } from '../../model/content-hash.ts';
import {
  callPatterns,
  type Lesson,
  type LessonPatch,
  LessonPatchSchema,
  PATTERN_FIELDS,
} from '../../model/lesson.ts';
import { isoTime } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type ReviewEvent, transition, wayToActive } from '../../review/state-machine.ts';
import { type Draft, lessonState, type Store } from '../../store/port.ts';
import { isObject } from '../../text/json.ts';
import { redact } from '../../text/redact.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Context } from '../operation.ts';
import { noteEdited } from './edited-fields.ts';
import {
  blankPatterns,
  parseFields,
  problemsOf,
  refuseBlank,
  refuseProblems,
  tidy,
} from './validate-lesson.ts';

/** Confidence of a lesson that a human has approved, at least. */
const APPROVED_CONFIDENCE = 0.9;

/** A patch's known fields, tidied and checked one by one. Throws INVALID_INPUT. */
export function readPatch(value: unknown): LessonPatch {
  if (!isObject(value)) {
    throw new AppError('INVALID_INPUT', 'a patch is a JSON object of lesson fields');
  }
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(LessonPatchSchema.shape, key));
  if (unknown.length > 0) {
    throw new AppError('INVALID_INPUT', `a patch cannot set ${unknown.join(', ')}`, {
      hint: `Fields are ${Object.keys(LessonPatchSchema.shape).join(', ')}.`,
    });
  }
  // Each takes the place of what the lesson has, whatever the other fields give it.
  for (const field of PATTERN_FIELDS) refuseBlank(blankPatterns({ [field]: value[field] }), 'give []');
  return parseFields(LessonPatchSchema, tidy(value));
}

/**
 * The lesson as it would be with the patch, content hash included. One that gets its first pattern for calls, or is to
 * hold or block those that its patterns match, acts at calls unless the patch names the events itself.
 */
export function patched(lesson: Lesson, patch: LessonPatch): Lesson {
  const next: Lesson = { ...lesson, ...withoutUndefined(patch) };
  const denies = patch.delivery === 'hold' || patch.delivery === 'block';
  const isNamed = patch.injectOn !== undefined || next.injectOn.includes('PreToolUse');
  if (!isNamed && hasCallPattern(next) && (denies || !hasCallPattern(lesson))) {
    next.injectOn = ['PreToolUse', ...next.injectOn];
  }
  return { ...next, contentHash: contentHash(next) };
}

const hasCallPattern = (lesson: Lesson): boolean => callPatterns(lesson).length > 0;

/** The fields in which two lessons differ, with their new values. */
export function difference(before: Lesson, after: Lesson): Partial<Lesson> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Lesson]),
  );
  return Object.fromEntries(changed);
}

/** The lesson after an event of the state machine, with its dates. Throws INVALID_TRANSITION. */
export function moved(lesson: Lesson, event: ReviewEvent, now: number, reason: string | null = null): Lesson {
  const move = transition(lesson.status, event);
  if ('refused' in move) {
    throw new AppError('INVALID_TRANSITION', `cannot ${event} ${lesson.slug}: ${move.refused}`);
  }
  const at = new Date(now).toISOString();
  const next: Lesson = { ...lesson, status: move.to };
  if (event === 'complete' || event === 'approve') return { ...next, reviewedAt: at };
  if (event === 'archive') return { ...next, archivedAt: at, archiveReason: reason && redact(reason) };
  return { ...next, archivedAt: null, archiveReason: null, supersededBy: null };
}

/**
 * The lesson as a human's yes makes it: patch applied, checked as a whole, taken through the state machine to active.
 * Pure but for the check of its patterns. Throws INVALID_INPUT, UNSAFE_PATTERN or INVALID_TRANSITION.
 */
export async function approved(
  lesson: Lesson,
  patch: LessonPatch,
  { now, home }: { now: number; home: string },
): Promise<Lesson> {
  const way = wayToActive(lesson.status);
  if (way === null) {
    const move = transition(lesson.status, 'approve');
    throw new AppError(
      'INVALID_TRANSITION',
      `cannot promote ${lesson.slug}: ${'refused' in move ? move.refused : ''}`,
    );
  }
  let next = patched(lesson, patch);
  refuseProblems(await problemsOf(next, home), lesson.slug);
  for (const event of way) next = moved(next, event, now);
  const confidence = patch.confidence ?? Math.max(next.confidence, APPROVED_CONFIDENCE);
  return { ...next, confidence, reusable: Math.max(next.reusable, 1) };
}

/** A write-up on a lesson by whoever asks, which somebody is to decide. */
export const writeUp = ({ actor, clock }: Context, lessonId: string, patch: LessonPatch): Draft => ({
  lessonId,
  patch,
  by: actor.agent ?? 'human',
  at: isoTime(clock),
});

/**
 * Writes what differs, provided that the status is still what it was. Once a lesson is active or archived, what was
 * proposed for the candidate is decided. Throws CONFLICT.
 */
export async function saveChanges(store: Store, before: Lesson, after: Lesson): Promise<Lesson> {
  const changes = difference(before, after);
  if (Object.keys(changes).length === 0) return before;
  if (!(await store.updateLesson(before.id, changes, before.status))) {
    throw new AppError('CONFLICT', `${before.slug} was changed by someone else meanwhile`, {
      hint: 'Look at it again and repeat.',
    });
  }
  if (after.status === 'active' || after.status === 'archived')
    await store.setState(lessonState('proposal', before.id), null);
  return (await store.getLesson(before.id))!;
}

/** An archived lesson a candidate again, which stays whatever a scan finds: a human has brought it back. */
export async function restored(store: Store, before: Lesson, now: number): Promise<Lesson> {
  await noteEdited(store, before.id, ['status']);
  return saveChanges(store, before, moved(before, 'restore', now));
}
