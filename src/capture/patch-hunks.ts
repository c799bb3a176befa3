import type { OpenFailure } from './failure-state.ts';

const LINES_MAX = 400;
const EXPECTED_MAX = 8;

/** Lines of a patch that the file has to hold already, hunk by hunk. */
function hunksOf(input: Record<string, unknown> | undefined): string[][] {
  const patch = input?.['patch'];
  if (typeof patch !== 'string') return [];
  const hunks: string[][] = [];
  for (const line of patch.split('\n', LINES_MAX)) {
    if (line.startsWith('@@') || line.startsWith('*** ')) hunks.push([]);
    else if (/^[ -]/.test(line)) hunks.at(-1)?.push(line.slice(1).trim());
  }
  return hunks.filter((lines) => lines.length > 0);
}

/** True where the lines that a patch was refused for did stand in the file: the patch that then worked holds them. */
export function isOutOfOrder({ call, correction, error }: OpenFailure): boolean {
  const at = error.indexOf('Failed to find expected lines in');
  if (at < 0) return false;
  const lines = error
    .slice(at, at + 4000)
    .split('\n')
    .slice(1, 1 + EXPECTED_MAX);
  const expected = lines.map((line) => line.trim()).filter((line) => line.length > 3);
  if (expected.join('').length < 12) return false;
  const hold = (hunk: string[]) => expected.every((line) => hunk.includes(line));
  return hunksOf(call.input).findIndex(hold) > 0 && hunksOf(correction?.input).some(hold);
}
