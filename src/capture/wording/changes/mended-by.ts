import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { EditSeen, OpenFailure } from '../../failure-state.ts';
import { givesCode } from '../../failures/causes/inline-code.ts';
import { CODE_KINDS, type ErrorKind } from '../../failures/kind/error-kind.ts';
import { messageOf } from '../message/message.ts';
import { OF_CODE, toldCause } from '../told-cause.ts';
import { restsOn, wholeBlock, wholeCondition } from './beside-change.ts';
import {
  type Change,
  changedLine,
  changesOf,
  isCode,
  LINE_CHARS_MIN,
  linesOf,
  REPORTS,
} from './changed-line.ts';
import { changedThroughout, middles } from './line-hunks.ts';

/** Which line of which edit mended an error, as far as the edits and the message show it. Pure. */

/** A name in a message: what an edit that mends it speaks of, too. */
const NAME = /[A-Za-z_]\w{2,}/g;
/** The name of a module: its words are in every import. */
const MODULE = /[\w-]+\.\w+\/\S+\/\S+/g;
/** Words of messages in general. */
const PLAIN = anyOf(
  [
    /and|are|but|can|did|does|for|got|had|has|nil|not|the|too|var|was|err|int|value|values|type/,
    /types|cannot|expected|unexpected|undefined|unknown|field|method|function|argument|arguments/,
    /assignment|mismatch|variable|variables|returns?|string|want|have|line|with|from|that|this/,
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

/** Hands an error on, or words it: that is done otherwise where what is handed on was mended. */
const RETURNS_ERROR =
  /^(?:return\b.*(?:\berr|\b(?:fmt\.Errorf|errors\.\w+|new \w*Error)\(.*\)|Err\(.*\))|(?:raise|throw)\b.*);?$/;

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
  const isHandedOn = kind === 'test' && RETURNS_ERROR.test(gone) && RETURNS_ERROR.test(come);
  if (isHandedOn) return isQuoted(gone, message);
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
export function telling(edit: EditSeen | undefined, told: Told): Change | null {
  if (!edit) return null;
  const place =
    told.kind === 'missing-module' &&
    linesOf(edit.new).find((line) => SEARCH_PATH.test(line) && !edit.old.includes(line));
  if (place) return { gone: '', come: place, isSpoken: true, size: 1 };
  const change = changedLine(edit, told.words, told.near, told.kind);
  const { gone, come } = change;
  if (!tells(change, told) || gone + come === '') return null;
  return SILENCES.test(come) && !SILENCES.test(gone) ? null : withBeside(change, edit, told.edits);
}

/** A change with the line that it rests on, or with the body of the block that it opens. */
function withBeside(change: Change, edit: EditSeen, edits: readonly EditSeen[]): Change {
  if (change.come === '') return change;
  const brought = [edit, ...edits.filter((each) => each !== edit)].flatMap((each) =>
    changesOf(each).flatMap(({ come }) => come),
  );
  const before = edits.map(({ old }) => old).join('\n') + edit.old;
  const beside = restsOn(change, before, brought);
  if (beside !== '') return { ...change, beside };
  if (change.gone === '') return { ...change, come: wholeBlock(change.come, edit.new) };
  const gone = wholeCondition(change.gone, edit.old);
  return { ...change, gone, come: wholeCondition(change.come, edit.new) };
}

/** Where a message speaks of: no name of it is one of the fault. */
const PLACE = /^(?:\[[\w:.-]+\] )?\S+\.\w{1,5}:\d+(?::\d+)?:? |\(typecheck\)$/g;

/** What a compiler quotes of the code without quotes. */
const EXPRESSION = anyOf(
  [
    /(?<=invalid operation: |invalid argument: |cannot use )\S[^()]{3,60}(?:\([^()]{0,40}\))?(?= \(| for | as )/,
    /[\w.]{3,60}(?= undefined \()|(?<=\bundefined: )\w+\.[\w.]{1,60}/,
  ],
  { flags: 'g' },
);

/** Names in a message, and what it quotes of the code. */
export const wordsIn = (message: string): string[] => {
  const told = message.replace(PLACE, '');
  const names = (told.replace(MODULE, ' ').match(NAME) ?? []).filter((word) => !PLAIN.test(word));
  const quoted = (told.match(EXPRESSION) ?? []).filter((text) => /\W/.test(text));
  return [...new Set([...names, ...quoted])];
};

const CYCLE = /\b(?:import cycle|circular (?:import|dependency))\b/i;
const IMPORTED = /\bimports (\S+) from /g;
const OPTION = /--([a-z][\w-]{2,40})/;

/** What an edit that mends an error speaks of: names of its message, imports of a cycle, an option as code spells it. */
function wordsOf({ kind, error }: OpenFailure, message: string): string[] {
  const cycle = CYCLE.test(message) ? [...error.matchAll(IMPORTED)].map(([, path]) => `"${path}"`) : [];
  const option = kind === 'usage' ? OPTION.exec(message)?.[1] : undefined;
  if (option === undefined) return [...wordsIn(message), ...cycle];
  const camel = option.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return [
    option,
    `"${option}"`,
    camel,
    camel[0]!.toUpperCase() + camel.slice(1),
    option.replaceAll('-', '_'),
  ];
}

/** The one line of a file that was not there before. */
function onlyLine({ old, new: now }: EditSeen): Change | null {
  const lines = old === '' ? linesOf(now).filter((line) => line !== '') : [];
  const [come = ''] = lines;
  return lines.length === 1 && isCode(come) ? { gone: '', come, isSpoken: false, size: 1 } : null;
}

/** The change that edits made in the same way in all lines; null where they did more. */
function sameInAll(edits: readonly EditSeen[]): Found | null {
  const found = changedThroughout(edits.flatMap(changesOf));
  const [edit] = edits;
  if (!found || !edit) return null;
  return { edit, change: withBeside({ ...found, isSpoken: false, size: 2 * found.lines }, edit, edits) };
}

const ARGUMENTS =
  /\b(?:not enough|too many) arguments\b|\bmissing \d+ required positional|\bExpected \d+ arguments|\btakes \d+ positional/;

/** The first line that was given an argument more or less, where the message asks for that; null for others. */
function byArguments(message: string, edits: readonly EditSeen[]): Found | null {
  if (!ARGUMENTS.test(message)) return null;
  for (const edit of edits.filter(({ file }) => message.includes(baseName(file))))
    for (const { gone, come } of changesOf(edit)) {
      const at = gone.findIndex((line, index) => isArgument(middles(line, come[index] ?? '')));
      if (at >= 0)
        return { edit, change: { gone: gone[at]!, come: come[at]!, isSpoken: false, size: 2 * gone.length } };
    }
  return null;
}

const isArgument = ({ old, now }: { old: string; now: string }): boolean =>
  (old === '' || now === '') && /^[^()]*,[^()]*$/.test(old + now);

/** An edit, and the line of it that tells. */
interface Found {
  edit: EditSeen;
  change: Change;
}

const CAUSE_CHARS_MAX = 180;

/** The line that speaks of what the agent told as the cause. */
function byCause(open: OpenFailure, edits: readonly EditSeen[]): Found | null {
  const cause = open.correction ? toldCause(open, CAUSE_CHARS_MAX) : '';
  const words = [...new Set(cause.match(OF_CODE) ?? [])];
  const sources = edits.filter(({ test }) => !test);
  const edit = mostAbout(sources.length > 0 ? sources : edits, words);
  const change = telling(edit, { kind: open.kind, message: cause, words, edits });
  return edit && change?.isSpoken ? { edit, change } : null;
}

/** The edit that speaks of most of the words; undefined where none speaks of any. */
function mostAbout(edits: readonly EditSeen[], words: readonly string[]): EditSeen | undefined {
  const spoken = ({ old, new: now }: EditSeen) =>
    words.filter((word) => `${old}\n${now}`.includes(word)).length;
  return edits.filter((each) => spoken(each) > 0).sort((a, b) => spoken(b) - spoken(a))[0];
}

/** The line that speaks of what the message says. */
function byMessage(open: OpenFailure, edits: readonly EditSeen[], told: readonly EditSeen[]): Found | null {
  const message = messageOf(open);
  const words = wordsOf(open, message);
  const only = edits.length === 1 && CODE_KINDS.has(open.kind) ? edits[0] : undefined;
  const named = told.length === 1 && (open.kind === 'test' || edits.length === 1) ? told[0] : undefined;
  const quoting = () =>
    told.find((each) =>
      linesOf(each.old).some((line) => line.length > LINE_CHARS_MIN && message.includes(line)),
    );
  const edit = mostAbout(told, words) ?? only ?? mostAbout(edits, words) ?? named ?? quoting();
  const change = telling(edit, { kind: open.kind, message, words, edits });
  return edit && change ? { edit, change } : null;
}

/** What mended an error in code: the files, and the line that shows it, where one does. */
interface Mended {
  files: string[];
  change: Change | null;
}

/** The edit of a file that the error names, about a word that it quotes; null where no edit has to do with it. */
export function mendedBy(open: OpenFailure): Mended | null {
  const isNamed = ({ file }: EditSeen) => open.error.includes(baseName(file));
  // What a program does is mended in its code, not in its tests.
  const all = CODE_KINDS.has(open.kind)
    ? open.edits
    : open.edits.filter((each) => !each.test || isNamed(each));
  const late = all.filter(({ vain }) => !vain);
  const edits = late.length > 0 ? late : all;
  if (edits.length === 0) return null;
  const told = edits.filter(isNamed);
  const found = mendingLine(open, edits, told);
  // Edits of files say nothing of a script on the command line.
  if (!found && told.length === 0 && givesCode(open.call.command)) return null;
  const isInFile = told.length > 0 && (open.kind === 'compile' || open.kind === 'lint');
  const mended = found ? [found.edit] : isInFile ? told : edits;
  return { files: [...new Set(mended.map(({ file }) => baseName(file)))], change: found?.change ?? null };
}

/** The one line by which edits mended an error, the surest first; null where none tells. */
function mendingLine(open: OpenFailure, edits: readonly EditSeen[], told: readonly EditSeen[]): Found | null {
  const spoken = byMessage(open, edits, told);
  if (spoken?.change.isSpoken) return spoken;
  const [first] = told;
  const alone = told.length === 1 ? onlyLine(first!) : null;
  return (
    byCause(open, edits) ??
    spoken ??
    byArguments(messageOf(open), told) ??
    (alone ? { edit: first!, change: alone } : null) ??
    sameInAll(told.length > 0 ? told : edits)
  );
}
