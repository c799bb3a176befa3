import { type Lesson, PATTERN_FIELDS, PATTERN_KINDS } from '../model/lesson.ts';
import { type Assessed, assessPatterns } from '../triggers/assess.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { verdictCache } from './verdict-cache.ts';

/** Sources in these lessons that structure alone does not prove safe, each once. */
export function doubtfulSources(lessons: Lesson[]): Assessed[] {
  const found = new Map<string, Assessed>();
  for (const lesson of lessons) {
    for (const field of PATTERN_FIELDS) {
      for (const source of lesson[field]) {
        const result = compilePattern(source, PATTERN_KINDS[field]);
        if (!result.ok) continue;
        for (const doubtful of result.doubtful) {
          const flags = result.pattern.flags;
          found.set(`${flags}/${doubtful}`, { source: doubtful, flags });
        }
      }
    }
  }
  return [...found.values()];
}

/** Looks their verdicts up, or makes them. The answer says null where a source is safe, else why it is not. */
export async function verdictsOf(
  home: string,
  sources: Assessed[],
): Promise<(source: string, flags: string) => string | null> {
  const verdicts = await assessPatterns(sources, verdictCache(home));
  return (source, flags) => {
    const verdict = verdicts.get(`${flags}/${source}`);
    if (!verdict) return 'not checked for run-away matching';
    return verdict.safe ? null : verdict.reason;
  };
}
