import type { Config } from '../../model/config.ts';
import { SEVERITIES } from '../../model/constants.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import type { Lesson } from '../../model/lesson.ts';
import { compare } from '../../text/compare.ts';
import { hash64 } from '../../text/hash.ts';
import { commonest } from '../../text/lists.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { STANDS_MIN, synthesisedOf, type Whole, wordingOf } from './candidate-wording.ts';
import { SessionFamilies, type Sighting } from './copies.ts';
import type { DraftMemo } from './draft-memo.ts';
import { type Group, groupsOf, tellsOf } from './groups.ts';
import { soughtNames } from './guessed-place.ts';
import { groupReusable } from './reusable.ts';
import { ownAgent, projectsOf } from './scope.ts';
import { type Evidence, lessonConfidence, priorityOf } from './scoring.ts';
import { type Seen, seenOf } from './seen.ts';
import { type Sketch, sketchOf } from './sketch.ts';

/** Lesson fields that grouping decides. */
type CandidateLesson = Pick<
  Lesson,
  | 'summary'
  | 'mistake'
  | 'remediation'
  | 'delivery'
  | 'injectOn'
  | 'toolNames'
  | 'commandPatterns'
  | 'pathPatterns'
  | 'contentPatterns'
  | 'errorPatterns'
  | 'priority'
  | 'confidence'
  | 'tags'
  | 'needsHumanFix'
  | 'scope'
  | 'source'
  | 'sourceSessionIds'
  | 'occurrenceCount'
  | 'sessionCount'
  | 'projectCount'
  | 'fingerprint'
  | 'reusable'
  | 'signals'
>;

/** A candidate lesson and what it rests on. */
export interface CandidateDraft {
  /** Stable as long as the group keeps its smallest member key. */
  key: string;
  /** All copies included, sorted. */
  episodeIds: string[];
  tagIds: string[];
  /** The episode that the wording comes from; null where it is a tag's. */
  representative: string | null;
  lesson: CandidateLesson;
}

/** Everything that candidates are made of. */
export interface GroupInput {
  episodes: Episode[];
  tags: TagFinding[];
  config: Pick<Config, 'scoring'>;
  /** Without it no pattern is tried. Those that disturb too much are dropped for a more specific one, or for none. */
  assess?: Assess;
  /** Drafts of this caller's earlier groupings, which are used again where nothing changed. */
  memo?: DraftMemo;
}

const SESSIONS_MAX = 50;
const TAGS_MAX = 10;
const CAUSAL = /\b(?:because|since|so that|due to|caused by|needs?|requires?)\b/i;

/** Kinds whose error says all that there is to say; seen once, it is not recalled, since the agent reads it anyway. */
const SELF_EXPLAINING = new Set(['edit-mismatch', 'missing-path']);

const hasPattern = ({ trigger }: Seen): boolean => trigger.commandPatterns.length > 0;

/** The sighting whose wording is used: corrected by another command, surest, earliest; one with a pattern before others. */
function bestOf(sightings: Sighting<Seen>[], byPattern = true): Seen | null {
  const rank = (a: Seen, b: Seen) =>
    (byPattern ? Number(hasPattern(b)) - Number(hasPattern(a)) : 0) ||
    b.fix - a.fix ||
    b.reusable - a.reusable ||
    b.confidence - a.confidence ||
    a.failure.errorLength - b.failure.errorLength ||
    compare(a.timestamp ?? '', b.timestamp ?? '') ||
    compare(a.id, b.id);
  return sightings.map((sighting) => sighting.episode).sort(rank)[0] ?? null;
}

function evidenceOf(group: Group<Seen>, sessions: number, projects: number, text: string): Evidence {
  const episodes = group.sightings.map((sighting) => sighting.episode);
  const has = (signal: Episode['signals'][number]) =>
    episodes.some((episode) => episode.signals.includes(signal));
  return {
    occurrences: group.sightings.length + group.tags.length,
    sessions,
    projects,
    tagged: group.tags.length > 0,
    userCorrected: has('user-correction'),
    fixConfirmed: episodes.some((episode) => episode.isCorrected),
    retryLoop: has('retry-loop'),
    hang: has('hang'),
    dataLoss: has('data-loss') || group.tags.some(({ tag }) => tag.fields.severity === 'data-loss'),
    silent:
      episodes.some((episode) => episode.severity === 'silent') ||
      group.tags.some(({ tag }) => tag.fields.severity === 'silent'),
    causal: CAUSAL.test(text),
  };
}

function eventsOf(trigger: Episode['trigger'], isStanding: boolean, recalled: boolean): Lesson['injectOn'] {
  const events: Lesson['injectOn'] = [];
  if (trigger.commandPatterns.length + trigger.pathPatterns.length > 0) events.push('PreToolUse');
  if (recalled) events.push('PostToolUseFailure');
  if (isStanding) events.push('SessionStart');
  events.push('UserPromptSubmit');
  return events;
}

/** What most sightings are tagged with, and the worst severity among them. */
function tagsOf(group: Group<Seen>): string[] {
  const lists = [
    ...group.tags.map(({ tag }) => tag.fields.tags),
    ...group.sightings.map(({ episode }) => episode.tags),
  ];
  const severity = SEVERITIES.map((each) => `severity:${each}`).find((tag) =>
    lists.some((tags) => tags.includes(tag)),
  );
  return commonest(
    lists.map((tags) => tags.filter((tag) => tag === severity || !tag.startsWith('severity:'))),
    TAGS_MAX,
  );
}

/** A pattern that past calls refuse is no reason for its sighting's words. */
function bestWording(group: Group<Seen>, assess: Assess | undefined, whole: Whole) {
  const best = bestOf(group.sightings);
  const wordingBy = (seen: Seen | null) => {
    const episode = seen && whole(seen);
    return { best: episode, ...wordingOf(group, episode, assess, whole) };
  };
  const wording = wordingBy(best);
  if (best === null || !hasPattern(best) || wording.trigger.commandPatterns.length > 0) return wording;
  const plain = bestOf(group.sightings, false);
  return plain === best ? wording : wordingBy(plain);
}

/** Stable as long as the group keeps its smallest member key. */
export const draftKey = ({ key }: Pick<Group, 'key'>): string => hash64(key);

/** The sightings of which `draftOf` may ask for the whole episode. */
export function askedOf(group: Group<Seen>): Seen[] {
  const best = [bestOf(group.sightings), bestOf(group.sightings, false)].filter((seen) => seen !== null);
  return [...new Set([...best, ...best.flatMap((seen) => synthesisedOf(group, seen))])];
}

/**
 * The candidate of one group.
 * @param family the line of work that a session belongs to
 * @param whole answers for those of `askedOf`
 */
export function draftOf(
  group: Group<Seen>,
  family: (sessionId: string) => string,
  input: Pick<GroupInput, 'config' | 'assess'>,
  whole: Whole,
): CandidateDraft {
  const { best, trigger, project, ...wording } = bestWording(group, input.assess, whole);
  const episodes = group.sightings.map((sighting) => sighting.episode);
  const sessions = new Set([
    ...episodes.map((episode) => family(episode.sessionId)),
    ...group.tags.map(({ tag }) => family(tag.sessionId)),
  ]);
  const projects = projectsOf(group);
  const evidence = evidenceOf(
    group,
    sessions.size,
    projects.size,
    `${wording.mistake} ${wording.remediation}`,
  );
  const rule = episodes.some((episode) => episode.signals.includes('user-rule'));
  const isStanding = rule || (best?.kind === 'user' && best.reusable >= STANDS_MIN);
  // A normalised error has lost the path that it named: it would be every other one.
  const fingerprint = soughtNames(group) === null ? (best?.fingerprint ?? null) : null;
  const explained =
    evidence.occurrences === 1 && !evidence.tagged && best !== null && SELF_EXPLAINING.has(best.kind);
  const errorPatterns = explained ? [] : trigger.errorPatterns;
  // Words that somebody said are no error that comes again.
  const recalled =
    !explained && (errorPatterns.length > 0 || (fingerprint !== null && best?.kind !== 'user'));
  return {
    key: draftKey(group),
    episodeIds: group.sightings.flatMap((sighting) => sighting.ids).sort(),
    tagIds: group.tags.flatMap((entry) => entry.ids).sort(),
    representative: group.tags.length > 0 ? null : (best?.id ?? null),
    lesson: {
      ...wording,
      delivery: 'context',
      injectOn: eventsOf(trigger, isStanding, recalled),
      toolNames: trigger.toolNames,
      commandPatterns: trigger.commandPatterns,
      pathPatterns: trigger.pathPatterns,
      contentPatterns: trigger.contentPatterns ?? [],
      errorPatterns,
      priority: priorityOf(evidence, input.config.scoring),
      confidence: lessonConfidence(evidence),
      tags: tagsOf(group),
      needsHumanFix: !evidence.tagged && !evidence.fixConfirmed && !rule,
      scope: scopeOf(project, trigger.commandPatterns.length > 0, ownAgent(group, wording.remediation)),
      source: evidence.tagged ? 'structured' : 'heuristic',
      sourceSessionIds: [...sessions].sort().slice(0, SESSIONS_MAX),
      occurrenceCount: evidence.occurrences,
      sessionCount: evidence.sessions,
      projectCount: evidence.projects,
      fingerprint,
      reusable: groupReusable(episodes, evidence, {
        atCommand: trigger.commandPatterns.length > 0,
        atPath: trigger.pathPatterns.length > 0,
      }),
      signals: [
        ...new Set([
          ...(evidence.tagged ? ['self-report'] : []),
          ...episodes.flatMap((episode) => episode.signals),
        ]),
      ].sort(),
    },
  };
}

/** A pattern that was weighed by one project's calls stays there. */
function scopeOf(project: string | null, hasPatterns: boolean, agent: string | null): string {
  if (agent !== null && (project === null || !hasPatterns)) return `agent:${agent}`;
  return project === null ? 'global' : `project:${project}`;
}

/**
 * Groups all stored episodes and tags into candidates. Pure; the result is the same whatever the order of the
 * input, the number of scans it came from, and however often a resumed session repeats its history.
 * Sorted by priority, reusability and key.
 */
export function groupFindings(input: GroupInput): CandidateDraft[] {
  const { memo, assess } = input;
  return (memo && input.tags.length === 0 ? draftsKept(input, memo, assess) : draftsAnew(input)).sort(
    (a, b) =>
      b.lesson.priority - a.lesson.priority || b.lesson.reusable - a.lesson.reusable || compare(a.key, b.key),
  );
}

function draftsAnew({ episodes, tags, ...input }: GroupInput): CandidateDraft[] {
  const whole = new Map(episodes.map((episode) => [sketchOf(episode), episode]));
  const sketches = [...whole.keys()];
  const families = new SessionFamilies();
  for (const sketch of sketches) families.add(sketch);
  for (const tag of tags) families.addTag(tag);
  const wholeOf = (sketch: Sketch) => whole.get(sketch) as Episode;
  const tells = (tag: TagFinding, sketch: Sketch) => tellsOf(tag, wholeOf(sketch));
  return groupsOf({ episodes: sketches, tags, tells }).map((group) =>
    draftWhole(group, families.of, input, wholeOf),
  );
}

/** The candidate of a group whose episodes are all at hand. */
function draftWhole(
  group: Group,
  family: (sessionId: string) => string,
  input: Pick<GroupInput, 'config' | 'assess'>,
  wholeOf: (sketch: Sketch) => Episode,
): CandidateDraft {
  const whole = new Map<Seen, Episode>();
  const sightings = group.sightings.map(({ episode: sketch, ids }) => {
    const episode = wholeOf(sketch);
    const seen = seenOf(episode);
    whole.set(seen, episode);
    return { episode: seen, ids };
  });
  return draftOf({ ...group, sightings }, family, input, (seen) => whole.get(seen) as Episode);
}

/** The same for a set that grew since the memo last saw it. */
function draftsKept(input: GroupInput, memo: DraftMemo, assess: Assess | undefined): CandidateDraft[] {
  const { episodes, config } = input;
  const sketches = episodes.map(sketchOf);
  const growing = memo.growing(sketches);
  let whole: Map<Sketch, Episode> | null = null;
  const wholeOf = (sketch: Sketch) => {
    whole ??= new Map(episodes.map((episode, at) => [sketches[at] as Sketch, episode]));
    return whole.get(sketch) as Episode;
  };
  return growing
    .take(sketches)
    .map((group) =>
      memo.of(group, growing.families, assess, (asked) =>
        draftWhole(group, growing.families.of, { config, ...(asked ? { assess: asked } : {}) }, wholeOf),
      ),
    );
}
