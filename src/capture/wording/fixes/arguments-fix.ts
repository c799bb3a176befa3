import type { OpenFailure } from '../../failure-state.ts';
import { indentationOf } from '../changes/indentation.ts';
import { code, cut } from '../prose.ts';
import { toolName } from '../summary.ts';

const WORDS_MAX = 3;

/** An argument's value as a sentence shows it, cut. */
export const short = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 60);

/** A script among the arguments of a tool: too long to be shown, and cut it shows nothing. */
export const isCode = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 60 && /=>|\bfunction\b|\breturn\b|;\s/.test(value);

/** The same text in another indentation. */
function indentFix(open: OpenFailure): string {
  const moved = indentationOf(open);
  if (moved === null) return '';
  const line = moved.isFirst ? 'its first line' : code(cut(moved.line, 60));
  return `The same text worked with ${moved.is} spaces before ${line}, not ${moved.was}: new lines need the indentation of those that they replace.`;
}

/** How the arguments of two calls of one tool differ, in words. */
export function argumentsFix(open: OpenFailure): string {
  const { call, correction } = open;
  if (!correction || correction.nativeTool !== call.nativeTool) return '';
  const [old, now] = [call.input, correction.input];
  const text = (value: unknown) => JSON.stringify(value) ?? '';
  // SWE-agent's command line repeats the other arguments.
  const repeats = (key: string) =>
    key === 'command' && String(now[key]).startsWith(`${call.nativeTool} `) && Object.keys(now).length > 1;
  const changed = Object.keys(now).filter((key) => !repeats(key) && text(now[key]) !== text(old[key]));
  const gone = Object.keys(old).filter((key) => !(key in now));
  if (changed.length + gone.length === 0 || changed.length > 3) return '';
  const indented = indentFix(open);
  if (indented) return indented;
  if (changed.some((key) => isCode(now[key]))) return '';
  const given = changed.map((key) => `${code(key)} = ${code(short(now[key]))}`).join(', ');
  const left = gone
    .slice(0, WORDS_MAX)
    .map((key) => code(key))
    .join(', ');
  return `The call of ${toolName(call.nativeTool)} worked${given ? ` with ${given}` : ''}${left ? `${given ? ' and' : ''} without ${left}` : ''}.`;
}
