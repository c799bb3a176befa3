import type { Lesson } from '../model/lesson.ts';
import { contradictions, directives } from './directives.ts';

export const STALE_DAYS = 180;
const DAY_MS = 86_400_000;

/** An active lesson that a review might let go; a proposal, nothing more. */
export interface LifecycleProposal {
  id: string;
  slug: string;
  summary: string;
  kind: 'stale' | 'no-effect' | 'superseded';
  reason: string;
}

/** What is known of a lesson's effect: how often it was judged, and the upper bound of its chance to help. */
export interface KnownEffect {
  judged: number;
  high: number;
}

/** So many judged deliveries are needed before an effect is called missing. */
export const JUDGED_MIN = 8;
const HELPS_MIN = 0.2;

/**
 * Active lessons that have not matched for 180 days, that were judged often and hardly ever helped,
 * or that a newer active lesson says the opposite of. Deterministic; in the order of the lessons.
 */
export function lifecycleProposals(
  active: readonly Lesson[],
  effects: ReadonlyMap<string, KnownEffect>,
  now: number,
): LifecycleProposal[] {
  const newer = newerOpposites(active);
  return active.flatMap((lesson) => {
    const found = superseded(lesson, newer) ?? noEffect(effects.get(lesson.id)) ?? stale(lesson, now);
    return found ? [{ id: lesson.id, slug: lesson.slug, summary: lesson.summary, ...found }] : [];
  });
}

type Found = Pick<LifecycleProposal, 'kind' | 'reason'> | null;

function superseded(lesson: Lesson, newer: Map<string, Lesson>): Found {
  if (lesson.supersededBy !== null)
    return { kind: 'superseded', reason: `superseded by ${lesson.supersededBy}` };
  const opposite = newer.get(lesson.id);
  return opposite
    ? { kind: 'superseded', reason: `the newer active lesson ${opposite.slug} says the opposite` }
    : null;
}

function noEffect(effect: KnownEffect | undefined): Found {
  if (!effect || effect.judged < JUDGED_MIN || effect.high >= HELPS_MIN) return null;
  const percent = Math.round(effect.high * 100);
  return {
    kind: 'no-effect',
    reason: `judged ${effect.judged} times, and it helps in at most ${percent}% of cases`,
  };
}

/** Being shown does not keep a lesson alive; matching, helping, being made or being looked at again does. */
function stale(lesson: Lesson, now: number): Found {
  if (!lesson.injectOn.some((event) => event === 'PreToolUse' || event === 'PostToolUseFailure')) return null;
  const times = [lesson.lastMatchedAt, lesson.lastUsefulAt, lesson.reviewedAt, lesson.createdAt];
  const last = Math.max(
    ...times
      .map((time) => (time === null ? Number.NaN : Date.parse(time)))
      .filter((time) => !Number.isNaN(time)),
  );
  const days = Math.floor((now - last) / DAY_MS);
  if (!Number.isFinite(days) || days < STALE_DAYS) return null;
  return {
    kind: 'stale',
    reason:
      lesson.lastMatchedAt === null
        ? `has never matched in ${days} days`
        : `has not matched for ${days} days`,
  };
}

/** For each lesson the newest other one, of the same tools, that advises what it forbids or the reverse. */
function newerOpposites(active: readonly Lesson[]): Map<string, Lesson> {
  const advice = new Map(
    active.map((lesson) => [lesson.id, directives(`${lesson.summary}. ${lesson.remediation}`)]),
  );
  const byObject = new Map<string, Lesson[]>();
  for (const lesson of active)
    for (const object of [...advice.get(lesson.id)!.does, ...advice.get(lesson.id)!.donts]) {
      const list = byObject.get(object);
      if (list) list.push(lesson);
      else byObject.set(object, [lesson]);
    }
  const found = new Map<string, Lesson>();
  for (const lessons of byObject.values()) {
    if (lessons.length < 2 || lessons.length > 50) continue;
    const ordered = [...lessons].sort(
      (a, b) => a.createdAt.localeCompare(b.createdAt) || a.number - b.number,
    );
    for (const [index, lesson] of ordered.entries())
      for (const later of ordered.slice(index + 1))
        if (
          later.createdAt > lesson.createdAt &&
          sharesTool(lesson, later) &&
          contradictions(advice.get(lesson.id)!, advice.get(later.id)!).length > 0
        )
          found.set(lesson.id, later);
  }
  return found;
}

function sharesTool(a: Lesson, b: Lesson): boolean {
  return (
    a.toolNames.length === 0 ||
    b.toolNames.length === 0 ||
    a.toolNames.some((tool) => b.toolNames.includes(tool))
  );
}
