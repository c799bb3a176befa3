import { shownTrigger } from '../inject/shown-trigger.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { Lesson, PatternKind } from '../model/lesson.ts';
import { compilePattern, isExclusion } from '../triggers/compile-pattern.ts';
import { decideAction, type History } from './acts.ts';
import { prerender } from './prerender.ts';

/** A pattern that was refused, and why. */
export interface CompileNote {
  lessonId: string;
  slug: string;
  pattern: string;
  reason: string;
}

interface CompileOptions {
  effect: number | undefined;
  history: History | undefined;
  /** Verdicts on the sources that structure alone does not prove safe: null where safe, else why not. */
  verdict: (source: string, flags: string) => string | null;
  refused: (note: CompileNote) => void;
}

/**
 * A lesson as the hook reads it. Patterns that are no regular expressions, or that could stall the hook, are left
 * out and reported; a lesson whose call patterns are all refused no longer acts at calls.
 */
export function compileLesson(
  lesson: Lesson,
  options: CompileOptions,
): { compiled: CompiledLesson; note: string | null } {
  const compile = (sources: string[], kind: PatternKind): CompiledPattern[] =>
    sources.flatMap((source) => {
      const reason = tryCompile(source, kind, options.verdict);
      if (typeof reason !== 'string') return [reason];
      options.refused({ lessonId: lesson.id, slug: lesson.slug, pattern: source, reason });
      return [];
    });
  const command = compile(lesson.commandPatterns, 'command');
  const path = compile(lesson.pathPatterns, 'path');
  const content = compile(lesson.contentPatterns, 'content');
  const error = compile(lesson.errorPatterns, 'error');
  const action = decideAction(lesson.delivery, options.history);
  // A narrower trigger that lost a part must not become a wider one.
  const lostPath =
    lesson.pathPatterns.length > 0 && (path.length === 0 || lesson.pathPatterns.some(isExclusion));
  const lostContent = lesson.contentPatterns.length > 0 && content.length === 0;
  const given = lesson.commandPatterns.length + lesson.errorPatterns.length;
  const lostAll = given > 0 && command.length + path.length + content.length + error.length === 0;
  const acts = action.actsAtCalls && !lostPath && !lostContent && !lostAll;
  const compiled: CompiledLesson = {
    id: lesson.id,
    number: lesson.number,
    slug: lesson.slug,
    delivery: action.delivery,
    injectOn: lesson.injectOn,
    toolNames: lesson.toolNames,
    command,
    path,
    content,
    error,
    fingerprint: lesson.fingerprint,
    priority: lesson.priority,
    confidence: lesson.confidence,
    effect: options.effect ?? 0.5,
    scope: lesson.scope,
    tags: lesson.tags,
    ...(lesson.source === 'pack' && { fromPack: true }),
    actsAtCalls: acts,
    signature: lesson.signature,
    shownTrigger: shownTrigger({ ...lesson, command, path, error }),
    ...prerender(lesson),
  };
  return { compiled, note: action.note };
}

function tryCompile(
  source: string,
  kind: PatternKind,
  verdict: CompileOptions['verdict'],
): CompiledPattern | string {
  const result = compilePattern(source, kind);
  if (!result.ok) return result.reason;
  for (const doubtful of result.doubtful) {
    const reason = verdict(doubtful, result.pattern.flags);
    if (reason !== null) return reason;
  }
  return result.pattern;
}
