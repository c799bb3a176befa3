import { renderInjection } from '../inject/render.ts';
import { select } from '../inject/select.ts';
import type { Match, Selection } from '../inject/types.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { InjectionEvent, InjectionKind } from '../model/injection-event.ts';
import { fileName } from '../platform/session-state.ts';
import type { Act } from './act.ts';

/**
 * Stages dedup, select and format for lessons that go into the agent's context at or after a call.
 * A lesson is told once in a session: its claim decides, so that parallel subagents cannot both tell it.
 * Without a claim (nothing can be written) nothing is told, since it would be told at every call.
 * @returns the text, or an empty one
 */
export function tellLessons(
  act: Act,
  matches: readonly Match[],
  kind: Extract<InjectionKind, 'inject' | 'recall'>,
  about: Partial<InjectionEvent>,
): string {
  let fresh: Match[] = [];
  for (const match of matches) {
    const { lesson } = match;
    if (act.seenElsewhere(lesson)) continue;
    // Of one lesson, its claim says later whether it was told; of several, told ones must not take the others' room.
    if (matches.length > 1 && act.state.has(act.callClaim(lesson))) continue;
    if (!act.withheld(lesson, about)) fresh.push(match);
  }
  if (kind === 'recall') fresh = ownFirst(fresh);
  if (fresh.length === 0) return '';
  const id = act.callId(about.toolUseId);
  // Of several lessons, a second installed hook would tell those that the first had no room for. Of one, its claim decides.
  const isFirst = () => act.state.claim(`c.${fileName(id ?? '')}.${kind}`, '') === true;
  if (fresh.length > 1 && id !== null && !isFirst()) return '';

  const selection = select(fresh, {
    budgetBytes: act.config.injectionBudgetBytes,
    maxLessons: act.config.maxLessonsPerInjection,
    languages: fresh.length > 1 ? act.manifest?.languagesOf(act.project) : undefined,
  });
  const selected: Selection['selected'] = [];
  for (const each of selection.selected) {
    const { lesson } = each.match;
    if (act.state.claim(act.callClaim(lesson), `${lesson.priority}\n`) === true) selected.push(each);
  }
  for (const { match, reason } of selection.dropped) {
    act.record('drop', match.lesson, { ...about, detail: reason });
  }
  for (const { match, text, full } of selected) {
    act.record(kind, match.lesson, full ? about : { ...about, detail: 'summary' }, text);
  }
  return renderInjection({ selected, dropped: selection.dropped }, kind);
}

/** Of lessons about one matter those that were learned here: they say it better than a pack, which says it anywhere. */
export function ownFirst<T extends { lesson: CompiledLesson }>(all: T[]): T[] {
  const own = all.filter(({ lesson }) => !lesson.fromPack);
  return own[0] ? own : all;
}
