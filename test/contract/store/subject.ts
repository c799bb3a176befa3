import type { LessonIndexer, Store } from '../../../src/store/port.ts';

/** A kind of store, as the contract sees it. */
export interface StoreSubject {
  name: string;
  /** A new, empty place: a data folder, or the address of a database. */
  place(): string;
  open(place: string, indexer?: LessonIndexer): Promise<Store>;
  /** Everything that lies in the place, byte for byte. */
  bytes(place: string): string;
}
