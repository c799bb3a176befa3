import type { Episode } from '../../model/episode.ts';
import { salientLine } from '../../text/fingerprint.ts';
import { IS_NO_SUBCOMMAND, NO_SUBCOMMAND } from '../../text/known-messages.ts';
import { SAYS_THERE } from '../../triggers/error-pattern.ts';
import { missingProgram } from '../../triggers/named-words.ts';
import type { SynthesisInput } from '../../triggers/synthesize.ts';
import { type ShellPart, shellParts } from '../shell/shell.ts';
import { isToolRefusal, messageOf } from '../wording/message/message.ts';
import { blamedPart, speakerOf } from './blame.ts';
import { backtickRun } from './causes/misread-words.ts';
import { pairCalls } from './correction/pairing.ts';
import { CODE_KINDS, type ErrorKind } from './kind/error-kind.ts';

/**
 * A file that is not there, or holds other bytes than text, says nothing of the words around its name, wherever it is; nor
 * does a refusal by the agent's own tool.
 */
export const hasNoCommand = (kind: string, error: string): boolean =>
  kind === 'missing-path' ||
  /: binary file matches$/m.test(error) ||
  SAYS_THERE.test(error) ||
  (kind === 'wrong-directory' && /: No such file or directory$/m.test(error)) ||
  isToolRefusal(error);

/** How things stood when the command ran: another day its words are right. */
const STATE =
  /\b(?:uncommitted|unstaged|unsaved|local) changes\b|\balready (?:exists?|running|in (?:use|progress)|merged|closed)\b|\bis still a draft\b|\bno active \w+|\bnot (?:currently )?logged in\b|\bunable to access 'https?:/i;

/**
 * No word of the command is to blame: the very same one worked later, the message tells of how things stood, or the
 * error lies in code, or in the folder, and no other command worked.
 */
export function isFaultElsewhere(failure: {
  kind: string;
  message: string;
  failed: string;
  worked: unknown;
  changedCommand: boolean;
}): boolean {
  const { kind, message, failed, worked, changedCommand } = failure;
  if ((failed !== '' && failed === worked) || STATE.test(message)) return true;
  return (CODE_KINDS.has(kind as ErrorKind) || kind === 'wrong-directory') && !changedCommand;
}

/** What the synthesiser needs, from a stored episode; null where no shell command failed. */
export function triggerInput(episode: Episode): SynthesisInput | null {
  const line = episode.failure.input['command'];
  if (episode.failure.tool !== 'Bash' || typeof line !== 'string' || episode.kind === 'user') return null;
  const { error } = episode.failure;
  if (hasNoCommand(episode.kind, error)) return null;
  const salient = salientLine(error);
  const parts = shellParts(line);
  const message = messageOf({ error, salient });
  const culprit = blamedPart(parts, salient, error);
  const blamed = speakerOf(message, line, culprit);
  if (!blamed) return null;
  const fixed = episode.correction?.tool === 'Bash' ? episode.correction.input['command'] : undefined;
  const changed = typeof fixed === 'string' && fixed !== line && episode.fixedByCommand === true;
  const base = { nativeTool: 'Bash', target: '', tool: 'Bash' };
  const other = changed ? shellParts(fixed) : [];
  const pairing =
    changed && blamed === culprit ? pairCalls({ ...base, parts }, blamed, { ...base, parts: other }) : null;
  const corrected = pairing && pairing.part >= 0 ? other[pairing.part]! : null;
  return {
    tool: 'Bash',
    failing: [ownSubcommand(blamed, error, corrected)],
    corrected,
    failingLine: line,
    correctedLine: changed ? fixed : null,
    salient: message,
    error,
    faultElsewhere: isFaultElsewhere({
      kind: episode.kind,
      message,
      failed: line,
      worked: fixed,
      changedCommand: episode.fixedByCommand === true,
    }),
    missingProgram: missingProgram(salient) !== null && !backtickRun(salient, line),
  };
}

/**
 * What a command is asked to do, in the light of what became of it: of a program that is not known, its second word may
 * be an argument. Nothing behind a refused subcommand is one, nor a word that the form which worked has elsewhere.
 * @param worked the command that did the same job and worked, or null
 */
export function ownSubcommand(
  command: ShellPart,
  error: string,
  worked: Pick<ShellPart, 'program' | 'sub' | 'args'> | null,
): ShellPart {
  const words = command.sub.split(' ');
  if (words.length < 2) return command;
  const refused = (NO_SUBCOMMAND.exec(error) ?? IS_NO_SUBCOMMAND.exec(error))?.[1]?.toLowerCase().split(' ');
  const at = words.findLastIndex((word) => refused?.includes(word));
  const kept = words.slice(0, at < 0 ? words.length : at + 1);
  while (kept.length > 1 && isMoved(kept, command, worked)) kept.pop();
  return kept.length === words.length ? command : { ...command, sub: kept.join(' ') };
}

/** True where the last of the words is an argument of the form that worked. */
function isMoved(
  words: readonly string[],
  { program }: ShellPart,
  worked: Pick<ShellPart, 'program' | 'sub' | 'args'> | null,
): boolean {
  const last = words.at(-1)!;
  return (
    worked !== null &&
    worked.program === program &&
    worked.sub.split(' ')[0] === words[0] &&
    !worked.sub.split(' ').includes(last) &&
    worked.args.includes(last)
  );
}
