import { type Sketch, sketchOf } from '../../capture/grouping/sketch.ts';
import type { Episode } from '../../model/episode.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { Store } from '../../store/port.ts';

const SKETCHES_PER_COLLECTION = 4000;

/** Sketches of all stored episodes, in the order of their ids. */
export async function sketchesOf(store: Store): Promise<Sketch[]> {
  const sketches: Sketch[] = [];
  const once = new Map<string, string>();
  let collected = 0;
  for await (const episodes of store.episodes()) {
    for (const sketch of flat(episodes)) sketches.push(sharing(sketch, once));
    if (sketches.length - collected < SKETCHES_PER_COLLECTION) continue;
    collected = sketches.length;
    collectGarbage();
  }
  return sketches;
}

/** Texts that were cut out of others keep these in memory: theirs are written anew. */
const flat = (episodes: readonly Episode[]): Sketch[] => JSON.parse(JSON.stringify(episodes.map(sketchOf)));

/** What many sketches say alike is held once. */
function sharing(sketch: Sketch, once: Map<string, string>): Sketch {
  const shared = (text: string): string => {
    const known = once.get(text);
    if (known !== undefined) return known;
    once.set(text, text);
    return text;
  };
  const { cluster } = sketch;
  sketch.sessionId = shared(sketch.sessionId);
  sketch.file = shared(sketch.file);
  if (cluster !== null) {
    cluster.key = shared(cluster.key);
    cluster.kin = shared(cluster.kin);
    cluster.words = shared(cluster.words);
  }
  return sketch;
}
