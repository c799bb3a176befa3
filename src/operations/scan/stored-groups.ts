import { draftKey } from '../../capture/grouping/candidates.ts';
import { SessionFamilies, type Sighting } from '../../capture/grouping/copies.ts';
import { type Group, groupsOf, isShortlyBefore, tellsOf } from '../../capture/grouping/groups.ts';
import type { Sketch } from '../../capture/grouping/sketch.ts';
import type { TagFinding } from '../../model/findings.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { Store } from '../../store/port.ts';
import { compare } from '../../text/compare.ts';
import { type StoredSketch, sketchesOf } from './sketches.ts';

/** Episodes that are read at once, to ask whether a tag tells of them. */
const EPISODES_AT_ONCE = 100;
/** Fewer leave little behind. */
const COLLECTED_FROM = 4000;

/** What is held of a sketch when it has its place in a group. */
export type Placed = Pick<StoredSketch, 'id' | 'sessionId' | 'content'>;

export interface StoredGroup extends Group<Placed> {
  draftKey: string;
}

interface Grouped {
  /** In the order of their drafts' keys. */
  groups: StoredGroup[];
  families: SessionFamilies;
}

/** Everything that is stored, in groups. Of all episodes only sketches are held. */
export async function groupsStored(store: Store, tags: TagFinding[]): Promise<Grouped> {
  const sketches = await sketchesOf(store);
  const families = new SessionFamilies();
  for (const sketch of sketches) families.add(sketch);
  for (const tag of tags) families.addTag(tag);
  const told = await toldPairs(store, tags, sketches);
  const tells = (tag: TagFinding, { id }: Sketch) => told.has(`${tag.id}\n${id}`);
  const pause = sketches.length < COLLECTED_FROM ? () => {} : collectGarbage;
  pause();
  const groups: StoredGroup[] = [];
  for (const group of groupsOf({ episodes: sketches, tags, tells, pause }))
    groups.push({ ...placedOf(group as Group<StoredSketch>), draftKey: draftKey(group) });
  groups.sort((a, b) => compare(a.draftKey, b.draftKey));
  sketches.length = 0;
  collectGarbage();
  return { groups, families };
}

function placedOf({ key, sightings, tags }: Group<StoredSketch>): Group<Placed> {
  const placed = ({ episode: { id, sessionId, content }, ids }: Sighting<StoredSketch>) => ({
    episode: { id, sessionId, content },
    ids,
  });
  return { key, sightings: sightings.map(placed), tags };
}

/** Names of the tags and of the episodes shortly before them that they tell of. */
async function toldPairs(
  store: Store,
  tags: readonly TagFinding[],
  sketches: readonly Sketch[],
): Promise<Set<string>> {
  const bySession = Map.groupBy(tags, ({ sessionId }) => sessionId);
  const near = sketches.filter((sketch) =>
    bySession.get(sketch.sessionId)?.some((tag) => isShortlyBefore(sketch, tag)),
  );
  const told = new Set<string>();
  for (let at = 0; at < near.length; at += EPISODES_AT_ONCE) {
    const part = new Map(near.slice(at, at + EPISODES_AT_ONCE).map((sketch) => [sketch.id, sketch]));
    for (const episode of await store.listEpisodes({ ids: [...part.keys()] }))
      for (const tag of bySession.get(episode.sessionId) ?? [])
        if (isShortlyBefore(part.get(episode.id) as Sketch, tag) && tellsOf(tag, episode))
          told.add(`${tag.id}\n${episode.id}`);
  }
  return told;
}
