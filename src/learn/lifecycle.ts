import { DAY_MS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import type { Delivery, Lesson } from '../model/lesson.ts';
import { scopeProject } from '../model/scope.ts';
import { compare } from '../text/compare.ts';
import { supportsHold } from '../triggers/backtest.ts';
import { wilson } from '../triggers/wilson.ts';
import type { Effect } from './effect.ts';
import { type Complaint, isTold, type JudgedOutcome, type Posterior } from './scoring.ts';

/** What is proposed to the human for an active lesson, with the reason in words. */
export type Proposal =
  | { kind: 'archive'; why: 'stale' | 'no-effect' | 'harmful'; reason: string }
  | { kind: 'demote'; to: Delivery; reason: string }
  | { kind: 'promote'; to: Delivery; reason: string }
  | { kind: 'widen'; to: 'global'; reason: string }
  | { kind: 're-check'; reason: string };

/** From when on a lesson ages. */
export type Ageing = Pick<Lesson, 'createdAt' | 'reviewedAt' | 'lastMatchedAt'> & {
  /** When it came into this store, where it was not made here. */
  arrivedAt: string | null;
  /** On which days sessions ran where it applies: UTC dates. */
  sessionDays: readonly string[];
};

/** What the lifecycle looks at; all of it measured, none of it that the lesson was shown. */
export interface LifecycleFacts {
  lesson: Pick<Lesson, 'number' | 'delivery' | 'status' | 'scope'> & Ageing;
  /** The lesson says which calls or errors it is for; without that, not matching says nothing. */
  hasTrigger: boolean;
  outcomes: readonly JudgedOutcome[];
  complaints: readonly Complaint[];
  posterior: Posterior;
  effect: Effect;
  /** Past calls that its trigger matches; null where none are known. */
  history: { failingMet: number; goodDisturbed: number } | null;
  /** What it cites and has changed since: `pytest 7 → 8`, `src/app.ts`. */
  changed: readonly string[];
  /** Other projects than its own in which its mistake was made since a human last looked at it. */
  elsewhere: number;
  /** When a human last said that it holds: ISO 8601. */
  lookedAt: string | null;
}

const STALE_DAYS = 180;
/** Days with sessions below which it says nothing that nothing matched. */
const SESSION_DAYS_MIN = 20;
/** Judged deliveries below which outcomes decide nothing. */
const JUDGED_MIN = 8;
/** A hold that misfires more often than this, surely, costs more round trips than it saves. */
const MISFIRES_MAX = 0.3;
/** Past calls that went well, below which they decide nothing. */
const GOOD_CALLS_MIN = 4;
const USELESS_MEAN_MAX = 0.35;
/** Deliveries in a row at calls that went well, from which on it is asked whether the lesson still holds. */
const WELL_IN_A_ROW = 3;

/**
 * What should be done with an active lesson, for a human to decide; nothing acts by itself.
 * @param now milliseconds since the epoch
 */
export function proposals(facts: LifecycleFacts, now: number): Proposal[] {
  if (facts.lesson.status !== 'active') return [];
  const found: Proposal[] = [];
  const archive = archiveProposal(facts, now);
  if (archive) found.push(archive);
  const delivery = deliveryProposal(facts);
  if (delivery && archive === null) found.push(delivery);
  if (facts.elsewhere > 0 && scopeProject(facts.lesson.scope) !== null)
    found.push({
      kind: 'widen',
      to: 'global',
      reason: `the same mistake was made in ${counted(facts.elsewhere, 'other project')}, where it is not told`,
    });
  const doubts = doubtsOf(facts);
  if (doubts.length > 0)
    found.push({
      kind: 're-check',
      reason: `${doubts.join('; ')} (\`lessons edit ${facts.lesson.number} --keep\` says that it still holds)`,
    });
  return found;
}

/** What speaks against its holding still. */
function doubtsOf(facts: LifecycleFacts): string[] {
  const doubts: string[] = [];
  if (facts.changed.length > 0)
    doubts.push(`changed since it was last looked at: ${facts.changed.slice(0, 3).join(', ')}`);
  const well = wellInARow(facts);
  if (well >= WELL_IN_A_ROW && (facts.history?.failingMet ?? 0) > 0)
    doubts.push(`such calls used to fail, and the last ${well} that it was told at went well`);
  return doubts;
}

/** How many of the latest judged deliveries came at calls that were fine as they were, since a human last looked. */
function wellInARow({ outcomes, lookedAt }: LifecycleFacts): number {
  const judged = outcomes
    .filter((each) => isTold(each) && each.outcome !== 'unknown' && each.at > (lookedAt ?? ''))
    .sort((a, b) => compare(a.at, b.at));
  return judged.length - 1 - judged.findLastIndex(({ outcome }) => outcome !== 'irrelevant');
}

function archiveProposal(facts: LifecycleFacts, now: number): Proposal | null {
  const { effect, posterior } = facts;
  if (effect.enough && effect.low > 0)
    return {
      kind: 'archive',
      why: 'harmful',
      reason: `the failure came back more often with it than without: ${percent(effect.low)} to ${percent(effect.high)} more`,
    };
  const stale = facts.hasTrigger ? staleReason(facts.lesson, now) : null;
  if (stale !== null) return { kind: 'archive', why: 'stale', reason: stale };
  // A comparison that cannot exclude a benefit keeps the lesson: not doing worse is not the same as not helping.
  if (effect.enough && effect.low > -SMALL_EFFECT && effect.high < SMALL_EFFECT)
    return {
      kind: 'archive',
      why: 'no-effect',
      reason: 'the failure comes back as often with it as without',
    };
  const judged = judgedOf(facts);
  if (!effect.enough && judged >= JUDGED_MIN && posterior.high < USELESS_MEAN_MAX)
    return {
      kind: 'archive',
      why: 'no-effect',
      reason: `of ${judged} judged deliveries few helped (at most ${percent(posterior.high)})`,
    };
  return null;
}

const SMALL_EFFECT = 0.05;

/** That it matched nothing for long, though sessions ran since it last did, was reviewed or came here; else null. */
export function staleReason(
  { lastMatchedAt, reviewedAt, createdAt, arrivedAt, sessionDays }: Ageing,
  now: number,
): string | null {
  const last = Math.max(
    ...[lastMatchedAt, reviewedAt, createdAt, arrivedAt].map((at) => (at === null ? 0 : Date.parse(at) || 0)),
  );
  const days = Math.floor((now - last) / DAY_MS);
  const used = sessionDays.filter((day) => Date.parse(day) > last).length;
  return days > STALE_DAYS && used >= SESSION_DAYS_MIN
    ? `matched nothing in ${days} days, with sessions on ${used} of them`
    : null;
}

function deliveryProposal(facts: LifecycleFacts): Proposal | null {
  const { delivery } = facts.lesson;
  const shown = facts.outcomes.filter(isTold);
  const misfires = shown.filter((each) => each.outcome === 'irrelevant').length + facts.complaints.length;
  const judged = shown.filter((each) => each.outcome !== 'unknown').length + facts.complaints.length;
  if (delivery !== 'context' && judged > 0 && wilson(misfires, judged).low > MISFIRES_MAX)
    return {
      kind: 'demote',
      to: 'context',
      reason: `${misfires} of ${judged} calls that it stopped were fine`,
    };
  if (delivery === 'hold' && facts.history && stopsGoodCalls(facts.history))
    return {
      kind: 'demote',
      to: 'context',
      reason: `${facts.history.goodDisturbed} of ${facts.history.failingMet + facts.history.goodDisturbed} past calls that it matches went well`,
    };
  if (delivery === 'context' && facts.history && supportsHold(facts.history).supported) {
    const { failingMet, goodDisturbed } = facts.history;
    return {
      kind: 'promote',
      to: 'hold',
      reason: `of ${failingMet + goodDisturbed} calls that it matches ${failingMet} failed: a hold would have stopped them`,
    };
  }
  return null;
}

/** Surely more than a hold may stop: it was chosen before there was a history, or the tool has changed since. */
function stopsGoodCalls({
  failingMet,
  goodDisturbed,
}: {
  failingMet: number;
  goodDisturbed: number;
}): boolean {
  return (
    goodDisturbed >= GOOD_CALLS_MIN && wilson(goodDisturbed, failingMet + goodDisturbed).low > MISFIRES_MAX
  );
}

function judgedOf(facts: LifecycleFacts): number {
  return (
    facts.outcomes.filter((each) => isTold(each) && each.outcome !== 'unknown').length +
    facts.complaints.length
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
