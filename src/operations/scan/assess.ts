import { compiledLesson } from '../../inject/compiled-lesson.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { compilePattern } from '../../triggers/compile-pattern.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import { backtestOver, openHistory } from '../history.ts';

interface Assessor {
  assess: Assess;
  close(): void;
}

const PATTERNS_PER_COLLECTION = 25;
const REFUSED = { failing: 0, good: Number.POSITIVE_INFINITY };

/** Holds patterns against the calls that were scanned; null where there are none yet. */
export function openAssessor(home: string): Assessor | null {
  const index = openHistory(home);
  if (index === null) return null;
  const known = new Map<string, { failing: number; good: number }>();
  return {
    assess: (source, _enough, tools, project) => {
      const key = `${project ?? ''}\n${tools?.join(' ') ?? ''}\n${source}`;
      let verdict = known.get(key);
      if (verdict === undefined) {
        const lesson = acting(source, tools, project);
        const tested = lesson ? backtestOver(index, lesson) : null;
        verdict = tested ? { failing: tested.failingMet, good: tested.goodDisturbed } : REFUSED;
        known.set(key, verdict);
        if (known.size % PATTERNS_PER_COLLECTION === 0) collectGarbage();
      }
      return verdict;
    },
    close: () => index.close(),
  };
}

/** A lesson that has this pattern and acts everywhere, or in one project; null where the pattern is not proven to be safe. */
function acting(
  source: string,
  tools: readonly string[] | undefined,
  project: string | undefined,
): CompiledLesson | null {
  const compiled = compilePattern(source, tools === undefined ? 'command' : 'path');
  if (!compiled.ok || compiled.doubtful.length > 0) return null;
  const patterns = [compiled.pattern];
  return compiledLesson({
    id: 'candidate',
    ...(tools === undefined ? { command: patterns } : { path: patterns, toolNames: [...tools] }),
    ...(project === undefined ? {} : { scope: `project:${project}` }),
    priority: 1,
  });
}
