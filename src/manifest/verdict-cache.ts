import { join } from 'node:path';
import { appendLine, ensureDir, readText, writeFileAtomic } from '../platform/files.ts';
import type { Verdict, VerdictCache } from '../triggers/assess.ts';
import { CHECKED_SHAPES } from '../triggers/checked-shapes.ts';

const FILE = 'pattern-verdicts.jsonl';
/** Names the rules; verdicts of others are not used. */
const RULES = 1;
const ENTRIES_MAX = 20_000;

const open = new Map<string, VerdictCache>();

/** Verdicts of run-away checks that outlive the process, in the data folder. Losing the file costs time only. */
export function verdictCache(home: string): VerdictCache {
  const known = open.get(home);
  if (known) return known;
  const path = join(home, FILE);
  const verdicts = read(path);
  if (verdicts.size > ENTRIES_MAX) {
    verdicts.clear();
    writeFileAtomic(path, '');
  }
  const cache: VerdictCache = {
    get: (shape) => verdicts.get(shape) ?? (CHECKED_SHAPES.has(shape) ? { safe: true } : undefined),
    set(shape, verdict) {
      verdicts.set(shape, verdict);
      try {
        ensureDir(home);
        appendLine(path, JSON.stringify({ rules: RULES, shape, ...verdict }));
      } catch {
        // Nothing can be written there: the next process judges it anew.
      }
    },
  };
  open.set(home, cache);
  return cache;
}

function read(path: string): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const line of (readText(path) ?? '').split('\n')) {
    try {
      const entry = JSON.parse(line) as { rules: number; shape: string; safe: boolean; reason?: string };
      if (entry.rules !== RULES) continue;
      verdicts.set(
        entry.shape,
        entry.safe ? { safe: true } : { safe: false, reason: entry.reason ?? 'unsafe' },
      );
    } catch {
      // A line that was cut off.
    }
  }
  return verdicts;
}
