import type { DetectorState, EditSeen, SeenCall } from '../failure-state.ts';

/** What a thread wrote: which files, and how much since its tests last passed. */

const PATHS_MAX = 300;
const PATH_CHARS_MAX = 160;

/** Notes the files that a call wrote, first of all for the words that may object to them. */
export function noteWritten(state: DetectorState, edits: EditSeen[]): void {
  for (const objection of state.objections)
    if (edits.length > 0)
      objection.reworked ??= edits.some((edit) => state.written.includes(pathKey(edit.file)));
  if (edits.length > 0) state.edits = (state.edits ?? 0) + edits.length;
  for (const edit of edits) {
    const path = pathKey(edit.file);
    if (!state.written.includes(path)) state.written.push(path);
    if (state.written.length > PATHS_MAX) state.written.shift();
    if (edit.test) state.editsSinceGreen.tests++;
    else state.editsSinceGreen.sources++;
  }
}

/** Begins to count edits anew where a call that worked runs tests or checks. */
export function noteGreen(state: DetectorState, call: SeenCall): void {
  if (/\btest|\bcheck\b|\bspec\b/.test(call.command.slice(0, 300)))
    state.editsSinceGreen = { tests: 0, sources: 0 };
}

const pathKey = (path: string): string => path.slice(-PATH_CHARS_MAX);
