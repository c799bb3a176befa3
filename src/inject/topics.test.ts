import { describe, expect, test } from 'bun:test';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import { compiledLesson } from './compiled-lesson.ts';
import { topicsOf } from './topics.ts';

const pattern = (source: string): CompiledPattern => ({
  source,
  match: source,
  unless: null,
  flags: '',
  view: 'shell',
});
const topics = (summary: string, signature: string | null = null, ...commands: string[]) =>
  topicsOf(about({ summaryText: `**Lesson**: ${summary}`, signature, command: commands.map(pattern) })).map(
    ({ words, isCommand }) => `${isCommand ? '$ ' : ''}${words.join(' ')}`,
  );
const about = (fields: Partial<CompiledLesson>) => compiledLesson({ id: 'a', ...fields });

describe('what a lesson is about', () => {
  test('its summary, its signature and the commands of its patterns', () => {
    expect(
      topics('Kubernetes rollouts hang without probes', 'kubectl rollout', '^kubectl\\s+rollout\\b'),
    ).toEqual(['kubernet rollout hang prob', 'kubectl rollout', '$ kubectl rollout']);
  });

  test('of a word with a hyphen all parts', () => {
    expect(topics('Never force-push to the pre-release')).toEqual(['forc push pre releas']);
  });

  test('no command that a prompt cannot spell, and nothing that says nothing', () => {
    expect(topics('Do it well', '', '^git\\sbranch\\s(?:.*\\s)?-D\\b', 'e2e')).toEqual([]);
  });

  test('what is told at its call or on its error needs no prompt; a signature is there for prompts', () => {
    const told = (fields: Partial<CompiledLesson>) =>
      topicsOf(about({ summaryText: '**Lesson**: Terraform destroys', signature: 'tofu', ...fields })).map(
        ({ isToldAnyway }) => isToldAnyway,
      );
    expect(told({})).toEqual([false, false]);
    expect(told({ path: [pattern('x')] })).toEqual([true, false]);
    expect(told({ path: [pattern('x')], actsAtCalls: false })).toEqual([false, false]);
    expect(told({ error: [pattern('x')] })).toEqual([true, false]);
    expect(told({ fingerprint: 'x' })).toEqual([true, false]);
  });
});
