import type { CandidateDraft } from '../../capture/grouping/candidates.ts';
import { contentHash } from '../../model/content-hash.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import type { Lesson } from '../../model/lesson.ts';
import { collectEvery } from '../../platform/collect-garbage.ts';
import { saidAlready } from '../../review/noise.ts';
import type { LessonHead, SettledDraft, Store } from '../../store/port.ts';
import { buildLesson, freeSlug } from '../lesson/create-lesson.ts';
import { editedFields } from '../lesson/edited-fields.ts';
import { similarLessons } from '../lesson/similar-lessons.ts';
import type { Context } from '../operation.ts';
import { openAssessor } from './assess.ts';
import { draftStored, type StoredDraft } from './draft-stored.ts';
import { settledBefore } from './settled-drafts.ts';
import { groupsStored } from './stored-groups.ts';

interface GroupReport {
  candidatesNew: number;
  candidatesUpdated: number;
  /** Ids of the new ones, and of those that were not shown to anybody before. */
  unseen: string[];
}

const EVIDENCE_PER_LESSON_MAX = 50;
const CHANGES_PER_COLLECTION = 100;
/** Sources of candidates that grouping makes and may take back. */
const GROUPED = new Set(['heuristic', 'structured']);
const RANK: Record<Lesson['status'], number> = { active: 0, reviewed: 1, archived: 2, candidate: 3 };

/**
 * Brings the stored candidates in line with all findings, in one transaction. A group that a human has decided
 * on stays decided: it is counted, and otherwise left as it is. Only what tells which findings belong together is
 * held of all of them; their texts are read some groups at a time, and only of groups that an earlier scan has not
 * settled as they are.
 * @param anew drafts every group
 */
export async function groupStored(context: Context, store: Store, anew = false): Promise<GroupReport> {
  return store.transaction(async (inside) => {
    const tags = await inside.listTags();
    const heads = new Map((await inside.lessonHeads()).map((head) => [head.id, head]));
    const run = new GroupRun(context, inside, tags, heads);
    // Views of new calls are made as it opens: before there is much to hold.
    const history = openAssessor(context.home);
    const { config } = context;
    try {
      const { groups, families } = await groupsStored(inside, tags);
      const input = { families, config, ...(history ? { assess: history.assess } : {}) };
      const settled = anew ? new Map() : await settledBefore(inside, groups, heads, input);
      run.claim(settled.values());
      const changed = groups.filter(({ draftKey }) => !settled.has(draftKey));
      for await (const { drafts, episodes } of draftStored(inside, changed, input))
        await run.settle(drafts, episodes);
      history?.forgetOthers();
    } finally {
      history?.close();
    }
    await run.takeBack();
    return run.report;
  });
}

/** What is known of the findings of some drafts. */
interface Known {
  /** Finding id → lesson id. */
  owners: Map<string, string>;
  /** Those lessons, whole. */
  lessons: Map<string, Lesson>;
  /** Some of the episodes. */
  episodes: ReadonlyMap<string, Episode>;
}

class GroupRun {
  readonly report: GroupReport = { candidatesNew: 0, candidatesUpdated: 0, unseen: [] };
  readonly #context: Context;
  readonly #store: Store;
  readonly #tags: Map<string, TagFinding>;
  /** As they were before this run. */
  readonly #heads: ReadonlyMap<string, LessonHead>;
  /** What was made of hooks' logs, by error: a scan finds the same failures in the transcripts. */
  readonly #logged: ReadonlyMap<string | null, LessonHead>;
  readonly #claimed = new Set<string>();
  #changes = 0;
  readonly #changed = collectEvery(CHANGES_PER_COLLECTION);

  constructor(context: Context, store: Store, tags: TagFinding[], heads: ReadonlyMap<string, LessonHead>) {
    this.#context = context;
    this.#store = store;
    this.#tags = new Map(tags.map((tag) => [tag.id, tag]));
    this.#heads = heads;
    const logged = [...heads.values()].filter(({ source }) => source === 'failure-log');
    this.#logged = new Map(logged.map((head) => [head.fingerprint, head]));
  }

  /** Lessons whose groups are as they were. */
  claim(lessonIds: Iterable<string>): void {
    for (const id of lessonIds) this.#claimed.add(id);
  }

  async settle(drafts: readonly StoredDraft[], episodes: ReadonlyMap<string, Episode>): Promise<void> {
    const owners = await this.#store.listAssignments(drafts.flatMap(idsOf));
    const logged = drafts.flatMap(({ lesson }) => this.#logged.get(lesson.fingerprint)?.id ?? []);
    const ids = [...new Set([...owners.values(), ...logged])];
    const lessons = ids.length === 0 ? [] : await this.#store.listLessons({ ids });
    const known = { owners, lessons: new Map(lessons.map((lesson) => [lesson.id, lesson])), episodes };
    const settled: SettledDraft[] = [];
    for (const draft of drafts) {
      const owner = this.#ownerOf(draft, known);
      const lessonId = owner === null ? await this.#intake(draft) : await this.#update(owner, draft, known);
      this.#claimed.add(lessonId);
      await this.#assign(lessonId, draft, known);
      const { key, digest, answers } = draft;
      settled.push({ key, lessonId, digest, answers });
    }
    await this.#store.settleDrafts(settled);
    const changes = this.report.candidatesNew + this.report.candidatesUpdated;
    this.#changed(changes - this.#changes);
    this.#changes = changes;
  }

  /**
   * The lesson that the group belongs to already: one that was decided, else the oldest candidate, else the one that
   * hooks' logs of its error have led to.
   */
  #ownerOf(draft: CandidateDraft, { owners }: Known): LessonHead | null {
    const ids = new Set(idsOf(draft).map((id) => owners.get(id)));
    const usable = [...ids]
      .map((id) => (id === undefined ? undefined : this.#heads.get(id)))
      .filter((head) => head !== undefined)
      .filter((head) => head.status !== 'candidate' || !this.#claimed.has(head.id));
    const [owner] = usable.sort((a, b) => RANK[a.status] - RANK[b.status] || a.number - b.number);
    if (owner !== undefined || draft.lesson.fingerprint === null) return owner ?? null;
    const logged = this.#logged.get(draft.lesson.fingerprint);
    return logged !== undefined && !this.#claimed.has(logged.id) ? logged : null;
  }

  /** A new candidate. What agents tagged, and an active lesson says already, is one more occurrence of that. */
  async #intake(draft: CandidateDraft): Promise<string> {
    const { lesson } = draft;
    const counts = countsOf(draft);
    const built = buildLesson(lesson, {
      source: lesson.source,
      status: 'candidate',
      now: this.#context.clock.now(),
      known: counts,
    });
    const said = draft.episodeIds.length > 0 ? null : await this.#saidAlready(built);
    if (said !== null) {
      await this.#store.updateLesson(said.id, {
        occurrenceCount: said.occurrenceCount + counts.occurrenceCount,
        sessionCount: Math.max(said.sessionCount, counts.sessionCount),
        projectCount: Math.max(said.projectCount, counts.projectCount),
      });
      return said.id;
    }
    const stored = await this.#store.insertLesson({ ...built, slug: await freeSlug(this.#store, built) });
    this.report.candidatesNew += 1;
    this.report.unseen.push(stored.id);
    return stored.id;
  }

  async #saidAlready(built: Omit<Lesson, 'number'>): Promise<Lesson | null> {
    const candidate = { ...built, number: Number.POSITIVE_INFINITY };
    const [similar = []] = await similarLessons(this.#store, [candidate]);
    return saidAlready({ candidate, similar: similar.filter(({ lesson }) => lesson.status === 'active') });
  }

  async #update({ id }: LessonHead, draft: CandidateDraft, { lessons }: Known): Promise<string> {
    const lesson = lessons.get(id) as Lesson;
    const wanted = wantedOf(lesson, draft, await editedFields(this.#store, id));
    const changes: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(wanted)) {
      if (JSON.stringify(lesson[field as keyof Lesson]) !== JSON.stringify(value)) changes[field] = value;
    }
    if (Object.keys(changes).length === 0) return id;
    await this.#store.updateLesson(id, changes as Partial<Lesson>);
    lessons.set(id, { ...lesson, ...changes });
    if (lesson.status !== 'candidate') return id;
    this.report.candidatesUpdated += 1;
    if (lesson.reusable < this.#context.config.reusableGate) this.report.unseen.push(id);
    return id;
  }

  async #assign(lessonId: string, draft: CandidateDraft, { owners, episodes }: Known): Promise<void> {
    const isNew = (id: string) => owners.get(id) !== lessonId;
    const episodeIds = draft.episodeIds.filter(isNew);
    const tagIds = draft.tagIds.filter(isNew);
    if (episodeIds.length + tagIds.length === 0) return;
    const tags = tagIds.flatMap((id) => this.#tags.get(id) ?? []);
    const shown = episodeIds.slice(0, EVIDENCE_PER_LESSON_MAX);
    const told = shown.every((id) => episodes.has(id))
      ? shown.map((id) => episodes.get(id) as Episode)
      : await this.#store.listEpisodes({ ids: shown });
    await this.#store.addEvidence([
      ...told.map((episode) => ({
        lessonId,
        episodeId: episode.id,
        agent: episode.agent,
        sessionId: episode.sessionId,
        project: episode.project,
        file: episode.file,
        line: episode.failure.line,
        timestamp: episode.timestamp,
        excerpt: episode.evidence,
      })),
      ...tags.slice(0, EVIDENCE_PER_LESSON_MAX).map((tag) => ({
        lessonId,
        episodeId: tag.id,
        agent: tag.agent,
        sessionId: tag.sessionId,
        project: tag.project,
        file: tag.file,
        line: tag.line,
        timestamp: tag.timestamp,
        excerpt: `#lesson\nmistake: ${tag.fields.mistake}\nfix: ${tag.fields.remediation}`,
      })),
    ]);
    await this.#store.assignEpisodes(episodeIds, lessonId);
    await this.#store.assignTags(tagIds, lessonId);
  }

  /** Candidates whose findings have gone to another group, or are gone. */
  async takeBack(): Promise<void> {
    for (const { id, status, source } of this.#heads.values()) {
      if (status !== 'candidate' || !GROUPED.has(source) || this.#claimed.has(id)) continue;
      if ((await this.#store.getDraft(id)) !== null) continue;
      if ((await editedFields(this.#store, id)).length > 0) continue;
      await this.#store.deleteLesson(id);
    }
  }
}

/** What a group makes of the lesson that it belongs to. What a human approved or set by hand stays as it is. */
function wantedOf(lesson: Lesson, draft: CandidateDraft, edited: readonly string[]): Partial<Lesson> {
  const counts = countsOf(draft);
  if (lesson.status !== 'candidate' || lesson.reviewedAt !== null)
    return {
      occurrenceCount: Math.max(lesson.occurrenceCount, counts.occurrenceCount),
      sessionCount: Math.max(lesson.sessionCount, counts.sessionCount),
      projectCount: Math.max(lesson.projectCount, counts.projectCount),
    };
  const kept = Object.fromEntries(edited.map((field) => [field, lesson[field as keyof Lesson]]));
  const text = { ...draft.lesson, ...kept };
  return { ...text, ...counts, ...kept, contentHash: contentHash(text) };
}

const idsOf = ({ episodeIds, tagIds }: CandidateDraft): string[] => [...episodeIds, ...tagIds];

function countsOf(draft: CandidateDraft) {
  const { sourceSessionIds, occurrenceCount, sessionCount, projectCount, fingerprint, reusable, signals } =
    draft.lesson;
  return { sourceSessionIds, occurrenceCount, sessionCount, projectCount, fingerprint, reusable, signals };
}
