import type { OpenFailure } from '../../failure-state.ts';
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
function indentFix(old: Record<string, unknown>, now: Record<string, unknown>): string {
  const [before, after] = [old['new_string'], now['new_string']];
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return '';
  const bare = (text: string) => text.replace(/\s+/g, '');
  if (bare(before) !== bare(after)) return '';
  const deep = (text = '') => /^[ \t]*/.exec(text)![0].replace(/\t/g, '    ').length;
  const [lines, then] = [before.split('\n'), after.split('\n')];
  const at = lines.findIndex((line, index) => line.trim() !== '' && deep(line) !== deep(then[index]));
  if (at < 0 || bare(lines[at]!) !== bare(then[at] ?? '')) return '';
  const line = at === 0 ? 'its first line' : code(cut(lines[at]!.trim(), 60));
  return `The same text worked with ${deep(then[at])} spaces before ${line}, not ${deep(lines[at])}: new lines need the indentation of those that they replace.`;
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
  const indented = indentFix(old, now);
  if (indented) return indented;
  if (changed.some((key) => isCode(now[key]))) return '';
  const given = changed.map((key) => `${code(key)} = ${code(short(now[key]))}`).join(', ');
  const left = gone
    .slice(0, WORDS_MAX)
    .map((key) => code(key))
    .join(', ');
  return `The call of ${toolName(call.nativeTool)} worked${given ? ` with ${given}` : ''}${left ? `${given ? ' and' : ''} without ${left}` : ''}.`;
}
