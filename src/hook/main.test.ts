import { expect, test } from 'bun:test';
import { hookIoOf } from './agents.ts';
import { inAscii, isPast } from './main.ts';

test.each([
  ['in Copilot CLI', { COPILOT_CLI: '1' }, 'copilot'],
  ['in a Claude Code that Copilot CLI started', { COPILOT_CLI: '1', CLAUDECODE: '1' }, 'claude-code'],
  ['elsewhere', {}, 'claude-code'],
])("the hook of a repository's .claude/settings.json %s", async (_, env, agent) => {
  const io = await hookIoOf('claude-code', env);
  expect(String(io?.agent)).toBe(agent);
});

test('an answer in ASCII says the same', () => {
  const answer = { text: 'Größe → 漢字 😀\u007f\n"quoted" \\u00e9' };
  const told = inAscii(JSON.stringify(answer));
  expect(told).toMatch(/^[\u0000-\u007e]*$/);
  expect(JSON.parse(told)).toEqual(answer);
});

const never = (): number => {
  throw new Error('asked for the processor time');
};

type Case = [string, begun: number, elapsed: number, worked: () => number, past: boolean];

test.each<Case>([
  ['at once', 12, 20, never, false],
  ['a start that took long leaves the deadline whole', 900, 1040, never, false],
  ['other processes had the processor', 12, 700, () => 40, false],
  ['our own work took too long', 12, 700, () => 400, true],
  ['the same after a slow start', 600, 800, () => 780, true],
  ['the client would wait too long', 12, 1600, () => 40, true],
])('the deadline: %s', (_, begun, elapsed, worked, past) => {
  expect(isPast(begun, elapsed, worked)).toBe(past);
});

test('the deadline: the client waits longer where a turn begins', () => {
  expect(isPast(12, 1600, () => 40, 7500)).toBe(false);
  expect(isPast(12, 1600, () => 400, 7500)).toBe(true);
});
