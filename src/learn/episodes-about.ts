import { chiefArgument } from '../capture/chief-argument.ts';
import { matchError } from '../inject/match.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import { ANYWHERE, matches, Preparer } from './prepared-text.ts';

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
  const acting = lessons.map(
    (lesson): CompiledLesson => ({
      ...lesson,
      actsAtCalls: true,
      injectOn: ['PreToolUse'],
      scope: 'global',
    }),
  );
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

function textOf({ failure }: Episode): string {
  const { command } = failure.input;
  return failure.tool === 'Bash' && typeof command === 'string' ? command : chiefArgument(failure.input, []);
}

const inProject = ({ scope }: CompiledLesson, { project }: Episode): boolean =>
  !scope.startsWith('project:') || scope === `project:${project}`;
