import { anyOf } from '../../text/any-of.ts';
import { filtered } from '../../text/pattern-filter.ts';
import type { DetectorShared, DetectorState } from '../detector-state.ts';
import type { EditSeen } from '../failure-state.ts';
import { admittedEpisode } from './admitted-episode.ts';
import type { Words } from './open-objection.ts';
import { sentencesOf } from './words/sentences.ts';

/** A slip in what the agent has just written, which it sees before anything fails of it. */

const HEAD_CHARS = 500;
const SENTENCES = 3;

const FAULT = anyOf(
  [
    /\b(?:name|naming|variable|type|identifier|compile|symbol)s? (?:collision|clash)\b|\b(?:collides|clashes) with\b/,
    /\balready (?:declared|defined|exists|imported|taken)\b|\bthere(?:'s| is) already an? \S|\bmy (?:own )?duplicate\b/,
    /\bshadow(?:s|ed|ing) (?:the|an?|that|it)\b|\b(?:duplicate|second) (?:declaration|definition|import)\b/,
    /\b(?:won't|wouldn't|will not|does(?:n't| not)|cannot|can't) (?:\w+ )?(?:compile|parse|build|type-?check|resolve|work)\b/,
    /\b(?:type|syntax|logic|naming|copy-paste|off-by-one) (?:bug|error|slip|mistake)\b|\btypo\b/,
    /\bwrong (?:name|type|variable|field|import|key|sign|order|argument|gate|condition|index)\b/,
    /\bschon (?:deklariert|definiert|vorhanden)\b|\bya (?:está )?(?:declarad|definid)[oa]\b|\bjá (?:está )?(?:declarad|definid)[oa]\b|\bdéjà (?:déclaré|défini)e?\b|已(?:经)?(?:声明|定义|存在)|重复(?:声明|定义)|既に(?:宣言|定義)/,
  ],
  { flags: 'i' },
);
const namesFault = filtered(FAULT);
/** It is what a run or somebody else has found, or what a change leaves over, or it is not there. */
const NONE = anyOf(
  [
    /\b(?:tests?|lint\w*|build|ci|compiler|review\w*|codex|bugbot|diagnostics?) (?:\w+ )?(?:fail|flag|found|caught|catch|complain|show|report|surfac|still|swap|want)/,
    /\bnow[- ](?:redundant|unused|dead|obsolete)\b|\bpre-?existing\b|\bno (?:name )?(?:collision|clash|conflict|duplicate|typo)s?\b|\bif\b|\bwhether\b|\?$/,
    /^(?:now|next|then)\b/,
  ],
  { flags: 'i' },
);

/** The sentence in which words name a fault of what there is; empty where none does. */
function namesSlip(words: string): string {
  const first = sentencesOf(words.slice(0, HEAD_CHARS)).slice(0, SENTENCES);
  return first.find((sentence) => namesFault(sentence) && !NONE.test(sentence))?.trim() ?? '';
}

const LINE_CHARS_MIN = 8;
const TEXT_CHARS_MAX = 4000;
const KEPT = 10;
/** The edit comes so many calls after the words at most. */
const CALLS_MAX = 2;

/** Keeps what was written last, for a look at whether it is written once more. */
function noteOwnText(written: EditSeen[], edits: readonly EditSeen[]): void {
  for (const { file, old, new: text, test } of edits)
    written.push({ file, old: old.slice(0, TEXT_CHARS_MAX), new: text.slice(0, TEXT_CHARS_MAX), test });
  if (written.length > KEPT) written.splice(0, written.length - KEPT);
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= LINE_CHARS_MIN);

/** True where an edit takes away a line that the last edits have brought in. */
const takesBackOwn = (written: readonly EditSeen[], edits: readonly EditSeen[]): boolean =>
  edits.some((edit) => {
    const kept = new Set(linesOf(edit.new));
    const gone = linesOf(edit.old).filter((line) => !kept.has(line));
    return written.some(
      (last) =>
        last.file === edit.file && gone.some((line) => last.new.includes(line) && !last.old.includes(line)),
    );
  });

/** Keeps words that name a fault, until what is edited next shows whose it is. */
export function noteSlip(state: DetectorState, said: Words): void {
  const sentence = (state.ownText ?? []).length === 0 ? '' : namesSlip(said.text);
  if (sentence === '') delete state.slip;
  else state.slip = { said, sentence, actions: state.actions };
}

/** Tells of a slip that was seen, where the edit after it takes back the agent's own text. */
export function takeSlip({ state, options, emit }: DetectorShared, edits: readonly EditSeen[]): void {
  const { slip } = state;
  state.ownText ??= [];
  if (slip && state.actions - slip.actions <= CALLS_MAX && takesBackOwn(state.ownText, edits)) {
    const episode = admittedEpisode(options, state, slip.said, slip.sentence, edits);
    if (episode) emit(episode);
  }
  delete state.slip;
  noteOwnText(state.ownText, edits);
}

/** What a human says may be why the text is changed. */
export function forgetOwnText(state: DetectorState): void {
  delete state.ownText;
  delete state.slip;
}
