import { type Sketch, sketchOf } from '../../capture/grouping/sketch.ts';
import { collectEvery } from '../../platform/collect-garbage.ts';
import { BUILD } from '../../platform/version.ts';
import type { SketchedRow, Store } from '../../store/port.ts';
import { hash53 } from '../../text/hash.ts';

/** A sketch that is made leaves a whole episode behind, ten times as much as one that was kept. */
const MADE_PER_COLLECTION = 4000;
const KEPT_PER_COLLECTION = 16_000;

/** A sketch, and a hash of the episode that it was made of. */
export interface StoredSketch extends Sketch {
  content: number;
}

/** Sketches of all stored episodes, in the order of their ids. Those that are not kept yet are made, and kept. */
export async function sketchesOf(store: Store): Promise<StoredSketch[]> {
  const sketches: StoredSketch[] = [];
  const once = new Map<string, string>();
  const shareDone = collectEvery(1);
  for await (const rows of store.sketches(BUILD)) {
    const fresh: { id: string; file: string; sketch: string }[] = [];
    for (const row of rows) {
      const sketch = row.sketch ?? sketchText(row);
      if (row.sketch === null) fresh.push({ id: row.id, file: row.file, sketch });
      sketches.push(sharing(JSON.parse(sketch), once));
    }
    if (fresh.length > 0) await store.keepSketches(BUILD, fresh);
    shareDone(fresh.length / MADE_PER_COLLECTION + rows.length / KEPT_PER_COLLECTION);
  }
  return sketches;
}

function sketchText({ body }: SketchedRow): string {
  const text = body as string;
  return JSON.stringify({ ...sketchOf(JSON.parse(text)), content: hash53(text) } satisfies StoredSketch);
}

/** What many sketches say alike is held once. */
function sharing(sketch: StoredSketch, once: Map<string, string>): StoredSketch {
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
