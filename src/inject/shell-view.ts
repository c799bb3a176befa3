import { Viewer } from './shell/viewer.ts';
import type { ShellView } from './types.ts';

/** Longer commands are cut: what stands behind so much text was not typed by an agent, and the hook has a deadline. */
export const COMMAND_CHARS_MAX = 131_072;

/**
 * What a POSIX shell (sh, bash, zsh) would execute: simple commands in the order in which they stand, with what
 * wrappers, `bash -c`, substitutions and the like run in their turn. Pure, linear in the text, never throws.
 */
export function shellView(command: string): ShellView {
  const text = command.length > COMMAND_CHARS_MAX ? command.slice(0, COMMAND_CHARS_MAX) : command;
  try {
    return new Viewer(text, command).run();
  } catch {
    return { commands: [], masked: command };
  }
}
