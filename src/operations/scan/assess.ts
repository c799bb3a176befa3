import { compiledLesson } from '../../inject/compiled-lesson.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { compilePattern } from '../../triggers/compile-pattern.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { openHistory } from '../history/open-history.ts';
import { MetCalls } from './met-calls.ts';

interface Assessor {
  assess: Assess;
  /** Takes away what is remembered of patterns that were not asked for: after all groups have asked. */
  forgetOthers(): void;
  close(): void;
}

const REFUSED = { failing: 0, good: Number.POSITIVE_INFINITY };

/** Holds patterns against the calls that were scanned; null where there are none yet. */
export function openAssessor(home: string): Assessor | null {
  const index = openHistory(home);
  if (index === null) return null;
  const met = new MetCalls(index);
  const known = new Map<string, { failing: number; good: number }>();
  return {
    assess: (source, _enough, tools, project) => {
      const pattern = `${tools?.join(' ') ?? ''}\n${source}`;
      const key = `${project ?? ''}\n${pattern}`;
      let verdict = known.get(key);
      if (verdict === undefined) {
        verdict = met.count(pattern, () => acting(source, tools), project) ?? REFUSED;
        known.set(key, verdict);
      }
      return verdict;
    },
    forgetOthers: () => met.forgetOthers(),
    close: () => {
      met.save();
      index.close();
    },
  };
}

/** A lesson that has this pattern and acts everywhere; null where the pattern is not proven to be safe. */
function acting(source: string, tools: readonly string[] | undefined): CompiledLesson | null {
  const compiled = compilePattern(source, tools === undefined ? 'command' : 'path');
  if (!compiled.ok || compiled.doubtful.length > 0) return null;
  const patterns = [compiled.pattern];
  return compiledLesson({
    id: 'candidate',
    ...(tools === undefined ? { command: patterns } : { path: patterns, toolNames: [...tools] }),
    priority: 1,
  });
}
