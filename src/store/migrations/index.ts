import { initial } from './0001-initial.ts';
import { readFromStart } from './0002-read-from-start.ts';
import { groupingKept } from './0003-grouping-kept.ts';
import { cameBack } from './0004-came-back.ts';
import { origin } from './0005-origin.ts';

/** One step of the schema; runs in one transaction. */
export interface Migration {
  version: number;
  name: string;
  statements: readonly string[];
}

/** In order, numbered from 1 without gaps. Append only. */
export const migrations: readonly Migration[] = [initial, readFromStart, groupingKept, cameBack, origin];
