import { ulid } from 'ulid';
import { z } from 'zod';
import { contentHash } from '../../model/content-hash.ts';
import { moreLine } from '../../model/counted.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { EvidenceRow, NewLesson, Store } from '../../store/port.ts';
import { arrivalsOf } from '../outcomes/arrivals.ts';
import { freeSlug, isIdentical, sayingOf } from './create-lesson.ts';
import { withoutHome } from './shared-lessons.ts';

/** A lesson that is here already, and under which slug what the file says instead has come. */
export const renamedSchema = z.object({ slug: z.string(), as: z.string() });
export type Renamed = z.infer<typeof renamedSchema>;

const RENAMED_TOLD_MAX = 20;

/** Both act until a human says which one holds. */
export const tellRenamed = (renamed: readonly Renamed[]): string[] => [
  ...renamed
    .slice(0, RENAMED_TOLD_MAX)
    .map(
      ({ slug, as }) =>
        `${slug} says something else here: the file's was added beside it as ${as}. Archive the one that no longer holds.`,
    ),
  ...moreLine(renamed.length - RENAMED_TOLD_MAX),
];

/** Lessons on their way into the store, so that twins within one file are seen too. */
export class IncomingBatch {
  private readonly store: Store;
  private readonly arrivedAt: (lesson: Lesson) => string | null;
  readonly renamed: Renamed[] = [];
  private waiting: NewLesson[] = [];
  private evidence: Omit<EvidenceRow, 'id'>[] = [];
  /** What the store has given to the lessons that are in it. */
  readonly numbers: number[] = [];
  /** Of the lessons on their way, the store's that have their ids, and those that have their content hashes. */
  private stored = new Map<string, Lesson>();
  private alike = new Map<string, Lesson[]>();
  private readonly ids = new Set<string>();
  /** Slugs that are not free: all, and those of lessons that do not come from this file. */
  private readonly slugs = new Set<string>();
  private readonly others = new Set<string>();
  /** Ids of the lessons on their way by what they say. */
  private readonly sayings = new Map<string, string>();

  /** The user's home folder. */
  private readonly home: string;

  private constructor(store: Store, arrivedAt: (lesson: Lesson) => string | null, home: string) {
    this.store = store;
    this.arrivedAt = arrivedAt;
    this.home = home;
  }

  /** @param home the user's home folder */
  static async of(store: Store, home: string): Promise<IncomingBatch> {
    return new IncomingBatch(store, await arrivalsOf(store), home);
  }

  /** Reads what the store has of these lessons' ids, slugs and contents, before any of them is added. */
  async lookUp(lessons: readonly NewLesson[]): Promise<void> {
    const { store } = this;
    this.stored = new Map(
      (await store.listLessons({ ids: lessons.map(({ id }) => id) })).map((lesson) => [lesson.id, lesson]),
    );
    this.alike = Map.groupBy(
      await store.findByContentHash(...lessons.map(({ contentHash }) => contentHash)),
      ({ contentHash }) => contentHash,
    );
    for (const slug of await store.takenSlugs(...lessons.map(({ slug }) => slug))) {
      if (!this.slugs.has(slug)) this.others.add(slug);
      this.slugs.add(slug);
    }
  }

  /** Id of the lesson in the store, or on its way there, that is the same or says the same; null where it is new. */
  async known(lesson: NewLesson): Promise<string | null> {
    const twin = this.sayings.get(sayingOf(lesson));
    if (twin !== undefined) return twin;
    const alike = this.alike.get(lesson.contentHash) ?? [];
    const arrived = alike.find((other) => this.cameAs(other, lesson));
    if (arrived !== undefined) {
      const { origin, originKey, originDigest } = lesson;
      await this.store.updateLesson(arrived.id, { origin, originKey, originDigest });
      return arrived.id;
    }
    if (this.isStored(lesson) && !this.ids.has(lesson.id)) return lesson.id;
    return alike.find((other) => isIdentical(other, lesson))?.id ?? null;
  }

  /** Whether the lesson of this id says the same, or was exported from here without the home folder. */
  private isStored({ id, contentHash: hash }: NewLesson): boolean {
    const stored = this.stored.get(id);
    if (stored === undefined) return false;
    return stored.contentHash === hash || contentHash(withoutHome(stored, this.home)) === hash;
  }

  /** Whether a lesson came as this one before it was kept where lessons came from: it counts as come from there. */
  private cameAs(other: Lesson, lesson: NewLesson): boolean {
    const isNamed = other.slug === lesson.slug || other.id === lesson.id;
    const isFromNowhere = other.origin === null && lesson.origin !== null;
    return isFromNowhere && isNamed && this.arrivedAt(other) !== null && sayingOf(other) === sayingOf(lesson);
  }

  /** @param isNewer it takes the place of an earlier version, whose id and slug it may have */
  async add(
    lesson: NewLesson,
    evidence: Omit<EvidenceRow, 'id'>[],
    isNewer: boolean,
  ): Promise<{ id: string; slug: string }> {
    const id = this.freeId(lesson);
    const slug = this.slugs.has(lesson.slug) ? await freeSlug(this.store, lesson, this.slugs) : lesson.slug;
    const here = this.ids.has(lesson.id) ? undefined : this.stored.get(lesson.id)?.slug;
    if (!isNewer && (here !== undefined || this.others.has(lesson.slug)))
      this.renamed.push({ slug: here ?? lesson.slug, as: slug });
    this.ids.add(id);
    this.slugs.add(slug);
    this.sayings.set(sayingOf(lesson), id);
    this.waiting.push({ ...lesson, id, slug });
    this.evidence.push(...evidence.map((row) => ({ ...row, lessonId: id })));
    return { id, slug };
  }

  async flush(): Promise<void> {
    const stored = this.waiting.length > 0 ? await this.store.insertLessons(this.waiting) : [];
    for (const { number } of stored) this.numbers.push(number);
    if (this.evidence.length > 0) await this.store.addEvidence(this.evidence);
    this.waiting = [];
    this.evidence = [];
  }

  /** Its own; where another lesson has that, a new one. */
  private freeId({ id }: NewLesson): string {
    return this.ids.has(id) || this.stored.has(id) ? ulid() : id;
  }
}
