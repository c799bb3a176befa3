import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { errorAmong, shownError } from './shown-error.ts';

describe('what a program says of a file that it checks', () => {
  test.each([
    '- servers.main.port: Invalid input: expected number, received string\n- servers.spare: Required',
    'config/app.yml: unknown field "retries" at line 12',
    'instance.name: must be string',
    'jobs.build.steps[2]: additional property "runs" is not allowed',
    "Unexpected value 'stages'",
  ])('is an error that is shown: %s', (words) => {
    expect(shownError(words)).toBeGreaterThan(0);
  });

  test.each([
    'the port: expected by the customer on Monday',
    'add a field "retries" to the config, and a test for it',
    'what does "unknown field" mean?',
  ])('is none in plain words: %s', (words) => {
    expect(shownError(words)).toBe(0);
  });
});

describe('an error in what the agent had given to be put somewhere', () => {
  const before =
    'Put this into the settings file:\n\n```json\n{"plugins": {"market": {"sources": ["north", "south"]}}}\n```\n\nThen start it again.';
  const answer = 'OK, it wants objects there. Try this: "sources": [{"id": "north"}]';

  test('corrects the agent, though it only gives the next one', () => {
    const words = 'plugins.market.sources: Invalid input: expected array of objects, received string';
    expect(corrections({ before, words, answer })).toHaveLength(1);
  });

  test('is none where the error names nothing of it', () => {
    const words = 'network.proxy.host: Invalid input: expected string, received null';
    expect(
      corrections({ before, words, answer: 'That is another file: the proxy is set there.' }),
    ).toHaveLength(0);
  });
});

test('an error shown after work is no answer to the offer behind it', () => {
  const before =
    'The page is in place, all works. Should I go on with the board, or do you want to try the page?';
  const words =
    "We get this:\n```\nCannot find module '@/shop/basket' or its type declarations.\n```\nFix it. @src/a.ts:2";
  expect(corrections({ before, words, answer: 'Let me look at the paths.', edits: true })).toHaveLength(1);
});

describe('an error among several lines', () => {
  const before = 'The kettle service now reads its port from the file. Shall I go on with the lamp?';
  const log =
    "12:04:31 kettle INFO listening\n12:04:40 kettle ERROR - boil failed: name 'heat_up' is not defined\n12:04:41 kettle INFO idle";
  const words = `we sat in the small room next to the hall with both lamps on and the door half open, and the kettle stood on the table where it stood the whole morning, a little to the left of the window, when it came to this. ${log}`;
  const answer = 'Now I can see it. The handler has no such import.';

  test('corrects the agent where an edit follows, whatever is said and asked for beside it', () => {
    expect(corrections({ before, words, answer, edits: true })).toHaveLength(1);
  });

  test('is what is told, without the stamp of its log', () => {
    const [found] = corrections({ before, words, answer, edits: true });
    expect(found?.summary).toBe("The user on the edit of a.ts: boil failed: name 'heat_up' is not defined");
  });

  test('corrects nothing where nothing is edited', () => {
    expect(corrections({ before, words, answer })).toHaveLength(0);
  });

  test('corrects nothing where it belongs to another problem', () => {
    const other = `Next problem, on the shop's machine:\n${log}`;
    expect(corrections({ before, words: other, answer, edits: true })).toHaveLength(0);
  });

  test.each([
    'we tried and failed with the copper lid.\nlet us explore the glass one',
    'Task B: rooms without lamps\nE_LAMP_ERROR from the bundled list makes them dark.',
    '1. Low: the error of `open` is dropped: see a.ts:3\n2. Low: the error of `close`: the same',
  ])('is none in prose, a task or a review: %s', (text) => {
    expect(errorAmong(text)).toBeNull();
  });
});
