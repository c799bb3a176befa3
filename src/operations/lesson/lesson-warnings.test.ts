import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../../test/support/lessons.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { inputFile, lessonIn, pack, packed } from '../../../test/support/packs.ts';
import { call, iso, NOW, planted } from '../../../test/support/planted.ts';
import { putSessions } from '../../../test/support/session-days.ts';
import { DAY_MS } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { lintLessons } from '../doctor/doctor-lint.ts';
import { lessonAdd } from '../lesson-add.ts';
import { lessonEdit } from '../lesson-edit.ts';
import { lessonImport } from '../lesson-import.ts';
import { lessonPromote } from '../lesson-promote.ts';
import { lessonShow } from '../lesson-show.ts';
import { lifecycleOf } from '../review/review-lifecycle.ts';
import { renderCard } from './render-lesson.ts';

const FORCE = {
  summary: 'Force-pushes over the work of others',
  mistake: 'A forced push overwrote commits that somebody else had pushed.',
  remediation: 'Run `git push --force-with-lease` instead of `git push --force`.',
  toolNames: ['Bash'],
  commandPatterns: ['^git push\\s.*--force(?!-)'],
  delivery: 'block' as const,
};
const REJECTED = {
  summary: 'Pushes before fetching',
  mistake: 'The push was rejected since the remote branch had moved meanwhile.',
  remediation: 'Run `git fetch origin`, then `git push -f origin x`.',
  toolNames: ['Bash'],
  commandPatterns: ['^git push\\b'],
};

test('a trigger that is blank is refused, and a tool without one is warned of', async () => {
  const context = testContext();
  for (const commandPatterns of [[''], [' ', '\t']])
    await expect(lessonAdd.run(context, { ...FORCE, commandPatterns })).rejects.toMatchObject({
      message: 'commandPatterns: is blank',
    });
  expect(await (await context.store()).countLessons()).toMatchObject({ active: 0 });
  const added = { ...FORCE, remediation: 'Ask first.', commandPatterns: [] };
  const { warnings } = await lessonAdd.run(context, added);
  expect(warnings).toMatchObject([
    { rule: 'whole-tool', detail: expect.stringContaining('blocks every call of Bash') },
  ]);
});

test('what would be told at every other call is said where no past calls are known', async () => {
  const context = testContext();
  const warned = async (fields: object) => {
    const { warnings } = await lessonAdd.run(context, {
      summary: `Take care ${JSON.stringify(fields)}`.slice(0, 80),
      mistake: `It goes wrong with ${JSON.stringify(fields)}, which nobody expects.`,
      remediation: 'Read the notes of the project first, then do it.',
      ...fields,
    });
    return warnings.filter(({ rule }) => rule === 'fires-too-often').map(({ detail }) => detail);
  };
  const bash = { toolNames: ['Bash'] };
  const often = await warned({ ...bash, commandPatterns: ['^git\\b'], scope: 'project:x' });
  expect(often).toEqual([expect.stringMatching(/^matches \d\d% of everyday calls, such as `git status`, /)]);
  expect(await warned({ toolNames: ['Edit'], contentPatterns: ['any'] })).toHaveLength(1);
  expect(await warned({ pathPatterns: ['**/*.ts'] })).toHaveLength(1);
  expect(await warned({ ...bash, commandPatterns: ['^git push\\s.*--force(?!-)'] })).toEqual([]);
  expect(await warned({ ...bash, commandPatterns: ['\\brm -rf /'] })).toEqual([]);
  expect(await warned({ toolNames: ['Edit'], contentPatterns: ['console\\.log'] })).toEqual([]);
  expect(await warned({ pathPatterns: ['vendor/'] })).toEqual([]);
});

test('a lesson that finds no place among those that every call tries is told so when it is added', async () => {
  const context = testContext();
  const silent = [];
  for (let n = 0; n < 21; n += 1) {
    const { warnings } = await lessonAdd.run(context, {
      summary: `Operators ${'abcdefghijklmnopqrstu'[n]} of the shell`,
      mistake: `The operator number ${n} does what nobody expects of it here.`,
      remediation: `Write the commands ${n} on lines of their own instead.`,
      toolNames: ['Bash'],
      commandPatterns: [`&&${'.'.repeat(n)}\\|`],
    });
    silent.push(warnings.some(({ rule }) => rule === 'silenced'));
  }
  expect(silent.indexOf(true)).toBe(20);
});

describe('warnings', () => {
  test('advice that another lesson denies is named when it is added, edited, promoted, and by doctor', async () => {
    const context = testContext();
    const force = await lessonAdd.run(context, FORCE);
    expect(force.warnings).toEqual([]);
    const detail = `its advice says \`git push -f origin x\`, which ${force.slug} blocks`;
    const rejected = await lessonAdd.run(context, REJECTED);
    expect(rejected.warnings).toEqual([{ slug: rejected.slug, rule: 'advice-trips', detail }]);
    const store = await context.store();
    const candidate = await store.insertLesson(
      lessonOf({ status: 'candidate', remediation: 'Run `cd a && git push --force` at the end.' }),
    );
    const promoted = await lessonPromote.run(context, { ids: [candidate.slug] });
    expect(promoted.warnings.map(({ rule }) => rule)).toContain('advice-trips');
    const found = await lintLessons(context, await store.listLessons({ status: ['active'] }));
    const tripping = found.filter(({ rule }) => rule === 'advice-trips').map(({ slug }) => slug);
    expect(tripping.sort()).toEqual([candidate.slug, rejected.slug].sort());
    const mended = await lessonEdit.run(context, {
      ref: rejected.slug,
      patch: { remediation: 'Run `git fetch origin`, then `git push --force-with-lease`.' },
    });
    expect(mended.warnings).toEqual([]);
  });

  test('what its history keeps a new lesson from is said when it is added, not found out later', async () => {
    const { context, add } = await planted();
    add([1, 2, 3, 4, 5].map((n) => call(n, `pip download ok${n}`, { timestamp: iso(NOW - 60 * DAY_MS) })));
    const fields = {
      ...REJECTED,
      remediation: 'Take it from the mirror instead.',
      commandPatterns: ['^pip download\\b'],
    };
    const held = await lessonAdd.run(context, { ...fields, delivery: 'hold' });
    const detail = 'does not act at calls: 5 good and 0 failing past calls match';
    expect(held.warnings).toContainEqual({ slug: held.slug, rule: 'silenced', detail });
    const shown = await lessonShow.run(context, { ref: held.slug });
    expect(shown.silenced).toBe(detail);
    expect(renderCard(shown, {}, { color: false, width: 80 })).toContain(`\n! ${detail}\n`);
    const blocked = await lessonEdit.run(context, { ref: held.slug, patch: { delivery: 'block' } });
    expect(blocked.warnings.map(({ rule, detail: said }) => `${rule}: ${said}`)).toContain(
      'silenced: blocks although 5 good and 0 failing past calls match',
    );
    await context.close();
  });

  test('doctor and whoever adds a lesson take the verdicts on patterns that are known, and keep their own', async () => {
    const lesson = {
      ...lessonOf({ status: 'active', commandPatterns: ['^curl (?:-\\w+ )*-k\\b'] }),
      number: 1,
    };
    const verdictsIn = ({ home }: { home: string }) => join(home, 'pattern-verdicts.jsonl');
    const first = testContext();
    const refused = async (context: typeof first) =>
      (await lintLessons(context, [lesson])).filter(({ rule }) => rule === 'refused-pattern');
    expect(await refused(first)).toEqual([]);
    const verdict = JSON.parse(readFileSync(verdictsIn(first), 'utf8')) as object;
    const second = testContext();
    await second.store();
    writeFileSync(
      verdictsIn(second),
      JSON.stringify({ ...verdict, safe: false, reason: 'known to run away' }),
    );
    expect(await refused(second)).toMatchObject([{ detail: expect.stringContaining('known to run away') }]);
    const { commandPatterns } = lesson;
    expect(lessonAdd.run(second, { ...FORCE, commandPatterns })).rejects.toThrow('known to run away');
  });

  test('an edit that keeps a lesson out of the manifest says so', async () => {
    const context = testContext();
    const { slug } = await lessonAdd.run(context, { ...FORCE, delivery: 'context' });
    const edit = async (patch: { confidence: number }) =>
      (await lessonEdit.run(context, { ref: slug, patch })).warnings;
    expect(await edit({ confidence: 0.1 })).toEqual([
      { slug, rule: 'left-out', detail: 'its confidence 0.1 is below minConfidence 0.5: nobody is told' },
    ]);
    expect(await edit({ confidence: 0.5 })).toEqual([]);
  });

  test('a block whose own advice it would block', async () => {
    const added = await lessonAdd.run(testContext(), {
      ...FORCE,
      remediation: 'Run `git push -f` once more.',
    });
    expect(added.warnings.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['advice-trips', 'its advice says `git push -f`, which it blocks'],
    ]);
  });

  test('a trigger that cannot fire, and one that fires on a word', async () => {
    const context = testContext();
    const dead = await lessonAdd.run(context, {
      ...REJECTED,
      toolNames: ['Edit'],
      remediation: 'Fetch before it.',
    });
    expect(dead.warnings.map(({ rule }) => rule)).toEqual(['dead-trigger']);
    const bare = await lessonEdit.run(context, {
      ref: dead.slug,
      patch: { toolNames: ['Bash'], commandPatterns: ['git'] },
    });
    expect(bare.warnings.map(({ rule }) => rule)).toEqual(['bare-word', 'fires-too-often']);
  });

  test('a tool by another of its names is heard; one that no hook is registered for is not', async () => {
    const context = testContext();
    const warned = async (toolNames: string[]) =>
      (
        await lessonAdd.run(context, {
          ...FORCE,
          toolNames,
          delivery: 'context',
          summary: `Forces ${toolNames}`,
        })
      ).warnings.map(({ rule }) => rule);
    expect(await warned(['bash'])).toEqual([]);
    expect(await warned(['exec_command | Read'])).toEqual([]);
    expect(await warned(['Agent', 'WebFetch|Agent'])).toEqual(['unheard-tool']);
    expect(await warned(['mcp__db__query', 'Bash'])).toEqual([]);
    expect(await warned(['mcp__db__query'])).toEqual(['dead-trigger']);
  });

  test('doctor finds stale what has a trigger and neither matched nor was reviewed for long', async () => {
    const context = testContext();
    const ago = (days: number) => new Date(context.clock.now() - days * DAY_MS).toISOString();
    const lesson = (fields: Partial<Lesson>): Lesson => ({
      ...lessonOf({ ...FORCE, status: 'active', createdAt: ago(400), reviewedAt: ago(300), ...fields }),
      number: 1,
    });
    const rules = async (fields: Partial<Lesson>) =>
      (await lintLessons(context, [lesson(fields)])).map(({ rule }) => rule);
    expect(await rules({})).not.toContain('stale');
    await putSessions(await context.store(), context.clock.now(), 30);
    expect(await rules({})).toContain('stale');
    expect(await rules({ scope: 'project:p' })).toContain('stale');
    expect(await rules({ scope: 'project:left-alone' })).not.toContain('stale');
    expect(await rules({ scope: 'agent:codex' })).not.toContain('stale');
    expect(await rules({ lastMatchedAt: ago(3) })).not.toContain('stale');
    expect(await rules({ lastMatchedAt: ago(250), reviewedAt: ago(3) })).not.toContain('stale');
    expect(
      await rules({
        toolNames: [],
        commandPatterns: [],
        errorPatterns: [],
        delivery: 'context',
        injectOn: ['SessionStart'],
      }),
    ).not.toContain('stale');
  });

  test('a lesson that was imported with old dates ages from its import on', async () => {
    const context = testContext();
    const old = '2024-01-05T00:00:00.000Z';
    const file = inputFile('p.json', pack([packed(1, { createdAt: old, updatedAt: old, reviewedAt: old })]));
    await lessonImport.run(context, { file });
    const rules = async () =>
      (await lintLessons(context, await (await context.store()).listLessons())).map(({ rule }) => rule);
    const kinds = async () =>
      (await lifecycleOf(context, await context.store())).map(({ action, kind }) => [action, kind]);
    expect(await lessonIn(context, 'packed-1-a1b2')).toMatchObject({ createdAt: old, reviewedAt: old });
    expect(await rules()).not.toContain('stale');
    expect(await kinds()).toEqual([]);
    context.time.now += 200 * DAY_MS;
    expect(await rules()).not.toContain('stale');
    expect(await kinds()).toEqual([]);
    await putSessions(await context.store(), context.clock.now(), 30);
    expect(await rules()).toContain('stale');
    expect(await kinds()).toEqual([['archive', 'stale']]);
  });
});
