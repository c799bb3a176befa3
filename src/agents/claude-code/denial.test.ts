import { describe, expect, test } from 'bun:test';
import { refusalOf } from './denial.ts';

const NO = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

describe('what a client says in the user’s name', () => {
  test.each([
    [`${NO} To tell you how to proceed, the user said:\nuse make`, 'use make'],
    [`${NO} The user provided the following reason for the rejection:  use make`, 'use make'],
    [`${NO.replace("'", '’')} To tell you how to proceed, the user said:\nuse make`, 'use make'],
    [`Error: ${NO} To tell you how to proceed, the user said:\nuse make`, 'use make'],
    [
      `<tool_use_error>${NO} The user provided the following reason for the rejection: use make</tool_use_error>`,
      'use make',
    ],
    ['Tool use rejected with user message: use make', 'use make'],
    [`${NO} STOP what you are doing and wait for the user to tell you how to proceed.`, null],
    ["The user doesn't want to take this action right now. STOP what you are doing.", null],
    ['The agent proposed a plan that was rejected by the user.\n\nRejected plan:\n# Plan', null],
    ['User rejected tool use', null],
  ])('is a refusal: %s', (content, feedback) => {
    expect(refusalOf(content, true, {})).toEqual({ denial: 'user-rejected', feedback });
  });

  test.each([
    'The user said: that does not build',
    "log: The user doesn't want to proceed with this tool use.",
    'error: user rejected tool use of the API',
  ])('is an output where it only speaks of one: %s', (content) => {
    expect(refusalOf(content, true, {})).toEqual({ denial: null, feedback: null });
  });

  test.each([
    ['This command requires approval', 'bashMiss:no-rule-match'],
    ["Claude requested permissions to write to /etc/a, but you haven't granted it yet.", 'workingDir'],
    ['Cannot write to /etc/a while in plan mode.', 'mode:plan'],
  ])('is not theirs where nobody was asked, whatever its kind is called: %s', (content, reasonCode) => {
    const line = {
      toolDenialKind: 'user-rejected',
      permissionDecision: { decision: 'reject', source: 'config', reasonCode },
    };
    for (const told of [line, {}])
      expect(refusalOf(content, true, told)).toEqual({ denial: 'permission', feedback: null });
    const theirs = { ...line, permissionDecision: { decision: 'reject', source: 'user_reject' } };
    expect(refusalOf(content, true, theirs)).toEqual({ denial: 'user-rejected', feedback: null });
  });

  test.each([
    'Permission to use Bash with command packit --x has been denied.',
    'Permission to read /home/u/shop/.env has been denied.',
    'WebFetch denied access to domain:docs.example.',
    "Agent type 'Explore' has been denied by permission rule 'Agent(Explore)' from userSettings.",
    '<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>',
  ])('is not theirs where their settings deny it: %s', (content) => {
    expect(refusalOf(content, true, {})).toEqual({ denial: 'permission', feedback: null });
  });

  test('is nothing where the call went well', () => {
    expect(refusalOf(NO, false, {})).toEqual({ denial: null, feedback: null });
  });
});
