import { baseName } from '../../inject/paths.ts';
import { lineFingerprint } from '../../text/fingerprint.ts';
import { wholeSentences } from '../../text/markdown.ts';
import type { EditSeen, OpenFailure, SeenCall } from '../failure-state.ts';
import { mendedFinding } from '../wording/lint.ts';
import { rework } from './correction/reworked.ts';
import { CODE_KINDS, type ErrorKind } from './kind/error-kind.ts';

/** What is noted of a failure while it waits for its correction. */

const ANSWER_CHARS_MAX = 600;
const FINDINGS_MAX = 4;
const EDITS_MAX = 12;
const DONE_MAX = 8;
const DONE_CHARS_MAX = 500;
const SALIENT_SHOWN = 120;
/** Kinds of errors by which a command was not run at all. */
const REFUSALS = new Set<ErrorKind>([
  'command-not-found',
  'missing-module',
  'usage',
  'platform',
  'environment',
]);

/** Keeps what the agent says of a failure: right after it, and what it has found out when it begins to edit. */
export function noteAnswer(open: OpenFailure, words: string, isLatest: boolean): void {
  if (open.correction) return;
  const answer = wholeSentences(words, ANSWER_CHARS_MAX);
  if (open.callsAfter < 2 && open.after.length < ANSWER_CHARS_MAX) open.after += `${answer}\n`;
  if (isLatest && !open.edited) open.findings = [...(open.findings ?? []), answer].slice(-FINDINGS_MAX);
}

/** Keeps the commands and the tools that worked since a failure: one of them may be what the correction rests on. */
export function noteDone(open: OpenFailure, call: SeenCall): void {
  if (call.command === '') {
    if (call.nativeTool !== open.call.nativeTool)
      open.asked = [...(open.asked ?? []), call.nativeTool].slice(-DONE_MAX);
    return;
  }
  open.done ??= [];
  if (open.done.length < DONE_MAX) open.done.push(call.command.slice(0, DONE_CHARS_MAX));
}

/** Keeps the commands that were refused since a failure: advice that names one of them does not hold here. */
export function noteRefused(open: OpenFailure, { kind, call }: OpenFailure): void {
  if (call.command === '' || !REFUSALS.has(kind)) return;
  open.refused ??= [];
  if (open.refused.length < DONE_MAX) open.refused.push(call.command.slice(0, DONE_CHARS_MAX));
}

/** Keeps the edits since a failure, until its message is gone; of later ones what goes over them. */
export function noteEdits(open: OpenFailure, edits: EditSeen[]): void {
  if (edits.length > 0) open.edited = true;
  const isFull = open.mended || open.edits.length >= EDITS_MAX;
  for (const edit of edits.slice(0, 4)) if (!rework(open.edits, edit) && !isFull) open.edits.push(edit);
}

/** The same run fails, and no more with this message: later edits mend something else. */
export function noteMended(open: OpenFailure, next: OpenFailure): void {
  if (open.edits.length === 0 || !CODE_KINDS.has(open.kind) || open.salient === '') return;
  open.mended ||=
    open.call.command !== '' &&
    open.call.command === next.call.command &&
    !next.error.includes(open.salient.slice(0, SALIENT_SHOWN));
}

/** Of several findings the one that was mended tells more than the first. */
export function nameMended(open: OpenFailure): void {
  const edited = open.edits.map(({ file }) => baseName(file));
  const salient = mendedFinding(open.salient, open.error, edited);
  if (salient === open.salient) return;
  open.salient = salient;
  open.fingerprint = lineFingerprint(open.call.tool, salient);
}
