import type { Lesson, LessonPatch } from '../../model/lesson.ts';
import type { ReviewItem } from '../../model/review-session.ts';
import { AppError } from '../../platform/errors.ts';
import { expanded } from '../../review/expand.ts';
import { noRemediation } from '../../review/noise.ts';
import type { Store } from '../../store/port.ts';
import type { Permission } from '../guard.ts';
import { approved, moved, patched, readPatch, restored, saveChanges } from '../lesson/change-lesson.ts';
import { isIdentical } from '../lesson/create-lesson.ts';
import { problemsOf, refuseProblems } from '../lesson/validate-lesson.ts';
import { saveProposal } from './review-proposals.ts';

/** What deciding needs to know besides the item. */
export interface DecideOptions {
  now: number;
  home: string;
  /** Who decides: `human`, or the agent's id. */
  by: string;
  /** Whether a human asked for it, and whether that is enough for a lesson that blocks. */
  activate: Permission;
  block: Permission;
  /** Active lessons that this review may archive. */
  lifecycleIds: ReadonlySet<string>;
}

/** What one item changed. */
export interface Decided {
  before: Lesson;
  after: Lesson;
  targetBefore: Lesson | null;
  targetAfter: Lesson | null;
  /** Why only a proposal was left, or null. */
  proposal: string | null;
  reason: string | null;
}

/** An item of a review: the candidate as it is, and the whole patch on it. */
interface Asked {
  item: ReviewItem;
  before: Lesson;
  patch: LessonPatch;
}

/** Carries out one item in the caller's transaction. Throws an AppError that says why it cannot be applied. */
export async function decide(store: Store, item: ReviewItem, options: DecideOptions): Promise<Decided> {
  const before = await store.resolveLesson(item.candidateId);
  refuseDecided(before, item, options);
  const patch = await wholePatch(store, before, item);
  const target = await targetOf(store, before, item);
  const needsBlock =
    [before, target].some((lesson) => lesson?.delivery === 'block') || patch.delivery === 'block';
  const permission = needsBlock ? options.block : options.activate;
  if (!permission.allowed && !['skip', 'unarchive'].includes(item.action))
    return propose(store, { item, before, patch }, permission.reason, options);
  switch (item.action) {
    case 'promote':
      return { ...unchanged(before), after: await promote(store, before, patch, options) };
    case 'supersede':
      return supersede(store, before, patch, target as Lesson, options);
    case 'expand_existing':
      return expand(store, { item, before, patch }, target as Lesson, options);
    case 'archive': {
      const reason = item.archiveReason?.trim() ?? '';
      return { ...unchanged(before), after: await archive(store, before, reason, options), reason };
    }
    case 'unarchive':
      return { ...unchanged(before), after: await restored(store, before, options.now) };
    case 'skip':
      await leaveDraft(store, before, item, options);
      return unchanged(before);
  }
}

function unchanged(lesson: Lesson): Decided {
  return {
    before: lesson,
    after: lesson,
    targetBefore: null,
    targetAfter: null,
    proposal: null,
    reason: null,
  };
}

/** A candidate that another review has decided cannot be decided again; what was archived can be taken back. */
function refuseDecided(lesson: Lesson, item: ReviewItem, { lifecycleIds }: DecideOptions): void {
  const waits = lesson.status === 'candidate' || lesson.status === 'reviewed';
  if (item.action === 'unarchive') {
    if (lesson.status === 'archived') return;
    throw new AppError(
      'CONFLICT',
      `${lesson.slug} is ${lesson.status}, not archived: there is nothing to take back`,
    );
  }
  if (waits) return;
  if (item.action === 'archive' && lesson.status === 'active' && lifecycleIds.has(lesson.id)) return;
  throw new AppError('CONFLICT', `${lesson.slug} has been decided already: it is ${lesson.status}`);
}

/** The item's patch over the write-up that lies on the candidate. */
async function wholePatch(store: Store, lesson: Lesson, item: ReviewItem): Promise<LessonPatch> {
  const draft = await store.getDraft(lesson.id);
  return { ...(draft === null ? {} : readPatch(draft.patch)), ...readPatch(item.patch ?? {}) };
}

async function targetOf(store: Store, lesson: Lesson, item: ReviewItem): Promise<Lesson | null> {
  if (item.action !== 'expand_existing' && item.action !== 'supersede') return null;
  if (!item.targetSlug) throw new AppError('INVALID_INPUT', `${item.action} needs targetSlug`);
  const target = await store.resolveLesson(item.targetSlug);
  if (target.id === lesson.id)
    throw new AppError('INVALID_INPUT', `${lesson.slug} cannot ${item.action} itself`);
  if (target.status !== 'active')
    throw new AppError(
      'CONFLICT',
      `${target.slug} is ${target.status}: only an active lesson can be the target`,
    );
  return target;
}

async function promote(
  store: Store,
  before: Lesson,
  patch: LessonPatch,
  { now, home }: DecideOptions,
): Promise<Lesson> {
  const next = await approved(before, withoutFix(before, patch), { now, home });
  const twin = (await store.findByContentHash(next.contentHash)).find(
    (each) => each.status === 'active' && each.id !== before.id && isIdentical(each, next),
  );
  if (twin)
    throw new AppError('DUPLICATE', `${before.slug} says exactly what the active lesson ${twin.slug} says`);
  return saveChanges(store, before, next);
}

/** Where no concrete fix is known the lesson is told at session start, and asks for one. */
function withoutFix(lesson: Lesson, patch: LessonPatch): LessonPatch {
  if (noRemediation(patched(lesson, patch)) === null) return patch;
  return { needsHumanFix: true, injectOn: ['SessionStart'], ...patch };
}

async function supersede(
  store: Store,
  before: Lesson,
  patch: LessonPatch,
  target: Lesson,
  options: DecideOptions,
): Promise<Decided> {
  const retired = moved(target, 'archive', options.now, `superseded by ${before.slug}`);
  const targetAfter = await saveChanges(store, target, { ...retired, supersededBy: before.id });
  const after = await promote(store, before, patch, options);
  return { ...unchanged(before), after, targetBefore: target, targetAfter };
}

async function expand(
  store: Store,
  { item, before, patch }: Asked,
  target: Lesson,
  { now, home }: DecideOptions,
): Promise<Decided> {
  const candidate = patched(before, patch);
  const note = item.expansionNote?.trim() || candidate.summary;
  const grown = expanded(target, candidate, note);
  if ('refused' in grown) throw new AppError('INVALID_INPUT', grown.refused);
  const next = patched(grown.lesson, {});
  refuseProblems(await problemsOf(next, home), target.slug);
  const targetAfter = await saveChanges(store, target, next);
  const rows = await store.listEvidence(before.id);
  await store.addEvidence(rows.map(({ id: _id, ...row }) => ({ ...row, lessonId: target.id })));
  await store.moveFindings(before.id, target.id);
  const reason = `expanded ${target.slug}: ${note}`;
  const gone = { ...moved(before, 'archive', now, reason), supersededBy: target.id };
  return {
    ...unchanged(before),
    after: await saveChanges(store, before, gone),
    targetBefore: target,
    targetAfter,
    reason,
  };
}

async function archive(
  store: Store,
  before: Lesson,
  reason: string,
  { now }: DecideOptions,
): Promise<Lesson> {
  if (reason === '') throw new AppError('INVALID_INPUT', 'archive needs archiveReason');
  return saveChanges(store, before, moved(before, 'archive', now, reason));
}

/** A patch on what is skipped is kept as a write-up, checked as it would be when approved. */
async function leaveDraft(
  store: Store,
  lesson: Lesson,
  item: ReviewItem,
  options: DecideOptions,
): Promise<void> {
  if (item.patch === undefined || Object.keys(item.patch).length === 0) return;
  const draft = await store.getDraft(lesson.id);
  const patch = readPatch({ ...draft?.patch, ...item.patch });
  const { blockReason: _blockReason, ...checked } = patch;
  refuseProblems(
    await problemsOf({ ...patched(lesson, checked), needsHumanFix: true }, options.home),
    lesson.slug,
  );
  await store.saveDraft({
    lessonId: lesson.id,
    patch,
    by: options.by,
    at: new Date(options.now).toISOString(),
  });
}

/** Leaves the decision to a human: write-up and intention stay on the candidate, which counts as reviewed. */
async function propose(
  store: Store,
  { item, before, patch }: Asked,
  why: string,
  { now, by, home }: DecideOptions,
): Promise<Decided> {
  const reason = item.archiveReason?.trim() || item.expansionNote?.trim() || null;
  if (item.action === 'archive' && reason === null)
    throw new AppError('INVALID_INPUT', 'archive needs archiveReason');
  if (item.action !== 'archive')
    refuseProblems(await problemsOf(patched(before, withoutFix(before, patch)), home), before.slug);
  const at = new Date(now).toISOString();
  if (Object.keys(patch).length > 0) await store.saveDraft({ lessonId: before.id, patch, by, at });
  await saveProposal(store, before.id, {
    by,
    at,
    action: item.action,
    reason,
    targetSlug: item.targetSlug ?? null,
  });
  const after =
    before.status === 'candidate' ? await saveChanges(store, before, moved(before, 'complete', now)) : before;
  return { ...unchanged(before), after, proposal: why, reason };
}
