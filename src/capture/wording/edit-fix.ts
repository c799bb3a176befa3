import { baseName } from '../../inject/paths.ts';
import { anyOf } from '../../text/any-of.ts';
import { oneLine } from '../../text/one-line.ts';
import type { EditSeen, OpenFailure } from '../failure-state.ts';
import { blamedPart, programOf } from '../failures/blame.ts';
import type { ErrorKind } from '../failures/error-kind.ts';
import { CODE_KINDS } from '../failures/verdict.ts';
import { lintMeaning } from './lint-meanings.ts';
import { findingsOf, lintFinding, lintRule } from './lint-rule.ts';
import { messageOf, wholeLine } from './message.ts';
import { code, cut } from './prose.ts';

const FILES_MAX = 3;
const LINE_CHARS_MIN = 3;
const LINES_MAX = 200;
const PAIRED_MAX = 24;
/** Lines that share less are not one line in two forms. */
const ALIKE_MIN = 0.3;
const NEARLY = 0.6;
/** A name in a message: what an edit that mends it speaks of, too. */
const NAME = /[A-Za-z_]\w{2,}/g;
/** The name of a module: its words are in every import. */
const MODULE = /[\w-]+\.\w+\/\S+\/\S+/g;
/** Words of messages in general. */
const PLAIN = anyOf(
  [
    /and|are|but|can|did|does|for|got|had|has|nil|not|the|too|var|was|err|int|error|value|values|type/,
    /types|cannot|expected|unexpected|undefined|unknown|field|method|function|argument|arguments/,
    /assignment|mismatch|variable|variables|returns?|return|string|want|have|line|with|from|that|this/,
    /used|using|failed|fatal|panic|runtime|test|tests|main|http|https|github|com|constant|missing/,
    /invalid|declared|imported|package|does|index|literal|struct|found|name|file|Errorf?|Users|home/,
    /call|enough|many|bool|untyped|mismatched|operation|statement|operand|character|left|side|new|block/,
  ],
  { before: /^/, after: /$/, flags: 'i' },
);
/** A marker that silences a finding instead of mending it. */
const SILENCES =
  /nolint|noqa|eslint-disable|biome-ignore|ts-(?:ignore|expect-error)|type: ignore|rubocop:disable/;

const linesOf = (text: string): string[] => text.split('\n', LINES_MAX).map(oneLine);
const isCode = (line: string): boolean =>
  line.length >= LINE_CHARS_MIN &&
  !/^(?:\/\/|#(?!include|define|import)|\*|--)/.test(line) &&
  !/^[\W_]*$/.test(line);

function without(lines: readonly string[], others: readonly string[]): string[] {
  const there = new Set(others);
  return lines.filter((line) => !there.has(line));
}

/** A line as it is compared: its words and its letters. */
interface Pieces {
  line: string;
  words: Set<string>;
}

const piecesOf = (line: string): Pieces => ({ line, words: new Set(line.match(/\w+/g) ?? []) });

/** The same with what a line has to do with a message. */
interface Weighed extends Pieces {
  /** Words of the message in it. */
  spoken: number;
  isReport: boolean;
  /** Without its comment. */
  plain: string;
}

/** How far two lines are one in two forms, 0–1: by the words that they share, or by how they begin and end. */
function likeness(a: Pieces, b: Pieces): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const jaccard = shared / Math.max(1, a.words.size + b.words.size - shared);
  const held = shared < 2 ? 0 : (0.6 * shared) / Math.min(a.words.size, b.words.size);
  return Math.max(jaccard, held, edges(a.line, b.line));
}

/** Share of two lines that is the same from both ends. */
function edges(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return (start + end) / Math.max(a.length, b.length, 1);
}

/** Only reports, or names a case: that it is worded anew mends nothing. */
const REPORTS =
  /^(?:t\.(?:Fatal|Error|Log|Skip)f?\(|(?:console|log|logger|logging)\.|fmt\.Print|print(?:ln|f)?!?\(|name: |(?:it|test|describe|t\.Run)\()/;
const withoutComment = (line: string): string => line.replace(/\s*(?:\/\/|#) .*$/, '');

interface Change {
  gone: string;
  come: string;
  /** One of its lines speaks of the message. */
  isSpoken: boolean;
  /** Lines of code that the edit took away and brought. */
  size: number;
}

/**
 * The line that an edit changed: of all pairs of a line taken away and a line brought the one that speaks most of the
 * message, then the one that is most alike.
 * @param words names in the message
 * @param near the line that the message is about, where it is known
 */
function changedLine(
  { old, new: now }: EditSeen,
  words: readonly string[],
  near = '',
  kind: ErrorKind = 'generic',
): Change {
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const gone = without(before, after).slice(0, PAIRED_MAX);
  const come = without(after, before).slice(0, PAIRED_MAX);
  const weighed = (line: string): Weighed => {
    const pieces = piecesOf(line);
    const spoken = words.filter((word) => pieces.words.has(word)).length;
    return { ...pieces, spoken, isReport: REPORTS.test(line), plain: withoutComment(line) };
  };
  const first = (gone.includes(near) ? [near] : gone).map(weighed);
  const second = come.map(weighed);
  const size = gone.length + come.length;
  let best = { gone: '', come: '', isSpoken: false, size, weight: -1 };
  for (const from of first) {
    for (const to of second) {
      const alike = likeness(from, to);
      const told = Math.min(2, from.spoken + to.spoken) / 2;
      const isWords = from.isReport || to.isReport || from.plain === to.plain;
      const weight = alike < ALIKE_MIN ? 0 : isWords ? alike / 10 : alike + told;
      const isSpoken = from.spoken + to.spoken > 0;
      if (weight > best.weight) best = { gone: from.line, come: to.line, isSpoken, size, weight };
    }
  }
  // What a compiler misses is brought, whatever else was changed.
  const isBrought = kind === 'compile' && second.some(({ spoken, isReport }) => spoken > 0 && !isReport);
  if (best.weight > 0 && (best.isSpoken || !isBrought)) return best;
  // A single word for another one, of which the message speaks.
  const [from, to] = [first[0], second[0]];
  if (gone.length === 1 && come.length === 1 && from!.spoken > 0 && !/\s/.test(`${from!.line}${to!.line}`))
    return { gone: from!.line, come: to!.line, isSpoken: true, size };
  // Lines that have nothing in common are no pair: what was brought tells more.
  const [most] = [...(come.length > 0 ? second : first)].sort((a, b) => b.spoken - a.spoken);
  const { line = '', spoken = 0 } = most ?? {};
  const side = come.length > 0 ? { gone: '', come: line } : { gone: line, come: '' };
  return { ...side, isSpoken: spoken > 0, size };
}

/** Of an edit that changes more, a line that does not speak of the message may be any. */
const SMALL = 4;
const IMPORT =
  /^(?:import\b|from \S+ import\b|use [\w:{}, ]+;|#include\b|using [\w.]+;|(?:\w+ )?"[\w.@/-]+"$|(?:const|let|var) .{1,80}= require\()/;

/** A piece of a longer text. */
const TEXT = /^(["'`]).*\1[,+ \\]*$/;

/** What an error is, as far as a change is held against it. */
interface Told {
  kind: ErrorKind;
  message: string;
  /** Names in the message. */
  words: string[];
  /** The line that the message is about, where it is known. */
  near?: string;
  /** No other edit can have mended it. */
  isOnly: boolean;
}

/** True where a line is quoted by a message, or holds what that quotes. */
function isQuoted(line: string, message: string): boolean {
  const bare = line.replace(/[,;]$/, '');
  if (bare.length > 1 && message.includes(bare)) return true;
  return [...message.matchAll(/"([^"]{2,60})"/g)].some((match) => line.includes(match[1]!));
}

/** True where a changed line shows what mended an error. */
function tells(
  { gone, come, isSpoken, size }: Change,
  { kind, message, words, near, isOnly }: Told,
): boolean {
  if (come === '' && REPORTS.test(gone)) return false;
  if (isSpoken || isQuoted(come || gone, message) || isQuoted(gone, message)) return true;
  if (near) return gone === near;
  if (TEXT.test(gone) && TEXT.test(come)) return false;
  const isPair = gone !== '' && come !== '';
  if (kind === 'lint') return isPair;
  if (kind === 'compile' && words.length > 0) return isOnly && size <= (isPair ? SMALL : 1);
  return size <= (isPair ? 2 * SMALL : SMALL - 2) && !(kind !== 'compile' && IMPORT.test(come || gone));
}

/** The edit in words, or nothing where it only silences, changes no line of code, or none that tells. */
function shown(edit: EditSeen | undefined, told: Told): string {
  if (!edit) return '';
  const change = changedLine(edit, told.words, told.near, told.kind);
  const { gone, come } = change;
  if (!tells(change, told)) return '';
  if (come === '') return gone === '' ? '' : `leave out ${code(cut(gone, 120))}`;
  if (SILENCES.test(come) && !SILENCES.test(gone)) return '';
  return gone ? `${code(cut(gone, 120))} became ${code(cut(come, 160))}` : `add ${code(cut(come, 160))}`;
}

/** Where a message speaks of: no name of it is one of the fault. */
const PLACE = /^(?:\[[\w:.-]+\] )?\S+\.\w{1,5}:\d+(?::\d+)?:? |\(typecheck\)$/g;

const wordsIn = (message: string): string[] =>
  [...new Set(message.replace(PLACE, '').replace(MODULE, ' ').match(NAME) ?? [])].filter(
    (word) => !PLAIN.test(word),
  );

/** What the rule asks for, and the edit that mended this finding where one did. */
export function lintFix(open: OpenFailure, rule: string): string {
  const meaning = lintMeaning(rule, cut(lintFinding(wholeLine(open.salient, open.error)), 140));
  const findings = findingsOf(open.error);
  const lines = linesOf(open.error);
  const at = lines.indexOf(open.salient.trim());
  const source = at < 0 ? '' : (lines[at + 1] ?? '').replace(/^\[[\w:.-]+\] +/, '');
  const inFile = open.edits.filter(({ file }) => open.salient.includes(baseName(file)));
  const edit =
    inFile.find(({ old }) => source.length >= LINE_CHARS_MIN && linesOf(old).includes(source)) ??
    (findings.length === 1 && inFile.length === 1 ? inFile[0] : undefined);
  const message = lintFinding(open.salient);
  const told = { kind: open.kind, message, words: wordsIn(message), near: source, isOnly: true };
  const change = open.correction ? shown(edit, told) : '';
  return change ? `${meaning} For example, ${change}.` : meaning;
}

/** Code that is given to its interpreter on the command line. */
const INLINE =
  /\b(?:python[\d.]*|node|bun|deno|tsx|ruby|perl|php|Rscript|julia|lua|psql|mysql|mariadb|sqlite3|duckdb|mongosh)\b[^|;&\n]{0,200}? (?:-(?:[cer]|-eval|-execute)\b|-(?= *<<)|<<)/;
/** What a mended error in code shows: the edit of a file that the error names, about a word that it quotes. */
export function editFix(open: OpenFailure): string {
  const rule = open.kind === 'lint' ? lintRule(wholeLine(open.salient, open.error)) : null;
  if (rule) return lintFix(open, rule);
  const message = messageOf(open);
  const words = wordsIn(message);
  const told = open.edits.filter(({ file }) => open.error.includes(baseName(file)));
  const spoken = (edit: EditSeen) => words.filter((word) => `${edit.old}\n${edit.new}`.includes(word)).length;
  const best = (edits: EditSeen[]) =>
    edits.filter((each) => spoken(each) > 0).sort((a, b) => spoken(b) - spoken(a))[0];
  const only = open.edits.length === 1 && CODE_KINDS.has(open.kind) ? open.edits[0] : undefined;
  const named = told.length === 1 && (open.kind === 'test' || open.edits.length === 1) ? told[0] : undefined;
  const quoting = () =>
    told.find((each) =>
      linesOf(each.old).some((line) => line.length > LINE_CHARS_MIN && message.includes(line)),
    );
  const edit = best(told) ?? only ?? best(open.edits) ?? named ?? quoting();
  const change = shown(edit, { kind: open.kind, message, words, isOnly: open.edits.length === 1 });
  // Edits of files say nothing of a script on the command line.
  if (!change && told.length === 0 && INLINE.test(open.call.command)) return '';
  const isInFile = told.length > 0 && (open.kind === 'compile' || open.kind === 'lint');
  const mended = edit && change ? [edit] : isInFile ? told : open.edits;
  const files = [...new Set(mended.map(({ file }) => baseName(file)))];
  const passes = code(cut(programOf(blamedPart(open)) || open.call.nativeTool, 60));
  const worked = open.correction === null ? '.' : `; then ${passes} passes.`;
  return `Fix ${files.slice(0, FILES_MAX).join(', ')}${change ? `: ${change}` : ''}${worked}`;
}

/** Lines of a script that may differ for the difference to be the fix. */
const SCRIPT_LINES_MAX = 3;

/** The line that was changed in a script on the command line, which is too long to be shown whole. */
export function scriptFix({ call, correction, edits, ...open }: OpenFailure): string {
  const [old, now] = [call.command, correction?.command ?? ''];
  if (!open.changed || edits.length > 0 || !INLINE.test(old) || !old.includes('\n') || !now.includes('\n'))
    return '';
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const shared = before.filter((line) => after.includes(line)).length;
  const most = Math.max(before.length, after.length) - shared;
  if (most === 0 || most > SCRIPT_LINES_MAX || before.length - shared > SCRIPT_LINES_MAX) return '';
  const { gone, come } = changedLine(
    { file: '', old, new: now, test: false },
    wordsIn(messageOf({ ...open })),
  );
  return gone && come
    ? `In the script, ${code(cut(gone, 120))} became ${code(cut(come, 160))}; it worked.`
    : '';
}

/** True where the text of the edit that then worked is the refused one in other whitespace. */
export function isOtherWhitespace({ call, correction }: OpenFailure): boolean {
  const [given, there] = [call.input['old_string'], correction?.input['old_string']];
  if (typeof given !== 'string' || typeof there !== 'string' || given === there) return false;
  return oneLine(given) === oneLine(there);
}

/** How a line that an edit was refused for stands in the file, where the edit that then worked shows it. */
export function writtenOtherwise(open: OpenFailure): string {
  const { kind, call, correction } = open;
  const [given, there] = [call.input['old_string'], correction?.input['old_string']];
  if (kind !== 'edit-mismatch' || typeof given !== 'string' || typeof there !== 'string') return '';
  const [lines, real] = [linesOf(given).filter(isCode), linesOf(there).filter(isCode)];
  const wrong = lines.filter((line) => !real.includes(line));
  if (wrong.length === lines.length && lines.length > 1) return '';
  const others = real.filter((line) => !lines.includes(line)).map(piecesOf);
  for (const line of wrong.slice(0, PAIRED_MAX)) {
    const own = piecesOf(line);
    const near = others.find((other) => likeness(own, other) >= NEARLY);
    if (near) return `The file has ${code(cut(near.line, 120))}, not ${code(cut(line, 120))}. `;
  }
  return '';
}
