import type { CallEvent } from '../../../transcripts/events.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { metNothing } from '../causes/met-nothing.ts';
import { checks } from './hidden-edge.ts';

/** A place in a file, and that something is wrong there, as compilers and linters print it. */
const LOCATED =
  /\.\w{1,5}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)):? *(?:- )?(?:fatal )?[Ee]rror\b|:\d+(?::\d+: (?:[CEF]: |[A-Z]{1,4}\d{3,4}\b)| +error +\S)|\.go:\d+:\d+: (?!warning)|error(?:\[E\d{4}\]: | • \S)|e: file:\/\//;

const TRACE = 'Traceback (most recent call last):';
/** A trace of Python to its end, which a run may catch and go on from. */
const RAISED = /^Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n){1,60}[A-Za-z_][\w.]*: \S[^\n]*/m;

/** What is only warned of failed nothing. */
const WARNING = /^[^\n]*[\s:]warning[\s:][^\n]*\n?/gm;

/**
 * What a checker complains of from the first place in a file on, where a pipe or a further command hides how it ended;
 * or that what was chosen met nothing; empty for others. Only what is done next tells that it failed: the file is mended, and
 * the complaint is gone, or others are chosen.
 */
export function suspectedIn({ input }: CallEvent, text: string, parts: () => ShellPart[]): string {
  const command = input['command'];
  if (typeof command !== 'string') return '';
  const none = metNothing(command, text);
  if (none !== '') return checks(parts()) ? none : '';
  if (!/[|;]/.test(command)) return '';
  const at = text.search(LOCATED);
  const trace = at < 0 && text.includes(TRACE) ? (RAISED.exec(text)?.[0] ?? '') : '';
  if (at < 0 && trace === '') return '';
  if (!checks(parts())) return '';
  return trace || text.slice(paragraphAt(text, at)).replace(WARNING, '');
}

/** Where the line begins that a place is in, or the one above that names its file: findings may be set in below it. */
function paragraphAt(text: string, at: number): number {
  let start = text.lastIndexOf('\n', at) + 1;
  while (start > 1 && /\s/.test(text[start]!)) start = text.lastIndexOf('\n', start - 2) + 1;
  return start;
}
