import { code } from '../prose.ts';

/** Options that a later major version calls otherwise, or has no more, by the program: what it is called with there. */
const RENAMED: Record<string, Record<string, string>> = {
  'golangci-lint': {
    '--disable-all': '--default=none',
    '--enable-all': '--default=all',
    '--fast': '--fast-only',
    '--out-format': '--output.FORMAT.path=stdout',
  },
  ruff: { '--show-source': '--output-format=full', '--format': '--output-format' },
};

/** The fix for an option of an older version; empty where none is known. */
export function renamedOption(program: string, option: string): string {
  const now = Object.hasOwn(RENAMED, program) ? (RENAMED[program]![option] ?? '') : '';
  return now === '' ? '' : `Write ${code(now)} for ${code(option)}: the installed version calls it so.`;
}
