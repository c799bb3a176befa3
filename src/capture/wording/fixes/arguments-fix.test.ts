import { expect, test } from 'bun:test';
import type { OpenFailure } from '../../failure-state.ts';
import { argumentsFix } from './arguments-fix.ts';

test.each([
  ['return rye', '    return rye', '4 spaces before its first line, not 0:'],
  ['# the rye\nreturn rye', '# the rye\n    return rye', '4 spaces before `return rye`, not 0:'],
])('the line that was indented otherwise is told: %s', (old, now, told) => {
  const call = (text: string) => ({ nativeTool: 'edit', input: { file_path: 'a.py', new_string: text } });
  const open = { call: call(old), correction: call(now) } as unknown as OpenFailure;
  expect(argumentsFix(open)).toContain(told);
});
