import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { State } from './state.ts';
import type { Decision, Patch } from './types.ts';

/** Decisions and edits of a review that was left before it was applied. */
interface Pending {
  decisions: [string, Decision][];
  patches: [string, Patch][];
}

function pendingFile(home: string): string {
  return join(homeFiles.reviewSessions(home), 'unfinished.json');
}

/** What was kept, or nothing; a file that cannot be read counts as nothing. */
export function readPending(home: string): Pending {
  try {
    const value: unknown = JSON.parse(readText(pendingFile(home)) ?? 'null');
    if (typeof value === 'object' && value !== null && 'decisions' in value && 'patches' in value) {
      const { decisions, patches } = value;
      if (Array.isArray(decisions) && Array.isArray(patches)) return { decisions, patches };
    }
  } catch {
    return { decisions: [], patches: [] };
  }
  return { decisions: [], patches: [] };
}

/** Keeps what is undecided-but-chosen, or removes the file where there is nothing. */
export function savePending(home: string, state: Pick<State, 'decisions' | 'patches'>): void {
  if (state.decisions.size === 0 && state.patches.size === 0) {
    rmSync(pendingFile(home), { force: true });
    return;
  }
  const pending: Pending = { decisions: [...state.decisions], patches: [...state.patches] };
  writeFileAtomic(pendingFile(home), `${JSON.stringify(pending)}\n`);
}
