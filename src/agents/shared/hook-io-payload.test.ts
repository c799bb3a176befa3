import { expect, test } from 'bun:test';
import { isProportional } from '../../../test/support/growth.ts';
import { failedShellText } from './hook-io-payload.ts';

const call = { tool: 'Bash', input: {} } as Parameters<typeof failedShellText>[0];
const fields = (count: number) => 'Signal: 9\t\nProcess Group PGID: 4 \r\n'.repeat(count);

test('a status is the last line of an output but for other fields', () => {
  expect(failedShellText(call, `Output: boom\nExit Code: 2\n${fields(2)}`)).toStartWith('Exit code 2\n');
  expect(failedShellText(call, `Exit code: 2\n${fields(2)}done`)).toBeNull();
});

test('is looked for in one way, however many fields with blanks at their ends come behind it', () => {
  const text = (count: number) => failedShellText(call, `Exit code: 2\n${fields(count)}done`);
  expect(text(24)).toBeNull();
  expect(isProportional(text, 24)).toBe(true);
});
