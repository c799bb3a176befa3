import { matchLesson } from '../../inject/match.ts';
import { callTexts, tokenTexts } from '../../inject/match-texts.ts';
import { isExcepted, matches } from '../../inject/pattern.ts';
import { inScope, type ScopeContext } from '../../inject/scope.ts';
import { lessonTakesTool } from '../../inject/tools.ts';
import type { ShellView } from '../../inject/types.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { counted } from '../../model/counted.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { tokensOf } from '../../text/tokens.ts';
import { fit } from '../words/columns.ts';
import { type NameOf, scopeName } from '../words/project-names.ts';
import { type PartialMatch, partialMatch, partialMatchInWords } from './partial-match.ts';

const WHEN: Record<CompiledLesson['injectOn'][number], string> = {
  PreToolUse: 'at calls',
  PostToolUseFailure: 'when its error comes',
  UserPromptSubmit: 'before a turn about it',
  SessionStart: 'when a session starts',
  SubagentStart: 'when a subagent starts',
};
const PATTERN_CHARS_SHOWN = 80;

const toldWhen = ({ injectOn }: CompiledLesson): string => injectOn.map((event) => WHEN[event]).join(' or ');

/** A call, and where it is made. */
export interface Asked {
  call: ToolCall;
  view: ShellView | null;
  scope: ScopeContext;
  nameOf: NameOf;
}

/** The words by which lessons are looked up for a call. */
export const tokensIn = ({ call, view }: Asked): Set<string> => tokensOf(tokenTexts(callTexts(call, view)));

/** How much of the call its command patterns take; null where they take nothing of it. */
export function nearestMatch(
  lesson: CompiledLesson,
  { call, view }: Asked,
): { source: string; partial: PartialMatch } | null {
  const seen = tokenTexts(callTexts(call, view));
  let best: { source: string; partial: PartialMatch } | null = null;
  for (const pattern of lesson.command) {
    const partial = partialMatch(pattern, seen);
    if (partial !== null && partial.letters > (best?.partial.letters ?? 0))
      best = { source: pattern.source, partial };
  }
  return best;
}

/** Whether its pattern has the call, and something else keeps it silent. */
export function fits(lesson: CompiledLesson, { call, view }: Asked): boolean {
  const texts = tokenTexts(callTexts(call, view));
  return lesson.command.some((pattern) => texts.some((text) => matches(pattern, text)));
}

/** Why a lesson does not act at this call: the first of its conditions that fails, in words. */
export function explainNear(lesson: CompiledLesson, asked: Asked): string {
  const { call, scope, nameOf } = asked;
  const patterns = [...lesson.command, ...lesson.path, ...lesson.content];
  if (!lesson.injectOn.includes('PreToolUse'))
    return lesson.injectOn.length === 0
      ? 'it is told nowhere'
      : `it is told ${toldWhen(lesson)}, not at calls`;
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
  return explainPatterns(lesson, asked);
}

function explainPatterns(lesson: CompiledLesson, asked: Asked): string {
  const { call, view, scope } = asked;
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
  if (sources.length === 0) return 'it names no pattern';
  const more = sources.length > 1 ? ` (and ${counted(sources.length - 1, 'other pattern')})` : '';
  const nearest = nearestMatch(lesson, asked);
  const where = nearest === null ? '' : `: ${partialMatchInWords(nearest.partial)}`;
  return `the call does not match ${fit(nearest?.source ?? sources[0]!, PATTERN_CHARS_SHOWN)}${more}${where}`;
}
