import {
  askedOf,
  type CandidateDraft,
  draftKey,
  draftOf,
  type GroupInput,
} from '../../capture/grouping/candidates.ts';
import { SessionFamilies } from '../../capture/grouping/copies.ts';
import { type Group, groupsOf, isShortlyBefore, tellsOf } from '../../capture/grouping/groups.ts';
import { type Seen, seenOf } from '../../capture/grouping/seen.ts';
import type { Sketch } from '../../capture/grouping/sketch.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { Store } from '../../store/port.ts';
import { compare } from '../../text/compare.ts';
import { sketchesOf } from './sketches.ts';

/** Sightings whose episodes are read at once; of a group that has more, what every sighting tells is kept, and the rest read again. */
const SIGHTINGS_AT_ONCE = 100;
const SIGHTINGS_PER_COLLECTION = 400;

type Input = Pick<GroupInput, 'tags' | 'config' | 'assess'>;

interface Drafted {
  drafts: CandidateDraft[];
  /** Episodes of these drafts that are at hand anyway, with their evidence. */
  episodes: ReadonlyMap<string, Episode>;
}

/**
 * Drafts of everything that is stored, the same as `groupFindings` makes, some at a time and sorted by key. Of all
 * episodes only sketches are held.
 */
export async function* draftStored(store: Store, input: Input): AsyncGenerator<Drafted> {
  const sketches = await sketchesOf(store);
  const families = new SessionFamilies();
  for (const sketch of sketches) families.add(sketch);
  for (const tag of input.tags) families.addTag(tag);
  const told = await toldPairs(store, input.tags, sketches);
  const tells = (tag: TagFinding, { id }: Sketch) => told.has(`${tag.id}\n${id}`);
  const groups = groupsOf({ episodes: sketches, tags: input.tags, tells })
    .map((group) => ({ ...group, draftKey: draftKey(group) }))
    .sort((a, b) => compare(a.draftKey, b.draftKey));
  sketches.length = 0;
  collectGarbage();
  let sightings = 0;
  for (const part of inParts(groups)) {
    const read = await readPart(store, part);
    const drafts: CandidateDraft[] = [];
    for (const group of part) {
      const seen = { ...group, sightings: read.sightingsOf(group) };
      const asked = await read.wholes(askedOf(seen).map(({ id }) => id));
      drafts.push(draftOf(seen, families.of, input, ({ id }) => asked.get(id) as Episode));
    }
    yield { drafts, episodes: read.episodes };
    sightings += read.sightings;
    if (sightings < SIGHTINGS_PER_COLLECTION) continue;
    sightings = 0;
    collectGarbage();
  }
}

/** Names of the tags and of the episodes shortly before them that they tell of. */
async function toldPairs(
  store: Store,
  tags: readonly TagFinding[],
  sketches: readonly Sketch[],
): Promise<Set<string>> {
  const bySession = new Map<string, TagFinding[]>();
  for (const tag of tags) {
    const known = bySession.get(tag.sessionId);
    if (known) known.push(tag);
    else bySession.set(tag.sessionId, [tag]);
  }
  const near = sketches.filter((sketch) =>
    bySession.get(sketch.sessionId)?.some((tag) => isShortlyBefore(sketch, tag)),
  );
  const told = new Set<string>();
  for (let at = 0; at < near.length; at += SIGHTINGS_AT_ONCE) {
    const part = new Map(near.slice(at, at + SIGHTINGS_AT_ONCE).map((sketch) => [sketch.id, sketch]));
    for (const episode of await store.listEpisodes({ ids: [...part.keys()] }))
      for (const tag of bySession.get(episode.sessionId) ?? [])
        if (isShortlyBefore(part.get(episode.id) as Sketch, tag) && tellsOf(tag, episode))
          told.add(`${tag.id}\n${episode.id}`);
  }
  return told;
}

/** Groups in turn, as many as have so many sightings together; one that has more by itself. */
function* inParts<T extends Group>(groups: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let size = 0;
  for (const group of groups) {
    if (part.length > 0 && size + group.sightings.length > SIGHTINGS_AT_ONCE) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(group);
    size += group.sightings.length;
  }
  if (part.length > 0) yield part;
}

/** The episodes of some groups. */
async function readPart(store: Store, groups: readonly Group[]) {
  const ids = groups.flatMap(({ sightings }) => sightings.map(({ episode }) => episode.id));
  const isMuch = ids.length > SIGHTINGS_AT_ONCE;
  const episodes = new Map<string, Episode>();
  const seen = new Map<string, Seen>();
  for (let at = 0; at < ids.length; at += SIGHTINGS_AT_ONCE)
    for (const episode of await store.listEpisodes({ ids: ids.slice(at, at + SIGHTINGS_AT_ONCE) })) {
      seen.set(episode.id, seenOf(episode));
      if (!isMuch) episodes.set(episode.id, episode);
    }
  return {
    episodes,
    sightings: ids.length,
    sightingsOf: (group: Group) =>
      group.sightings.map(({ episode, ids: copies }) => ({
        episode: seen.get(episode.id) as Seen,
        ids: copies,
      })),
    wholes: async (asked: string[]): Promise<ReadonlyMap<string, Episode>> => {
      if (!isMuch) return episodes;
      return new Map((await store.listEpisodes({ ids: asked })).map((episode) => [episode.id, episode]));
    },
  };
}
