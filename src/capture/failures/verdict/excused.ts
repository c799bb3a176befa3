import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { TEXT_SEARCHES } from '../../shell/programs.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import { CODE_KINDS } from '../kind/error-kind.ts';

/** Failures that by what was asked for are no mistakes: a list of what is left to do, a look at another state, half an answer. */

/** The agent runs it to be shown what a change leaves to be adapted. */
const WORK_LIST = anyOf(
  [
    /see (?:which|what|where|how many)\b.{0,40}\b(?:breaks?|broke|fails?|needs?|remains?|is left|are left|complains?)/,
    /(?:see|show|list|find|count|surface|get) (?:\w+ ){0,2}(?:type|compile|compiler|compilation) errors/,
    /(?:see|show|list|find|count|surface|get|check for) (?:\w+ ){0,2}remaining (?:errors|issues)/,
    /(?:call[ -]?sites|callers|usages|places) (?:\w+ ){0,3}to (?:be )?(?:fix|updat|chang|adapt|migrat)/,
    /what (?:still |else )?(?:(?:needs|has|have) to be (?:updated|changed|fixed|adapted|migrated)|needs (?:updat|chang|fix|adapt|migrat)ing)/,
    /still (?:builds|compiles) before (?:i|we) (?!commit|push|report|hand|go on|move|finish|merge)/,
    /(?:compiler|tsc|type[- ]?check(?:er)?|build|linter) (?:will |can |should |to )?(?:now )?(?:tell|show|list|find|guide|point|flag|surface)s?\b/,
  ],
  { before: /\b/, flags: 'i' },
);

/** True where words before a call, or words that it prints itself, ask for such a list. */
export function asksWorkList(words: readonly string[], command: string): boolean {
  const printed = /\becho\b/.test(command) ? command.slice(0, 600) : '';
  return [...words, printed].some((text) => text !== '' && WORK_LIST.test(text));
}

const SETS_ASIDE = /\bgit stash(?:\s+(?:push|save|-\S+)\b[^;&|\n]*)?(?=\s*(?:[;&|\n]|$))/;
const TAKES_BACK = /\bgit stash (?:pop|apply)\b/;

/** True where the work was set aside for the one command and taken back after it: it looks at another state. */
function isOtherState({ command }: SeenCall): boolean {
  const aside = SETS_ASIDE.exec(command);
  return aside !== null && TAKES_BACK.test(command.slice(aside.index + aside[0].length));
}

const searches = (program: string): boolean =>
  TEXT_SEARCHES.test(program) || /^(?:find|fd|ls|tree|du|wc)$/.test(program);
const COMPLAINT = /: (?:No such file or directory|cannot access|IO error|does not exist)|\(os error 2\)/i;
const PLACES_MIN = 2;

/** True where one of several places to look in is not there, and the others were looked in. */
function isHalfSearch({ call, culprit, error }: OpenFailure): boolean {
  if (!culprit || !searches(culprit.program) || call.parts.some((part) => part.program === 'cd'))
    return false;
  const places = culprit.args.filter((arg) => !arg.startsWith('-'));
  if (places.length < PLACES_MIN) return false;
  return error.split('\n').some((line) => /\S/.test(line) && !COMPLAINT.test(line) && line !== '…');
}

/** Only chooses which tests run, how often, or how much they say. */
const CHOOSES =
  /^(?:-{1,2}(?:run|v|vv|count|k|t|m|x|race|verbose|filter|grep|timeout|test|tests|nocapture)\b.*|--?\w*=?\d+)$/;

/** True where a test that failed then passes with nothing changed but which tests were run. */
function isFlaky({ kind, call, correction, edits, done = [] }: OpenFailure): boolean {
  if (kind !== 'test' || correction?.tool !== 'Bash' || edits.length > 0 || done.some(writes)) return false;
  const [before, after] = [wordsOf(call.command), wordsOf(correction.command)];
  const flags = (words: string[]) =>
    words.filter((word) => /^-|^[A-Z_]\w*=/.test(word) && !CHOOSES.test(word));
  const [old, now] = [flags(before), flags(after)];
  return before[0] === after[0] && old.every((flag) => now.includes(flag)) && old.length === now.length;
}

const writes = (command: string): boolean =>
  /[^2]>|\bsed -i|\btee\b|<<|\bgit (?!log|diff|status|show)/.test(command);

const ADDRESS = /^https?:\/\/[^/]+(\/\S+)/;

/** True where what worked is the same command for another address: the first one was just not there, or not for everybody. */
function asksElsewhere({ kind, call, correction }: OpenFailure): boolean {
  if (kind !== 'permission' || correction?.tool !== 'Bash') return false;
  const [before, after] = [wordsOf(call.command), wordsOf(correction.command)];
  const gone = before.filter((word) => !after.includes(word));
  const come = after.filter((word) => !before.includes(word));
  return gone.length === 1 && come.length === 1 && ADDRESS.test(gone[0]!) && ADDRESS.test(come[0]!);
}

/** True where what was to be removed was gone already, and was then removed "if it is there". */
const isGone = ({ culprit, correction, correctionPart }: OpenFailure): boolean =>
  culprit?.program === 'rm' &&
  /\s(?:-\w*f|--force)/.test(correction?.parts[correctionPart]?.text ?? '') &&
  !/\s(?:-\w*f|--force)/.test(culprit.text);

/** True where what failed was no mistake by what it was run for. */
export function isExcused(open: OpenFailure): boolean {
  if (open.call.tool !== 'Bash') return false;
  if (CODE_KINDS.has(open.kind)) return open.workList === true || isOtherState(open.call) || isFlaky(open);
  return open.kind === 'missing-path' ? isHalfSearch(open) || isGone(open) : asksElsewhere(open);
}
