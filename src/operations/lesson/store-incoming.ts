import type { Lesson, LessonDraft } from '../../model/lesson.ts';
import { isoTime } from '../../platform/clock.ts';
import { collectEvery } from '../../platform/collect-garbage.ts';
import { homeDir } from '../../platform/paths.ts';
import { ProjectFinder } from '../../platform/project.ts';
import { isSlug } from '../../review/slug.ts';
import type { EvidenceRow, NewLesson, Store } from '../../store/port.ts';
import { redact, redactDeep } from '../../text/redact.ts';
import { redactFailure } from '../formats/error-log.ts';
import type { Incoming, IncomingLesson } from '../formats/incoming.ts';
import { cutSummary, written } from '../formats/record.ts';
import { mayActivate } from '../guard.ts';
import type { Context } from '../operation.ts';
import { noteArrival } from '../outcomes/arrivals.ts';
import { buildLesson } from './create-lesson.ts';
import { IncomingBatch, type Renamed } from './incoming-batch.ts';
import { knownPart, partsOf } from './known-part.ts';
import { digestOf, OriginKeys } from './origin.ts';
import { blankPatterns, tidy, withoutSecretPatterns } from './validate-lesson.ts';
import { type Earlier, type Gate, Versions } from './versions.ts';

const CHUNK = 500;
const LESSONS_PER_COLLECTION = 2000;
const EXCERPT_CHARS_MAX = 4000;

/** How what comes from a file enters the store. */
interface IncomingOptions {
  /** Scope of lessons that name none: a repository's own lessons are for that repository. */
  scope?: string;
  /** True where every lesson gets that scope, whatever it says. */
  forceScope?: boolean;
  /** The place that they come from, where what comes next from there is known again. */
  origin?: string | null;
  /** True where they are all that the place has: what came from there before and is not among them is archived. */
  isWhole?: boolean;
  progress?: (done: number, total: number) => void;
}

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
  /** Added beside one that has its id or slug, says something else, and came from elsewhere. */
  renamed: Renamed[];
  /** What became of those that came from the same place before, where anything did. */
  earlier: Earlier[];
  /** Ids in the store of every lesson of the file, added or known, in its order. */
  ids: string[];
}

/**
 * Stores failures, and lessons under their own ids and slugs where those are free; texts are redacted. What came from the
 * same place before is superseded by what it says now. What may not be activated waits as `reviewed`. In the caller's
 * transaction where there is one; patterns are judged when they are compiled.
 */
export async function storeIncoming(
  context: Context,
  store: Store,
  { lessons: incoming, failures }: Pick<Incoming, 'lessons' | 'failures'>,
  options: IncomingOptions = {},
): Promise<IncomingReport> {
  const gate = { activate: await mayActivate(context), block: await mayActivate(context, true) };
  const { origin = null } = options;
  const versions = origin === null ? null : await Versions.of(context, store, gate, origin);
  const toLesson = await builder(context, store, incoming, options);
  const batch = await IncomingBatch.of(store, homeDir(context.env));
  const parts = await partsOf(store, incoming);
  const report = { added: 0, duplicates: 0, proposed: 0, why: null as string | null, ids: [] as string[] };
  const stored = collectEvery(LESSONS_PER_COLLECTION);
  for (let at = 0; at < incoming.length; at += CHUNK) {
    const some = incoming.slice(at, at + CHUNK).map((each) => ({ each, built: toLesson(each) }));
    await batch.lookUp(some.map(({ built }) => built));
    for (const { each, built } of some) {
      const newer = (await versions?.take(built)) ?? null;
      const namesScope = (each.fields.scope ?? each.projectPath ?? options.scope) != null;
      const part = parts !== null && each.isPart === true ? knownPart(parts, built, namesScope) : null;
      const known = newer === null ? (part ?? (await batch.known(built))) : 'id' in newer ? newer.id : null;
      if (known !== null) {
        report.duplicates += 1;
        report.ids.push(known);
        continue;
      }
      const held = newer !== null && 'lesson' in newer ? newer : withhold(built, gate);
      if (held.why !== null) {
        report.proposed += 1;
        report.why = held.why;
      }
      report.added += 1;
      const added = await batch.add(held.lesson, evidenceOf(each, held.lesson), newer !== null);
      report.ids.push(added.id);
      if (newer !== null && 'settle' in newer) await newer.settle(added);
    }
    await batch.flush();
    stored(some.length);
    options.progress?.(Math.min(at + CHUNK, incoming.length), incoming.length);
  }
  await versions?.leave(options.isWhole === true);
  await noteArrival(store, batch.numbers, isoTime(context.clock));
  return {
    ...report,
    failures: await store.ingestFailures(failures.map(redactFailure)),
    renamed: batch.renamed,
    earlier: versions?.earlier ?? [],
  };
}

/** Makes whole lessons of what a file says, each with where it comes from. */
async function builder(
  context: Context,
  store: Store,
  incoming: readonly IncomingLesson[],
  options: IncomingOptions,
): Promise<(each: IncomingLesson) => NewLesson> {
  const projects = await projectIds(store, incoming);
  const keys = new OriginKeys();
  const { origin = null } = options;
  if (origin !== null)
    return (each) => {
      const built = build(context, each, projects, options);
      return {
        ...built,
        origin,
        originKey: keys.of(each.fields, built.summary),
        originDigest: built.status === 'archived' ? null : digestOf(built),
      };
    };
  // What a file says of where its lessons came from makes them versions of none that are here.
  const claimed = new Set(incoming.flatMap(({ fields }) => fields.origin ?? []));
  const here = claimed.size === 0 ? [] : await store.listLessons({ origins: [...claimed] });
  const nameOf = (lesson: Pick<Lesson, 'origin' | 'originKey'>) => `${lesson.origin}\n${lesson.originKey}`;
  const taken = new Set(here.map(nameOf));
  return (each) => {
    const built = build(context, each, projects, options);
    return taken.has(nameOf(built)) ? { ...built, origin: null, originKey: null, originDigest: null } : built;
  };
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
function withhold(lesson: NewLesson, gate: Gate): { lesson: NewLesson; why: string | null } {
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
