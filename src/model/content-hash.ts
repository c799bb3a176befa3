import { createHash } from 'node:crypto';
import type { Lesson } from './lesson.ts';

/** SHA-256 over mistake, remediation and command patterns, as 64 hex digits: equal content is one lesson. */
export function contentHash(lesson: Pick<Lesson, 'mistake' | 'remediation' | 'commandPatterns'>): string {
  const content = JSON.stringify([lesson.mistake, lesson.remediation, lesson.commandPatterns]);
  return createHash('sha256').update(content).digest('hex');
}
