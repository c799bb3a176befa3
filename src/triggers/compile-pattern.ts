import type { LinearProgram } from '../inject/linear.ts';
import type { CompiledPattern } from '../model/compiled.ts';
import type { PatternKind } from '../model/lesson.ts';
import { remembered } from '../text/remembered.ts';
import { foreignDialect } from './dialect.ts';
import { matchesEverything } from './everything.ts';
import { isGapPattern } from './gap-pattern.ts';
import { globToSource } from './glob.ts';
import { linearProgram } from './linear-program.ts';
import { parsePattern } from './parse.ts';
import { rewriteLookarounds } from './rewrite.ts';
import { runNames } from './run-names.ts';
import { isSafeByStructure } from './structure.ts';

type CompileResult =
  | {
      ok: true;
      pattern: CompiledPattern;
      /** Sources that structure alone does not prove safe: `assessPatterns` decides. Empty for most. */
      doubtful: string[];
    }
  | { ok: false; reason: string };

const RAW_PREFIX = 'raw:';
const SOURCE_CHARS_MAX = 2000;

/** What SQL takes in capitals and in small letters; between its words, what a pattern has for blanks. */
const STATEMENT = new RegExp(
  [
    '(?:drop|alter|truncate) (?:table|database|schema|view|index|column|role|user)',
    'delete from',
    'insert into',
  ]
    .join('|')
    .replaceAll(' ', String.raw`(?:\\s[+*]?|\[\\s\][+*]?| [+*]?)\(?(?:\?:)?(?:\w+\|){0,9}`),
  'i',
);

/**
 * Turns a pattern of a lesson into what the hook runs. `(?i)` and `(?s)` at the start become flags, a statement of SQL
 * is met in capitals and in small letters, `raw:` chooses the raw command, globs become regular expressions, and lookarounds at the ends are
 * rewritten away: where that is exact, in place; else as `match` and `unless`.
 */
export function compilePattern(source: string, kind: PatternKind): CompileResult {
  return compiled(`${kind}/${source}`);
}

/** A pattern is proposed, tried and held against past calls, or judged and then written: the last ones are kept. */
const compiled = remembered(4000, (key) => {
  const slash = key.indexOf('/');
  return compile(key.slice(slash + 1), key.slice(0, slash) as PatternKind);
});

function compile(source: string, kind: PatternKind): CompileResult {
  if (source.length > SOURCE_CHARS_MAX) return refuse(`longer than ${SOURCE_CHARS_MAX} characters`);
  if (kind === 'path' && isExclusion(source))
    return refuse('would match every other file; name those that are meant, as in **/!(*.test).ts');
  const raw = kind === 'command' && source.startsWith(RAW_PREFIX);
  const body = (raw ? source.slice(RAW_PREFIX.length) : source).normalize();
  const { text, flags } = kind === 'path' ? { text: globToSource(body), flags: '' } : takeFlags(body, kind);
  if (text.trim() === '') return refuse('empty');
  const parsed = parsePattern(text, flags);
  if (!parsed.ok) return refuse(parsed.reason);
  const foreign = kind === 'path' ? null : foreignDialect(text);
  if (foreign !== null) return refuse(foreign);
  const rewritten = rewriteLookarounds(text, parsed.pattern, flags);
  for (const part of [rewritten.match, rewritten.unless]) {
    if (part === null) continue;
    const check = parsePattern(part, flags);
    if (!check.ok) return refuse(check.reason);
  }
  const match = safetyOf(rewritten.match, flags, kind);
  if (kind !== 'path' && (match.proven || match.program !== null)) {
    const everything = matchesEverything(rewritten.match, flags, match.program);
    if (everything !== null) return refuse(everything);
  }
  const unless = rewritten.unless === null ? PROVEN : safetyOf(rewritten.unless, flags, kind);
  const doubtful: string[] = [];
  if (!match.proven) doubtful.push(rewritten.match);
  if (!unless.proven && rewritten.unless !== null) doubtful.push(rewritten.unless);
  const view = kind === 'command' && !raw ? 'shell' : 'raw';
  const pattern: CompiledPattern = { source, ...rewritten, flags, view };
  const runs = raw && flags === '' ? runNames(text) : undefined;
  if (runs !== undefined) pattern.runs = runs;
  if (match.program || unless.program) pattern.linear = { match: match.program, unless: unless.program };
  return { ok: true, pattern, doubtful };
}

/** A glob that says which files are not meant, as in `.gitignore`: by itself it would match all the others. */
export const isExclusion = (glob: string): boolean => /^!(?!\()/.test(glob);

interface Safety {
  proven: boolean;
  /** Runs long texts in linear time, where the engine might not. */
  program: LinearProgram | null;
}

const PROVEN: Safety = { proven: true, program: null };

/**
 * Whether a regular expression may be run unseen: by its structure, or because it has the everyday shape with gaps
 * (or comes from a glob) and a machine that is linear whatever the text. Anything else has to be judged first.
 */
function safetyOf(source: string, flags: string, kind: PatternKind): Safety {
  if (isSafeByStructure(source, flags)) return PROVEN;
  const program = linearProgram(source, flags);
  return { proven: program !== null && (kind === 'path' || isGapPattern(source, flags)), program };
}

function refuse(reason: string): CompileResult {
  return { ok: false, reason };
}

/** Takes `(?i)`, `(?s)`, `(?is)` off the start, as written in other dialects. */
function takeFlags(source: string, kind: PatternKind): { text: string; flags: string } {
  const found = /^\(\?([ims]{1,3})\)/.exec(source);
  if (!found?.[1]) return { text: source, flags: kind === 'command' && STATEMENT.test(source) ? 'i' : '' };
  return { text: source.slice(found[0].length), flags: [...new Set(found[1])].sort().join('') };
}
