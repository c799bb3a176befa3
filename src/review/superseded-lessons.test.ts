import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../test/support/candidates.ts';
import type { Lesson } from '../model/lesson.ts';
import { supersededLessons } from './superseded-lessons.ts';

const active = (remediation: string, day: number, more: Partial<Lesson> = {}) =>
  candidateOf({
    status: 'active',
    summary: 'which package manager this project wants',
    remediation,
    createdAt: `2026-01-0${day}T00:00:00.000Z`,
    ...more,
  });

describe('an active lesson is replaced', () => {
  const older = active('Use `npm` here.', 1);
  const newest = active('Never use `npm`.', 3);
  const reasons = (...lessons: Lesson[]) => [...supersededLessons(lessons)];
  const opposite = `the newer active lesson ${newest.slug} says the opposite`;

  test('by the newest one that says the opposite, in whatever order they come', () => {
    const between = active('Do not use `npm` in CI.', 2);
    for (const lessons of [
      [older, between, newest],
      [newest, between, older],
    ])
      expect(reasons(...lessons)).toEqual([[older.id, opposite]]);
  });

  test('by none that agrees, is of the same moment or is for other tools', () => {
    expect(reasons(older, active('Use `npm ci`, then use `npm`.', 3))).toEqual([]);
    expect(reasons(older, active('Never use `npm`.', 1))).toEqual([]);
    expect(reasons(older, active('Never use `npm`.', 3, { toolNames: ['Write'] }))).toEqual([]);
    const anyTool = active('Never use `npm`.', 3, { toolNames: [] });
    expect(reasons(older, anyTool).map(([id]) => id)).toEqual([older.id]);
  });

  test('where it is marked so, whatever else speaks against it', () => {
    const marked = { ...older, supersededBy: 'another' };
    expect(reasons(marked, newest)).toEqual([[older.id, 'superseded by another']]);
  });
});
