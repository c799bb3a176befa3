/**
 * Prints a seeded random sample of emitted episodes, or of candidates at the default gate, for reading and labelling.
 *
 *   node scripts/bun.mjs run bench/sample-episodes.ts DIR [--seed 1] [--count 100] [--candidates] [--ids]
 *
 * The sample depends on the transcripts, the detector and the seed alone. `--ids` prints nothing but the ids.
 */

import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transcriptReaders } from '../src/agents/index.ts';
import { groupFindings } from '../src/capture/grouping/candidates.ts';
import { mergeCopies } from '../src/capture/grouping/copies.ts';
import { EPISODE_CONFIDENCE_MIN } from '../src/capture/grouping/sketch.ts';
import { ConfigSchema } from '../src/model/config.ts';
import type { Episode } from '../src/model/episode.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { compare } from '../src/text/compare.ts';
import { hash64 } from '../src/text/hash.ts';

const [folder, ...flags] = process.argv.slice(2);
if (!folder)
  throw new Error('usage: bench/sample-episodes.ts DIR [--seed N] [--count N] [--candidates] [--ids]');
const option = (name: string, fallback: number) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : Number(flags[at + 1]);
};
const PLACES_SHOWN = 3;
const seed = option('--seed', 1);
const count = option('--count', 100);

function filesUnder(path: string): string[] {
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const child = join(path, name);
      return statSync(child).isDirectory() ? filesUnder(child) : [child];
    });
}

function episodesOf(path: string): Episode[] {
  const found = scanFile(path, null, {
    readers: transcriptReaders,
    project: (cwd) => cwd,
    onCalls: () => {},
  });
  // Ids hold the file's name as it was given; relative names make the sample the same on every machine.
  return 'episodes' in found
    ? [...found.episodes].map((episode) => ({ ...episode, file: relative(folder!, path) }))
    : [];
}

/** Identity of an episode that does not depend on where the corpus lies. */
const stableId = (episode: Episode) =>
  hash64(`${episode.file}\n${episode.lines.join(',')}\n${episode.toolUseIds[0] ?? episode.uuids[0] ?? ''}`);

/** Orders by a hash of seed and id: a sample of n is the beginning of a sample of m > n. */
const shuffled = <T>(items: T[], id: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: hash64(`${seed}\n${id(item)}`) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ item }) => item);

const episodes = filesUnder(folder).flatMap(episodesOf);
const idsOnly = flags.includes('--ids');
if (flags.includes('--candidates')) {
  const config = ConfigSchema.parse({});
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const shown = groupFindings({ episodes, tags: [], config }).filter(
    ({ lesson }) => lesson.reusable >= config.reusableGate,
  );
  const seen = (ids: string[]) => ids.flatMap((each) => byId.get(each) ?? []);
  const id = (ids: string[]) => stableId(seen(ids)[0]!);
  const places = (ids: string[]) =>
    seen(ids)
      .slice(0, PLACES_SHOWN)
      .map((episode) => `${episode.file}:${episode.failure.line}`)
      .join(' ');
  for (const { lesson, episodeIds } of shuffled(shown, (draft) => id(draft.episodeIds)).slice(0, count)) {
    if (idsOnly) console.log(id(episodeIds));
    else
      console.log(
        `## ${id(episodeIds)} reusable ${lesson.reusable}, seen ${lesson.occurrenceCount}/${lesson.sessionCount}/${lesson.projectCount}\n${places(episodeIds)}\n${lesson.summary}\n${lesson.mistake}\n${lesson.remediation}\n${JSON.stringify(lesson.commandPatterns)} ${JSON.stringify(lesson.errorPatterns)}\n`,
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
