import { type FailureCost, tokensOfBytes } from '../../learn/cost.ts';
import { deliveryId } from '../../learn/outcomes.ts';
import { isTold } from '../../learn/scoring.ts';
import type { InjectionEvent } from '../../model/injection-event.ts';
import type { OutcomeRow } from '../../store/port.ts';
import type { LessonStats } from './stats-schema.ts';

/** Of one hook process, between its first record and its last. */
const ONE_HOOK_MS = 50;

type Estimates = LessonStats['estimates'];

/** What telling cost, in tokens. */
export function spent(events: readonly InjectionEvent[]): number {
  return tokensOfBytes(events.reduce((bytes, event) => bytes + (event.bytes ?? 0), 0));
}

/** What one lesson cost and saved: prevented failures at the median cost of that failure in the past. */
export function estimatesOf(
  events: readonly InjectionEvent[],
  prevented: number,
  cost: FailureCost | null,
): Estimates {
  const costs = cost === null ? [] : Array.from({ length: prevented }, () => cost);
  return { tokensSpent: spent(events), ...saved(costs) };
}

/**
 * What all lessons saved. Several may have been told at one call, and each had its part in it: the failure that did not
 * come is one, and counts at the highest of their costs.
 * @param events all that hooks recorded, which tell the call of a delivery
 */
export function savedOnce(
  outcomes: readonly OutcomeRow[],
  events: readonly InjectionEvent[],
  costOf: (lessonId: string) => FailureCost | null,
): Omit<Estimates, 'tokensSpent'> {
  const prevented = outcomes.filter((row) => row.outcome === 'prevented' && isTold(row));
  if (prevented.length === 0) return saved([]);
  const callOf = callsOf(events);
  const costs = new Map(prevented.map(({ lessonId }) => [lessonId, costOf(lessonId)]));
  const byCall = new Map<string, FailureCost>();
  for (const row of prevented) {
    const cost = costs.get(row.lessonId) ?? null;
    const call = callOf(row);
    if (cost !== null && cost.bytes >= (byCall.get(call)?.bytes ?? 0)) byCall.set(call, cost);
  }
  return saved([...byCall.values()]);
}

/**
 * The call of a delivery. Where hooks are told no id, what one hook records in a moment is about one call. A skill's digest
 * is one event, and a delivery of several lessons at its moment.
 * @param events in order of time
 */
function callsOf(events: readonly InjectionEvent[]): (row: OutcomeRow) => string {
  const known = new Map<string, string>();
  const before = new Map<string, { call: string; at: number }>();
  for (const event of events) {
    const { sessionId, toolUseId } = event;
    const at = Date.parse(event.at);
    const last = before.get(sessionId);
    const isSame = last !== undefined && at - last.at <= ONE_HOOK_MS;
    const call = toolUseId == null ? (isSame ? last.call : moment(event)) : `${sessionId}\n${toolUseId}`;
    if (toolUseId == null) before.set(sessionId, { call, at });
    known.set(deliveryId(event), call);
    known.set(moment(event), call);
  }
  return (row) => known.get(row.id) ?? known.get(moment(row)) ?? moment(row);
}

const moment = ({ sessionId, at }: { sessionId: string; at: string }): string => `${sessionId}\nat ${at}`;

function saved(costs: readonly FailureCost[]): Omit<Estimates, 'tokensSpent'> {
  const sum = (pick: (cost: FailureCost) => number): number =>
    costs.reduce((total, cost) => total + pick(cost), 0);
  return {
    tokensSaved: tokensOfBytes(sum((cost) => cost.bytes)),
    callsSaved: round(sum((cost) => cost.calls)),
    secondsSaved: round(sum((cost) => cost.seconds)),
  };
}

/** To four places, as figures are shown and stored. */
export const round = (value: number): number => Number(value.toFixed(4));
