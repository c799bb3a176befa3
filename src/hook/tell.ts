import { type InjectionMeta, renderInjection } from '../inject/render.ts';
import { select } from '../inject/select.ts';
import type { Match, Selection } from '../inject/types.ts';
import type { InjectionEvent, InjectionKind } from '../model/injection-event.ts';
import { fileName } from '../platform/session-state.ts';
import type { Act } from './act.ts';
import { logTold } from './call-log.ts';

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
  const fresh = matches.filter(
    ({ lesson }) =>
      !act.seenElsewhere(lesson) && !act.state.has(act.callClaim(lesson)) && !act.withheld(lesson, about),
  );
  if (fresh.length === 0) return '';
  const { toolUseId } = about;
  if (toolUseId != null && act.state.claim(`c.${fileName(toolUseId)}.${kind}`, '') !== true) return '';

  const selection = select(fresh, {
    budgetBytes: act.config.injectionBudgetBytes,
    maxLessons: act.config.maxLessonsPerInjection,
  });
  const selected = selection.selected.filter(
    ({ match }) => act.state.claim(act.callClaim(match.lesson), `${match.lesson.priority}\n`) === true,
  );
  for (const { match, reason } of selection.dropped) {
    act.record('drop', match.lesson, { ...about, detail: reason });
  }
  return render(act, { selected, dropped: selection.dropped }, kind, about);
}

function render(
  act: Act,
  selection: Selection,
  kind: 'inject' | 'recall',
  about: Partial<InjectionEvent>,
): string {
  const metaKind: InjectionMeta['kind'] = kind;
  const text = renderInjection(selection, metaKind);
  for (const { match, text: part, full } of selection.selected) {
    act.record(kind, match.lesson, { ...about, bytes: part.length, ...(full ? {} : { detail: 'summary' }) });
    logTold(act, match.lesson.slug, kind, about.toolUseId ?? null);
  }
  return text;
}
