import type { HookProgram, ManagedFile } from '../installer.ts';

/**
 * A file that is ours as a whole, known by a mark in it; one without the mark is someone else's and left alone.
 * @param text what it should hold
 */
export function ownFile(path: string, mark: string, text: (program: HookProgram) => string): ManagedFile {
  return {
    path,
    install: (current, program) => (current === null || current.includes(mark) ? text(program) : null),
    uninstall: (current) => (current.includes(mark) ? null : current),
  };
}
