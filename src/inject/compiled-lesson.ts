import type { CompiledLesson } from '../model/compiled.ts';

/** A compiled lesson that says nothing and matches any Bash call, but for what `changes` say: for trying triggers out. */
export function compiledLesson(changes: Partial<CompiledLesson> & { id: string }): CompiledLesson {
  return {
    number: 1,
    slug: changes.id,
    delivery: 'context',
    injectOn: ['PreToolUse'],
    toolNames: ['Bash'],
    command: [],
    path: [],
    content: [],
    error: [],
    fingerprint: null,
    priority: 5,
    confidence: 1,
    effect: 0.5,
    scope: 'global',
    tags: [],
    actsAtCalls: true,
    text: '',
    summaryText: '',
    reason: '',
    signature: null,
    shownTrigger: '',
    ...changes,
  };
}
