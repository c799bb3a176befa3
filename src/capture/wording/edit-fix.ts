import { baseName } from '../../inject/paths.ts';
import { anyOf } from '../../text/any-of.ts';
import { oneLine } from '../../text/one-line.ts';
import type { EditSeen, OpenFailure } from '../failure-state.ts';
import { missingModule } from '../failures/asked.ts';
import { programOf } from '../failures/blame.ts';
import { CODE_KINDS, type ErrorKind } from '../failures/error-kind.ts';
import { holdsScript, INLINE } from '../failures/inline-code.ts';
import { unfiltered } from '../failures/prepared.ts';
import { TEXT_SEARCHES } from '../shell/programs.ts';
import { withWhy } from './agents-words.ts';
import {
  type Change,
  changedLine,
  isCode,
  LINE_CHARS_MIN,
  likeness,
  linesOf,
  PAIRED_MAX,
  piecesOf,
  REPORTS,
} from './changed-line.ts';
import { lintMeaning } from './lint-meanings.ts';
import { findingsOf, lintFinding, lintRule } from './lint-rule.ts';
import { unparsed } from './lost-bracket.ts';
import { messageOf, wholeLine } from './message.ts';
import { code, cut } from './prose.ts';

const FILES_MAX = 3;
const GONE_CHARS_MAX = 120;
const COME_CHARS_MAX = 160;
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
    /invalid|declared|imported|package|index|literal|struct|found|name|file|Errorf?|Users|home/,
    /call|enough|many|bool|untyped|mismatched|operation|statement|operand|character|left|side|new|block/,
  ],
  { before: /^/, after: /$/, flags: 'i' },
);
/** A marker that silences a finding instead of mending it. */
const SILENCES =
  /nolint|noqa|eslint-disable|biome-ignore|ts-(?:ignore|expect-error)|type: ignore|rubocop:disable/;

/** Of an edit that changes more, a line that does not speak of the message may be any. */
const SMALL = 4;
const IMPORT =
  /^(?:import\b|from \S+ import\b|use [\w:{}, ]+;|#include\b|using [\w.]+;|(?:\w+ )?"[\w.@/-]+"$|(?:const|let|var) .{1,80}= require\()/;

/** Tells Python where else modules lie. */
const SEARCH_PATH = /\bsys\.path\.(?:append|insert)\(/;

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
  /** All edits that can have mended it. */
  edits: readonly EditSeen[];
}

/** True where a line is quoted by a message, or holds what that quotes. */
function isQuoted(line: string, message: string): boolean {
  const bare = line.replace(/[,;]$/, '');
  if (bare.length > 1 && message.includes(bare)) return true;
  return [...message.matchAll(/"([^"]{2,60})"/g)].some((match) => line.includes(match[1]!));
}

/** True where a changed line shows what mended an error. */
function tells({ gone, come, isSpoken, size }: Change, { kind, message, words, near, edits }: Told): boolean {
  if (come === '' && REPORTS.test(gone)) return false;
  if (isSpoken || isQuoted(come || gone, message) || isQuoted(gone, message)) return true;
  if (near) return gone === near;
  if (TEXT.test(gone) && TEXT.test(come)) return false;
  const isPair = gone !== '' && come !== '';
  if (kind === 'lint') return isPair;
  const isOnly =
    edits.length === 1 || (come !== '' && edits.every((each) => linesOf(each.new).includes(come)));
  if (kind === 'compile' && words.length > 0) return isOnly && size <= (isPair ? SMALL : 1);
  const isWhole = kind === 'script-error' && edits.length === 1 && size === 1;
  if (kind !== 'compile' && IMPORT.test(come || gone) && !isWhole) return false;
  return isPair ? size <= 2 * SMALL : isOnly && size <= SMALL - 2;
}

/** The line that an edit changed, or null where it only silences, changes no line of code, or none that tells. */
function telling(edit: EditSeen | undefined, told: Told): Change | null {
  if (!edit) return null;
  const place =
    told.kind === 'missing-module' &&
    linesOf(edit.new).find((line) => SEARCH_PATH.test(line) && !edit.old.includes(line));
  if (place) return { gone: '', come: place, isSpoken: true, size: 1 };
  const change = changedLine(edit, told.words, told.near, told.kind);
  const { gone, come } = change;
  if (!tells(change, told) || gone + come === '') return null;
  return SILENCES.test(come) && !SILENCES.test(gone) ? null : change;
}

/** A changed line in words. */
function inWords({ gone, come }: Change): string {
  if (come === '') return `leave out ${code(cut(gone, GONE_CHARS_MAX))}`;
  if (gone === '') return `add ${code(cut(come.replace(/,$/, ', …'), COME_CHARS_MAX))}`;
  return `${code(cut(gone, GONE_CHARS_MAX))} became ${code(cut(come, COME_CHARS_MAX))}`;
}

/** Where a message speaks of: no name of it is one of the fault. */
const PLACE = /^(?:\[[\w:.-]+\] )?\S+\.\w{1,5}:\d+(?::\d+)?:? |\(typecheck\)$/g;

const wordsIn = (message: string): string[] =>
  [...new Set(message.replace(PLACE, '').replace(MODULE, ' ').match(NAME) ?? [])].filter(
    (word) => !PLAIN.test(word),
  );

/** What the rule asks for, and the edit that mended this finding where one did. */
export function lintFix(open: OpenFailure, rule: string): string {
  const findings = findingsOf(open.error);
  const lines = linesOf(open.error);
  const at = lines.indexOf(open.salient.trim());
  const source = at < 0 ? '' : (lines[at + 1] ?? '').replace(/^\[[\w:.-]+\] +/, '');
  const meaning = lintMeaning(rule, cut(lintFinding(wholeLine(open.salient, open.error)), 140), source);
  const inFile = open.edits.filter(({ file }) => open.salient.includes(baseName(file)));
  const edit =
    inFile.find(({ old }) => source.length >= LINE_CHARS_MIN && linesOf(old).includes(source)) ??
    (findings.length === 1 && inFile.length === 1 ? inFile[0] : undefined);
  const message = lintFinding(open.salient);
  const told = { kind: open.kind, message, words: wordsIn(message), near: source, edits: [] };
  const change = open.correction ? telling(edit, told) : null;
  return change ? `${meaning} For example, ${inWords(change)}.` : meaning;
}

const HIDDEN = /\[(?:build|setup) failed\]/;

/** The agent's own filter left out what the compiler said. */
function hiddenCause({ salient, call }: OpenFailure): string {
  const sieve = HIDDEN.test(salient)
    ? call.parts.find(({ program }) => TEXT_SEARCHES.test(program))
    : undefined;
  return sieve ? `${code(cut(sieve.text, 60))} leaves out what the compiler says: run it without. ` : '';
}

/** The one line of a file that was not there before. */
function onlyLine({ old, new: now }: EditSeen): Change | null {
  const lines = old === '' ? linesOf(now).filter((line) => line !== '') : [];
  const [come = ''] = lines;
  return lines.length === 1 && isCode(come) ? { gone: '', come, isSpoken: false, size: 1 } : null;
}

/** What mended an error in code: the files, and the line that shows it, where one does. */
interface Mended {
  files: string[];
  change: Change | null;
}

/** The edit of a file that the error names, about a word that it quotes; null where no edit has to do with it. */
export function mendedBy(open: OpenFailure): Mended | null {
  const message = messageOf(open);
  const words = wordsIn(message);
  const isNamed = ({ file }: EditSeen) => open.error.includes(baseName(file));
  // What a program does is mended in its code, not in its tests.
  const edits = CODE_KINDS.has(open.kind)
    ? open.edits
    : open.edits.filter((each) => !each.test || isNamed(each));
  if (edits.length === 0) return null;
  const told = edits.filter(isNamed);
  const spoken = (edit: EditSeen) => words.filter((word) => `${edit.old}\n${edit.new}`.includes(word)).length;
  const best = (edits: EditSeen[]) =>
    edits.filter((each) => spoken(each) > 0).sort((a, b) => spoken(b) - spoken(a))[0];
  const only = edits.length === 1 && CODE_KINDS.has(open.kind) ? edits[0] : undefined;
  const named = told.length === 1 && (open.kind === 'test' || edits.length === 1) ? told[0] : undefined;
  const quoting = () =>
    told.find((each) =>
      linesOf(each.old).some((line) => line.length > LINE_CHARS_MIN && message.includes(line)),
    );
  const edit = best(told) ?? only ?? best(edits) ?? named ?? quoting();
  const change =
    telling(edit, { kind: open.kind, message, words, edits }) ??
    (told.length === 1 ? onlyLine(told[0]!) : null);
  // Edits of files say nothing of a script on the command line.
  if (!change && told.length === 0 && INLINE.test(open.call.command)) return null;
  const isInFile = told.length > 0 && (open.kind === 'compile' || open.kind === 'lint');
  const mended = edit && change ? [edit] : isInFile ? told : edits;
  return { files: [...new Set(mended.map(({ file }) => baseName(file)))], change };
}

/** What a mended error in code shows. */
export function editFix(open: OpenFailure): string {
  const rule = open.kind === 'lint' ? lintRule(wholeLine(open.salient, open.error)) : null;
  if (rule) return lintFix(open, rule);
  const passes = code(cut(programOf(open.culprit) || open.call.nativeTool, 60));
  const worked = open.correction === null ? '.' : `; then ${passes} passes.`;
  const stopped = unparsed(open, messageOf(open));
  if (stopped) return `${stopped.fix}${worked}`;
  const mended = mendedBy(open);
  if (!mended) return '';
  const { files, change } = mended;
  const fix = `${hiddenCause(open)}Fix ${files.slice(0, FILES_MAX).join(', ')}${change ? `: ${inWords(change)}` : ''}${worked}`;
  return change && open.kind === 'compile' ? fix : withWhy(fix, open);
}

/** The one word of a line that is another one now; null where more changed. */
function swappedWord(gone: string, come: string): { old: string; now: string } | null {
  const [before, after] = [gone.split(' '), come.split(' ')];
  const at = before.findIndex((word, i) => word !== after[i]);
  const rest = (words: string[]) => words.slice(at + 1).join(' ');
  if (at < 0 || before.length !== after.length || rest(before) !== rest(after)) return null;
  return { old: before[at]!, now: after[at]! };
}

/** Lines of a script that may differ for the difference to be the fix. */
const SCRIPT_LINES_MAX = 3;

/** The line that was changed in a script on the command line, which is too long to be shown whole. */
export function scriptFix({ call, correction, edits, ...open }: OpenFailure): string {
  const [old, now] = [call.command, correction?.command ?? ''];
  const missing = open.error.includes('No module named') ? missingModule(open.error) : '';
  // What a script imports by way of another file no line of its own mends.
  if (!old.includes(missing)) return '';
  if (!open.changed || edits.length > 0 || !holdsScript(old) || !old.includes('\n') || !now.includes('\n'))
    return '';
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const shared = before.filter((line) => after.includes(line)).length;
  const most = Math.max(before.length, after.length) - shared;
  if (most === 0 || most > SCRIPT_LINES_MAX || before.length - shared > SCRIPT_LINES_MAX) return '';
  const { gone, come } = changedLine(
    { file: '', old, new: now, test: false },
    wordsIn(messageOf({ ...open })),
  );
  const called = gone === before[0] && come === after[0] ? swappedWord(gone, come) : null;
  if (called && most === 1 && /^(?:command-not-found|missing-module)$/.test(open.kind))
    return `Call ${code(called.now)}, not ${code(called.old)}.`;
  const isWhole = gone.length <= GONE_CHARS_MAX && come.length <= COME_CHARS_MAX;
  return gone && come && isWhole && unfiltered(gone) !== unfiltered(come)
    ? `In the script, ${code(cut(gone, GONE_CHARS_MAX))} became ${code(cut(come, COME_CHARS_MAX))}; it worked.`
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
