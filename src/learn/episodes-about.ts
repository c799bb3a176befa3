import { chiefArgument } from '../capture/chief-argument.ts';
import { matchError } from '../inject/match.ts';
import { ANYWHERE } from '../inject/scope.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import { scopeProject } from '../model/scope.ts';
import { actingAnywhere } from '../triggers/backtest.ts';
import { LessonIndex } from '../triggers/lesson-index.ts';
import { matches, Preparer } from './prepared-text.ts';

/**
 * Past episodes by the lessons that are about them: whose trigger matches the failing call, or that are recalled on its
 * error. What users said is no failure of a kind, and is left out.
 */
export function episodesAbout(
  lessons: readonly CompiledLesson[],
  episodes: Iterable<Episode>,
): Map<string, Episode[]> {
  const found = new Map<string, Episode[]>(lessons.map((lesson) => [lesson.id, []]));
  if (lessons.length === 0) return found;
  const preparer = new Preparer();
  const acting = lessons.map(actingAnywhere);
  for (const episode of episodes) {
    if (episode.kind === 'user') continue;
    const { tool, error } = episode.failure;
    const prepared = preparer.of({ tool, text: textOf(episode) });
    for (const [at, lesson] of acting.entries()) {
      if (!inProject(lessons[at]!, episode)) continue;
      const recalled = () =>
        matchError(prepared.call, error, episode.fingerprint, [lesson], ANYWHERE).length > 0;
      if (matches(lesson, prepared) || recalled()) found.get(lesson.id)!.push(episode);
    }
  }
  return found;
}

/** Asks of failing calls whether each of the lessons is about them, as `episodesAbout` does of episodes; by lesson id. */
export function callsAbout(lessons: readonly CompiledLesson[]): Map<string, (call: CallRecord) => boolean> {
  const preparer = new Preparer();
  return new Map(
    lessons.map(actingAnywhere).map((lesson) => [
      lesson.id,
      (call) => {
        const prepared = preparer.of(call);
        const [error, fingerprint] = [call.error ?? '', call.fingerprint ?? ''];
        return (
          matches(lesson, prepared) ||
          matchError(prepared.call, error, fingerprint, [lesson], ANYWHERE).length > 0
        );
      },
    ]),
  );
}

/** Asks of episodes which lessons meet their failing calls; many lessons are told apart by the words they require. */
export class MeetingLessons {
  readonly #byId: Map<string, CompiledLesson>;
  readonly #index: LessonIndex;
  readonly #preparer = new Preparer();

  constructor(lessons: readonly CompiledLesson[]) {
    this.#byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
    this.#index = new LessonIndex(lessons.map(actingAnywhere));
  }

  /** Ids of the lessons that meet the failing call of every one; none where there is no failing call. */
  ofAll(episodes: readonly Episode[]): string[] {
    const [first, ...others] = episodes.filter((episode) => episode.kind !== 'user');
    if (first === undefined) return [];
    return others.reduce((met, episode) => {
      const also = new Set(this.#of(episode));
      return met.filter((id) => also.has(id));
    }, this.#of(first));
  }

  #of(episode: Episode): string[] {
    const prepared = this.#preparer.of({ tool: episode.failure.tool, text: textOf(episode) });
    return [...this.#index.forCall(prepared.texts)]
      .filter((lesson) => inProject(this.#byId.get(lesson.id)!, episode) && matches(lesson, prepared))
      .map((lesson) => lesson.id);
  }
}

function textOf({ failure }: Episode): string {
  const { command } = failure.input;
  return failure.tool === 'Bash' && typeof command === 'string' ? command : chiefArgument(failure.input, []);
}

const inProject = ({ scope }: CompiledLesson, { project }: Episode): boolean =>
  (scopeProject(scope) ?? project) === project;
