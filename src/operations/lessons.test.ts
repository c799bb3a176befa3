import { describe, expect, test } from 'bun:test';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import type { Lesson } from '../model/lesson.ts';
import { renderCard, renderList } from './lesson/render-lesson.ts';
import { problemsOf, readDraft } from './lesson/validate-lesson.ts';
import { readPairs } from './lesson-edit.ts';
import { lessonList } from './lesson-list.ts';
import { lessonPromote } from './lesson-promote.ts';
import { lessonShow } from './lesson-show.ts';
import { reviewList } from './review-list.ts';
import { fit, fitEnd, widthOf, wrap } from './words/columns.ts';

const PLAIN = { color: false, width: 80 };

describe('list', () => {
  test('hides archived lessons and hardly reusable candidates, unless the status is given', async () => {
    const context = testContext();
    const store = await context.store();
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.49, summary: 'hardly reusable' }));
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.5, summary: 'reusable' }));
    await store.insertLesson(lessonOf({ status: 'active', reusable: 0, summary: 'active' }));
    await store.insertLesson(lessonOf({ status: 'archived', summary: 'archived' }));
    const summaries = async (input: Parameters<typeof lessonList.run>[1]) =>
      (await lessonList.run(context, input)).lessons.map((lesson) => lesson.summary).sort();
    expect(await summaries({})).toEqual(['active', 'reusable']);
    expect((await lessonList.run(context, {})).hidden).toEqual({ archived: 1, belowGate: 1 });
    expect(await summaries({ status: ['candidate'] })).toEqual(['hardly reusable', 'reusable']);
    expect(await summaries({ status: ['archived', 'active'] })).toEqual(['active', 'archived']);
    expect(await summaries({ showArchived: true })).toEqual(['active', 'archived', 'reusable']);
    expect(await summaries({ tool: 'Bash', tag: 'python', limit: 1, offset: 1 })).toHaveLength(1);
    expect(await summaries({ tool: 'Edit' })).toEqual([]);
    await store.insertLesson(lessonOf({ summary: 'about git', tags: ['tool:git', 'topic:hg'] }));
    expect(await summaries({ tool: 'git' })).toEqual(['about git']);
    expect(await summaries({ tool: 'hg' })).toEqual([]);
    await store.deleteLesson((await store.listLessons({ tag: 'tool:git' }))[0]!.id);
    context.config = { ...context.config, reusableGate: 0.6 };
    expect(await summaries({})).toEqual(['active']);
  });

  test('an item is the same object as show gives', async () => {
    const context = testContext();
    const store = await context.store();
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.1 }));
    const [item] = (await lessonList.run(context, { status: ['candidate'] })).lessons;
    const shown = await lessonShow.run(context, { ref: '#1' });
    expect(shown).toEqual({ ...item!, scopeName: 'global', evidence: [], draft: null, silenced: null });
  });
});

test('a lesson of one project is shown with its name', async () => {
  const context = testContext();
  const store = await context.store();
  await store.upsertProjectRoots([{ root: '/home/dev/shop', project: '4f1c' }]);
  await store.insertLesson(lessonOf({ status: 'candidate', scope: 'project:4f1c', reusable: 0.9 }));
  const shown = await lessonShow.run(context, { ref: '#1' });
  expect(renderCard(shown, {}, { color: false, width: 100 })).toContain(' · for project shop\n');
  const raw = { ...shown, commandPatterns: ['raw:^sleep'] };
  expect(renderCard(raw, {}, { color: false, width: 100 })).toContain('whole line as typed');
  expect((await reviewList.run(context, {})).candidates).toMatchObject([{ scopeName: 'project shop' }]);
});

describe('promote', () => {
  test('applies the write-up of a review, then the patch, and raises the confidence', async () => {
    const context = testContext();
    const store = await context.store();
    const { id } = await store.insertLesson(
      lessonOf({ status: 'candidate', confidence: 0.4, reusable: 0.2 }),
    );
    await store.saveDraft({
      lessonId: id,
      patch: { summary: 'written up', priority: 3 },
      by: 'agent',
      at: '',
    });
    const { lessons } = await lessonPromote.run(context, { ids: [id], patch: { priority: 8 } });
    expect(lessons[0]).toMatchObject({
      summary: 'written up',
      priority: 8,
      status: 'active',
      confidence: 0.9,
    });
    expect(lessons[0]!.reviewedAt).toBe('2026-11-20T12:00:00.000Z');
    expect(await store.getDraft(id)).toBeNull();
  });

  test('refuses what could not be active, and leaves it as it was', async () => {
    const context = testContext();
    const store = await context.store();
    const { id } = await store.insertLesson(lessonOf({ status: 'candidate', remediation: '' }));
    await expect(lessonPromote.run(context, { ids: [id] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(lessonPromote.run(context, { ids: [id], patch: { status: 'active' } })).rejects.toThrow(
      'status',
    );
    expect((await store.getLesson(id))?.status).toBe('candidate');
  });
});

describe('drafts', () => {
  test('are tidied: texts trimmed, one-line summary, lists without repeats, no credential', () => {
    const { draft, unknown } = readDraft({
      summary: '  two\n lines ',
      mistake: ` key AKIA${'ABCDEFGHIJKLMNOP'} in it `,
      remediation: 'r',
      tags: ['a', ' a ', '', 'b'],
      id: 'mine',
    });
    expect(draft.summary).toBe('two lines');
    expect(draft.mistake).toBe('key [REDACTED] in it');
    expect(draft.tags).toEqual(['a', 'b']);
    expect(unknown).toEqual(['id']);
  });

  test('what one text shows to be a secret is in none of them', () => {
    const { draft } = readDraft({
      summary: 'Read <password>birchgate482Q',
      mistake: 'Read <password>birchgate482Q</password> aloud',
      remediation: 'r',
    });
    expect(draft.summary).toBe('Read <password>[REDACTED]');
  });

  test('delivery rules', async () => {
    const fields = async (changes: Partial<Lesson>) =>
      (await problemsOf(lessonOf(changes), scratchDir())).map((problem) => problem.field);
    const none = { toolNames: [], commandPatterns: [], pathPatterns: [], contentPatterns: [] };
    expect(await fields({})).toEqual([]);
    expect(await fields({ delivery: 'block' })).toEqual([]);
    expect(await fields({ delivery: 'block', remediation: '' })).toEqual(['remediation', 'blockReason']);
    expect(
      await fields({ delivery: 'block', remediation: '', needsHumanFix: true, blockReason: 'no' }),
    ).toEqual([]);
    expect(await fields({ delivery: 'hold', ...none })).toEqual(['delivery']);
    expect(await fields({ delivery: 'hold', injectOn: ['SessionStart'] })).toEqual(['delivery']);
    expect(await fields({ ...none })).toEqual([]);
    expect(await fields({ scope: 'project:' })).toEqual(['scope']);
    expect(await fields({ injectOn: [] })).toEqual(['injectOn']);
    expect(await fields({ commandPatterns: ['('], errorPatterns: ['(x+x+)+y'] })).toEqual([
      'commandPatterns',
      'errorPatterns',
    ]);
  });

  test('field=value pairs', () => {
    expect(
      readPairs(['priority=8', 'summary=a = b', 'fix=do it', 'tags=a:b, c:d', 'commandPatterns=^a {1,2}b']),
    ).toEqual({
      priority: 8,
      summary: 'a = b',
      remediation: 'do it',
      tags: ['a:b', 'c:d'],
      commandPatterns: ['^a {1,2}b'],
    });
    expect(
      readPairs(['commandPatterns=["a","b"]', 'errorPatterns=[0-9]+', 'toolNames=', 'signature=none']),
    ).toEqual({ commandPatterns: ['a', 'b'], errorPatterns: ['[0-9]+'], toolNames: [], signature: null });
    expect(readPairs(['pattern=["a b","c"]'])).toEqual({ commandPatterns: ['a b', 'c'] });
    expect(readPairs(['pattern=^a b, c'])).toEqual({ commandPatterns: ['^a b, c'] });
    expect(readPairs(['pattern=[]'])).toEqual({ commandPatterns: [] });
    for (const [text, confidence] of [
      ['.5', 0.5],
      [' 5e-1 ', 0.5],
      ['+1.', 1],
    ] as const)
      expect(readPairs([`confidence=${text}`])).toEqual({ confidence });
    for (const text of ['half', '0x1', '1,0', '.', ' '])
      expect(() => readPairs([`confidence=${text}`])).toThrow();
    expect(() => readPairs(['summary='])).toThrow('summary needs a value');
    expect(() => readPairs(['toolNames=["Bash"'])).toThrow('toolNames: ["Bash" is no whole JSON list');
    expect(readPairs(['remediation=To undo it: reset', 'summary== a'])).toEqual({
      remediation: 'To undo it: reset',
      summary: '= a',
    });
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(() => readPairs([`${name}=1`])).toThrow(`there is no field "${name}"`);
    expect(() => readPairs(['priority'])).toThrow('field=value');
    expect(() => readPairs(['status=active'])).toThrow('status');
  });
});

describe('text for a human', () => {
  const lesson: Lesson = {
    ...lessonOf({ delivery: 'hold', summary: `pip\u001b[31m ${'宽'.repeat(60)}` }),
    number: 12,
    slug: 'pip-abcd',
    id: '01ABC',
  };

  test('lines stay within the width and carry no control characters of the text', () => {
    for (const width of [60, 80, 120]) {
      const text = `${renderList({ lessons: [lesson] }, {}, { color: false, width })}\n${renderCard(lesson, {}, { color: false, width })}`;
      expect(text).not.toContain('\u001b');
      for (const line of text.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  test('a row, a card', () => {
    const plainLesson = { ...lesson, summary: 'pip install needs a venv' };
    expect(renderList({ lessons: [plainLesson] }, {}, PLAIN).split('\n')[1]).toBe(
      '#12   active     5 0.90 [hold] pip install needs a venv',
    );
    expect(renderCard({ ...plainLesson, errorPatterns: [] }, {}, PLAIN)).toBe(
      [
        '#12 pip install needs a venv',
        'active · hold · priority 5 · confidence 0.90 · all projects',
        'pip-abcd',
        '01ABC',
        '',
        'Mistake   Ran pip install on a system Python, which is externally managed.',
        'Fix       Make a virtual environment first: python3 -m venv .venv.',
        'Tools     Bash',
        'Commands  \\bpip3? install\\b',
        'Told      at a call',
        'Tags      tool:pip  lang:python',
        'Source    manual, 1 occurrence in 1 session, 1 project',
        'Created   2026-01-01T00:00:00.000Z',
      ].join('\n'),
    );
    const patterns = renderCard({ ...plainLesson, commandPatterns: ['^pip', '^pip3'] }, {}, PLAIN);
    expect(patterns).toContain('Commands  ^pip\n          ^pip3\n');
    const none = (input: object, hidden = { archived: 0, belowGate: 0 }) =>
      renderList({ lessons: [], hidden }, input, PLAIN);
    expect(none({ limit: undefined })).toStartWith('No lessons yet: `lessons scan`');
    expect(none({ tag: 'lang:go' })).toBe('No lesson matches.');
    expect(none({}, { archived: 1, belowGate: 0 })).toBe(
      'No lessons.\nNot shown: 1 archived (--show-archived).',
    );
  });

  test('colour only where the screen has it', () => {
    expect(renderCard(lesson, {}, { color: true, width: 80 })).toContain('\u001b[1m');
  });

  test('cutting and wrapping count columns', () => {
    expect(fit('abcdef', 6)).toBe('abcdef');
    expect(fit('abcdefg', 6)).toBe('abcde…');
    expect(fit('宽宽宽', 5)).toBe('宽宽…');
    expect(fitEnd('abcdefg', 6)).toBe('…cdefg');
    expect(fitEnd('宽宽宽', 5)).toBe('…宽宽');
    expect(widthOf('✅ e\u0301')).toBe(4);
    expect(wrap('aa bb cc', 5)).toEqual(['aa bb', 'cc']);
    expect(wrap('宽宽宽宽', 4)).toEqual(['宽宽', '宽宽']);
    expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b']);
  });
});
