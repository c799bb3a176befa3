import { expect, test } from 'bun:test';
import type { OpenFailure } from '../../failure-state.ts';
import { callSlip } from '../slips/call-slips.ts';
import { argumentsFix } from './arguments-fix.ts';

test.each([
  ['return rye', '    return rye', '4 spaces before its first line, not 0:', 'lacks 4 spaces of indentation'],
  ['# rye\nreturn rye', '# rye\n    return rye', '4 spaces before `return rye`, not 0:', 'lacks 4 spaces of'],
  [
    '    return rye',
    '  return rye',
    '2 spaces before its first line, not 4:',
    'has 2 spaces of indentation too many',
  ],
])('the line that was indented otherwise is told: %s', (old, now, told, said) => {
  const call = (text: string) => ({ nativeTool: 'edit', input: { file_path: 'a.py', new_string: text } });
  const open = { kind: 'compile', call: call(old), correction: call(now) } as unknown as OpenFailure;
  expect(argumentsFix(open)).toContain(told);
  expect(callSlip(open, 'edit of a.py')!.say).toStartWith(`edit of a.py: the new text ${said}`);
});
