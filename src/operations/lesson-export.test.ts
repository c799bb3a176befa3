import { expect, test } from 'bun:test';
import { type TestContext, testContext } from '../../test/support/operation-context.ts';
import { inputFile, lessonsOf, pack, packed } from '../../test/support/packs.ts';
import { lessonAdd } from './lesson-add.ts';
import { lessonExport } from './lesson-export.ts';
import { lessonImport } from './lesson-import.ts';

async function written(context: TestContext, fields: object): Promise<void> {
  const lesson = {
    toolNames: ['Bash'],
    mistake: 'The kiln was fired before its door was shut.',
    remediation: 'Shut the door of the kiln, then fire it.',
    commandPatterns: ['^kilnctl fire\\b'],
    scope: 'global',
    ...fields,
  };
  await lessonAdd.run(context, { lesson: lesson as never });
}

type Shared = { summary: string; mistake: string; commandPatterns: string[] };

async function exported(context: TestContext, which: object = {}): Promise<Shared[]> {
  context.warnings.length = 0;
  const input = lessonExport.input.parse({ format: 'pack', ...which });
  return JSON.parse((await lessonExport.run(context, input)).text).lessons;
}

const summaries = (lessons: Shared[]) => lessons.map(({ summary }) => summary).sort();

test('what came by an import is named, and left out with --own', async () => {
  const context = testContext();
  expect(await exported(context)).toEqual([]);
  expect(context.warnings).toEqual([expect.stringContaining('no lesson is exported')]);
  await written(context, { summary: 'Shut the kiln' });
  expect(await exported(context)).toHaveLength(1);
  expect(context.warnings).toEqual([]);
  await lessonImport.run(context, { file: inputFile('p.json', pack([packed(1), packed(2)])) });
  expect(await exported(context)).toHaveLength(3);
  expect(context.warnings).toEqual([
    '2 of 3 lessons came from elsewhere (the pack mine): --own leaves them out',
  ]);
  expect(summaries(await exported(context, { own: true }))).toEqual(['Shut the kiln']);
  expect(context.warnings).toEqual([]);
});

test('an export is narrowed by tag, tool, scope and by name', async () => {
  const context = testContext();
  await written(context, { summary: 'one', tags: ['lang:go'] });
  await written(context, {
    summary: 'two',
    toolNames: ['Edit'],
    commandPatterns: [],
    pathPatterns: ['**/loom/**'],
    mistake: 'The warp of the loom was cut.',
    remediation: 'Wind the warp anew.',
    scope: 'agent:codex',
  });
  expect(summaries(await exported(context, { tag: 'go' }))).toEqual(['one']);
  expect(summaries(await exported(context, { tool: 'Edit' }))).toEqual(['two']);
  expect(summaries(await exported(context, { scope: 'agent' }))).toEqual(['two']);
  const [first] = await lessonsOf(context);
  expect(summaries(await exported(context, { ids: [`#${first!.number}`] }))).toEqual([first!.summary]);
  await expect(exported(context, { ids: ['nothing-of-that-name'] })).rejects.toThrow();
});

test('the home folder is `~` in what is told, and named where a pattern or a scope holds it', async () => {
  const context = testContext();
  const home = context.env['HOME']!;
  await written(context, {
    summary: 'Shut the kiln',
    mistake: `Fired ${home}/kiln and ${home}, not ${home}-of-another/kiln or /mnt${home}/kiln.`,
    commandPatterns: [`^kilnctl fire ${home.replaceAll('/', '\\/')}\\/kiln`],
    scope: 'project:/srv/kiln',
  });
  const [lesson] = await exported(context);
  expect(lesson!.mistake).toBe(`Fired ~/kiln and ~, not ${home}-of-another/kiln or /mnt${home}/kiln.`);
  expect(lesson!.commandPatterns[0]).toContain(home.replaceAll('/', '\\/'));
  expect(context.warnings).toEqual([
    expect.stringContaining('patterns of #1 name your home folder'),
    expect.stringContaining('#1 is for a project that is known by its folder alone'),
  ]);
  const { text } = await lessonExport.run(context, { format: 'json' });
  expect(text).toContain(`Fired ${home}/kiln`);

  const pack = (await lessonExport.run(context, { format: 'pack', name: 'ours' })).text;
  const again = await lessonImport.run(context, { file: inputFile('ours.json', pack) });
  expect(again).toMatchObject({ added: 0, duplicates: 1 });
});
