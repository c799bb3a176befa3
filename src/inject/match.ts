import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { uncoloured } from '../text/ansi.ts';
import { type CallTexts, type CommandTexts, callTexts, cut } from './match-texts.ts';
import { baseName } from './paths.ts';
import { isExcepted, matches, regexOf, test } from './pattern.ts';
import { inScope, type ScopeContext } from './scope.ts';
import { lessonTakesTool } from './tools.ts';
import type { Match, ShellView, SimpleCommand } from './types.ts';

const MATCHED_TEXT_CHARS_MAX = 300;
const ERROR_WINDOW_CHARS = 8192;

/**
 * Lessons that act at this call, in no particular order. Pure; a broken pattern matches nothing.
 * @param view shell view of the call's command, or null where the tool runs none
 * @param lessons those that could match; the answer is the same whether the index narrowed them or not
 */
export function matchCall(
  call: ToolCall,
  view: ShellView | null,
  lessons: Iterable<CompiledLesson>,
  context: ScopeContext,
): Match[] {
  const texts = callTexts(call, view);
  const matches: Match[] = [];
  for (const lesson of lessons) {
    const match = matchLesson(call, texts, lesson, context);
    if (match !== null) matches.push(match);
  }
  return matches;
}

/** The same for one lesson and prepared texts. */
export function matchLesson(
  call: ToolCall,
  texts: CallTexts,
  lesson: CompiledLesson,
  context: ScopeContext,
): Match | null {
  if (!lesson.actsAtCalls || !lesson.injectOn.includes('PreToolUse')) return null;
  if (!inScope(lesson.scope, context)) return null;
  if (!lessonTakesTool(lesson.toolNames, call)) return null;
  return (
    matchCommands(texts, lesson) ??
    matchFiles(texts, lesson) ??
    (isToolOnly(lesson) ? toolMatch(call, lesson) : null)
  );
}

/**
 * Lessons whose error patterns or fingerprint match a failure. Whether they act at calls does not matter here.
 * @param error text of the failing result; its first and last 8 KB are looked at
 */
export const matchError = (
  call: ToolCall,
  error: string,
  fingerprint: string,
  lessons: Iterable<CompiledLesson>,
  context: ScopeContext,
): Match[] => matchWindows(call, errorWindows(error), fingerprint, lessons, context);

/** The same where the parts of the error that are looked at are known already. */
export function matchWindows(
  call: ToolCall,
  parts: readonly string[],
  fingerprint: string,
  lessons: Iterable<CompiledLesson>,
  context: ScopeContext,
): Match[] {
  const matches: Match[] = [];
  for (const lesson of lessons) {
    if (!inScope(lesson.scope, context) || !lessonTakesTool(lesson.toolNames, call)) continue;
    let hit: Match | null = null;
    for (const pattern of lesson.error) {
      const text = parts.find((part) => test(pattern, part));
      if (text !== undefined) {
        hit = { lesson, matchType: 'error', pattern, matchedText: excerpt(pattern, text) };
        break;
      }
    }
    if (hit === null && lesson.fingerprint !== null && lesson.fingerprint === fingerprint) {
      hit = { lesson, matchType: 'error', pattern: null, matchedText: short(parts[0] ?? '') };
    }
    if (hit !== null) matches.push(hit);
  }
  return matches;
}

/** What error patterns are run on: the whole error without colours, or its two ends. */
export function errorWindows(coloured: string): string[] {
  const error = uncoloured(coloured).normalize();
  if (error.length <= ERROR_WINDOW_CHARS) return [error];
  return [error.slice(0, ERROR_WINDOW_CHARS), error.slice(-ERROR_WINDOW_CHARS)];
}

function matchCommands(texts: CallTexts, lesson: CompiledLesson): Match | null {
  for (const pattern of lesson.command) {
    if (pattern.view === 'raw') {
      if (texts.raw !== null && test(pattern, texts.raw) && isRun(pattern, texts.commands))
        return commandMatch(lesson, pattern, texts.raw);
      continue;
    }
    for (const each of texts.commands) {
      if (each.command.inert !== undefined && sparesInert(pattern, lesson, each.command)) continue;
      const text = matchForms(pattern, each);
      if (text !== null) return commandMatch(lesson, pattern, text);
    }
    const joined = namesOperator(pattern.match);
    if (joined === null) continue;
    const text = (joined === 'pipe' ? texts.pipelines : texts.lists).find((each) => test(pattern, each));
    if (text !== undefined) return commandMatch(lesson, pattern, text);
  }
  return null;
}

/** Whether the line runs what a raw pattern begins with: it may only quote it. */
function isRun({ runs }: CompiledPattern, commands: readonly CommandTexts[]): boolean {
  if (runs === undefined) return true;
  for (const { texts } of commands) for (const form of texts) if (holdsNames(form, runs)) return true;
  return false;
}

/** Whether these names stand in a command outside of its data, first or behind what runs it: `mise exec -- go run`. */
export const holdsNames = (text: string, names: string): boolean =>
  ` ${text} `.replaceAll('/', ' ').includes(` ${names} `);

/** The form of one command that matches; an exception (`unless`) in any form spares the command. */
function matchForms(pattern: CompiledPattern, command: CommandTexts): string | null {
  if (pattern.unless === null && matches(pattern, command.first)) return command.first;
  const forms = command.texts;
  for (const hit of forms) {
    if (!matches(pattern, hit)) continue;
    for (const form of forms) if (isExcepted(pattern, form)) return null;
    return hit;
  }
  return null;
}

/** A dry run is not held or blocked, and help is not what a lesson is about, unless its pattern says so. */
function sparesInert(pattern: CompiledPattern, lesson: CompiledLesson, command: SimpleCommand): boolean {
  if (command.inert === 'help') return !/help|\bman\b|version/.test(pattern.source);
  return command.inert === 'dry-run' && lesson.delivery !== 'context' && !/dry|-n/.test(pattern.source);
}

/**
 * Which operator between commands a pattern spells out: `pipe` for `\|` or `[|]`, `list` for `&` or `;`.
 * Linear in the pattern; what a negated class excludes does not count.
 */
export function namesOperator(source: string): 'pipe' | 'list' | null {
  let found: 'pipe' | 'list' | null = null;
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') {
      i++;
      if (source[i] === '|') found ??= 'pipe';
      else if (source[i] === '&' || source[i] === ';') return 'list';
    } else if (char === '[') {
      const negated = source[i + 1] === '^';
      for (i++; i < source.length && source[i] !== ']'; i++) {
        if (source[i] === '\\') i++;
        if (negated) continue;
        if (source[i] === '|') found ??= 'pipe';
        else if (source[i] === '&' || source[i] === ';') return 'list';
      }
    } else if (char === '&' || char === ';') {
      return 'list';
    }
  }
  return found;
}

function matchFiles(texts: CallTexts, lesson: CompiledLesson): Match | null {
  if (lesson.content.length > 0) return matchContent(texts, lesson);
  if (lesson.path.length === 0) return null;
  for (const forms of texts.paths) {
    const hit = matchPath(lesson, forms);
    if (hit !== null)
      return { lesson, matchType: 'path', pattern: hit.pattern, matchedText: short(hit.form) };
  }
  return null;
}

function matchContent(texts: CallTexts, lesson: CompiledLesson): Match | null {
  for (const edit of texts.edits) {
    if (lesson.path.length > 0 && matchPath(lesson, edit.forms) === null) continue;
    for (const pattern of lesson.content) {
      const text = edit.windows.find((window) => test(pattern, window));
      if (text !== undefined) {
        return { lesson, matchType: 'content', pattern, matchedText: excerpt(pattern, text) };
      }
    }
  }
  return null;
}

/** A glob without a slash is compared with the file's name too, as in `.gitignore`. */
function matchPath(
  lesson: CompiledLesson,
  forms: string[],
): { pattern: CompiledPattern; form: string } | null {
  for (const pattern of lesson.path) {
    const bare = !/[\\/]/.test(pattern.source);
    for (const form of forms) {
      if (test(pattern, form) || (bare && test(pattern, baseName(form)))) return { pattern, form };
    }
  }
  return null;
}

/** A lesson that names a tool and nothing else; one that is known by its error waits for the error. */
export function isToolOnly(lesson: CompiledLesson): boolean {
  return (
    lesson.toolNames.length > 0 &&
    lesson.command.length + lesson.path.length + lesson.content.length + lesson.error.length === 0 &&
    lesson.fingerprint === null
  );
}

function toolMatch(call: ToolCall, lesson: CompiledLesson): Match {
  return { lesson, matchType: 'tool', pattern: null, matchedText: call.tool };
}

function commandMatch(lesson: CompiledLesson, pattern: CompiledPattern, text: string): Match {
  return { lesson, matchType: 'command', pattern, matchedText: short(text) };
}

/** The place where the pattern matches. */
function excerpt(pattern: CompiledPattern, text: string): string {
  const found = pattern.linear ? null : regexOf(pattern.match, pattern.flags)?.exec(cut(text));
  return short(found?.[0] ?? text);
}

function short(text: string): string {
  return text.length <= MATCHED_TEXT_CHARS_MAX ? text : `${text.slice(0, MATCHED_TEXT_CHARS_MAX - 1)}…`;
}
