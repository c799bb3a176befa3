import { VERSION } from '../../platform/version.ts';
import type { Store } from '../../store/port.ts';

const READ_BY = 'scan.readBy';

/** Notes which version begins to read transcripts, where none was read before. */
export async function noteFirstReader(store: Store): Promise<void> {
  if ((await store.getState(READ_BY)) !== null || (await store.getCursors()).size > 0) return;
  await store.setState(READ_BY, VERSION);
}

/** Notes that this version has read all transcripts again. */
export const noteReader = (store: Store): Promise<void> => store.setState(READ_BY, VERSION);

/** A line where another version has read what is not read again by itself, or null. */
export async function olderReading(store: Store): Promise<string | null> {
  const by = await store.getState(READ_BY);
  if (by === null || by === VERSION) return null;
  return `transcripts up to now were read by lessons ${by}: \`lessons scan --full\` reads them again, as ${VERSION} does`;
}
