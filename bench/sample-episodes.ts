/**
 * Prints a seeded random sample of emitted episodes, or of candidates at the default gate with the scan's back-test in place,
 * for reading and labelling.
 *
 *   npm run bench -- sample-episodes DIR [--seed 1] [--count 100] [--candidates] [--ids]
 *
 * The sample depends on the transcripts, the detector and the seed alone. `--ids` prints nothing but the ids.
 */

import { groupFindings } from '../src/capture/grouping/candidates.ts';
import { mergeCopies } from '../src/capture/grouping/copies.ts';
import { EPISODE_CONFIDENCE_MIN } from '../src/capture/grouping/sketch.ts';
import { ConfigSchema } from '../src/model/config.ts';
import { scopeProject } from '../src/model/scope.ts';
import { compare } from '../src/text/compare.ts';
import { hash64 } from '../src/text/hash.ts';
import { PastCalls, stableId } from './support/past-calls.ts';

const [folder, ...flags] = process.argv.slice(2);
if (!folder)
  throw new Error(
    'usage: npm run bench -- sample-episodes DIR [--seed N] [--count N] [--candidates] [--ids]',
  );
const option = (name: string, fallback: number) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : Number(flags[at + 1]);
};
const PLACES_SHOWN = 3;
const seed = option('--seed', 1);
const count = option('--count', 100);

/** Orders by a hash of seed and id: a sample of n is the beginning of a sample of m > n. */
const shuffled = <T>(items: T[], id: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: hash64(`${seed}\n${id(item)}`) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ item }) => item);

const past = new PastCalls(folder);
const { episodes } = past;
const idsOnly = flags.includes('--ids');
if (flags.includes('--candidates')) {
  const config = ConfigSchema.parse({});
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const shown = groupFindings({ episodes, tags: [], config, assess: past.assess }).filter(
    ({ lesson }) => lesson.reusable >= config.reusableGate,
  );
  const seen = (ids: string[]) => ids.flatMap((each) => byId.get(each) ?? []);
  const id = (ids: string[]) => stableId(seen(ids)[0]!);
  const places = (ids: string[]) =>
    seen(ids)
      .slice(0, PLACES_SHOWN)
      .map((episode) => `${episode.file}:${episode.failure.line}`)
      .join(' ');
  /** A regular expression over the whole line meets more: the hook looks at each command by itself, outside of quotes, where the lesson acts. */
  const metBy = (source: string, scope: string) => {
    const project = scopeProject(scope) ?? undefined;
    const [there, all] = [past.met(source, project, true), past.met(source, undefined, true)];
    return `meets, as the hook sees calls: ${there.failing} failing, ${there.good} good where it acts; ${all.failing} and ${all.good} in all projects`;
  };
  for (const { lesson, episodeIds } of shuffled(shown, (draft) => id(draft.episodeIds)).slice(0, count)) {
    if (idsOnly) console.log(id(episodeIds));
    else
      console.log(
        [
          `## ${id(episodeIds)} reusable ${lesson.reusable}, seen ${lesson.occurrenceCount}/${lesson.sessionCount}/${lesson.projectCount}, for ${lesson.scope}`,
          places(episodeIds),
          lesson.summary,
          lesson.mistake,
          lesson.remediation,
          [lesson.commandPatterns, lesson.pathPatterns, lesson.errorPatterns]
            .map((each) => JSON.stringify(each))
            .join(' '),
          ...lesson.commandPatterns.map((source) => metBy(source, lesson.scope)),
          '',
        ].join('\n'),
      );
  }
  console.error(
    `${Math.min(count, shown.length)} of ${shown.length} candidates at the gate ${config.reusableGate}, seed ${seed}`,
  );
} else {
  const emitted = mergeCopies(episodes.filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN)).map(
    (sighting) => sighting.episode,
  );
  for (const episode of shuffled(emitted, stableId).slice(0, count)) {
    if (idsOnly) console.log(stableId(episode));
    else
      console.log(
        `## ${stableId(episode)} ${episode.file}:${episode.failure.line} ${episode.kind} ${episode.confidence}\n${episode.summary}\n${episode.mistake}\n${episode.remediation}\n${episode.evidence}\n`,
      );
  }
  console.error(`${Math.min(count, emitted.length)} of ${emitted.length} emitted episodes, seed ${seed}`);
}
