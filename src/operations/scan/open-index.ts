import type { CallIndex } from '../../store/call-index-port.ts';
import type { Store } from '../../store/port.ts';
import { DamagedIndex, removeCallIndex, salvageRemoved } from '../../store/sqlite/call-index-damage.ts';
import { FILLING_CACHE_KB, openCallIndex } from '../../store/sqlite/call-index-open.ts';
import type { Context } from '../operation.ts';

/**
 * Opens the index of past calls for a scan, which alone can fill it. A damaged one is made anew; then, and where it
 * was removed or is of another layout, every transcript is read from its start again, and what was purged stays out.
 */
export async function openIndexToFill(context: Context, store: Store): Promise<CallIndex> {
  const index = await openOrRenew(context, store);
  try {
    const removed = index.removedKeys();
    const { calls: purged } = await store.listPurged();
    if (index.isUnfilled()) {
      if ((await store.forgetCursors()) > 0)
        context.warn('the index of past calls is made anew: every transcript is read again');
      index.begin(purged);
    }
    const noted = new Set(purged);
    const missing = removed.filter((key) => !noted.has(key));
    if (missing.length > 0) await store.notePurgedCalls(missing);
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

async function openOrRenew(context: Context, store: Store): Promise<CallIndex> {
  try {
    return openCallIndex(context.home, FILLING_CACHE_KB);
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
    await renewIndex(context, store);
    return openCallIndex(context.home, FILLING_CACHE_KB);
  }
}

/** Removes a damaged index. What it can still tell of purged calls is noted in the store before. */
async function renewIndex(context: Context, store: Store): Promise<void> {
  context.warn('the index of past calls was damaged');
  await store.notePurgedCalls(salvageRemoved(context.home));
  removeCallIndex(context.home);
}
