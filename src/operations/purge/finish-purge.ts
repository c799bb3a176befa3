import { readPointer } from '../../manifest/pointer.ts';
import type { Store } from '../../store/port.ts';
import { hash64 } from '../../text/hash.ts';
import { recountNews } from '../home/announce.ts';
import { alone } from '../home/home-locks.ts';
import { rebuildManifest } from '../home/rebuild.ts';
import type { Context } from '../operation.ts';
import { removeOldManifests } from './purge-databases.ts';

/** Set with the removal of the rows, until nothing of them is left in manifests and freed pages. */
const UNFINISHED = 'purge:unfinished';

/** Notes, in the transaction that removes the rows, that a purge is to be finished; what it was of can be told, not read. */
export const beginPurge = (inside: Store, of: object) => inside.setState(UNFINISHED, keyOf(of));

/** The purge that was killed, or could not have the store for itself, before it was finished; null where none was. */
export async function unfinishedPurge(store: Store): Promise<{ isOf(of: object): boolean } | null> {
  const key = await store.getState(UNFINISHED);
  return key === null ? null : { isOf: (of) => key === keyOf(of) };
}

const keyOf = (of: object): string => hash64(JSON.stringify(of));

/**
 * Compiles without what was purged, and takes it from old manifests and freed pages.
 * @returns number of manifest files removed
 */
export async function finishPurge(context: Context, store: Store): Promise<number> {
  const { file } = await rebuildManifest(context);
  await recountNews(context);
  // Nobody builds meanwhile; who has built since then did so without what was purged.
  const manifests = await alone(context, 'build', async () => {
    const current = readPointer(context.home)?.file ?? (file.split(/[\\/]/).at(-1) as string);
    return removeOldManifests(context.home, current);
  });
  // Last, since it needs the store for itself: where another process has it open, everything else is done already.
  await store.compact();
  await store.setState(UNFINISHED, null);
  return manifests;
}
