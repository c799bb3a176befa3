import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { firstProblem, plainIssue } from './plain-issue.ts';

const firstMessage = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainIssue }).error?.issues[0]?.message;

describe('why a schema refuses a value', () => {
  const cases: [string, z.ZodType, unknown, string][] = [
    ['nothing', z.string(), undefined, 'is missing'],
    ['another type', z.number(), 'high', 'must be a number, not "high"'],
    ['a number beyond all', z.number(), Number.POSITIVE_INFINITY, 'must be a number, not Infinity'],
    ['a fraction', z.int(), 1.5, 'must be a whole number, not 1.5'],
    ['a list for an object', z.record(z.string(), z.string()), ['/x'], 'must be a JSON object, not a list'],
    ['an object for a list', z.array(z.string()), { a: 1 }, 'must be a list, not a JSON object'],
    ['a word for a switch', z.boolean(), 'maybe', 'must be true or false, not "maybe"'],
    ['a word of none of the choices', z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c, not "d"'],
    ['another word than the only one', z.literal('a'), 'd', 'must be a, not "d"'],
    ['too small a number', z.int().min(1), 0, 'must be 1 or more'],
    ['a number at an open bound', z.number().gt(0), 0, 'must be more than 0'],
    ['too big a number', z.number().max(1), 2, 'must be 1 or less'],
    ['an empty text', z.string().min(1), '', 'must not be empty'],
    ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
    ['too short a text', z.string().min(20), 'short', 'must have at least 20 characters'],
    ['too long a list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  ];
  for (const [what, schema, value, message] of cases)
    test(what, () => expect(firstMessage(schema, value)).toBe(message));

  test('a long value is cut', () => {
    expect(firstMessage(z.number(), 'x'.repeat(5000))?.length).toBeLessThan(100);
  });
  test("a schema's own words stay", () => {
    expect(firstMessage(z.string().min(1, 'is empty'), '')).toBe('is empty');
  });
});

describe('where a value is wrong first', () => {
  const Basket = z.object({ pears: z.array(z.object({ weight: z.number() })) });
  const problem = (value: unknown) =>
    firstProblem(Basket.safeParse(value, { error: plainIssue }).error!, 'basket');

  test('a field inside of it', () =>
    expect(problem({ pears: [{ weight: 1 }, {}] })).toBe('pears[1].weight: is missing'));
  test('the value itself', () => expect(problem([])).toBe('basket: must be a JSON object, not a list'));
});
