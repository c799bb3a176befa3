import { isAbsolute } from 'node:path';
import { globToSource } from '../../triggers/glob.ts';

/** Whether an entry of `excludePaths` or `excludeProjects` is a glob: what begins at no root holds at any depth. */
export const isGlob = (entry: string): boolean => /[*?]/.test(entry);

/** Whether an entry names a place from a root on. */
export const isRooted = (entry: string): boolean => isAbsolute(entry) || /^[A-Za-z]:[\\/]/.test(entry);

/** Whether a path, or a folder above it, is one that any of the globs names. */
export function globTest(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.flatMap((glob) => {
    const whole = (isRooted(glob) ? glob : `**/${glob}`).replace(/\/+$/, '');
    return [whole, `${whole}/**`].map((each) => new RegExp(globToSource(each)));
  });
  return (path) => {
    const slashed = path.replaceAll('\\', '/');
    return tests.some((test) => test.test(slashed));
  };
}
