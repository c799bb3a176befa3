import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { refuseSpecial, syncFile, writeFileAtomic } from '../platform/files.ts';
import { homeFiles } from '../platform/paths.ts';
import { renameOver } from '../platform/rename.ts';
import { MANIFEST_FILE, type Pointer, textIndexFile } from './format.ts';
import { readPointer } from './pointer.ts';

/** Since a manifest was the one to read: a hook that was told of it may still be about to open it. */
const SWEEP_AGE_MS = 60 * 1000;
/** A build that has written nothing for so long is none any more. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;
const LEFTOVER = /^manifest-\d+-[a-z0-9]+(?:-texts)?\.tmp(?:-journal)?$/;

/** The files that a build writes before it publishes them. */
export interface TemporaryFiles {
  index: string;
  texts: string;
}

/** Names that no other build has. */
export function temporaryFiles(home: string): TemporaryFiles {
  const name = join(home, `manifest-${process.pid}-${Math.random().toString(36).slice(2)}`);
  return { index: `${name}.tmp`, texts: `${name}-texts.tmp` };
}

/** Removes what of them is still there. */
export function removeTemporary({ index, texts }: TemporaryFiles): void {
  for (const path of [index, texts, `${texts}-journal`]) rmSync(path, { force: true });
}

/**
 * Gives the files their names, then the pointer its new target: a reader sees the old manifest or the new one, also after
 * the power has failed. Old ones are swept.
 */
export function publish(home: string, temporary: TemporaryFiles, pointer: Pointer): void {
  refuseSpecial(homeFiles.manifestPointer(home));
  const until = readPointer(home)?.file;
  for (const path of [temporary.texts, temporary.index]) syncFile(path);
  renameOver(temporary.texts, join(home, textIndexFile(pointer.file)));
  renameOver(temporary.index, join(home, pointer.file));
  for (const file of [pointer.file, until])
    if (file !== undefined && MANIFEST_FILE.test(file)) touch(home, file);
  writeFileAtomic(homeFiles.manifestPointer(home), `${JSON.stringify(pointer)}\n`);
  sweep(home);
}

/** The times of a manifest's files say when it was last the one to read. */
function touch(home: string, file: string): void {
  const now = new Date();
  for (const name of [file, textIndexFile(file)]) {
    try {
      utimesSync(join(home, name), now, now);
    } catch {
      // It was removed.
    }
  }
}

/** Removes manifests that nothing points at and that no hook can be about to open. */
function sweep(home: string): void {
  const pointed = readPointer(home)?.file;
  for (const name of readdirSync(home)) {
    const leftover = LEFTOVER.test(name);
    if (name === pointed || name === textIndexFile(pointed ?? '') || !(leftover || MANIFEST_FILE.test(name)))
      continue;
    try {
      // What is of a time to come was made before the clock was set back.
      const age = Math.abs(Date.now() - statSync(join(home, name)).mtimeMs);
      if (age > (leftover ? LEFTOVER_AGE_MS : SWEEP_AGE_MS)) rmSync(join(home, name), { force: true });
    } catch {
      // Another build swept it first, or it is open on Windows: the next build tries again.
    }
  }
}
