import { expect } from 'bun:test';
import type { Incoming, IncomingLesson } from '../../src/operations/formats/incoming.ts';
import { readAnyFormat } from '../../src/operations/formats/read-any.ts';

/** What is read from a value, or from a text. */
export function understood(value: unknown, options: Parameters<typeof readAnyFormat>[1] = {}): Incoming {
  const read = readAnyFormat(typeof value === 'string' ? value : JSON.stringify(value), options);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

/** Its only lesson. */
export function one(value: unknown, options: Parameters<typeof readAnyFormat>[1] = {}): IncomingLesson {
  const read = understood(value, options);
  expect(read.lessons).toHaveLength(1);
  return read.lessons[0] as IncomingLesson;
}

/** Why a text is refused. */
export function refusal(source: string): string {
  const read = readAnyFormat(source);
  if (!('refused' in read)) throw new Error(`understood as ${read.format}`);
  return read.refused;
}

/** A lesson as lessons.json has it. */
export const nested = {
  id: '01JQSEED000000000000000001',
  slug: 'tar-needs-a-folder-k9m2',
  summary: 'tar fails when the target folder is missing',
  mistake: 'tar -C refuses a folder that does not exist yet, and stops half way.',
  remediation: 'Create the folder with mkdir -p before unpacking.',
  injection: '## Lesson: tar fails when the target folder is missing\nCall mkdir first, also on CI.',
  triggers: {
    toolNames: ['Bash'],
    commandPatterns: ['\\btar\\b.*-C'],
    pathPatterns: ['**/*.tar'],
    contentPatterns: [],
    sessionStart: false,
  },
  scope: { type: 'project', path: '/srv/app' },
  priority: 8,
  confidence: 0.95,
  needsReview: false,
  tags: ['lang:shell', 'language:bash', 'tool:tar'],
  sourceSessionIds: ['s1', 's2'],
  occurrenceCount: 4,
  createdAt: '2026-03-29T00:00:00Z',
  updatedAt: '2026-04-02T08:30:00Z',
  contentHash: 'sha256:00',
};
