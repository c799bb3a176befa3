import { expect, test } from 'bun:test';
import { nearestWord } from './nearest-word.ts';

test('a beginning is enough where one word alone has it, else the least edits tell', () => {
  const agents = ['claude-code', 'codex', 'gemini-cli', 'copilot', 'cursor'];
  expect(nearestWord('claude', agents)).toBe('claude-code');
  expect(nearestWord('GEMINI', agents)).toBe('gemini-cli');
  expect(nearestWord('code', agents)).toBe('codex');
  expect(nearestWord('copliot', agents)).toBe('copilot');
  expect(nearestWord('co', ['command', 'comment'])).toBeNull();
  expect(nearestWord('vim', agents)).toBeNull();
});
