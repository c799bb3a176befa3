import { expect, test } from 'bun:test';
import type { SeenCall } from '../../failure-state.ts';
import type { OpenObjection } from '../open-objection.ts';
import { deniedCode } from './denied-code.ts';

const edit = (target: string, before: string, after: string, tool = 'Edit') =>
  ({
    tool,
    nativeTool: tool,
    target,
    cwd: null,
    input: { file_path: target, old_string: before, new_string: after },
  }) as unknown as SeenCall;

const said = (text: string, last: SeenCall, correction: SeenCall | null = null): OpenObjection =>
  ({ text, last, rejected: null, correction }) as unknown as OpenObjection;

const wrote = edit('/w/kiln/src/fire.ts', 'burn()', 'kiln.log(burn())');

test.each([
  'never use kiln.log in this repo',
  "please don't use `kiln.log(` anywhere",
  'log with the journal instead of kiln.log()',
  'stop adding kiln.log to everything',
])('%s', (text) => {
  const found = deniedCode(said(text, wrote))!;
  expect(found.files).toBe('**/*.ts');
  expect(new RegExp(found.pattern).test('x = kiln.log(burn())')).toBe(true);
  expect(new RegExp(found.pattern).test('x = kiln.logbook()')).toBe(false);
});

test.each<[string, OpenObjection]>([
  ['words that ask for it', said('always use kiln.log in this repo', wrote)],
  ['code that the edit did not write', said('never use oven.log in this repo', wrote)],
  [
    'code that was there before',
    said('never use kiln.log', edit('/w/a.ts', 'kiln.log(a)', 'kiln.log(a, b)')),
  ],
  [
    'code that the next edit holds, too',
    said('never use kiln.log for that', wrote, edit('/w/a.ts', '', 'kiln.log(x)')),
  ],
  ['another tool', said('never use kiln.log', edit('/w/a.ts', '', 'kiln.log(a)', 'Bash'))],
  ['a file of no kind', said('never use kiln.log', edit('/w/Makefile', '', 'kiln.log(a)'))],
])('none: %s', (_, open) => {
  expect(deniedCode(open)).toBeNull();
});
