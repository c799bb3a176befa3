import type { Lesson } from '../../src/model/lesson.ts';
import { lessonOf } from './lessons.ts';

let sequence = 0;

/** A stored candidate of the heuristic tier, seen once; every field can be set. Ids, slugs and numbers are distinct. */
export function candidateOf(fields: Partial<Lesson> = {}): Lesson {
  sequence += 1;
  return {
    ...lessonOf({
      slug: `candidate-${sequence.toString(36).padStart(4, '0')}`,
      status: 'candidate',
      summary: 'git stash leaves new files behind',
      mistake: 'A plain git stash leaves untracked files in the tree, and the checkout then refuses to run.',
      remediation: 'Run git stash -u, which takes untracked files along.',
      commandPatterns: ['^git stash$'],
      errorPatterns: [],
      confidence: 0.6,
      tags: ['tool:git'],
      source: 'heuristic',
      sourceSessionIds: ['session-1'],
      reusable: 0.8,
      signals: ['error-correction'],
    }),
    number: sequence,
    ...fields,
  };
}
