import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import type { Lesson } from '../../model/lesson.ts';
import { readPairs } from '../lesson-edit.ts';
import { patched, readPatch } from './change-lesson.ts';

/** What a failing call without a recognisable command leaves: it is recalled on its error. */
const onError = candidateOf({
  toolNames: ['Bash'],
  commandPatterns: [],
  errorPatterns: ['unknown option'],
  injectOn: ['PostToolUseFailure', 'UserPromptSubmit'],
});
const events = (lesson: Lesson, patch: Parameters<typeof patched>[1]) => patched(lesson, patch).injectOn;

describe('patched', () => {
  test('the first pattern for calls makes a lesson act at calls', () => {
    const all: Lesson['injectOn'] = ['PreToolUse', 'PostToolUseFailure', 'UserPromptSubmit'];
    expect(events(onError, { commandPatterns: ['^shipctl\\b'] })).toEqual(all);
    expect(events(onError, { pathPatterns: ['**/*.lock'], delivery: 'hold' })).toEqual(all);
  });

  test('so does a hold or a block, where a pattern says of which calls', () => {
    const shown = { ...onError, commandPatterns: ['^shipctl\\b'] };
    expect(events(shown, { delivery: 'block' })[0]).toBe('PreToolUse');
    expect(events(onError, { delivery: 'hold' })).toEqual(onError.injectOn);
  });

  test('events that the patch names, and those of a lesson with patterns, stay as they are', () => {
    expect(events(onError, { commandPatterns: ['^shipctl\\b'], injectOn: ['UserPromptSubmit'] })).toEqual([
      'UserPromptSubmit',
    ]);
    const quiet = { ...onError, commandPatterns: ['^shipctl\\b'] };
    expect(events(quiet, { commandPatterns: ['^shipctl deploy\\b'] })).toEqual(onError.injectOn);
    expect(events(onError, { priority: 9 })).toEqual(onError.injectOn);
  });
});

test('a patch whose pattern is blank is refused: the lesson would lose what it has', () => {
  for (const patch of [
    { commandPatterns: [''], errorPatterns: ['unknown option'] },
    { pathPatterns: [' ', '\t'] },
    readPairs(['commandPatterns= ']),
  ])
    expect(() => readPatch(patch)).toThrow(/^(?:command|path)Patterns: is blank$/);
  expect(readPatch({ commandPatterns: [] })).toEqual({ commandPatterns: [] });
  expect(readPatch(readPairs(['commandPatterns=[]', 'tags=']))).toEqual({ commandPatterns: [], tags: [] });
});
