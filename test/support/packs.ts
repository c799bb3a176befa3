import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../src/model/lesson.ts';
import type { TestContext } from './operation-context.ts';
import { scratchDir } from './scratch.ts';

/** An agent that asks. */
export const AGENT = { agent: 'claude-code', sessionId: 'session-9', terminal: false };

/** A file with this content, as JSON unless it is text. */
export function inputFile(name: string, value: unknown, folder = scratchDir('files')): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** The nth lesson of a pack. */
export function packed(index: number, fields: object = {}) {
  return {
    id: `01JPACK${index.toString().padStart(19, '0')}`,
    slug: `packed-${index}-a1b2`,
    status: 'active',
    summary: `packed lesson ${index}`,
    mistake: `Mistake number ${index} of the pack, long enough to be one.`,
    remediation: `Fix number ${index} of the pack, long enough to be one.`,
    toolNames: ['Bash'],
    commandPatterns: [`^tool${index} go\\b`],
    priority: 6,
    tags: ['tool:x'],
    ...fields,
  };
}

export const pack = (lessons: object[]) => ({
  type: 'lessons-learned-pack',
  version: 1,
  name: 'mine',
  lessons,
});
export const lessonsOf = async (context: TestContext): Promise<Lesson[]> =>
  (await context.store()).listLessons();
export const lessonIn = async (context: TestContext, ref: string): Promise<Lesson> =>
  (await context.store()).resolveLesson(ref);
