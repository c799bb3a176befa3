import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { isInterpreter } from '../../../triggers/pattern-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import type { ErrorKind } from '../../failures/kind/error-kind.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code, placeName } from '../prose.ts';

/** What a summary is made from. */
export interface Account {
  open: OpenFailure;
  /** The blamed command in backticks, or the tool's name. */
  who: string;
  /** Its program alone, in backticks. */
  program: string;
  /** The simple command that the error is about; null for other tools. */
  part: ShellPart | null;
}

/** An error that is known by its wording, and how it is told. */
export interface Shape {
  pattern: RegExp;
  say: (match: RegExpExecArray, account: Account) => string;
  /** The first captured word must stand in the call, else the words mean something else. */
  named?: true;
  /** Errors of this kind only. */
  kind?: ErrorKind;
  /** Holds in whatever line of the error it stands. */
  anyLine?: true;
  /** About the agent's own tools: a program may print the same words. */
  tool?: true;
  /** The path that was given in vain, as the summary names it. */
  path?: (match: RegExpExecArray, account: Account) => string;
  /** True where it is a slip of one moment, which no lesson would have kept off. */
  slip?: (match: RegExpExecArray, account: Account) => boolean;
  /** What to do, where that follows from the message alone. */
  remedy?: (match: RegExpExecArray, account: Account) => string;
  /** What to do where nothing that worked was seen. */
  hint?: (match: RegExpExecArray, account: Account) => string;
}

/** The first that fits into a summary, else the last. */
export const shortest = (...texts: [string, ...string[]]): string =>
  texts.find((text) => text.length <= SUMMARY_CHARS_MAX) ?? texts.at(-1)!;

const PYTHON = /^python[\d.]*$/;

/** Whose arguments they are: the script's where an interpreter was given one, else the command's. */
export function calleeOf({ who, part }: Account): string {
  const [first = '', second = ''] = part?.args ?? [];
  if (part && first === '-m' && PYTHON.test(part.program)) return code(second);
  const script = part && isInterpreter(part.program) ? baseName(first) : '';
  return /^[\w-]+\.\w{1,4}$/.test(script) ? code(script) : who;
}

/** A path as a reader knows it, so far that it differs from the one that then worked. */
export function plainPlace(path: string, { open }: Account): string {
  const whole = path.replace(/[/\\]+$/, '');
  const place = placeName(whole, open.call.cwd);
  const worked = open.correction?.tool === 'Bash' ? wordsOf(open.correction.command.slice(0, 400)) : [];
  const twin = worked.find((word) => word.endsWith(`/${place}`));
  if (twin === undefined || place === whole || twin.endsWith(whole)) return place;
  const [parts, others] = [whole.split('/').reverse(), twin.split('/').reverse()];
  const at = parts.findIndex((part, i) => part !== others[i]);
  return at < 1
    ? place
    : parts
        .slice(0, at + 1)
        .reverse()
        .join('/');
}

/** The same in backticks. */
export const placeIn = (path: string, account: Account): string => code(plainPlace(path, account));
