import type { Episode } from '../../model/episode.ts';
import type { OpenFailure } from '../failure-state.ts';
import { programOf } from '../failures/blame.ts';
import { pathSlip } from '../failures/causes/missing-path.ts';
import { lintCheck } from './lint.ts';
import { wholeLine } from './message/message.ts';
import { accountOf, type Shaped } from './summary.ts';

type Subject = NonNullable<Episode['subject']>;

/** What a failure is about, for grouping: the rule that was broken, or the path that is not there; undefined for others. */
export function subjectOf(open: OpenFailure, shaped: Shaped | null): Subject | undefined {
  if (open.kind === 'lint') {
    const rule = lintCheck(wholeLine(open.salient, open.error));
    return rule === null ? undefined : { rule };
  }
  if (open.kind !== 'missing-path') return undefined;
  return open.call.tool === 'Bash' ? givenPath(open, shaped) : soughtPath(open);
}

function soughtPath(open: OpenFailure): Subject {
  const slip = pathSlip(open);
  return slip === null ? { path: open.call.target } : { path: open.call.target, meant: slip.is };
}

/** The path that a program was given in vain; undefined where the message names none. */
function givenPath(open: OpenFailure, shaped: Shaped | null): Subject | undefined {
  const account = accountOf(open);
  const path = shaped?.shape.path?.(shaped.match, account);
  return path ? { path, program: programOf(account.part) } : undefined;
}
