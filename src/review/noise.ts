/**
 * The noise filter: deterministic verdicts on candidates, each with its rule and reason.
 * It proposes; nothing here archives. A missing trigger is never a reason.
 */

import type { Lesson } from '../model/lesson.ts';
import { anyOf } from '../text/any-of.ts';
import { isShortClause } from '../text/clause.ts';
import { addTo } from '../text/lists.ts';
import { oneLine } from '../text/one-line.ts';
import { jaccard, wordSet } from '../text/similarity.ts';
import { adviceOf, contradictions } from './directives.ts';
import { type PreparedInstructions, statedAlready } from './instructions.ts';
import { codeTokens, contentWords } from './words.ts';

export const NOISE_RULES = [
  'exact-duplicate',
  'contradicts-active',
  'expands-active',
  'near-duplicate',
  'in-instructions',
  'no-remediation',
  'situational',
  'met-already',
] as const;
type NoiseRule = (typeof NOISE_RULES)[number];

/** What the filter would do with a candidate; a human or the agent decides. */
export interface NoiseVerdict {
  rule: NoiseRule;
  reason: string;
  proposal: 'archive' | 'expand_existing' | 'supersede' | 'keep';
  targetSlug: string | null;
  /** True where no concrete fix is known: kept, told at session start only. */
  needsHumanFix: boolean;
}

export interface NoiseInput {
  candidate: Lesson;
  /** Other lessons with the same content hash, of any status. */
  identical: readonly Lesson[];
  /** Active lessons with their estimated Jaccard similarity, most alike first. */
  similar: readonly { lesson: Lesson; similarity: number }[];
  /** Active lessons that could say the opposite; see `contradictionIndex`. */
  opposed: readonly Lesson[];
  instructions: PreparedInstructions;
  /** The active lesson that meets every failing call of the candidate, and how many those are. */
  met: { slug: string; failing: number } | null;
}

const SIMILARITY_MIN = 0.5;
const SAME_TOPIC_MIN = 0.12;
const NEW_WORDS_MIN = 6;
const REUSABLE_MIN = 0.25;
const SPECIFIC_SHARE_MIN = 0.4;

/** The first rule that applies, in the order of `NOISE_RULES`, or null where the candidate stands. */
export function judgeNoise(input: NoiseInput): NoiseVerdict | null {
  return (
    exactDuplicate(input) ??
    contradiction(input) ??
    nearDuplicate(input) ??
    inInstructions(input) ??
    noRemediation(input.candidate) ??
    situational(input.candidate) ??
    metAlready(input)
  );
}

function verdict(
  rule: NoiseRule,
  reason: string,
  proposal: NoiseVerdict['proposal'],
  targetSlug: string | null = null,
): NoiseVerdict {
  return { rule, reason, proposal, targetSlug, needsHumanFix: rule === 'no-remediation' };
}

function exactDuplicate({ candidate, identical }: NoiseInput): NoiseVerdict | null {
  const others = identical.filter((lesson) => lesson.id !== candidate.id);
  const active = others.find((lesson) => lesson.status === 'active');
  if (active)
    return verdict(
      'exact-duplicate',
      `same content as the active lesson ${active.slug}`,
      'archive',
      active.slug,
    );
  const archived = others.find((lesson) => lesson.status === 'archived');
  if (archived) {
    const why = archived.archiveReason ? `: ${archived.archiveReason}` : '';
    return verdict(
      'exact-duplicate',
      `same content as ${archived.slug}, which was archived${why}`,
      'archive',
    );
  }
  const earlier = others.find((lesson) => lesson.number < candidate.number);
  return earlier
    ? verdict('exact-duplicate', `same content as the candidate ${earlier.slug}`, 'archive', earlier.slug)
    : null;
}

function contradiction({
  candidate,
  opposed,
}: Pick<NoiseInput, 'candidate' | 'opposed'>): NoiseVerdict | null {
  const own = adviceOf(candidate);
  for (const lesson of opposed) {
    if (lesson.id === candidate.id) continue;
    const [object] = contradictions(own, adviceOf(lesson));
    if (object === undefined || !sameTopic(candidate, lesson)) continue;
    const reason = `says the opposite of the active lesson ${lesson.slug} about "${object}"`;
    return verdict('contradicts-active', reason, 'supersede', lesson.slug);
  }
  return null;
}

function sameTopic(a: Lesson, b: Lesson): boolean {
  if (a.fingerprint !== null && a.fingerprint === b.fingerprint) return true;
  if (a.commandPatterns.some((pattern) => b.commandPatterns.includes(pattern))) return true;
  const topic = (lesson: Lesson) => `${lesson.summary} ${lesson.mistake}`;
  return jaccard(contentWords(topic(a)), contentWords(topic(b))) >= SAME_TOPIC_MIN;
}

function nearDuplicate({
  candidate,
  similar,
}: Pick<NoiseInput, 'candidate' | 'similar'>): NoiseVerdict | null {
  const [best] = similar.filter(
    ({ lesson, similarity }) =>
      lesson.id !== candidate.id && similarity >= SIMILARITY_MIN && !areOfOtherTools(candidate, lesson),
  );
  if (!best) return null;
  const { lesson } = best;
  const alike = `${Math.round(best.similarity * 100)}% like the active lesson ${lesson.slug}`;
  const added = subCase(candidate, lesson);
  if (added !== null)
    return verdict('expands-active', `${alike}; adds ${added}`, 'expand_existing', lesson.slug);
  return verdict('near-duplicate', `${alike} and adds nothing to it`, 'archive', lesson.slug);
}

/** The first of these active lessons that says all that the candidate does; null also where one says the opposite. */
export function saidAlready(input: Pick<NoiseInput, 'candidate' | 'similar'>): Lesson | null {
  const { candidate, similar } = input;
  const opposed = contradictionIndex(similar.map(({ lesson }) => lesson))(candidate);
  if (contradiction({ candidate, opposed }) !== null) return null;
  const found = nearDuplicate(input);
  if (found?.rule !== 'near-duplicate') return null;
  return similar.find(({ lesson }) => lesson.slug === found.targetSlug)?.lesson ?? null;
}

/** What was written up from failures shares most of its words with every failure of that kind: its tools tell them apart. */
function areOfOtherTools(candidate: Lesson, lesson: Lesson): boolean {
  if (stated(candidate)) return false;
  const toolsOf = ({ tags }: Lesson) => tags.filter((tag) => tag.startsWith('tool:'));
  const known = toolsOf(lesson);
  const own = toolsOf(candidate);
  return own.length > 0 && known.length > 0 && !own.some((tag) => known.includes(tag));
}

/** What the candidate knows that the lesson does not: a trigger of another shape, code, or several new words; null where nothing. */
export function subCase(candidate: Lesson, lesson: Lesson): string | null {
  const known = triggerKeys(lesson);
  const fresh = triggerKeys(candidate).find(
    (key) => !known.some((other) => key.includes(other) || other.includes(key)),
  );
  if (fresh !== undefined) return `the trigger ${fresh}`;
  const text = `${lesson.summary} ${lesson.mistake} ${lesson.remediation}`.toLowerCase();
  const code = [...codeTokens(candidate.remediation)].find((token) => !text.includes(token));
  if (code !== undefined) return `\`${code}\``;
  const words = wordSet(text);
  const novel = [...contentWords(candidate.remediation)].filter((word) => !words.has(word));
  return novel.length >= NEW_WORDS_MIN ? `${novel.slice(0, 4).join(', ')}…` : null;
}

/** Where a word begins or ends, and white space, as patterns say it. */
const EDGES = /\(\?<?!\[[^\]]*\]\)|\\[bs][+*]?|[\^$]/g;

/** Patterns with anchors and white-space classes taken off, so that two writings of one pattern are equal. */
function triggerKeys(lesson: Lesson): string[] {
  return [
    ...lesson.commandPatterns,
    ...lesson.pathPatterns,
    ...lesson.contentPatterns,
    ...lesson.errorPatterns,
  ]
    .map((pattern) => oneLine(pattern.replace(/^raw:/, '').replace(EDGES, ' ')).toLowerCase())
    .filter((key) => key !== '');
}

function inInstructions({ candidate, instructions }: NoiseInput): NoiseVerdict | null {
  const stated = statedAlready(candidate.remediation, instructions);
  if (stated === null) return null;
  return verdict('in-instructions', `${stated.path} already says: "${stated.quote}"`, 'archive');
}

const VAGUE = anyOf(
  [
    /be (?:more )?careful|try (?:it )?again|retry|fix (?:it|this|that|the \w+)/,
    /check (?:it|again|the (?:docs?|documentation|errors?|logs?|output))|investigate/,
    /look (?:into|at) (?:it|this|that|the \w+)|pay attention|make sure (?:it|that it) works|unknown/,
    /n\/?a|none|tbd|todo|not (?:yet )?(?:known|fixed|solved|resolved)/,
    /no (?:known )?(?:fix|solution|remediation|workaround)|\?+/,
  ],
  { before: /^(?:please )?/, after: /\b/, flags: 'i' },
);
const VAGUE_WORDS_MAX = 8;
const NO_FIX_SEEN = /\bno (?:fix|correction|working call) (?:was |has been )?(?:seen|found|known)\b/i;

/** The verdict on a fix that nobody could act on, or null. */
export function noRemediation(candidate: Lesson): NoiseVerdict | null {
  const fix = candidate.remediation.trim();
  const why =
    isShortClause(fix) && codeTokens(fix).size === 0
      ? fix === ''
        ? 'no remediation is known'
        : 'the remediation is too short to act on'
      : NO_FIX_SEEN.test(fix)
        ? 'no fix was seen'
        : VAGUE.test(fix) && fix.split(/\s+/).length <= VAGUE_WORDS_MAX && codeTokens(fix).size === 0
          ? 'the remediation names nothing to do'
          : null;
  if (why === null) return null;
  return verdict('no-remediation', `${why}: kept, needs a human's fix, told at session start only`, 'keep');
}

const SPECIFIC = anyOf(
  [
    /(?:\/(?:home|Users|tmp|var|private|root|mnt|workspace|repo|app)\/|[A-Za-z]:\\)\S+/,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}|(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b|\d{4}-\d\d-\d\d\S*/,
    /\S+:\d+(?::\d+)?|#\d+|\d{4,}/,
  ],
  { before: /(?:^|[\s("'`=])/, flags: 'g' },
);
const ONE_OFF =
  /\b(?:this (?:branch|commit|merge|pr|pull request|ticket|session|run|one)|merge conflict in|for now|just this once|one-off|temporar(?:y|ily)|in this (?:repo|repository|session|case|run))\b/i;
const RULE =
  /\b(?:always|never|instead of|rather than|before|whenever|must|prefer|avoid|do not|don't|each time|every|by default)\b/i;

/** True where the candidate comes from a person or from an agent's own statement, not from a guess. */
function stated(candidate: Lesson): boolean {
  if (!['heuristic', 'failure-log'].includes(candidate.source)) return true;
  return candidate.signals.some((signal) => signal === 'user-correction' || signal === 'user-rule');
}

function situational(candidate: Lesson): NoiseVerdict | null {
  if (candidate.sessionCount > 1 || candidate.projectCount > 1 || stated(candidate)) return null;
  const general = RULE.test(candidate.remediation);
  if (candidate.reusable < REUSABLE_MIN && !general)
    return verdict(
      'situational',
      'seen in one session, and nothing in it holds beyond that session',
      'archive',
    );
  const words = candidate.remediation.split(/\s+/).filter((word) => word !== '').length;
  const specifics = candidate.remediation.match(SPECIFIC)?.length ?? 0;
  if (!general && words > 0 && specifics / words >= SPECIFIC_SHARE_MIN)
    return verdict('situational', 'the fix names only paths, numbers and ids of one session', 'archive');
  const phrase = ONE_OFF.exec(`${candidate.mistake} ${candidate.remediation}`)?.[0];
  if (phrase !== undefined && !general)
    return verdict(
      'situational',
      `about one occasion ("${phrase.toLowerCase()}"), with no general rule`,
      'archive',
    );
  return null;
}

/** Looks up active lessons that forbid what a text advises, or the reverse, without comparing every pair. */
export function contradictionIndex(active: readonly Lesson[]): (candidate: Lesson) => Lesson[] {
  const does = new Map<string, Lesson[]>();
  const donts = new Map<string, Lesson[]>();
  for (const lesson of active) {
    const advice = adviceOf(lesson);
    for (const object of advice.does) addTo(does, object, lesson);
    for (const object of advice.donts) addTo(donts, object, lesson);
  }
  return (candidate) => {
    const own = adviceOf(candidate);
    const found = new Set<Lesson>();
    for (const object of own.does) for (const lesson of donts.get(object) ?? []) found.add(lesson);
    for (const object of own.donts) for (const lesson of does.get(object) ?? []) found.add(lesson);
    return [...found];
  };
}

/** Shown, and put aside by nobody: a broad lesson meets calls that another would say more about. */
function metAlready({ met }: NoiseInput): NoiseVerdict | null {
  if (met === null) return null;
  const calls = met.failing === 1 ? 'its failing call' : `all ${met.failing} of its failing calls`;
  return verdict('met-already', `the active lesson ${met.slug} meets ${calls} already`, 'keep', met.slug);
}
