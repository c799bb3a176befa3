import { baseName } from '../../../inject/paths.ts';
import { oneLine } from '../../../text/one-line.ts';
import type { EditSeen, OpenFailure } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { holdsScript } from '../../failures/causes/inline-code.ts';
import { unfiltered } from '../../failures/correction/prepared.ts';
import { missingModule } from '../../failures/kind/questions.ts';
import { onlyShows } from '../../failures/result/readers.ts';
import { UNBUILT } from '../../failures/same-mistake.ts';
import { TEXT_SEARCHES } from '../../shell/programs.ts';
import { withWhy } from '../agents-words.ts';
import {
  type Change,
  changedLine,
  isCode,
  LINE_CHARS_MIN,
  likeness,
  linesOf,
  PAIRED_MAX,
  piecesOf,
} from '../changes/changed-line.ts';
import { unparsed } from '../changes/lost-bracket.ts';
import { mendedBy, telling, wordsIn } from '../changes/mended-by.ts';
import { findingsOf, lintFinding, lintMeaning, lintRule } from '../lint.ts';
import { messageOf, wholeLine } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';

const FILES_MAX = 3;
const GONE_CHARS_MAX = 120;
const COME_CHARS_MAX = 160;
const NEARLY = 0.6;

/** A changed line in words. */
function inWords({ gone, come, beside, lines }: Change): string {
  const more = beside === undefined ? '' : `, with ${fenced(cut(beside, COME_CHARS_MAX))} added`;
  if (come === '') return `leave out ${fenced(cut(gone, GONE_CHARS_MAX))}`;
  if (gone === '')
    return `add ${fenced(cut(come.replace(/,$/, ', …'), COME_CHARS_MAX))}${more.replace(' added', '')}`;
  const times = lines === undefined ? '' : `, and so on in ${lines} lines`;
  return `${fenced(cut(gone, GONE_CHARS_MAX))} became ${fenced(cut(come, COME_CHARS_MAX))}${times}${more}`;
}

/** A comment that has a linter pass over a line. */
const SILENCES =
  /(?:\/\/ ?nolint:|# ?noqa:|eslint-disable|biome-ignore|# ?type: ?ignore|# ?pylint: ?disable|rubocop:disable|shellcheck disable|NOLINT)[^\n]{1,200}/g;

/** The comment by which an edit had the linter pass over what it found, with its reason; empty where none did. */
function silenced(edits: readonly EditSeen[], rule: string): string {
  const name = rule.slice(rule.lastIndexOf('/') + 1);
  const added = edits.flatMap(({ old, new: now }) =>
    (now.match(SILENCES) ?? []).filter((each) => each.includes(name) && !old.includes(each)),
  );
  return added[0] === undefined ? '' : oneLine(added[0]);
}

/** A brought line that shows nothing of a rule: an import, or the opening of a block. */
const SAYS_LITTLE = /^(?:import )?["'`]?[\w./@-]+["'`]?(?: ?[{(:])?[,;]?$/;

/** What the rule asks for, and the edit that mended this finding where one did. */
export function lintFix(open: OpenFailure, rule: string): string {
  const findings = findingsOf(open.error);
  const lines = linesOf(open.error);
  const at = lines.indexOf(open.salient.trim());
  const source = at < 0 ? '' : (lines[at + 1] ?? '').replace(/^\[[\w:.-]+\] +/, '');
  const meaning = lintMeaning(rule, cut(lintFinding(wholeLine(open.salient, open.error)), 140), source);
  const inFile = open.edits.filter(({ file }) => open.salient.includes(baseName(file)));
  const comment = silenced(inFile, rule);
  if (comment) return `${meaning} Here it was meant so, and silenced: ${code(cut(comment, COME_CHARS_MAX))}.`;
  const edit =
    inFile.find(({ old }) => source.length >= LINE_CHARS_MIN && linesOf(old).includes(source)) ??
    (findings.length === 1 && inFile.length === 1 ? inFile[0] : undefined);
  const message = lintFinding(open.salient);
  const told = { kind: open.kind, message, words: wordsIn(message), near: source, edits: [] };
  const change = open.correction ? telling(edit, told) : null;
  const isShown = change !== null && !(change.gone === '' && SAYS_LITTLE.test(change.come));
  return isShown ? `${meaning} For example, ${inWords(change)}.` : meaning;
}

/** The agent's own filter left out what the compiler said. */
function hiddenCause({ salient, call, sieved }: OpenFailure): string {
  const sieve =
    sieved || UNBUILT.test(salient)
      ? call.parts.find(({ program }) => TEXT_SEARCHES.test(program))
      : undefined;
  return sieve ? `${code(cut(sieve.text, 60))} leaves out what the compiler says: run it without. ` : '';
}

/** What a mended error in code shows. */
export function editFix(open: OpenFailure): string {
  const rule = open.kind === 'lint' ? lintRule(wholeLine(open.salient, open.error)) : null;
  if (rule) return lintFix(open, rule);
  const passes = code(cut(programOf(open.culprit) || open.call.nativeTool, 60));
  const worked = open.correction === null || onlyShows(open) ? '.' : `; then ${passes} passes.`;
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
    ? `In the script, ${fenced(cut(gone, GONE_CHARS_MAX))} became ${fenced(cut(come, COME_CHARS_MAX))}; it worked.`
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
    if (near) return `The file has ${fenced(cut(near.line, 120))}, not ${fenced(cut(line, 120))}. `;
  }
  return '';
}
