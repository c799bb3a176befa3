/** A package manager that says that all is there, where the shell, or the environment, does not see it. */
import type { OpenFailure } from '../../failure-state.ts';

const THERE = /\balready installed\b|\bNo (?:available upgrade|newer package versions)\b/;
/** Puts a folder where the shell looks for programs. */
const SETS_PATH = /\$env:Path\s*\+?=|\bexport PATH=|(?:^|[;&\n]\s*)PATH=\S/i;

/** The command that put what was to be installed, and was there, on the shell's path; empty where that was not what it lacked. */
export const pathGiven = ({ error, correction, done = [] }: OpenFailure): string =>
  THERE.test(error)
    ? ([...done, correction?.command ?? ''].find((command) => SETS_PATH.test(command)) ?? '')
    : '';

/** The `pip` of an environment, by its path. */
const PIP_OF =
  /(?:^|["'\s])([^\s"']{0,200}?[\w.-]*env[\w.-]*)[\\/](?:bin|Scripts)[\\/]pip[\d.]*(?:\.exe)?["']? install\b/i;
const SATISFIED_IN =
  /^Requirement already satisfied: .{1,200}? in (\S.{0,200}?[\w.-]*env[\w.-]*)[\\/]lib(?:64)?[\\/](?:python[\d.]+[\\/])?site-packages/im;

const asFolder = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^\.{1,2}\//, '')
    .toLowerCase();

/** The line in which the `pip` of one environment tells of another: it is a copy, and installs there; empty where it does not. */
export function otherEnvironment(command: string, text: string): string {
  if (!text.includes('already satisfied: ')) return '';
  const own = PIP_OF.exec(command.slice(0, 1000))?.[1];
  const found = own === undefined ? null : SATISFIED_IN.exec(text);
  return found && !asFolder(found[1]!).endsWith(asFolder(own!)) ? found[0] : '';
}
