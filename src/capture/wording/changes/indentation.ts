import type { OpenFailure } from '../../failure-state.ts';

/** The first line of a new text that only stood in another column where it then worked, with its columns. */
interface Moved {
  line: string;
  isFirst: boolean;
  was: number;
  is: number;
}

const bare = (text: string): string => text.replace(/\s+/g, '');
const columnOf = (text = ''): number => /^[ \t]*/.exec(text)![0].replace(/\t/g, '    ').length;

/** How the text of an edit was moved where the same text then worked; null where another text did. */
export function indentationOf({ call, correction }: OpenFailure): Moved | null {
  const [before, after] = [call.input['new_string'], correction?.input['new_string']];
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return null;
  if (bare(before) !== bare(after)) return null;
  const [lines, then] = [before.split('\n'), after.split('\n')];
  const at = lines.findIndex((line, index) => line.trim() !== '' && columnOf(line) !== columnOf(then[index]));
  if (at < 0 || bare(lines[at]!) !== bare(then[at] ?? '')) return null;
  return { line: lines[at]!.trim(), isFirst: at === 0, was: columnOf(lines[at]), is: columnOf(then[at]) };
}
