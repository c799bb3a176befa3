import { IS_NO_SUBCOMMAND, NO_SUBCOMMAND } from '../../text/known-messages.ts';
import type { ShellPart } from '../shell/shell.ts';

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
