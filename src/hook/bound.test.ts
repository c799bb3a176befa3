import { expect, test } from 'bun:test';
import { boundCall } from './bound.ts';

const call = (input: Record<string, unknown>) => ({
  tool: 'Bash',
  nativeTool: 'Bash',
  input,
  cwd: '/w',
  paths: [],
});
const nested = (depth: number): unknown => (depth === 0 ? 'x' : { in: nested(depth - 1) });

test('a call of the usual size is not copied', () => {
  for (const input of [{}, { command: 'x'.repeat(256 * 1024) }, { list: Array(500).fill(null) }]) {
    const given = call(input);
    expect(boundCall(given)).toBe(given);
  }
  const deep = call({ in: nested(8) });
  expect(boundCall(deep)).toBe(deep);
});

test('long texts keep both ends, long lists their head, deep values nothing', () => {
  const { input } = boundCall(
    call({ text: `<${'a'.repeat(300_000)}>`, list: Array(501).fill(1), in: nested(9) }),
  );
  expect(input['text']).toHaveLength(256 * 1024 + 1);
  expect(input['text']).toMatch(/^<a+\na+>$/);
  expect(input['list']).toHaveLength(500);
  expect(JSON.stringify(input['in'])).toBe(`${'{"in":'.repeat(8)}null${'}'.repeat(8)}`);
});
