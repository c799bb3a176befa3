import { baseName } from '../../../inject/paths.ts';
import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import type { SeenCall } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { code, cut } from '../../wording/prose.ts';
import type { OpenObjection } from '../open-objection.ts';
import { chiefPart } from '../trigger/objected-command.ts';
import { contentOf } from '../words/topics.ts';
import { newCourse } from './course.ts';

/** What of its work a human has the agent take back. Pure. */

const TAKES_BACK =
  /^(?:revert|undo|restore|put back|roll back|bring back|re-?add|take back|put|roll|bring|take)\b\s*/i;

/** How the agent says that it takes its work back; null where it does not. */
export function takenBack({ retold, answer }: OpenObjection): string | null {
  const course = retold ? null : newCourse(answer);
  return course && TAKES_BACK.test(course) ? course : null;
}

/** The edit that is taken back: the one that does it is of the same file. */
export const editUndone = ({ correction, last }: OpenObjection): SeenCall | null =>
  [correction, last].find((call) => call && EDIT_TOOLS.has(call.tool)) ?? null;

/** Behind it stands why, or what is done next. */
const RIDER = /,? (?:and|so|since|because|as|while|then|but) |[;:,(] | [–—-] /;
/** `the retry loop` is what was done; `the old name` what is put back. */
const BROUGHT_BACK = /^(?:restore|put|bring|re-?add|take)\b/i;
const POINTS = /^(?:it|this|that|them|these|those|both|everything|all|back|my|our|your)\b(?! [\w`])/i;
const WORK_CHARS_MAX = 44;

/** What was done that is undone, as words of a sentence: as the agent names it, the refused program, or the file; null where nothing names it. */
export function undoneWork(open: OpenObjection): string | null {
  const course = takenBack(open);
  const named =
    course
      ?.replace(TAKES_BACK, '')
      .split(RIDER, 1)[0]
      ?.replace(/[\s.]+$/, '') ?? '';
  const isNamed = course !== null && !BROUGHT_BACK.test(course) && !POINTS.test(named);
  if (isNamed && named.length <= WORK_CHARS_MAX && contentOf(named) > 0)
    return named.replace(/\b(?:my|our|your)\b/gi, 'the').replace(/^(?!the |a |an |`)/, 'the ');
  if (open.rejected?.command) return code(cut(programOf(chiefPart(open.rejected.command)), 32));
  const file = baseName(editUndone(open)?.target ?? '');
  return file === '' ? null : `the edit of ${cut(file, 32)}`;
}
