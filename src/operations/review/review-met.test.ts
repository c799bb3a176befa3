import { expect, test } from 'bun:test';
import { findingsOf, pipEpisode } from '../../../test/contract/store/records.ts';
import { lessonOf } from '../../../test/support/lessons.ts';
import { call, iso, NOW, pip, planted } from '../../../test/support/planted.ts';
import { DAY_MS } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { metByActive } from './review-met.ts';

const failing = (id: string, command: string, more: object = {}) =>
  pipEpisode({ id, failure: { ...pipEpisode().failure, input: { command } }, ...more });

/** A candidate of episodes, beside the active lesson about `pip install`. */
async function candidateOf(episodes: ReturnType<typeof failing>[], active: Partial<Lesson> = {}) {
  const setup = await planted(active);
  const { store } = setup;
  const candidate = await store.insertLesson(
    lessonOf({ ...pip, status: 'candidate', slug: 'candidate-0001', fingerprint: null }),
  );
  await store.applyFindings(findingsOf('a.jsonl', 9, { episodes }));
  await store.assignEpisodes(
    episodes.map(({ id }) => id),
    candidate.id,
  );
  return { ...setup, candidate };
}

test('the active lesson that meets every failing call is named', async () => {
  const { context, store, lesson, candidate } = await candidateOf([
    failing('one', 'pip install x'),
    failing('two', 'cd app && pip install -r requirements.txt'),
  ]);
  const metBy = await metByActive(context, store);
  expect([...(await metBy([candidate, lesson]))]).toEqual([
    [candidate.id, { slug: lesson.slug, failing: 2 }],
  ]);
});

test.each<[string, ReturnType<typeof failing>[], Partial<Lesson>]>([
  ['one call is another', [failing('one', 'pip install x'), failing('two', 'uv sync')], {}],
  ['it is for another project', [failing('one', 'pip install x')], { scope: 'project:other' }],
  ['it is told before a turn only', [failing('one', 'pip install x')], { injectOn: ['UserPromptSubmit'] }],
  [
    'it names its tool, and is told before a turn',
    [failing('one', 'pip install x')],
    {
      injectOn: ['UserPromptSubmit'],
      toolNames: ['Bash'],
      commandPatterns: [],
      errorPatterns: [],
      fingerprint: null,
    },
  ],
  ['a user said it', [failing('one', 'pip install x', { kind: 'user' })], {}],
])('none where %s', async (_, episodes, active) => {
  const { context, store, candidate } = await candidateOf(episodes, active);
  expect((await (await metByActive(context, store))([candidate])).size).toBe(0);
});

test.each<[delivery: Lesson['delivery'], isMet: boolean]>([
  ['context', false],
  ['block', true],
])(
  'none where history keeps the lesson from acting, which it does not of a block: %s',
  async (delivery, isMet) => {
    const { context, store, candidate, add } = await candidateOf([failing('one', 'pip install x')], {
      delivery,
      blockReason: delivery === 'block' ? 'use uv' : null,
    });
    add(
      Array.from({ length: 9 }, (_, n) =>
        call(n, `pip install p${n}`, { timestamp: iso(NOW - 60 * DAY_MS) }),
      ),
    );
    expect((await (await metByActive(context, store))([candidate])).has(candidate.id)).toBe(isMet);
  },
);
