import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code } from '../prose.ts';

const RIPGREP = /^(?:rg|ripgrep)$/;
/** They are given files by name, and know no globs of their own. */
const TAKES_FILES =
  /^(?:cat|bat|head|tail|less|more|nl|wc|sed|awk|ls|stat|file|diff|cp|mv|e?grep|sort|gofmt)$/;

/** Their first operand is no file. */
const TAKES_PATTERN = /^(?:rg|ripgrep|e?grep|sed|awk)$/;

/** True where quotes are what the word needs: it is the pattern or the script itself. */
const isPattern = (word: string, { program, args }: ShellPart): boolean =>
  TAKES_PATTERN.test(program) &&
  !args.some((arg) => /^(?:--files|-e|-f|--regexp)/.test(arg)) &&
  args.find((arg) => !arg.startsWith('-')) === word;

/** What to give in place of a glob that met nothing, where quotes would not help the program; empty for others. */
export function insteadOfGlob(glob: string, { call }: OpenFailure): string {
  const part = call.parts.find(({ args }) => args.includes(glob));
  if (!part || glob.startsWith('-')) return '';
  if (isPattern(glob, part)) return '';
  const before = part.args[part.args.indexOf(glob) - 1] ?? '';
  if (RIPGREP.test(part.program) && !/^-(?:g|-glob|-iglob)$/.test(before))
    return `Give ${code(part.program)} the folder, and the glob by an option (${code(`-g '${baseName(glob)}'`)}): it knows no glob in a path, quoted or not.`;
  return TAKES_FILES.test(part.program) && !before.startsWith('-')
    ? `Look first which names there are (\`ls\`): nothing matches ${code(glob)}, and ${code(part.program)} knows no globs of its own, so that quotes do not help.`
    : '';
}
