import { contentHash } from '../../src/model/content-hash.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { reviewApply } from '../../src/operations/review-apply.ts';
import { candidateOf } from './candidates.ts';
import type { TestContext } from './operation-context.ts';

const TOPICS = [
  'compiler flags',
  'docker volumes',
  'python imports',
  'yaml anchors',
  'shell quoting',
  'git rebases',
  'npm workspaces',
  'sql joins',
  'regex escapes',
  'http retries',
  'css selectors',
  'cron syntax',
  'tar archives',
  'ssh keys',
  'locale sorting',
];

/** Candidates about different matters, so that none is like another. */
export function distinct(index: number, fields: Partial<Lesson> = {}): Omit<Lesson, 'number'> {
  const topic = `${TOPICS[index % TOPICS.length]} variant${index} case${index * 7}`;
  const { number: _number, ...lesson } = candidateOf({
    summary: `fails on ${topic}`,
    mistake: `Called tool${index} with ${topic}: option${index} was refused by parser${index} of kind${index}.`,
    remediation: `Always call tool${index} --flag${index} before ${topic}.`,
    commandPatterns: [`^tool${index} run\\b`],
    ...fields,
  });
  return { ...lesson, contentHash: contentHash(lesson) };
}

export async function fill(context: TestContext, lessons: Omit<Lesson, 'number'>[]): Promise<Lesson[]> {
  return (await context.store()).insertLessons(lessons);
}

/** Applies decisions in a session of their own. */
export const apply = (context: TestContext, sessionId: string, items: unknown[]) =>
  reviewApply.run(context, { decisions: { sessionId, items } });

export async function lessonOf(context: TestContext, id: string): Promise<Lesson> {
  const lesson = await (await context.store()).getLesson(id);
  if (!lesson) throw new Error(`no lesson ${id}`);
  return lesson;
}
