import { expect, test } from 'bun:test';
import { candidateOf } from '../../test/support/candidates.ts';
import type { Lesson } from '../model/lesson.ts';
import { expanded } from './expand.ts';

const NO_TRIGGER: Partial<Lesson> = {
  toolNames: [],
  commandPatterns: [],
  pathPatterns: [],
  contentPatterns: [],
  errorPatterns: [],
};

function grown(fields: Partial<Lesson>, candidate: Partial<Lesson>): Lesson {
  const lesson = candidateOf({ status: 'active', fingerprint: null, ...NO_TRIGGER, ...fields });
  const result = expanded(lesson, candidateOf({ ...NO_TRIGGER, ...candidate }), 'also here');
  if ('refused' in result) throw new Error(result.refused);
  return result.lesson;
}

test('a lesson that is told before a turn is told at the calls of a candidate that it takes in', () => {
  const lesson = grown(
    { injectOn: ['SessionStart', 'UserPromptSubmit'] },
    { injectOn: ['PreToolUse'], commandPatterns: ['^kiln fire'] },
  );
  expect(lesson).toMatchObject({
    injectOn: ['SessionStart', 'UserPromptSubmit', 'PreToolUse'],
    commandPatterns: ['^kiln fire'],
  });
});

test('one whose own patterns are for its error alone does not act at calls by another’s', () => {
  const lesson = grown(
    { injectOn: ['PostToolUseFailure'], commandPatterns: ['^kiln'], errorPatterns: ['too hot'] },
    { injectOn: ['PreToolUse'], commandPatterns: ['^kiln fire'] },
  );
  expect(lesson.injectOn).toEqual(['PostToolUseFailure']);
});

test('a lesson that acts at every call of its tool still does', () => {
  const fields: Partial<Lesson> = { injectOn: ['PreToolUse'], toolNames: ['Bash'] };
  const lesson = grown(fields, {
    injectOn: ['PreToolUse', 'PostToolUseFailure'],
    toolNames: ['Bash'],
    commandPatterns: ['^kiln fire'],
    errorPatterns: ['too hot'],
  });
  expect(lesson).toMatchObject({ ...NO_TRIGGER, toolNames: ['Bash'] });
  expect(lesson.mistake).toEndWith('Also: also here');
});
