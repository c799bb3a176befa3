import type { Episode } from '../../model/episode.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';

/** What is to be purged, and by what its traces are recognised in files. */
export interface PurgeTargets {
  lessonIds: Set<string>;
  slugs: Set<string>;
  sessionIds: Set<string>;
  projects: Set<string>;
  toolUseIds: Set<string>;
  /** Lessons that other sessions know too: they go, but what those sessions found stays and is grouped anew. */
  freedIds: Set<string>;
  freedSlugs: Set<string>;
  /** Texts that must not be left anywhere: those of the lessons and of the calls they came from. */
  texts: Set<string>;
}

/** Shorter texts are too common to be hunted by themselves: what holds them is found by its ids. */
const TEXT_CHARS_MIN = 12;
/** A call is found by its id; only a long command is taken for the same text wherever else it stands. */
const CALL_CHARS_MIN = 24;

/** Nothing to purge yet: the sets are filled by the functions below. */
export function noTargets(): PurgeTargets {
  return {
    lessonIds: new Set(),
    slugs: new Set(),
    sessionIds: new Set(),
    projects: new Set(),
    toolUseIds: new Set(),
    freedIds: new Set(),
    freedSlugs: new Set(),
    texts: new Set(),
  };
}

/** Adds a lesson with its write-up and episodes. */
export async function addLesson(targets: PurgeTargets, store: Store, lesson: Lesson): Promise<void> {
  targets.lessonIds.add(lesson.id);
  targets.slugs.add(lesson.slug);
  const draft = await store.getDraft(lesson.id);
  for (const source of [lesson, draft?.patch ?? {}])
    for (const text of stringsIn(source)) addText(targets, text);
  for (const episode of await store.listEpisodes({ lessonIds: [lesson.id] })) addEpisode(targets, episode);
}

/**
 * Adds a session with the lessons that were learned from it alone, and those of several sessions that carry its words:
 * a candidate, whose text is made of all its findings, or a decided lesson that repeats what this session alone said or
 * has a pattern that it alone gave.
 */
export async function addSession(targets: PurgeTargets, store: Store, sessionId: string): Promise<void> {
  targets.sessionIds.add(sessionId);
  const episodes = await store.listEpisodes({ sessionIds: [sessionId] });
  const said = await textsOf(store, new Set([sessionId]), episodes);
  for (const lesson of await store.listLessons()) {
    if (!lesson.sourceSessionIds.includes(sessionId)) continue;
    const alone = lesson.sourceSessionIds.every((id) => targets.sessionIds.has(id));
    if (alone) await addLesson(targets, store, lesson);
    else if (
      lesson.status === 'candidate' ||
      (await repeats(lesson, said, store, targets.sessionIds)) ||
      (await hasPatternOf(lesson, episodes, store, targets.sessionIds))
    ) {
      targets.lessonIds.add(lesson.id);
      targets.freedIds.add(lesson.id);
      targets.slugs.add(lesson.slug);
      targets.freedSlugs.add(lesson.slug);
    }
  }
}

/** What was written up from sessions: the texts of their episodes and tags. */
async function textsOf(
  store: Store,
  sessionIds: ReadonlySet<string>,
  episodes: readonly Episode[],
): Promise<string[]> {
  const tags = (await store.listTags()).filter((each) => sessionIds.has(each.sessionId));
  const all = [
    ...episodes.flatMap((each) => [each.summary, each.mistake, each.remediation]),
    ...tags.flatMap(({ fields }) => [fields.summary, fields.mistake, fields.remediation]),
  ];
  return [...new Set(all.filter((text) => text.length >= TEXT_CHARS_MIN))];
}

/** Whether the lesson says what was said here, and by no session of it that stays. */
async function repeats(
  lesson: Lesson,
  said: readonly string[],
  store: Store,
  gone: ReadonlySet<string>,
): Promise<boolean> {
  const own = [lesson.summary, lesson.mistake, lesson.remediation];
  const shared = said.filter((text) => own.some((each) => each.includes(text)));
  if (shared.length === 0) return false;
  const sessionIds = lesson.sourceSessionIds.filter((id) => !gone.has(id));
  const kept = new Set(await textsOf(store, new Set(sessionIds), await store.listEpisodes({ sessionIds })));
  return shared.some((text) => !kept.has(text));
}

/** Whether a pattern of the lesson comes from these episodes, and from no session of it that stays. */
async function hasPatternOf(
  lesson: Lesson,
  episodes: readonly Episode[],
  store: Store,
  gone: ReadonlySet<string>,
): Promise<boolean> {
  const own = new Set(patternsOf(lesson));
  const shared = episodes.flatMap(({ trigger }) => patternsOf(trigger)).filter((each) => own.has(each));
  if (shared.length === 0) return false;
  const sessionIds = lesson.sourceSessionIds.filter((id) => !gone.has(id));
  const others = await store.listEpisodes({ sessionIds });
  const kept = new Set(others.flatMap(({ trigger }) => patternsOf(trigger)));
  return shared.some((each) => !kept.has(each));
}

const patternsOf = (from: Episode['trigger'] | Lesson): string[] => [
  ...from.commandPatterns,
  ...from.pathPatterns,
  ...from.errorPatterns,
];

function addEpisode(targets: PurgeTargets, episode: Episode): void {
  for (const id of episode.toolUseIds) targets.toolUseIds.add(id);
  if (episode.correction?.toolUseId) targets.toolUseIds.add(episode.correction.toolUseId);
  for (const call of [episode.failure, episode.correction])
    for (const text of stringsIn(call?.input ?? {}))
      if (text.length >= CALL_CHARS_MIN) addText(targets, text);
}

const OWN_FIELDS = new Set([
  'summary',
  'mistake',
  'remediation',
  'signature',
  'blockReason',
  'commandPatterns',
  'pathPatterns',
  'contentPatterns',
  'errorPatterns',
  'archiveReason',
]);

/** Texts of a lesson's own fields, or of a call's input; ids, dates and tags are no texts. */
function stringsIn(source: object): string[] {
  const isLesson = 'remediation' in source;
  return Object.entries(source).flatMap(([key, value]: [string, unknown]) => {
    if (isLesson && !OWN_FIELDS.has(key)) return [];
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  });
}

function addText(targets: PurgeTargets, text: string): void {
  const trimmed = text.trim();
  if (trimmed.length >= TEXT_CHARS_MIN) targets.texts.add(trimmed);
}

/** Whether a slug can be looked for in texts: a lesson that came from elsewhere may be called by a word, such as `git`. */
export const isTelling = (slug: string): boolean => slug.length >= TEXT_CHARS_MIN;

/** Whether a text names a lesson by its slug, and not another one whose slug has this one in it. */
export function namesLesson(text: string, slug: string): boolean {
  if (!isTelling(slug)) return false;
  const isOfSlug = (at: number) => /[a-z0-9-]/.test(text.charAt(at));
  for (let at = text.indexOf(slug); at >= 0; at = text.indexOf(slug, at + 1))
    if (!isOfSlug(at - 1) && !isOfSlug(at + slug.length)) return true;
  return false;
}

/** True where a line or value of a file is a trace of what is purged. */
export function isTrace(targets: PurgeTargets, value: unknown): boolean {
  if (typeof value === 'string')
    return (
      targets.lessonIds.has(value) ||
      targets.slugs.has(value) ||
      targets.sessionIds.has(value) ||
      targets.projects.has(value) ||
      targets.toolUseIds.has(value) ||
      [...targets.texts].some((text) => value.includes(text)) ||
      [...targets.slugs].some((slug) => namesLesson(value, slug))
    );
  if (Array.isArray(value)) return value.some((each) => isTrace(targets, each));
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((each) => isTrace(targets, each));
  return false;
}
