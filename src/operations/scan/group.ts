import { type CandidateDraft, groupFindings } from '../../capture/grouping/candidates.ts';
import { contentHash } from '../../model/content-hash.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import type { Lesson } from '../../model/lesson.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { Store } from '../../store/port.ts';
import { compare } from '../../text/compare.ts';
import { buildLesson, freeSlug } from '../create-lesson.ts';
import type { Context } from '../operation.ts';
import { openAssessor } from './assess.ts';

interface GroupReport {
  candidatesNew: number;
  candidatesUpdated: number;
  /** Candidates of this run that rest on a `#lesson` tag and were not known before. */
  newTagged: string[];
}

const EVIDENCE_PER_LESSON_MAX = 50;
const CHANGES_PER_COLLECTION = 40;
/** Sources of candidates that grouping makes and may take back. */
const GROUPED = new Set(['heuristic', 'structured']);
const RANK: Record<Lesson['status'], number> = { active: 0, reviewed: 1, archived: 2, candidate: 3 };

/**
 * Brings the stored candidates in line with all findings, in one transaction. A group that a human has decided
 * on stays decided: it is counted, and otherwise left as it is.
 */
export async function groupStored(context: Context, store: Store): Promise<GroupReport> {
  return store.transaction(async (inside) => {
    const [episodes, tags, owners] = await Promise.all([
      inside.listEpisodes({ excerpts: false }),
      inside.listTags(),
      inside.listAssignments(),
    ]);
    const history = openAssessor(context.home);
    let drafts: CandidateDraft[];
    try {
      const { config } = context;
      drafts = groupFindings({ episodes, tags, config, ...(history ? { assess: history.assess } : {}) });
      history?.forgetOthers();
    } finally {
      history?.close();
    }
    const lessons = new Map((await inside.listLessons()).map((lesson) => [lesson.id, lesson]));
    const run = new GroupRun(context, inside, { episodes, tags, lessons, owners });
    collectGarbage();
    let changed = 0;
    for (const draft of [...drafts].sort((a, b) => compare(a.key, b.key))) {
      await run.settle(draft);
      const { candidatesNew, candidatesUpdated } = run.report;
      if (candidatesNew + candidatesUpdated - changed < CHANGES_PER_COLLECTION) continue;
      changed = candidatesNew + candidatesUpdated;
      collectGarbage();
    }
    await run.takeBack();
    await run.assign();
    return run.report;
  });
}

interface Known {
  episodes: Episode[];
  tags: TagFinding[];
  lessons: Map<string, Lesson>;
  /** Finding id → lesson id. */
  owners: Map<string, string>;
}

class GroupRun {
  readonly report: GroupReport = { candidatesNew: 0, candidatesUpdated: 0, newTagged: [] };
  readonly #context: Context;
  readonly #store: Store;
  readonly #known: Known;
  readonly #episodes: Map<string, Episode>;
  readonly #claimed = new Set<string>();
  readonly #episodePairs: { episodeId: string; lessonId: string }[] = [];
  readonly #tagPairs: { tagId: string; lessonId: string }[] = [];

  constructor(context: Context, store: Store, known: Known) {
    this.#context = context;
    this.#store = store;
    this.#known = known;
    this.#episodes = new Map(known.episodes.map((episode) => [episode.id, episode]));
  }

  async settle(draft: CandidateDraft): Promise<void> {
    const owner = this.#ownerOf(draft);
    const lesson = owner === null ? await this.#insert(draft) : await this.#update(owner, draft);
    this.#claimed.add(lesson.id);
    await this.#assign(lesson, draft);
  }

  /** The lesson that the group belongs to already: one that was decided, else the oldest candidate. */
  #ownerOf(draft: CandidateDraft): Lesson | null {
    const ids = new Set([...draft.episodeIds, ...draft.tagIds].map((id) => this.#known.owners.get(id)));
    const owners = [...ids].map((id) => (id === undefined ? undefined : this.#known.lessons.get(id)));
    const usable = owners.filter(
      (lesson) => lesson !== undefined && (lesson.status !== 'candidate' || !this.#claimed.has(lesson.id)),
    );
    const sorted = usable.sort((a, b) => RANK[a!.status] - RANK[b!.status] || a!.number - b!.number);
    return sorted[0] ?? null;
  }

  async #insert(draft: CandidateDraft): Promise<Lesson> {
    const { lesson } = draft;
    const built = buildLesson(lesson, {
      source: lesson.source,
      status: 'candidate',
      now: this.#context.clock.now(),
      known: countsOf(draft),
    });
    const stored = await this.#store.insertLesson({ ...built, slug: await freeSlug(this.#store, built) });
    this.report.candidatesNew += 1;
    if (draft.tagIds.length > 0) this.report.newTagged.push(stored.id);
    return stored;
  }

  async #update(lesson: Lesson, draft: CandidateDraft): Promise<Lesson> {
    const counts = countsOf(draft);
    const wanted: Partial<Lesson> =
      lesson.status === 'candidate'
        ? { ...draft.lesson, ...counts, contentHash: contentHash(draft.lesson) }
        : {
            occurrenceCount: Math.max(lesson.occurrenceCount, counts.occurrenceCount),
            sessionCount: Math.max(lesson.sessionCount, counts.sessionCount),
            projectCount: Math.max(lesson.projectCount, counts.projectCount),
          };
    const changes: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(wanted)) {
      if (JSON.stringify(lesson[field as keyof Lesson]) !== JSON.stringify(value)) changes[field] = value;
    }
    if (Object.keys(changes).length === 0) return lesson;
    await this.#store.updateLesson(lesson.id, changes as Partial<Lesson>);
    if (lesson.status === 'candidate') this.report.candidatesUpdated += 1;
    return { ...lesson, ...changes };
  }

  async #assign(lesson: Lesson, draft: CandidateDraft): Promise<void> {
    const fresh: Episode[] = [];
    for (const episodeId of draft.episodeIds) {
      if (this.#known.owners.get(episodeId) === lesson.id) continue;
      this.#episodePairs.push({ episodeId, lessonId: lesson.id });
      const episode = this.#episodes.get(episodeId);
      if (episode) fresh.push(episode);
    }
    const ids = new Set(draft.tagIds);
    const tags = this.#known.tags.filter(
      (tag) => ids.has(tag.id) && this.#known.owners.get(tag.id) !== lesson.id,
    );
    for (const tag of tags) this.#tagPairs.push({ tagId: tag.id, lessonId: lesson.id });
    const shown = fresh.slice(0, EVIDENCE_PER_LESSON_MAX).map((episode) => episode.id);
    const told = shown.length === 0 ? [] : await this.#store.listEpisodes({ ids: shown });
    await this.#store.addEvidence([
      ...told.map((episode) => ({
        lessonId: lesson.id,
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
        lessonId: lesson.id,
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
  }

  /** Candidates whose findings have gone to another group, or are gone. */
  async takeBack(): Promise<void> {
    for (const lesson of this.#known.lessons.values()) {
      if (lesson.status !== 'candidate' || !GROUPED.has(lesson.source) || this.#claimed.has(lesson.id))
        continue;
      if ((await this.#store.getDraft(lesson.id)) !== null) continue;
      await this.#store.deleteLesson(lesson.id);
    }
  }

  async assign(): Promise<void> {
    await this.#store.assignEpisodes(this.#episodePairs);
    await this.#store.assignTags(this.#tagPairs);
  }
}

function countsOf(draft: CandidateDraft) {
  const { sourceSessionIds, occurrenceCount, sessionCount, projectCount, fingerprint, reusable, signals } =
    draft.lesson;
  return { sourceSessionIds, occurrenceCount, sessionCount, projectCount, fingerprint, reusable, signals };
}
