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

/** What was kept, or nothing; what cannot be read of a file counts as nothing. */
export function readPending(home: string): Pending {
  let kept: Partial<Record<keyof Pending, unknown>> | null = null;
  try {
    kept = JSON.parse(readText(pendingFile(home)) ?? 'null');
  } catch {}
  return { decisions: pairsIn(kept?.decisions), patches: pairsIn(kept?.patches) };
}

function pairsIn<T>(value: unknown): [string, T][] {
  const isPair = (each: unknown): each is [string, T] =>
    Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'object' && each[1] !== null;
  return Array.isArray(value) ? value.filter(isPair) : [];
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
