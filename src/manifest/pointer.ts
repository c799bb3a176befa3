import { fastIo } from '../platform/fast-io.ts';
import { homeFiles } from '../platform/paths.ts';
import type { Pointer } from './format.ts';

/** What `manifest.json` says, or null where there is none or it cannot be read. */
export function readPointer(home: string): Partial<Pointer> | null {
  try {
    return JSON.parse(
      fastIo().readText(homeFiles.manifestPointer(home)) ?? 'null',
    ) as Partial<Pointer> | null;
  } catch {
    return null;
  }
}
