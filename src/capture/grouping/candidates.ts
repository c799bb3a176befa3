import type { Config } from '../../model/config.ts';
import { SEVERITIES } from '../../model/constants.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import type { Lesson } from '../../model/lesson.ts';
import { compare } from '../../text/compare.ts';
import { hash64 } from '../../text/hash.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { jaccard, wordSet } from '../../text/similarity.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { commonest, wordingOf } from './candidate-wording.ts';
import { SessionFamilies, type Sighting } from './copies.ts';
import type { DraftMemo } from './draft-memo.ts';
import { type Group, groupsOf, keptOf } from './groups.ts';
import { groupReusable } from './reusable.ts';
import { projectsOf } from './scope.ts';
import { type Evidence, lessonConfidence, priorityOf } from './scoring.ts';

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

/** How much of the failing command the corrected one keeps, in fifths: a small change shows what was wrong. */
const fixOf = rememberedOf(({ failure, correction }: Episode): number => {
  if (correction === null) return -1;
  const [before, after] = [failure.input['command'], correction.input['command']];
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  return Math.round(5 * jaccard(wordSet(before), wordSet(after)));
});

const hasPattern = ({ trigger }: Episode): boolean => trigger.commandPatterns.length > 0;

/** The sighting whose wording is used: corrected by another command, surest, earliest; one with a pattern before others. */
function bestOf(sightings: Sighting[], byPattern = true): Episode | null {
  const rank = (a: Episode, b: Episode) =>
    (byPattern ? Number(hasPattern(b)) - Number(hasPattern(a)) : 0) ||
    fixOf(b) - fixOf(a) ||
    b.reusable - a.reusable ||
    b.confidence - a.confidence ||
    a.failure.error.length - b.failure.error.length ||
    compare(a.timestamp ?? '', b.timestamp ?? '') ||
    compare(a.id, b.id);
  return sightings.map((sighting) => sighting.episode).sort(rank)[0] ?? null;
}

function evidenceOf(group: Group, sessions: number, projects: number, text: string): Evidence {
  const episodes = group.sightings.map((sighting) => sighting.episode);
  const has = (signal: Episode['signals'][number]) =>
    episodes.some((episode) => episode.signals.includes(signal));
  return {
    occurrences: group.sightings.length + group.tags.length,
    sessions,
    projects,
    tagged: group.tags.length > 0,
    userCorrected: has('user-correction'),
    fixConfirmed: episodes.some((episode) => episode.correction !== null),
    retryLoop: has('retry-loop'),
    hang: has('hang'),
    dataLoss: has('data-loss') || group.tags.some(({ tag }) => tag.fields.severity === 'data-loss'),
    silent:
      episodes.some((episode) => episode.severity === 'silent') ||
      group.tags.some(({ tag }) => tag.fields.severity === 'silent'),
    causal: CAUSAL.test(text),
  };
}

function eventsOf(trigger: Episode['trigger'], rule: boolean, recalled: boolean): Lesson['injectOn'] {
  const events: Lesson['injectOn'] = [];
  if (trigger.commandPatterns.length + trigger.pathPatterns.length > 0) events.push('PreToolUse');
  if (recalled) events.push('PostToolUseFailure');
  if (rule) events.push('SessionStart');
  events.push('UserPromptSubmit');
  return events;
}

/** What most sightings are tagged with, and the worst severity among them. */
function tagsOf(group: Group): string[] {
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
function bestWording(group: Group, assess: Assess | undefined) {
  const best = bestOf(group.sightings);
  const wording = { best, ...wordingOf(group, best, assess) };
  if (best === null || !hasPattern(best) || wording.trigger.commandPatterns.length > 0) return wording;
  const plain = bestOf(group.sightings, false);
  return plain === best ? wording : { best: plain, ...wordingOf(group, plain, assess) };
}

function draftOf(group: Group, family: (sessionId: string) => string, input: GroupInput): CandidateDraft {
  const { best, trigger, project, ...wording } = bestWording(group, input.assess);
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
  const fingerprint = best?.fingerprint ?? null;
  const explained =
    evidence.occurrences === 1 && !evidence.tagged && best !== null && SELF_EXPLAINING.has(best.kind);
  const errorPatterns = explained ? [] : trigger.errorPatterns;
  const recalled = !explained && (errorPatterns.length > 0 || fingerprint !== null);
  return {
    key: hash64(group.key),
    episodeIds: group.sightings.flatMap((sighting) => sighting.ids).sort(),
    tagIds: group.tags.flatMap((entry) => entry.ids).sort(),
    representative: group.tags.length > 0 ? null : (best?.id ?? null),
    lesson: {
      ...wording,
      delivery: 'context',
      injectOn: eventsOf(trigger, rule, recalled),
      toolNames: trigger.toolNames,
      commandPatterns: trigger.commandPatterns,
      pathPatterns: trigger.pathPatterns,
      contentPatterns: [],
      errorPatterns,
      priority: priorityOf(evidence, input.config.scoring),
      confidence: lessonConfidence(evidence),
      tags: tagsOf(group),
      needsHumanFix: !evidence.tagged && !evidence.fixConfirmed && !rule,
      scope: project === null ? 'global' : `project:${project}`,
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

function draftsAnew(input: GroupInput): CandidateDraft[] {
  const families = new SessionFamilies();
  for (const episode of input.episodes) families.add(episode);
  for (const tag of input.tags) families.addTag(tag);
  return groupsOf(input).map((group) => draftOf(group, families.of, input));
}

/** The same for a set that grew since the memo last saw it. */
function draftsKept(input: GroupInput, memo: DraftMemo, assess: Assess | undefined): CandidateDraft[] {
  const growing = memo.growing(input.episodes);
  const groups = growing.take(input.episodes, keptOf(input.episodes));
  return groups.map((group) =>
    memo.of(group, growing.families, assess, (asked) =>
      draftOf(group, growing.families.of, asked ? { ...input, assess: asked } : input),
    ),
  );
}
