import { describe, expect, test } from 'bun:test';
import pack from '../../packs/starter.json';
import cases from '../../packs/starter.tests.json';
import { matchCall, matchError } from '../../src/inject/match.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import { compileLesson } from '../../src/manifest/compile-lesson.ts';
import type { CompiledLesson } from '../../src/model/compiled.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { PackSchema } from '../../src/model/pack.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';

/** Every lesson of the starter pack matches what it is written for and spares what it must not touch. */

const context = { project: null, agent: 'claude-code', team: null };

const refused: string[] = [];
const compiled = new Map<string, CompiledLesson>(
  pack.lessons.map((entry) => {
    const lesson = {
      id: entry.slug,
      number: 1,
      signature: null,
      blockReason: null,
      fingerprint: null,
      ...entry,
    } as unknown as Lesson;
    const result = compileLesson(lesson, {
      effect: undefined,
      history: undefined,
      verdict: () => null,
      refused: (note) => refused.push(`${note.slug}: ${note.pattern}: ${note.reason}`),
    });
    return [entry.slug, result.compiled];
  }),
);

function callOf(tool: string, input: Record<string, unknown>): ToolCall {
  const path = input['file_path'];
  return {
    tool,
    nativeTool: tool,
    input,
    cwd: '/home/dev/app',
    paths: typeof path === 'string' ? [path] : [],
  };
}

function matchesCommand(lesson: CompiledLesson, command: string): boolean {
  return matchCall(callOf('Bash', { command }), shellView(command), [lesson], context).length > 0;
}

test('the pack is what its schema says', () => {
  expect(PackSchema.safeParse(pack).error).toBeUndefined();
});

test('the pack holds 100 lessons, each with a source and cases', () => {
  expect(pack.lessons).toHaveLength(100);
  expect(new Set(pack.lessons.map((lesson) => lesson.slug)).size).toBe(100);
  expect(pack.lessons.filter((lesson) => lesson.reference === '').map((lesson) => lesson.slug)).toEqual([]);
  expect(cases.map((entry) => entry.slug)).toEqual(pack.lessons.map((lesson) => lesson.slug));
  const untested = cases.filter(
    (entry) => entry.match.length + entry.errors.length + entry.calls.length === 0,
  );
  expect(untested.map((entry) => entry.slug)).toEqual([]);
});

test('every pattern compiles', () => {
  expect(refused).toEqual([]);
});

describe('cases', () => {
  for (const entry of cases) {
    test(entry.slug, () => {
      const lesson = compiled.get(entry.slug)!;
      expect(entry.match.filter((command) => !matchesCommand(lesson, command))).toEqual([]);
      expect(entry.spare.filter((command) => matchesCommand(lesson, command))).toEqual([]);
      const tool = lesson.toolNames[0] ?? 'Bash';
      const fails = (error: string) =>
        matchError(callOf(tool, { command: 'x' }), error, '', [lesson], context).length > 0;
      expect(entry.errors.filter((error) => !fails(error))).toEqual([]);
      expect(entry.otherErrors.filter(fails)).toEqual([]);
      const touches = (call: { tool: string; path: string }) =>
        matchCall(callOf(call.tool, { file_path: call.path }), null, [lesson], context).length > 0;
      expect(entry.calls.filter((call) => !touches(call))).toEqual([]);
      expect(entry.sparedCalls.filter(touches)).toEqual([]);
    });
  }
});
