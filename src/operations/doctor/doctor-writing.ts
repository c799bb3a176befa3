import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemHint, systemReason } from '../../platform/errors.ts';
import { ensureDir, touchFile } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';

const PROBE_BYTES = 4096;

/** Why hooks, which say nothing of it, could not write into the data folder; null where they can, or there is none. */
export function writingProblem(home: string): string | null {
  if (!existsSync(home)) return null;
  const sessions = homeFiles.sessions(home);
  const probe = join(sessions, `.doctor-${process.pid}`);
  try {
    for (const log of [homeFiles.events(home), homeFiles.errors(home)]) if (existsSync(log)) touchFile(log);
    ensureDir(sessions);
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    rmSync(probe);
    return null;
  } catch (error) {
    if (existsSync(probe)) rmSync(probe, { force: true });
    const hint = systemHint(error);
    return `hooks cannot write in ${home} (${systemReason(error)}): lessons may be neither told nor held, and nothing is recorded${hint === null ? '' : `. ${hint}`}`;
  }
}
