import type { OpenFailure } from '../../failure-state.ts';

/** The question was in order, and its answer is that there is nothing. */
const NOTHING_THERE = /\b(?:no|nothing|none|empty|zero|not found)\b/i;

/** True where a tool's error names an argument whose value was another in the call that worked: "`limit` is above 100". */
export function namesChangedArgument({ call, correction, salient }: OpenFailure): boolean {
  if (call.tool === 'Bash' || correction?.nativeTool !== call.nativeTool || NOTHING_THERE.test(salient))
    return false;
  const words = new Set(salient.toLowerCase().split(/\W+/));
  return Object.entries(call.input).some(
    ([name, value]) =>
      name.length > 1 &&
      words.has(name.toLowerCase()) &&
      JSON.stringify(value) !== JSON.stringify(correction.input[name]),
  );
}
