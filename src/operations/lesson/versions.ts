import { z } from 'zod';
import { moreLine } from '../../model/counted.ts';
import type { Lesson, LessonPatch } from '../../model/lesson.ts';
import type { NewLesson, Store } from '../../store/port.ts';
import { addTo } from '../../text/lists.ts';
import type { Permission } from '../guard.ts';
import type { Context } from '../operation.ts';
import { saveProposal } from '../review/review-proposals.ts';
import { moved, saveChanges, writeUp } from './change-lesson.ts';
import { sayingOf } from './create-lesson.ts';
import { describeOrigin, digestOf, SAID_FIELDS } from './origin.ts';

/** Whether what is not a block, and whether a block, may be activated or taken away now. */
export interface Gate {
  activate: Permission;
  block: Permission;
}

export const earlierSchema = z
  .object({
    slug: z.string(),
    became: z.enum([
      'superseded',
      'updated',
      'restored',
      'withdrawn',
      'waits',
      'edited',
      'archived',
      'absent',
    ]),
    by: z.string().nullable().describe('Slug under which the newer version was added.'),
  })
  .describe(
    'A lesson that came from there before. superseded: archived, `by` acts in its place. updated: the same trigger and text, otherwise as it is there now. restored: active again. withdrawn: archived, since it is there no more. It stays as it is where the change waits for a human (waits), it was changed here (edited), it was archived here (archived), or it is there no more (absent).',
  );
export type Earlier = z.infer<typeof earlierSchema>;

const TOLD_MAX = 20;

const TOLD: Record<Earlier['became'], (slug: string, by: string | null) => string> = {
  superseded: (slug, by) =>
    `${slug} is superseded by ${by}, as it says now. It stays archived, with its history.`,
  updated: (slug) => `${slug} was brought up to date.`,
  restored: (slug) => `${slug} is active again.`,
  withdrawn: (slug) => `${slug} is archived: it is there no more.`,
  waits: (slug, by) =>
    by === null
      ? `${slug} stays as it is: what it says now is proposed. \`lessons edit ${slug} --accept\` takes it.`
      : `${slug} stays: what it says now waits in \`lessons review\` as ${by}.`,
  edited: (slug, by) =>
    by === null
      ? `${slug} was changed here and stays. See \`lessons show ${slug}\`.`
      : `${slug} was changed here and stays: what it says there now waits in \`lessons review\` as ${by}.`,
  archived: (slug) =>
    `${slug} was archived here and stays so, though it says something else now. \`lessons restore ${slug}\`, then the same again, takes it.`,
  absent: (slug) => `${slug} is there no more, and stays here. Archive it if it no longer holds.`,
};

/** A line for each of them, the first ones of each kind. */
export function tellEarlier(earlier: readonly Earlier[]): string[] {
  const kinds = Map.groupBy(earlier, ({ became }) => became);
  return [...kinds.values()].flatMap((some) => [
    ...some.slice(0, TOLD_MAX).map(({ slug, became, by }) => TOLD[became](slug, by)),
    ...moreLine(some.length - TOLD_MAX),
  ]);
}

/** A newer version that is to be added; `settle` is called once it has its id and slug. */
interface Newer {
  lesson: NewLesson;
  /** Why it waits for a human, where it does. */
  why: string | null;
  settle: (added: { id: string; slug: string }) => Promise<void>;
}

/**
 * The lessons that came from one place before, and what becomes of them when their file comes again. Whoever asks has
 * looked at the file; what a human has changed or archived here since then stays all the same, and is told.
 */
export class Versions {
  readonly earlier: Earlier[] = [];
  readonly #context: Context;
  readonly #store: Store;
  readonly #gate: Gate;
  readonly #place: string;
  readonly #byKey: Map<string, Lesson[]>;
  readonly #seen = new Set<string>();

  private constructor(context: Context, store: Store, gate: Gate, place: string, known: readonly Lesson[]) {
    this.#context = context;
    this.#store = store;
    this.#gate = gate;
    this.#place = place;
    this.#byKey = new Map();
    for (const lesson of [...known].sort((a, b) => a.number - b.number))
      addTo(this.#byKey, lesson.originKey ?? '', lesson);
  }

  static async of(context: Context, store: Store, gate: Gate, place: string): Promise<Versions> {
    return new Versions(context, store, gate, place, await store.listLessons({ origins: [place] }));
  }

  /** What a lesson of the file is to its earlier versions: the one that is it, or a newer one; null where there are none. */
  async take(lesson: NewLesson): Promise<{ id: string } | Newer | null> {
    const key = lesson.originKey ?? '';
    const versions = this.#byKey.get(key) ?? [];
    this.#seen.add(key);
    const head = headOf(versions);
    if (head === undefined) return null;
    const live = versions.filter(({ status }) => status !== 'archived');
    if (lesson.status === 'archived') {
      for (const each of live) await this.#withdraw(each, lesson.archiveReason);
      return { id: head.id };
    }
    const { originDigest: digest } = lesson;
    const same = live.find((each) => each.originDigest === digest || digestOf(each) === digest);
    if (same !== undefined) return this.#change(same, { originDigest: digest });
    if (head.originDigest === digest) return { id: head.id };
    if (live.length === 0 && head.originDigest !== null) {
      this.#tell(head, 'archived');
      return { id: head.id };
    }
    const alike = live.find((each) => sayingOf(each) === sayingOf(lesson));
    return alike === undefined ? this.#replace(lesson, versions, live) : this.#amend(alike, lesson);
  }

  /**
   * To be called after the last lesson of the file: says what is there no more.
   * @param isWhole the file holds all that the place has: what came from there and is not in it is archived
   */
  async leave(isWhole: boolean): Promise<void> {
    const isKnown = [...this.#byKey.keys()].some((key) => this.#seen.has(key));
    if (!isKnown && !isWhole) return;
    for (const [key, versions] of this.#byKey) {
      if (this.#seen.has(key)) continue;
      for (const each of versions) {
        if (each.status === 'archived' || each.originDigest === null) continue;
        if (isWhole) await this.#withdraw(each, `no longer in ${describeOrigin(this.#place)}`);
        else if (each.status === 'active') this.#tell(each, 'absent');
      }
    }
  }

  /** Only the fields beside trigger and text differ: it stays the same lesson. */
  async #amend(lesson: Lesson, newer: NewLesson): Promise<{ id: string }> {
    const said = Object.fromEntries(
      SAID_FIELDS.filter((field) => JSON.stringify(newer[field]) !== JSON.stringify(lesson[field])).map(
        (field) => [field, newer[field]],
      ),
    ) as LessonPatch;
    const digest = { originDigest: newer.originDigest };
    if (!isEdited(lesson) && this.#permission([lesson, newer]).allowed) {
      this.#tell(lesson, 'updated');
      return this.#change(lesson, { ...(said as Partial<Lesson>), ...digest });
    }
    await this.#store.saveDraft(writeUp(this.#context, lesson.id, said));
    this.#tell(lesson, 'waits');
    return isEdited(lesson) ? this.#change(lesson, digest) : { id: lesson.id };
  }

  /** Another text or trigger is another lesson, so that what was measured stays with what it was measured of. */
  async #replace(lesson: NewLesson, versions: Lesson[], live: Lesson[]): Promise<{ id: string } | Newer> {
    const acting = live.filter(({ status }) => status === 'active');
    const edited = live.filter(isEdited);
    const permission = this.#permission([lesson, ...acting]);
    if (lesson.status === 'active' && permission.allowed && edited.length === 0) {
      const back = versions.find((each) => digestOf(each) === lesson.originDigest);
      if (back === undefined) return { lesson, why: null, settle: (added) => this.#supersede(live, added) };
      await this.#restore(back, lesson, versions);
      await this.#supersede(live, back);
      return { id: back.id };
    }
    const target = edited.find(({ status }) => status === 'active') ?? acting[0];
    const why = edited.length > 0 ? 'an earlier version was changed here' : refusalOf(permission);
    const waits = lesson.status === 'active';
    return {
      lesson: waits ? { ...lesson, status: 'reviewed' } : lesson,
      why: waits ? why : null,
      settle: async (added) => {
        await this.#supersede(
          live.filter((each) => each.status !== 'active' && !isEdited(each)),
          added,
        );
        for (const each of edited) this.#tell(each, 'edited', added.slug);
        for (const each of acting) if (!edited.includes(each)) this.#tell(each, 'waits', added.slug);
        if (target !== undefined) await this.#propose(added.id, target.slug);
      },
    };
  }

  async #supersede(lessons: readonly Lesson[], by: { id: string; slug: string }): Promise<void> {
    for (const lesson of lessons) {
      const after = moved(lesson, 'archive', this.#now, `superseded by ${by.slug}`);
      await saveChanges(this.#store, lesson, { ...after, supersededBy: by.id });
      this.#tell(lesson, 'superseded', by.slug);
    }
  }

  async #restore(lesson: Lesson, { originDigest }: NewLesson, versions: readonly Lesson[]): Promise<void> {
    for (const each of versions)
      if (each !== lesson && each.originDigest === null)
        await this.#change(each, { supersededBy: lesson.id });
    let after: Lesson = { ...lesson, originDigest };
    for (const event of ['restore', 'complete', 'approve'] as const) after = moved(after, event, this.#now);
    await saveChanges(this.#store, lesson, after);
    this.#tell(lesson, 'restored');
  }

  /** What was changed here is the user's own from then on. */
  async #withdraw(lesson: Lesson, reason: string | null): Promise<void> {
    if (isEdited(lesson)) {
      if (lesson.originDigest === null) return;
      await this.#change(lesson, { originDigest: null });
      return this.#tell(lesson, 'edited');
    }
    if (lesson.status === 'active' && !this.#permission([lesson]).allowed)
      return this.#tell(lesson, 'absent');
    const after = moved(
      lesson,
      'archive',
      this.#now,
      reason ?? `withdrawn by ${describeOrigin(this.#place)}`,
    );
    await saveChanges(this.#store, lesson, { ...after, originDigest: null });
    this.#tell(lesson, 'withdrawn');
  }

  #propose(id: string, targetSlug: string): Promise<void> {
    const { by, at } = writeUp(this.#context, id, {});
    const reason = `a newer version from ${describeOrigin(this.#place)}`;
    return saveProposal(this.#store, id, { by, at, action: 'supersede', reason, targetSlug });
  }

  async #change(lesson: Lesson, changes: Partial<Lesson>): Promise<{ id: string }> {
    await saveChanges(this.#store, lesson, { ...lesson, ...changes });
    return { id: lesson.id };
  }

  #tell({ slug }: Lesson, became: Earlier['became'], by: string | null = null): void {
    this.earlier.push({ slug, became, by });
  }

  #permission(lessons: readonly Pick<Lesson, 'delivery'>[]): Permission {
    return lessons.some(({ delivery }) => delivery === 'block') ? this.#gate.block : this.#gate.activate;
  }

  get #now(): number {
    return this.#context.clock.now();
  }
}

const refusalOf = (permission: Permission): string | null => (permission.allowed ? null : permission.reason);

/** Whether it says something else here than it did when it came. */
const isEdited = (lesson: Lesson): boolean => digestOf(lesson) !== lesson.originDigest;

/** The one that came last: none of the others has taken its place. */
function headOf(versions: readonly Lesson[]): Lesson | undefined {
  const ids = new Set(versions.map(({ id }) => id));
  return versions.findLast(({ supersededBy }) => !ids.has(supersededBy ?? '')) ?? versions.at(-1);
}
