import type { Episode } from '../model/episode.ts';
import { salientLine } from '../text/fingerprint.ts';
import { missingProgram } from '../triggers/named-words.ts';
import type { SynthesisInput } from '../triggers/synthesize.ts';
import { blamedPart, substituted } from './blame.ts';
import { culpritOf } from './culprit.ts';
import type { ErrorKind } from './error-kind.ts';
import { backtickRun } from './kinds.ts';
import { isToolRefusal, messageOf } from './message.ts';
import { pairCalls } from './pairing.ts';
import { shellParts } from './shell.ts';
import { CODE_KINDS } from './verdict.ts';

/** A file that is not there says nothing of the words around its name; nor does a refusal by the agent's own tool. */
export const hasNoCommand = (kind: string, error: string): boolean =>
  kind === 'missing-path' || isToolRefusal(error);

/** Kinds of error that lie in code, or in the folder: no word of the command is to blame unless another command worked. */
export const isFaultElsewhere = (kind: string): boolean =>
  CODE_KINDS.has(kind as ErrorKind) || kind === 'wrong-directory';

/** The very same command worked later: nothing in it was wrong. */
export const isInnocent = (failed: string, worked: unknown): boolean => failed !== '' && failed === worked;

/** What the synthesiser needs, from a stored episode; null where no shell command failed. */
export function triggerInput(episode: Episode): SynthesisInput | null {
  const line = episode.failure.input['command'];
  if (episode.failure.tool !== 'Bash' || typeof line !== 'string' || episode.kind === 'user') return null;
  const { error } = episode.failure;
  if (hasNoCommand(episode.kind, error)) return null;
  const salient = salientLine(error);
  const parts = shellParts(line);
  const culprit = blamedPart({ culprit: culpritOf(parts, salient, error), error, salient, call: { parts } });
  if (!culprit || substituted(messageOf({ error, salient }), line) !== null) return null;
  const fixed = episode.correction?.tool === 'Bash' ? episode.correction.input['command'] : undefined;
  const changed = typeof fixed === 'string' && fixed !== line && episode.fixedByCommand === true;
  const base = { nativeTool: 'Bash', target: '', tool: 'Bash' };
  const other = changed ? shellParts(fixed) : [];
  const pairing = changed ? pairCalls({ ...base, parts }, culprit, { ...base, parts: other }) : null;
  return {
    tool: 'Bash',
    failing: [culprit],
    corrected: pairing && pairing.part >= 0 ? other[pairing.part]! : null,
    failingLine: line,
    correctedLine: changed ? fixed : null,
    salient: messageOf({ error, salient }),
    error,
    faultElsewhere:
      (isFaultElsewhere(episode.kind) && episode.fixedByCommand !== true) || isInnocent(line, fixed),
    missingProgram: missingProgram(salient) !== null && !backtickRun(salient, line),
  };
}
