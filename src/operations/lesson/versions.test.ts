import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { AGENT, inputFile, lessonIn, lessonsOf, pack, packed } from '../../../test/support/packs.ts';
import { scratchDir, scratchHome } from '../../../test/support/scratch.ts';
import { PackSchema } from '../../model/pack.ts';
import { homeFiles } from '../../platform/paths.ts';
import { migrations } from '../../store/migrations/index.ts';
import { migrate } from '../../store/sqlite/migrate.ts';
import { backupCreate, backupRestore } from '../backup.ts';
import { lessonArchive } from '../lesson-archive.ts';
import { lessonEdit } from '../lesson-edit.ts';
import { lessonExport } from '../lesson-export.ts';
import { lessonImport } from '../lesson-import.ts';
import { lessonRestore } from '../lesson-restore.ts';
import { reviewApply } from '../review-apply.ts';
import { reviewList } from '../review-list.ts';
import { trust } from '../trust.ts';

const NEWER = { remediation: 'Ask the keeper of the aviary for the second key first.' };
const NEWEST = { remediation: 'Ask the keeper of the aviary for the third key first.' };

const takeIn = (context: TestContext, lessons: object[], fields: object = {}) =>
  lessonImport.run(context, { file: inputFile('p.json', { ...pack(lessons), ...fields }) });
const activeIn = async (context: TestContext) =>
  (await lessonsOf(context))
    .filter(({ status }) => status === 'active')
    .map(({ remediation }) => remediation);
const slug = packed(1).slug;

describe('a pack that comes again', () => {
  test('what it says otherwise supersedes what it said, version by version', async () => {
    const context = testContext();
    await takeIn(context, [packed(1), packed(2)]);
    const second = await takeIn(context, [packed(1, NEWER), packed(2)]);
    expect(second).toMatchObject({ added: 1, duplicates: 1, renamed: [] });
    const by = second.earlier[0]?.by ?? '';
    expect(second.earlier).toEqual([{ slug, became: 'superseded', by }]);
    expect(await lessonIn(context, slug)).toMatchObject({
      status: 'archived',
      archiveReason: `superseded by ${by}`,
      supersededBy: (await lessonIn(context, by)).id,
    });
    const third = await takeIn(context, [packed(1, NEWEST), packed(2)]);
    expect(third.earlier).toMatchObject([{ slug: by, became: 'superseded' }]);
    expect((await activeIn(context)).sort()).toEqual([NEWEST.remediation, packed(2).remediation]);
    const again = await takeIn(context, [packed(1, NEWEST), packed(2)]);
    expect(again).toMatchObject({ added: 0, duplicates: 2, earlier: [], renamed: [] });
  });

  test('what was measured of the old version stays its own', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const store = await context.store();
    const old = await lessonIn(context, slug);
    const row = { id: 'o1', lessonId: old.id, slug, sessionId: 's', agent: 'codex', project: null };
    const rest = { at: old.createdAt, outcome: 'prevented', evidence: '', withheld: false, cameBack: null };
    await store.saveOutcomes([{ ...row, ...rest } as never]);
    await takeIn(context, [packed(1, NEWER)]);
    expect(await store.listOutcomes({ lessonId: old.id })).toHaveLength(1);
    expect(await lessonIn(context, old.id)).toMatchObject({ number: old.number, slug });
  });

  test('what is beside text and trigger is brought up to date in place', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const result = await takeIn(context, [packed(1, { delivery: 'hold', priority: 9, summary: 'other' })]);
    expect(result).toMatchObject({
      added: 0,
      duplicates: 1,
      earlier: [{ slug, became: 'updated', by: null }],
    });
    expect(await lessonIn(context, slug)).toMatchObject({ delivery: 'hold', priority: 9, summary: 'other' });
    expect(await lessonsOf(context)).toHaveLength(1);
  });

  test('what a human has changed stays; the newer text waits, and may take its place', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    await lessonEdit.run(context, { ref: slug, set: ['remediation=Leave the door as it is, and ring.'] });
    expect(await takeIn(context, [packed(1)])).toMatchObject({ added: 0, earlier: [] });
    const result = await takeIn(context, [packed(1, NEWER)]);
    expect(result).toMatchObject({ added: 1, proposed: 1, earlier: [{ slug, became: 'edited' }] });
    expect(await activeIn(context)).toEqual(['Leave the door as it is, and ring.']);
    const later = await takeIn(context, [packed(1, NEWEST)]);
    expect(later.earlier.map(({ became }) => became)).toEqual(['superseded', 'edited']);
    const review = await reviewList.run(context, {} as never);
    const [candidate] = review.candidates;
    expect(review.candidates).toHaveLength(1);
    expect(candidate).toMatchObject({ remediation: NEWEST.remediation });
    expect(JSON.stringify(candidate)).toContain(`"targetSlug":"${slug}"`);
    const item = { action: 'supersede', candidateId: candidate!.id, targetSlug: slug };
    await reviewApply.run(context, { sessionId: review.sessionId, items: [item] });
    expect(await activeIn(context)).toEqual([NEWEST.remediation]);
    expect(await takeIn(context, [packed(1, NEWEST)])).toMatchObject({ added: 0, earlier: [] });
  });

  test('where a human has changed something else than the text, the change is proposed', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    await lessonEdit.run(context, { ref: slug, set: ['priority=9'] });
    const result = await takeIn(context, [packed(1, { delivery: 'hold' })]);
    expect(result.earlier).toEqual([{ slug, became: 'waits', by: null }]);
    expect(await lessonIn(context, slug)).toMatchObject({ priority: 9, delivery: 'context' });
    await lessonEdit.run(context, { ref: slug, accept: true });
    expect(await lessonIn(context, slug)).toMatchObject({ priority: 6, delivery: 'hold' });
  });

  test('the change that a human had made, made by its author too, is no other version', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    await lessonEdit.run(context, { ref: slug, set: [`remediation=${NEWER.remediation}`] });
    expect(await takeIn(context, [packed(1, NEWER)])).toMatchObject({ added: 0, earlier: [] });
    expect((await takeIn(context, [packed(1, NEWEST)])).earlier).toMatchObject([
      { slug, became: 'superseded' },
    ]);
  });

  test.each([{}, { id: undefined }])(
    'what a human has archived stays so until it is restored',
    async (own) => {
      const context = testContext();
      await takeIn(context, [packed(1, own)]);
      await lessonArchive.run(context, { ref: slug, reason: 'we keep no birds' });
      expect(await takeIn(context, [packed(1, own)])).toMatchObject({ added: 0, earlier: [], renamed: [] });
      const newer = await takeIn(context, [packed(1, { ...own, ...NEWER })]);
      expect(newer).toMatchObject({ added: 0, earlier: [{ slug, became: 'archived', by: null }] });
      await lessonRestore.run(context, { ref: slug });
      await takeIn(context, [packed(1, { ...own, ...NEWER })]);
      expect(await activeIn(context)).toEqual([NEWER.remediation]);
    },
  );

  test('what its author takes back is active again, as the lesson that it was', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    await takeIn(context, [packed(1, NEWER)]);
    const back = await takeIn(context, [packed(1)]);
    expect(back).toMatchObject({ added: 0 });
    expect(back.earlier.map(({ became }) => became)).toEqual(['restored', 'superseded']);
    expect(await lessonIn(context, slug)).toMatchObject({ status: 'active', supersededBy: null });
    expect((await takeIn(context, [packed(1, NEWEST)])).earlier).toMatchObject([
      { slug, became: 'superseded' },
    ]);
    expect(await activeIn(context)).toEqual([NEWEST.remediation]);
  });

  test('what its author has archived is archived; what is in it no more is named and stays', async () => {
    const context = testContext();
    await takeIn(context, [packed(1), packed(2), packed(3)]);
    const archived = { status: 'archived', archiveReason: 'it misled' };
    const result = await takeIn(context, [packed(1, archived), packed(3)]);
    expect(result.earlier).toEqual([
      { slug, became: 'withdrawn', by: null },
      { slug: packed(2).slug, became: 'absent', by: null },
    ]);
    expect(await lessonIn(context, slug)).toMatchObject(archived);
    expect((await takeIn(context, [packed(7)])).earlier).toEqual([]);
    const back = await takeIn(context, [packed(1), packed(2), packed(3), packed(7)]);
    expect(back.earlier).toEqual([{ slug, became: 'restored', by: null }]);
  });

  test('a dry run says the same and changes nothing', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const before = await lessonsOf(context);
    const file = inputFile('p.json', pack([packed(1, NEWER)]));
    const tried = await lessonImport.run(context, { file, dryRun: true });
    expect(tried).toMatchObject({ added: 1, dryRun: true, earlier: [{ slug, became: 'superseded' }] });
    expect(await lessonsOf(context)).toEqual(before);
  });

  test('inside an agent the newer version waits, and the old one acts', async () => {
    const context = testContext();
    await takeIn(context, [packed(1), packed(2)]);
    const inside = testContext({ home: context.home, actor: AGENT });
    const result = await takeIn(inside, [packed(1, NEWER), packed(2, { priority: 9 }), packed(3)]);
    expect(result).toMatchObject({ added: 2, proposed: 2 });
    expect(result.earlier.map(({ slug, became }) => [slug, became])).toEqual([
      [slug, 'waits'],
      [packed(2).slug, 'waits'],
    ]);
    await takeIn(inside, [packed(1, { status: 'archived' })]);
    expect((await activeIn(context)).sort()).toEqual([packed(1).remediation, packed(2).remediation]);
    expect(await lessonIn(context, packed(2).slug)).toMatchObject({ priority: 6 });
  });

  test('a file without a name is known by where it lies, its lessons by their summaries', async () => {
    const context = testContext();
    const folder = scratchDir('notes');
    const item = (fix: string) => `- **Feeds the owls at noon** They sleep then. **Fix**: ${fix}\n`;
    await lessonImport.run(context, { file: inputFile('birds.md', item('Feed them at dusk.'), folder) });
    const file = inputFile('birds.md', item('Feed them at dusk, and mice only.'), folder);
    expect((await lessonImport.run(context, { file })).earlier).toMatchObject([{ became: 'superseded' }]);
    expect(await activeIn(context)).toEqual(['Feed them at dusk, and mice only.']);
    const elsewhere = inputFile('birds.md', item('Feed them never.'));
    expect((await lessonImport.run(context, { file: elsewhere })).earlier).toEqual([]);
  });
});

describe('what comes from elsewhere', () => {
  test('supersedes nothing: another name, a lesson made here, a repository of that name', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const result = await takeIn(context, [packed(1, NEWER)], { name: 'other' });
    expect(result).toMatchObject({ added: 1, earlier: [], renamed: [{ slug }] });
    const root = scratchDir('repository');
    mkdirSync(join(root, '.git'));
    const path = inputFile('p.json', pack([packed(1, NEWEST)]), root);
    await trust.run(context, { path });
    expect(await lessonImport.run(context, { file: path })).toMatchObject({
      earlier: [],
      renamed: [{ slug }],
    });
    expect((await activeIn(context)).sort()).toEqual(
      [packed(1).remediation, NEWER.remediation, NEWEST.remediation].sort(),
    );
  });

  test('a pack says nothing of where its lessons came from, and a store no version of what is here', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const { origin, originKey } = await lessonIn(context, slug);
    const forged = packed(5, { origin, originKey, originDigest: null, status: 'archived' });
    await takeIn(context, [forged], { name: 'other' });
    await lessonImport.run(context, {
      file: inputFile('s.json', {
        type: 'lessons-learned-store',
        version: 1,
        lessons: [{ ...forged, id: 'x' }],
      }),
    });
    expect((await lessonsOf(context)).filter((each) => each.origin === origin)).toHaveLength(1);
    expect(await lessonIn(context, slug)).toMatchObject({ status: 'active' });
  });

  test('a store brings along where its lessons came from, a pack does not tell', async () => {
    const context = testContext();
    await takeIn(context, [packed(1)]);
    const shared = (await lessonExport.run(context, { format: 'pack', name: 'mine' })).text;
    expect(shared).not.toContain('origin');
    expect(PackSchema.safeParse(JSON.parse(shared)).success).toBe(true);
    const { text } = await lessonExport.run(context, { format: 'json' });
    const other = testContext();
    await lessonImport.run(other, { file: inputFile('s.json', text) });
    expect(await lessonIn(other, slug)).toEqual(await lessonIn(context, slug));
    expect((await takeIn(other, [packed(1, NEWER)])).earlier).toMatchObject([{ slug, became: 'superseded' }]);
  });
});

describe('the folder of a repository', () => {
  function repository(lessons: object[], name = 'team.json') {
    const root = scratchDir('repository');
    mkdirSync(join(root, '.git'));
    const folder = join(root, '.lessons');
    const write = (some: object[], file = name) => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      inputFile(file, pack(some), folder);
    };
    write(lessons);
    return { root, folder, write };
  }

  test('what it says now takes the place of what it said; what is gone is archived, and comes back', async () => {
    const context = testContext();
    const { root, folder, write } = repository([packed(1), packed(2), packed(3)]);
    await trust.run(context, { path: root });
    await lessonEdit.run(context, { ref: packed(3).slug, set: ['priority=9'] });
    write([packed(1, NEWER)], 'renamed.json');
    const tried = await trust.run(context, { path: root, dryRun: true });
    expect(tried.trusted).toMatchObject([{ path: root, state: 'changed' }]);
    const { loaded } = await trust.run(context, { path: root });
    expect(loaded).toEqual(tried.loaded);
    expect(loaded?.earlier).toMatchObject([
      { slug, became: 'superseded' },
      { slug: packed(2).slug, became: 'withdrawn', by: null },
      { slug: packed(3).slug, became: 'edited', by: null },
    ]);
    expect(await lessonIn(context, packed(2).slug)).toMatchObject({
      status: 'archived',
      archiveReason: 'no longer in the folder .lessons',
    });
    expect((await trust.run(context, { path: folder })).loaded).toMatchObject({ added: 0, earlier: [] });
    write([packed(1, NEWER), packed(2)]);
    const back = await trust.run(context, { path: root });
    expect(back.loaded?.earlier).toEqual([{ slug: packed(2).slug, became: 'restored', by: null }]);
    expect((await activeIn(context)).sort()).toEqual(
      [NEWER.remediation, packed(2).remediation, packed(3).remediation].sort(),
    );
  });

  test('one that is empty or gone is a state like any other', async () => {
    const context = testContext();
    const { root, folder } = repository([packed(1)]);
    await trust.run(context, { path: root });
    rmSync(folder, { recursive: true });
    const { loaded } = await trust.run(context, { path: root });
    expect(loaded).toMatchObject({ files: 0, earlier: [{ slug, became: 'withdrawn' }] });
    const other = scratchDir('repository');
    mkdirSync(join(other, '.git'));
    expect(trust.run(context, { path: other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a part of it, and another repository with the same lessons, archive nothing', async () => {
    const context = testContext();
    const { root, folder } = repository([packed(1)]);
    await trust.run(context, { path: root });
    mkdirSync(join(folder, 'part'));
    inputFile('more.json', pack([packed(2)]), join(folder, 'part'));
    expect((await trust.run(context, { path: join(folder, 'part') })).loaded?.earlier).toEqual([]);
    const other = repository([packed(1, NEWER)]);
    expect((await trust.run(context, { path: other.root })).loaded).toMatchObject({ added: 1, earlier: [] });
    expect(await activeIn(context)).toHaveLength(3);
  });

  test('what was archived by hand is not brought back by it', async () => {
    const context = testContext();
    const { root, write } = repository([packed(1)]);
    await trust.run(context, { path: root });
    for (const lessons of [[packed(1, NEWER)], [], [packed(1)]]) {
      write(lessons);
      await trust.run(context, { path: root });
    }
    expect(await activeIn(context)).toEqual([packed(1).remediation]);
    await lessonArchive.run(context, { ref: slug, reason: 'wrong' });
    await trust.run(context, { path: root });
    expect(await activeIn(context)).toEqual([]);
  });
});

describe('a store from before it was kept where lessons came from', () => {
  const harbour = (fields: object = {}) => ({
    type: 'lessons-learned-pack',
    version: 1,
    name: 'harbour',
    lessons: [
      {
        slug: 'harbour-moor',
        summary: 'Moors without asking for the tide',
        mistake: '`moor --now` sets the lines at whatever level the water has.',
        remediation: 'Ask `tide show` first.',
        toolNames: ['Bash'],
        commandPatterns: ['^moor\\s--now\\b'],
        priority: 7,
        status: 'active',
        ...fields,
      },
      {
        slug: 'harbour-lamp',
        summary: 'Leaves the lamp on',
        mistake: '`lamp on` stays on until somebody says otherwise.',
        remediation: 'Give it a time: `lamp on --for 2h`.',
        toolNames: ['Bash'],
        commandPatterns: ['^lamp\\son\\b'],
        status: 'active',
      },
    ],
  });
  const CHANGED = { remediation: 'Ask `tide show --today` first.' };

  function olderHome(): string {
    const home = scratchHome();
    mkdirSync(home, { recursive: true });
    const database = new DatabaseSync(homeFiles.db(home));
    migrate(database, 'x.db', migrations.slice(0, 4));
    database.exec(readFileSync('test/fixtures/stores/schema-4.sql', 'utf8'));
    database.close();
    return home;
  }

  test('keeps its lessons; the same pack once more makes them known, and its next version supersedes', async () => {
    const context = testContext({ home: olderHome() });
    const found = (await lessonsOf(context)).map(({ slug, status, origin }) => [slug, status, origin]);
    expect(found.sort()).toEqual([
      ['harbour-crane', 'active', null],
      ['harbour-lamp', 'archived', null],
      ['harbour-moor', 'active', null],
      ['pilot-log', 'active', null],
    ]);
    const same = await lessonImport.run(context, { file: inputFile('h.json', harbour()) });
    expect(same).toMatchObject({ added: 0, duplicates: 2, renamed: [] });
    const next = await lessonImport.run(context, { file: inputFile('h.json', harbour(CHANGED)) });
    expect(next.earlier).toMatchObject([{ slug: 'harbour-moor', became: 'superseded' }]);
  });

  test('what nobody can say to have come from there is not taken away, but told', async () => {
    const context = testContext({ home: olderHome() });
    const next = await lessonImport.run(context, { file: inputFile('h.json', harbour(CHANGED)) });
    expect(next).toMatchObject({ added: 1, duplicates: 1, earlier: [], renamed: [{ slug: 'harbour-moor' }] });
    expect(await lessonIn(context, 'harbour-moor')).toMatchObject({ status: 'active' });
    const third = await lessonImport.run(context, {
      file: inputFile('h.json', harbour({ remediation: 'Wait.' })),
    });
    expect(third.earlier).toMatchObject([{ slug: next.renamed[0]!.as, became: 'superseded' }]);
  });

  test('a backup of it comes back with what it held', async () => {
    const context = testContext({ home: olderHome() });
    const file = inputFile('h.json', harbour());
    await lessonImport.run(context, { file });
    const { id } = await backupCreate.run(context, {});
    await lessonImport.run(context, { file: inputFile('h.json', harbour(CHANGED)) });
    await backupRestore.run(context, { id });
    expect(await lessonIn(context, 'harbour-moor')).toMatchObject({
      status: 'active',
      origin: 'pack:harbour',
    });
  });
});
