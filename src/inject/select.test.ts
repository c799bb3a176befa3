import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CompiledLesson } from '../model/compiled.ts';
import { compiledLesson } from './compiled-lesson.ts';
import { renderInjection } from './render.ts';
import { rank, select, truncateMiddle } from './select.ts';
import type { Match } from './types.ts';
import { utf8Bytes, utf8Head, utf8Tail } from './utf8.ts';

function match(slug: string, more: Partial<CompiledLesson> = {}): Match {
  const lesson = compiledLesson({
    id: slug,
    slug,
    toolNames: [],
    confidence: 0.9,
    text: `**Lesson**: ${slug}`,
    summaryText: `**Lesson**: ${slug}`,
    ...more,
  });
  return { lesson, matchType: 'command', pattern: null, matchedText: '' };
}

const order = (matches: Match[], tags: string[] = []): string[] =>
  rank(matches, tags).map((each) => each.lesson.slug);

describe('rank', () => {
  test('priority, then narrower scope, then effect, then confidence, then age', () => {
    expect(order([match('low', { priority: 1 }), match('high', { priority: 9 })])).toEqual(['high', 'low']);
    expect(order([match('wide'), match('narrow', { scope: 'project:x' })])).toEqual(['narrow', 'wide']);
    expect(order([match('idle', { effect: 0.2 }), match('works', { effect: 0.9 })])).toEqual([
      'works',
      'idle',
    ]);
    expect(order([match('unsure', { confidence: 0.5 }), match('sure')])).toEqual(['sure', 'unsure']);
    expect(order([match('new', { number: 9 }), match('old', { number: 2 })])).toEqual(['old', 'new']);
  });

  test('one more for a language of the project', () => {
    const matches = [
      match('a', { priority: 6 }),
      match('b', { priority: 5, tags: ['lang:go'], effect: 0.9 }),
    ];
    expect(order(matches)).toEqual(['a', 'b']);
    expect(order(matches, ['go'])).toEqual(['b', 'a']);
  });

  test('a lesson that matched twice is told once', () => {
    expect(order([match('a'), match('a')])).toEqual(['a']);
  });
});

describe('select', () => {
  test('cap', () => {
    const found = select([match('a'), match('b'), match('c')], { budgetBytes: 4096, maxLessons: 2 });
    expect(found.selected.map((each) => each.match.lesson.slug)).toEqual(['a', 'b']);
    expect(found.dropped.map((each) => [each.match.lesson.slug, each.reason])).toEqual([['c', 'cap']]);
  });

  test('a later lesson falls back to its summary, then is dropped; a smaller one may still fit', () => {
    const long = { text: 'x'.repeat(500), summaryText: 'short' };
    const found = select(
      [
        match('a', { priority: 9, text: 'y'.repeat(300) }),
        match('b', { priority: 8, ...long }),
        match('c', { priority: 7, text: 'z'.repeat(500), summaryText: 'z'.repeat(400) }),
        match('d', { priority: 6, text: 'tiny' }),
      ],
      { budgetBytes: 600, maxLessons: 5 },
    );
    expect(found.selected.map((each) => [each.match.lesson.slug, each.text.length, each.full])).toEqual([
      ['a', 300, true],
      ['b', 5, false],
      ['d', 4, true],
    ]);
    expect(found.dropped.map((each) => [each.match.lesson.slug, each.reason])).toEqual([['c', 'budget']]);
  });

  test('the first always fits, and keeps what to do', () => {
    const text = `**Lesson**: a\n**Mistake**: ${'m '.repeat(2000)}\n**Fix**: use the other command`;
    const found = select([match('a', { text })], { budgetBytes: 1024, maxLessons: 3 });
    expect(found.selected[0]!.text).toContain('use the other command');
    expect(found.selected[0]!.full).toBe(false);
    expect(utf8Bytes(renderInjection(found))).toBeLessThanOrEqual(1024);
  });

  test('one lesson whose characters fit, but not its bytes, is cut', () => {
    const text = '✓ '.repeat(150);
    const found = select([match('a', { text, summaryText: '✓' })], { budgetBytes: 512, maxLessons: 3 });
    expect(found.selected[0]!.full).toBe(false);
    expect(Buffer.byteLength(renderInjection(found))).toBeLessThanOrEqual(512);
  });

  test('what is rendered never exceeds the budget, whatever the script', () => {
    const text = fc.string({ unit: 'binary', maxLength: 700 });
    const lessons = fc.array(fc.record({ text, summaryText: fc.string({ unit: 'binary', maxLength: 90 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(lessons, fc.integer({ min: 256, max: 4096 }), (texts, budgetBytes) => {
        const matches = texts.map((each, index) => match(`lesson-${index}-abcd`, each));
        const found = select(matches, { budgetBytes, maxLessons: 3 });
        expect(found.selected.length).toBeGreaterThan(0);
        expect(found.selected.length + found.dropped.length).toBe(matches.length);
        expect(Buffer.byteLength(renderInjection(found))).toBeLessThanOrEqual(budgetBytes);
      }),
      { numRuns: 500 },
    );
  });
});

describe('bytes', () => {
  test('counted as a client counts them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text)),
      ),
    );
  });

  test('cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, max) => {
        for (const part of [utf8Head(text, max), utf8Tail(text, max)]) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(max);
          expect(text).toContain(part);
        }
        expect(Buffer.byteLength(truncateMiddle(text, max + 10))).toBeLessThanOrEqual(max + 10);
      }),
    );
  });
});
