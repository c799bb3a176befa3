import { matchLesson } from '../inject/match.ts';
import { callTexts, tokenTexts } from '../inject/match-texts.ts';
import { isExcepted, matches } from '../inject/pattern.ts';
import { inScope, type ScopeContext } from '../inject/scope.ts';
import { lessonTakesTool } from '../inject/tools.ts';
import type { ShellView } from '../inject/types.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type NameOf, scopeName } from './project-names.ts';

/** Why a lesson does not act at this call: the first of its conditions that fails, in words. */
export function explainNear(
  lesson: CompiledLesson,
  call: ToolCall,
  view: ShellView | null,
  scope: ScopeContext,
  nameOf: NameOf,
): string {
  const patterns = [...lesson.command, ...lesson.path, ...lesson.content];
  if (!lesson.injectOn.includes('PreToolUse'))
    return `it acts on ${lesson.injectOn.join(', ') || 'nothing'} only`;
  if (patterns.length === 0 && (lesson.error.length > 0 || lesson.fingerprint !== null)) {
    return 'it waits for its error';
  }
  if (patterns.length === 0 && lesson.toolNames.length === 0) return 'it has no trigger for calls';
  if (!lesson.actsAtCalls) {
    return 'it does not act at calls: its back-test says that it disturbs, or no pattern could be used (`lessons build` says which)';
  }
  if (!inScope(lesson.scope, scope))
    return `it is for ${scopeName(lesson.scope, nameOf)}, and this call is not`;
  if (!lessonTakesTool(lesson.toolNames, call))
    return `it is for ${lesson.toolNames.join(', ')}, not ${call.tool}`;
  return explainPatterns(lesson, call, view, scope);
}

function explainPatterns(
  lesson: CompiledLesson,
  call: ToolCall,
  view: ShellView | null,
  scope: ScopeContext,
): string {
  const texts = callTexts(call, view);
  // The matcher itself decides; what follows only finds words for its answer.
  if (matchLesson(call, texts, lesson, scope) !== null) return 'it matches, but was not found by its words';
  const seen = tokenTexts(texts);
  for (const pattern of lesson.command) {
    const hit = seen.find((text) => matches(pattern, text));
    if (hit !== undefined && isExcepted(pattern, hit)) return `its exception ${pattern.unless} holds`;
    if (hit !== undefined && pattern.view === 'shell') {
      return 'its pattern matches only quoted text, a comment or other data, or a dry run or help';
    }
  }
  const command = call.input['command'];
  if (typeof command === 'string' && lesson.command.some((pattern) => matches(pattern, command))) {
    return 'its pattern matches only quoted text, a comment or other data';
  }
  if (lesson.content.length > 0 && lesson.path.length > 0)
    return 'its path and content patterns do not both match';
  const sources = [...lesson.command, ...lesson.path, ...lesson.content].map((pattern) => pattern.source);
  return sources.length === 0 ? 'it names no pattern' : `nothing matches ${sources.slice(0, 3).join(' or ')}`;
}
