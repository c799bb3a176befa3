import { normalisePath } from '../inject/paths.ts';
import { regexOf } from '../inject/pattern.ts';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { PastText } from './backtest.ts';
import { holdsCommand, isShellTool } from './call-views.ts';

/** Whether a lesson matches a past text, where that is certain without taking the text apart; else null. */
type QuickVerdict = (past: PastText) => boolean | null;

/** A quick verdict on calls for one lesson: over packed commands for the shell, over paths for other tools. */
export function quickVerdict(lesson: CompiledLesson): QuickVerdict {
  const paths = pathVerdict(lesson);
  const commands = commandVerdict(lesson);
  return (past) => (isShellTool(past.tool) ? commands(past) : paths(past));
}

const UNSURE: QuickVerdict = () => null;
/** Short enough that the matcher looks at every command in it. */
const PACKED_CHARS_MAX = 1600;
/** Edges of a whole word: at the edge of a line they see what they see at that of a text. */
const EDGE = /\(\?<?!\[\\w[:./-]*\]\)/g;
/** The same as the compiler writes them where a pattern begins and ends: these would take the line break into what is found. */
const FIRST_EDGE = /^\(\?:\^\|\[\^(\\w[:./-]*)\]\)/;
const LAST_EDGE = /\(\?:\[\^(\\w[:./-]*)\]\|\$\)$/;
/** Lookarounds, modifiers, references, and line breaks that are spelled out: these see more than one line. */
const NOT_LOCAL = /\(\?(?:<?[!=]|-|[a-z])|\\[nr\d]|\\u2028/;

/**
 * Runs patterns over the packed view as a whole, in multi-line mode. Where none is found, none matches a text of it;
 * one that is found inside the line of a plain command matches that command.
 */
function commandVerdict({ command, path, content }: CompiledLesson): QuickVerdict {
  if (command.length === 0 || path.length + content.length > 0) return UNSURE;
  if (command.some(({ match }) => NOT_LOCAL.test(match.replace(EDGE, '')))) return UNSURE;
  const wholes = command.map((pattern) => ({ pattern, regex: inLines(pattern) }));
  return ({ text, view }) => {
    if (view === null || view.length > PACKED_CHARS_MAX || text.length > PACKED_CHARS_MAX) return null;
    let isPossible = false;
    for (const { pattern, regex } of wholes) {
      if (regex === null) return null;
      const isRaw = pattern.view === 'raw';
      const searched = isRaw ? text : view;
      if (!isInTime(pattern, searched)) return null;
      const found = regex.exec(searched);
      if (found === null) continue;
      if (!isRaw && pattern.unless === null && holdsCommand(view, found.index, found[0])) return true;
      isPossible = true;
    }
    return isPossible ? null : false;
  };
}

/** An engine comes to an end of the text, whatever stands in it. */
const isInTime = ({ linear }: CompiledPattern, text: string): boolean =>
  text.length <= (linear?.match?.native ?? text.length);

function inLines({ match, flags }: CompiledPattern): RegExp | null {
  const source = match.replace(FIRST_EDGE, '(?<![$1])').replace(LAST_EDGE, '(?![$1])');
  return regexOf(source, `${flags.replace('m', '')}m`);
}

/**
 * No form of a path matches where the whole does not: every form is an end of the whole path, so a pattern that is not
 * tied to the start of the text finds at least as much in the whole.
 */
function pathVerdict(lesson: CompiledLesson): QuickVerdict {
  if (lesson.path.length === 0 || lesson.content.length > 0) return UNSURE;
  const loose = lesson.path.map((pattern) => ({
    pattern,
    regex: regexOf(loosened(pattern.match), pattern.flags),
  }));
  return ({ text }) => {
    if (text.includes('\n')) return null;
    const path = normalisePath(text);
    const isPossible = loose.some(
      ({ pattern, regex }) => regex === null || !isInTime(pattern, path) || regex.test(path),
    );
    return isPossible ? null : false;
  };
}

/** What globs become keeps out `.` and `..` by lookaheads at every character; without them it finds more, sooner. */
const DOTS = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?!\\.{1,2}(?:\\/|$))', '(?=.)'];
const ANY_FOLDERS = '(?:^|\\/|(?:(?:.)*?)\\/)';

function loosened(source: string): string {
  const free = source.replace(/^\^/, '');
  let loose = free;
  for (const each of DOTS) loose = loose.replaceAll(each, '');
  // Inside a negation the same removal would find less.
  return loose.includes('(?!') ? free : loose.replaceAll(ANY_FOLDERS, '(?:^|\\/)');
}
