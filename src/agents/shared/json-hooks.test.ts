import { expect, test } from 'bun:test';
import { AppError } from '../../platform/errors.ts';
import { parseSettings } from './json-hooks.ts';

function refusal(text: string, comments = false): string {
  try {
    parseSettings(text, 'settings.json', comments);
  } catch (error) {
    if (error instanceof AppError) return `${error.message}. ${error.hint}`;
  }
  return 'read';
}

test.each(['', '\n', '\ufeff', '\ufeff\r\n\t'])('%j is a file without settings', (blank) => {
  expect(parseSettings(blank, 'settings.json', false)).toEqual({});
  expect(parseSettings(blank, 'settings.json', true)).toEqual({});
});

test('a refusal says what is to be changed', () => {
  const comments = '{\n  // why\n  "a": 1\n}';
  const comma = '{"a": [1,],}';
  expect(refusal(comments)).toContain('Take out the comments, which its agent does not read,');
  expect(refusal(comments, true)).toBe('read');
  expect(refusal(comma)).toContain('Take out the comma before a closing bracket,');
  expect(refusal(comma, true)).toContain('Take out the comma before a closing bracket,');
  expect(refusal('{"a": 1, /* why */}')).toContain(
    'Take out comments and the comma before a closing bracket,',
  );
  expect(refusal('{"a": 1, /* why */}', true)).toContain('Take out the comma before a closing bracket,');
  expect(refusal('\0{\0}')).toContain('Save it as UTF-8,');
  expect(refusal('{"a": ')).toContain('left as it is. Correct it, then');
  expect(refusal('[]')).toContain('Put its settings into { }, then');
});
