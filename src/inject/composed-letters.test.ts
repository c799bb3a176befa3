import { describe, expect, test } from 'bun:test';
import { lessonOf } from '../../test/support/lessons.ts';
import { toolCallOf } from '../agents/shared/hook-io-payload.ts';
import { compileLesson } from '../manifest/compile-lesson.ts';
import type { Lesson } from '../model/lesson.ts';
import { matchCall, matchError } from './match.ts';
import { ANYWHERE } from './scope.ts';
import { shellView } from './shell-view.ts';

/** The same letters, as one character each and as a letter and its sign. */
const FORMS = ['na\u00efve', 'nai\u0308ve'];
const BOTH = FORMS.flatMap((pattern) => FORMS.map((text) => [pattern, text] as const));

const compiled = (fields: Partial<Lesson>) =>
  compileLesson(lessonOf({ status: 'active', toolNames: [], ...fields } as never) as Lesson, {
    effect: undefined,
    history: undefined,
    verdict: () => null,
    refused: () => {},
  }).compiled;

describe.each(BOTH)('%j meets %j', (pattern, text) => {
  test('in a command', () => {
    const call = toolCallOf('Bash', { command: `looms --${text} 4` }, '/p', { Bash: 'Bash' });
    const lesson = compiled({ commandPatterns: [`--${pattern}\\b`] });
    expect(matchCall(call, shellView(String(call.input['command'])), [lesson], ANYWHERE)).toHaveLength(1);
  });

  test('in a path and in new content', () => {
    const input = { file_path: `/p/${text}/a.md`, content: `see ${text}` };
    const call = toolCallOf('Write', input, '/p', { Write: 'Write' });
    for (const trigger of [{ pathPatterns: [`**/${pattern}/*.md`] }, { contentPatterns: [`see ${pattern}`] }])
      expect(matchCall(call, null, [compiled({ commandPatterns: [], ...trigger })], ANYWHERE)).toHaveLength(
        1,
      );
  });

  test('in an error', () => {
    const call = toolCallOf('Bash', { command: 'x' }, '/p', { Bash: 'Bash' });
    const lesson = compiled({ errorPatterns: [`no ${pattern}`], injectOn: ['PostToolUseFailure'] });
    expect(matchError(call, `error: no ${text}`, '', [lesson], ANYWHERE)).toHaveLength(1);
  });
});
