import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { saidByShell } from '../../shell/shell-complaint.ts';
import { programOf } from '../blame.ts';
import { isPartOfPackage } from '../kind/command-kinds.ts';
import type { ErrorKind } from '../kind/error-kind.ts';

/** Programs that only say whether files are as they should be. */
const INSPECTS = anyOf([
  /^[\w.-]+(?: [\w./:-]+){0,2} (?:--?)?(?:check|validate|verify|lint|audit|configtest|syntax-check|check-config)\b/,
  /^[\w-]*(?:lint|check|validate|validator)\b/,
  /^(?:ba|da|k|z)?sh -n\b|^php -l\b|^ruby -\w*c\b|^perl -\w*c\b|^node (?:-c|--check)\b|^jq empty\b/,
  /^python[\d.]* -m (?:py_compile|compileall|json\.tool)\b/,
  /^(?:nginx|haproxy|sshd|httpd|apache2(?:ctl)?|apachectl|visudo)\b.* -[tc]\b/,
]);
/** Says where in a file it is. */
const PLACE = /\bline \d+\b|\w\.\w{1,8}:\d+\b|(?:^|\s)\d+:\d+\s/;
const TEXT_CHARS_MAX = 8192;
/** Kinds that words about a file can be taken for. */
const OF_WORDS = new Set<ErrorKind>(['usage', 'shell-syntax', 'script-error', 'api-misuse']);

const SCRIPT = /\.(?:ba|z|k)?sh$/;
const GITS_HINT = /^hint: /m;

/** True where git refuses a call that a script makes: how that was called had no part in it. */
export const isRefusedInside = ({ culprit, error }: Pick<OpenFailure, 'culprit' | 'error'>): boolean =>
  SCRIPT.test(programOf(culprit)) && GITS_HINT.test(error);

/**
 * True where git refuses a script that the session did not write, or where a program that only looks files over says what
 * is wrong in one, and the session wrote none of those that the command or the error names: a finding, not what the
 * command was called with.
 */
export function isFindingOfOthers(
  {
    call,
    culprit,
    error,
    salient,
    kind,
  }: Pick<OpenFailure, 'call' | 'culprit' | 'error' | 'salient' | 'kind'>,
  written: readonly string[],
): boolean {
  const program = programOf(culprit);
  if (isRefusedInside({ culprit, error })) return !written.some((path) => baseName(path) === program);
  if (culprit === null || !OF_WORDS.has(kind) || saidByShell(salient)) return false;
  const text = error.slice(0, TEXT_CHARS_MAX);
  if (!INSPECTS.test(culprit.text) || !PLACE.test(text) || isPartOfPackage(call.command, error)) return false;
  return !written.some((path) => {
    const name = baseName(path);
    return text.includes(name) || call.command.includes(name);
  });
}
