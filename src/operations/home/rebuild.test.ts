import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { inputFile, pack, packed } from '../../../test/support/packs.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { openManifest } from '../../manifest/read.ts';
import type { AppError } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import { lessonAdd } from '../lesson-add.ts';
import { lessonEdit } from '../lesson-edit.ts';
import { lessonImport } from '../lesson-import.ts';
import { lessonMigrate } from '../lesson-migrate.ts';
import { trust } from '../trust.ts';
import { rebuildManifest } from './rebuild.ts';

/** Whoever repeats a command that was killed between the store and the manifest finds its lessons acting. */

const LESSON = {
  summary: 'tool1 needs its lock',
  mistake: 'Ran tool1 beside another one, and both of them lost their data.',
  remediation: 'Run tool1 --lock, which waits for the other one to end.',
  toolNames: ['Bash'],
  commandPatterns: ['^tool1 go\\b'],
};

/** Slugs that a hook finds for a call of tool1. */
function acting(context: TestContext): string[] {
  const manifest = openManifest(context.home);
  if (manifest === null) return [];
  const found = manifest.candidates('Bash', ['tool1', 'go']).map(({ slug }) => slug);
  manifest.close();
  return found;
}

function repository(): string {
  const folder = scratchDir('killed');
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, '.lessons'));
  return folder;
}

const file = (name: string, value: unknown) => inputFile(name, value);

/** Each stores the lesson, and the second time finds it there. */
const COMMANDS: [string, () => (context: TestContext) => Promise<unknown>][] = [
  [
    'import',
    () => {
      const path = file('p.json', pack([packed(1)]));
      return (context) => lessonImport.run(context, { file: path });
    },
  ],
  [
    'migrate',
    () => (context) =>
      lessonMigrate.run(context, {
        files: [file('lessons.json', { type: 'lessons-learned-store', version: 1, lessons: [packed(1)] })],
      }),
  ],
  [
    'trust',
    () => {
      const folder = repository();
      inputFile('p.json', pack([packed(1)]), join(folder, '.lessons'));
      return (context) => trust.run(context, { path: join(folder, '.lessons') });
    },
  ],
  ['add', () => (context) => lessonAdd.run(context, { lesson: LESSON }).catch(({ code }) => code)],
];

describe('a command that was killed before it compiled', () => {
  for (const [name, command] of COMMANDS) {
    test(`${name}: repeated, it compiles what is stored already`, async () => {
      const context = testContext();
      const run = command();
      await run(context);
      expect(acting(context)).toHaveLength(1);
      rmSync(homeFiles.manifestPointer(context.home));
      expect(acting(context)).toEqual([]);
      await run(context);
      expect(acting(context)).toHaveLength(1);
    });
  }

  test('edit: also where the fields say so already', async () => {
    const context = testContext();
    const { slug } = await lessonAdd.run(context, { lesson: LESSON });
    rmSync(homeFiles.manifestPointer(context.home));
    await lessonEdit.run(context, { ref: slug, patch: { summary: LESSON.summary } });
    expect(acting(context)).toEqual([slug]);
  });

  test('nothing is compiled where nothing is active', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: file('p.json', pack([])) });
    expect(openManifest(context.home)).toBeNull();
  });
});

test('a store of a newer version is refused, and no change of lessons spoken of', async () => {
  const context = testContext();
  mkdirSync(context.home, { recursive: true });
  const database = new DatabaseSync(homeFiles.db(context.home));
  database.exec('pragma user_version = 9999');
  database.close();
  const error = await rebuildManifest(context).catch((refused: AppError) => refused);
  expect(error).toMatchObject({
    code: 'NEWER_STORE',
    hint: expect.not.stringContaining('Changes of lessons'),
  });
});
