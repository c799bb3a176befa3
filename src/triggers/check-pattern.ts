import { assessPattern, type VerdictCache } from './assess.ts';
import { type CompileResult, compilePattern, type PatternKind } from './compile-pattern.ts';

/** Compiles a pattern and, where structure does not prove it safe, has it judged. The word on a pattern at add and import. */
export async function checkPattern(
  source: string,
  kind: PatternKind,
  cache?: VerdictCache,
): Promise<CompileResult> {
  const result = compilePattern(source, kind);
  if (!result.ok) return result;
  for (const doubtful of result.doubtful) {
    const verdict = await assessPattern(doubtful, result.pattern.flags, cache);
    if (!verdict.safe) return { ok: false, reason: verdict.reason };
  }
  return result;
}
