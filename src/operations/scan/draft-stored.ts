import { askedOf, type CandidateDraft, draftOf, type GroupInput } from '../../capture/grouping/candidates.ts';
import type { SessionFamilies } from '../../capture/grouping/copies.ts';
import type { Group } from '../../capture/grouping/groups.ts';
import { type Seen, seenOf } from '../../capture/grouping/seen.ts';
import type { Episode } from '../../model/episode.ts';
import { collectEvery, collectGarbage } from '../../platform/collect-garbage.ts';
import type { Store } from '../../store/port.ts';
import { digestOf, listening } from './settled-drafts.ts';
import type { Placed, StoredGroup } from './stored-groups.ts';

/** Sightings whose episodes are read at once; of a group that has more, what every sighting tells is kept, and the rest read again. */
const SIGHTINGS_AT_ONCE = 100;
const SIGHTINGS_PER_COLLECTION = 400;
const SIGHTINGS_OF_ONE_PER_COLLECTION = 1000;

interface Input extends Pick<GroupInput, 'config' | 'assess'> {
  families: SessionFamilies;
}

/** A draft, and what it was made of. */
export interface StoredDraft extends CandidateDraft {
  digest: string;
  answers: string;
}

interface Drafted {
  drafts: StoredDraft[];
  /** Episodes of these drafts that are at hand anyway, with their evidence. */
  episodes: ReadonlyMap<string, Episode>;
}

/** Drafts of stored groups, the same as `groupFindings` makes, some at a time and in the order of the groups. */
export async function* draftStored(
  store: Store,
  groups: readonly StoredGroup[],
  input: Input,
): AsyncGenerator<Drafted> {
  const sightingsRead = collectEvery(SIGHTINGS_PER_COLLECTION);
  for (const part of inParts(groups)) {
    const read = await readPart(store, part);
    const drafts: StoredDraft[] = [];
    for (const group of part) {
      const seen = { ...group, sightings: read.sightingsOf(group) };
      const asked = await read.wholes(askedOf(seen).map(({ id }) => id));
      const { assess, answers } = listening(input.assess);
      const { config, families } = input;
      const whole = ({ id }: Seen) => asked.get(id) as Episode;
      const draft = draftOf(seen, families.of, { config, ...(assess ? { assess } : {}) }, whole);
      drafts.push({ ...draft, digest: digestOf(group, input), answers: answers() });
    }
    yield { drafts, episodes: read.episodes };
    sightingsRead(read.sightings);
  }
}

/** Groups in turn, as many as have so many sightings together; one that has more by itself. */
function* inParts<T extends Group<Placed>>(groups: readonly T[]): Generator<T[]> {
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
async function readPart(store: Store, groups: readonly Group<Placed>[]) {
  const ids = groups.flatMap(({ sightings }) => sightings.map(({ episode }) => episode.id));
  const isMuch = ids.length > SIGHTINGS_AT_ONCE;
  const episodes = new Map<string, Episode>();
  const seen = new Map<string, Seen>();
  for (let at = 0; at < ids.length; at += SIGHTINGS_AT_ONCE) {
    if (at > 0 && at % SIGHTINGS_OF_ONE_PER_COLLECTION === 0) collectGarbage();
    for (const episode of await store.listEpisodes({ ids: ids.slice(at, at + SIGHTINGS_AT_ONCE) })) {
      seen.set(episode.id, seenOf(episode));
      if (!isMuch) episodes.set(episode.id, episode);
    }
  }
  return {
    episodes,
    sightings: ids.length,
    sightingsOf: (group: Group<Placed>) =>
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
