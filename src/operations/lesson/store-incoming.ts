import { ulid } from 'ulid';
import { z } from 'zod';
import type { Lesson, LessonDraft } from '../../model/lesson.ts';
import { isoTime } from '../../platform/clock.ts';
import { ProjectFinder } from '../../platform/project.ts';
import { isSlug } from '../../review/slug.ts';
import type { EvidenceRow, NewLesson, Store } from '../../store/port.ts';
import { redact, redactDeep } from '../../text/redact.ts';
import { noteArrival } from '../arrivals.ts';
import { redactFailure } from '../formats/error-log.ts';
import type { Incoming, IncomingLesson } from '../formats/incoming.ts';
import { cutSummary } from '../formats/record.ts';
import { mayActivate, type Permission } from '../guard.ts';
import type { Context } from '../operation.ts';
import { buildLesson, freeSlug, isIdentical, sayingOf } from './create-lesson.ts';
import { knownPart, partsOf } from './known-part.ts';
import { blankPatterns, tidy, withoutSecretPatterns, written } from './validate-lesson.ts';

const CHUNK = 500;
const EXCERPT_CHARS_MAX = 4000;

/** How what comes from a file enters the store. */
interface IncomingOptions {
  /** Scope of lessons that name none: a repository's own lessons are for that repository. */
  scope?: string;
  /** True where every lesson gets that scope, whatever it says. */
  forceScope?: boolean;
  progress?: (done: number, total: number) => void;
}

/** A lesson that is here already, and under which slug what the file says instead has come. */
export const renamedSchema = z.object({ slug: z.string(), as: z.string() });
type Renamed = z.infer<typeof renamedSchema>;

const RENAMED_TOLD_MAX = 20;

/** Both act until a human says which one holds. */
export const tellRenamed = (renamed: readonly Renamed[]): string[] => [
  ...renamed
    .slice(0, RENAMED_TOLD_MAX)
    .map(
      ({ slug, as }) =>
        `${slug} says something else here: the file's was added beside it as ${as}. Archive the one that no longer holds.`,
    ),
  ...(renamed.length > RENAMED_TOLD_MAX ? [`… and ${renamed.length - RENAMED_TOLD_MAX} more.`] : []),
];

/** What became of the lessons of one file. */
export interface IncomingReport {
  added: number;
  /** In the store already: the same lesson, or one that says exactly the same. */
  duplicates: number;
  /** Added, but waiting for a human, since this may not activate them. */
  proposed: number;
  why: string | null;
  /** New in the failure log. */
  failures: number;
  /** Added beside one that has its id or slug and says something else. */
  renamed: Renamed[];
  /** Ids in the store of every lesson of the file, added or known, in its order. */
  ids: string[];
}

/**
 * Stores failures, and lessons under their own ids and slugs where those are free; texts are redacted. What may not be activated
 * waits as `reviewed`. In the caller's transaction where there is one; patterns are judged when they are compiled.
 */
export async function storeIncoming(
  context: Context,
  store: Store,
  { lessons: incoming, failures }: Pick<Incoming, 'lessons' | 'failures'>,
  options: IncomingOptions = {},
): Promise<IncomingReport> {
  const gate = { activate: await mayActivate(context), block: await mayActivate(context, true) };
  const projects = await projectIds(store, incoming);
  const report: IncomingReport = {
    added: 0,
    duplicates: 0,
    proposed: 0,
    why: null,
    failures: await store.ingestFailures(failures.map(redactFailure)),
    renamed: [],
    ids: [],
  };
  const batch = new Batch(store);
  const parts = await partsOf(store, incoming);
  for (let at = 0; at < incoming.length; at += CHUNK) {
    const some = incoming
      .slice(at, at + CHUNK)
      .map((each) => ({ each, built: build(context, each, projects, options) }));
    await batch.lookUp(some.map(({ built }) => built));
    for (const { each, built } of some) {
      const namesScope = (each.fields.scope ?? each.projectPath ?? options.scope) != null;
      const part = parts !== null && each.isPart === true ? knownPart(parts, built, namesScope) : null;
      const known = part ?? batch.known(built);
      if (known !== null) {
        report.duplicates += 1;
        report.ids.push(known);
        continue;
      }
      const held = withhold(built, gate);
      if (held.why !== null) {
        report.proposed += 1;
        report.why = held.why;
      }
      report.added += 1;
      report.ids.push(await batch.add(held.lesson, evidenceOf(each, held.lesson)));
    }
    await batch.flush();
    options.progress?.(Math.min(at + CHUNK, incoming.length), incoming.length);
  }
  report.renamed = batch.renamed;
  await noteArrival(store, batch.numbers, isoTime(context.clock));
  return report;
}

/** Lessons on their way into the store, so that twins within one file are seen too. */
class Batch {
  private readonly store: Store;
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

  constructor(store: Store) {
    this.store = store;
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
  known(lesson: NewLesson): string | null {
    const twin = this.sayings.get(sayingOf(lesson));
    if (twin !== undefined) return twin;
    const isSame = this.stored.get(lesson.id)?.contentHash === lesson.contentHash;
    if (isSame && !this.ids.has(lesson.id)) return lesson.id;
    const alike = this.alike.get(lesson.contentHash) ?? [];
    return alike.find((other) => isIdentical(other, lesson))?.id ?? null;
  }

  async add(lesson: NewLesson, evidence: Omit<EvidenceRow, 'id'>[]): Promise<string> {
    const id = this.freeId(lesson);
    const slug = this.slugs.has(lesson.slug) ? await freeSlug(this.store, lesson, this.slugs) : lesson.slug;
    const here = this.ids.has(lesson.id) ? undefined : this.stored.get(lesson.id)?.slug;
    if (here !== undefined || this.others.has(lesson.slug))
      this.renamed.push({ slug: here ?? lesson.slug, as: slug });
    this.ids.add(id);
    this.slugs.add(slug);
    this.sayings.set(sayingOf(lesson), id);
    this.waiting.push({ ...lesson, id, slug });
    this.evidence.push(...evidence.map((row) => ({ ...row, lessonId: id })));
    return id;
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

function build(
  context: Context,
  { fields, projectPath }: IncomingLesson,
  projects: ReadonlyMap<string, string>,
  options: IncomingOptions,
): NewLesson {
  const { status, source, number, ...rest } = fields;
  const project = projectPath === null ? undefined : `project:${projects.get(projectPath) ?? projectPath}`;
  const scope = options.forceScope === true ? options.scope : (rest.scope ?? project ?? options.scope);
  const draft = tidy({ ...rest, ...(scope !== undefined && { scope }) }) as unknown as LessonDraft;
  draft.summary = cutSummary(draft.summary).summary;
  const cleaned = withoutSecretPatterns(draft);
  Object.assign(draft, cleaned);
  const isCut = blankPatterns(rest) !== null || Object.keys(cleaned).length > 0;
  const known = { ...rest, ...draft };
  if (known.slug !== undefined && !isSlug(known.slug)) delete known.slug;
  if (known.archiveReason) known.archiveReason = redact(written(known.archiveReason));
  const built = buildLesson(draft, {
    source: source ?? 'import',
    // Its trigger was lost on the way: it would act at every call of its tools.
    status: status === 'active' && isCut ? 'candidate' : status,
    now: context.clock.now(),
    known: known as Partial<Lesson>,
  });
  return number === undefined ? built : { ...built, number };
}

/** An agent must not activate unseen, and never a block. */
function withhold(
  lesson: NewLesson,
  gate: { activate: Permission; block: Permission },
): { lesson: NewLesson; why: string | null } {
  if (lesson.status !== 'active') return { lesson, why: null };
  const permission = lesson.delivery === 'block' ? gate.block : gate.activate;
  if (permission.allowed) return { lesson, why: null };
  return { lesson: { ...lesson, status: 'reviewed' }, why: permission.reason };
}

function evidenceOf(each: IncomingLesson, lesson: Omit<Lesson, 'number'>): Omit<EvidenceRow, 'id'>[] {
  if (each.remainder === null) return [];
  return [
    {
      lessonId: lesson.id,
      episodeId: null,
      agent: 'import',
      sessionId: lesson.sourceSessionIds[0] ?? '',
      project: each.projectPath ?? '',
      file: null,
      line: null,
      timestamp: lesson.createdAt,
      excerpt: redactDeep(each.remainder).slice(0, EXCERPT_CHARS_MAX),
    },
  ];
}

/** Project of each folder that lessons are limited to, by its repository where it is one; told to the store. */
async function projectIds(store: Store, incoming: readonly IncomingLesson[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const finder = new ProjectFinder();
  for (const path of new Set(incoming.flatMap((each) => each.projectPath ?? []))) {
    const project = finder.of(path);
    found.set(path, project.id);
    await store.upsertProjectRoots([{ root: project.root, project: project.id }]);
  }
  return found;
}
