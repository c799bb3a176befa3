import { baseName } from '../../../inject/paths.ts';
import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import { redact } from '../../../text/redact.ts';
import type { EditSeen } from '../../failure-state.ts';
import { editsOf } from '../../failures/edits.ts';
import { type Change, likeness, piecesOf, REPORTS } from '../../wording/changes/changed-line.ts';
import { telling } from '../../wording/changes/mended-by.ts';
import { code, cut } from '../../wording/prose.ts';
import { OF_CODE } from '../../wording/told-cause.ts';
import type { OpenObjection } from '../open-objection.ts';

/** What was edited for a human's words, beside a remedy that does not say what to do. Pure. */

/** A test or a plan: written first, and not what it is mended in. */
export const NOT_SOURCE = /[._-](?:test|spec)s?\.\w+$|(?:^|\/)(?:tests?|__tests__|\.\w[\w-]*\/plans)\//i;
/** What is written for people to read is mended where the words are about that. */
const DOCUMENT = /\.(?:mdx?|txt|rst|adoc)$/i;
const OF_DOCUMENTS =
  /\b(?:doc(?:s|ument\w*)?|readme|adr|changelog|plan|spec|skill|text|wording|section|sentence)\b/i;
const OF_TESTS = /\btests?\b/i;
/** Lines that share less are not one line in two forms. */
const ALIKE_MIN = 0.34;
const FILE_CHARS_MAX = 60;
const LINE_CHARS_MAX = 140;

const line = (text: string): string => code(cut(text, LINE_CHARS_MAX));

/** A changed line as what was done. */
function inPast({ gone, come }: Change): string {
  if (come === '') return `${line(gone)} was left out`;
  return gone === '' ? `${line(come)} was added` : `${line(gone)} became ${line(come)}`;
}

const namesIn = (told: string): string[] => [
  ...new Set([told, told.replaceAll('`', ' ')].flatMap((text) => text.match(OF_CODE) ?? [])),
];

/** The line of an edit that speaks of a name or value of code in these words, or the only one that it changed; null where it may be any. */
function changeFor(edit: EditSeen, told: string): Change | null {
  const change = telling(edit, { kind: 'generic', message: told, words: namesIn(told), edits: [edit] });
  if (!change || REPORTS.test(change.gone) || REPORTS.test(change.come)) return null;
  const isPair = change.gone !== '' && change.come !== '';
  if (isPair && likeness(piecesOf(change.gone), piecesOf(change.come)) < ALIKE_MIN) return null;
  return change.isSpoken || (isPair && change.size === 2) ? change : null;
}

const fileOf = ({ file }: EditSeen): string => code(cut(baseName(file), FILE_CHARS_MAX));

/** The edits made for the words, in the kind of file that these are about; none where they were in vain. */
function editsFor({ correction, inVain, retold }: OpenObjection, said: string): EditSeen[] {
  if (!correction || !EDIT_TOOLS.has(correction.tool) || inVain || retold) return [];
  return editsOf(correction).filter(
    ({ file }) =>
      (!NOT_SOURCE.test(file) || OF_TESTS.test(said)) && (!DOCUMENT.test(file) || OF_DOCUMENTS.test(said)),
  );
}

/** The line that edits changed for what these words tell, as a sentence; empty where none shows it. */
export function hereChanged(edits: readonly EditSeen[], told: string): string {
  for (const edit of edits) {
    const change = changeFor(edit, told);
    if (change) return redact(`Here ${inPast(change)} (${fileOf(edit)}).`);
  }
  return '';
}

/** A remedy that repeats what the human wants, with the line that was changed for it. */
export function withLine(fix: string, open: OpenObjection, said: string): string {
  const here = hereChanged(editsFor(open, said), `${said}\n${open.answer}`);
  return here === '' ? fix : `${fix}${/[.?!…]$/.test(fix) ? '' : '.'} ${here}`;
}

/** A remedy that tells what was wrong, with the line that was changed for it, else the file. */
export function withEdit(fix: string, open: OpenObjection, said: string): string {
  const told = withLine(fix, open, said);
  const [edit, ...others] = editsFor(open, said);
  if (told !== fix || !edit || others.length > 0 || open.editedLate || fix.includes(baseName(edit.file)))
    return told;
  const end = fix.endsWith('.') ? '.' : '';
  return `${fix.slice(0, fix.length - end.length)} (${fileOf(edit)})${end}`;
}
