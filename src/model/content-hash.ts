import { createHash } from 'node:crypto';
import type { Lesson } from './lesson.ts';

/**
 * SHA-256 over mistake, remediation and command patterns, as 64 hex digits: equal content is one lesson. Half a
 * character counts as the sign that a store keeps in its place.
 */
export function contentHash(lesson: Pick<Lesson, 'mistake' | 'remediation' | 'commandPatterns'>): string {
  const content = JSON.stringify([
    lesson.mistake.toWellFormed(),
    lesson.remediation.toWellFormed(),
    lesson.commandPatterns.map((pattern) => pattern.toWellFormed()),
  ]);
  return createHash('sha256').update(content).digest('hex');
}
