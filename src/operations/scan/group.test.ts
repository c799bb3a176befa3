import { describe, expect, spyOn, test } from 'bun:test';
import { findingsOf } from '../../../test/contract/store/records.ts';
import { episodeOf } from '../../../test/support/findings.ts';
import { madeEpisodes, madeTags } from '../../../test/support/made-findings.ts';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { call, failing } from '../../../test/support/planted.ts';
import { type Random, seededRandom, shuffled } from '../../../test/support/random.ts';
import type { Episode } from '../../model/episode.ts';
import type { FileFindings } from '../../model/findings.ts';
import type { Lesson } from '../../model/lesson.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { groupStored } from './group.ts';

/** What was found in each file of a made history: episodes, their copies and tags. */
function madeFiles(seed: number, tagged = true): Map<string, FileFindings> {
  const episodes = madeEpisodes(seed);
  const tags = tagged ? madeTags(episodes) : [];
  const files = Map.groupBy([...episodes], (episode) => episode.file);
  return new Map(
    [...files].map(([file, own]) => [
      file,
      findingsOf(file, 1, { episodes: own, tags: tags.filter((tag) => tag.file === file) }),
    ]),
  );
}

/** What a grouping decides; ids and times are each store's own. */
async function decided(context: TestContext, fields: (lesson: Lesson) => unknown[]): Promise<unknown[]> {
  const store = await context.store();
  const owners = await store.listAssignments();
  const findings = Map.groupBy(owners.keys(), (id) => owners.get(id) as string);
  const told = (await store.listLessons()).map((lesson) => {
    const { id, slug, number, createdAt, updatedAt, reviewedAt, ...rest } = lesson;
    return [findings.get(id)?.sort() ?? [], ...fields(lesson), rest];
  });
  return told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Calls of the programs in a made history, some of which speak against a pattern. */
function addCalls(context: TestContext, from: number, next: Random): void {
  const index = openCallIndex(context.home);
  const planted = Array.from({ length: 30 }, (_, nth) => {
    const program = ['git', 'docker', 'kubectl', 'terraform', 'psql'][Math.floor(next() * 5)];
    const text = `${program} run --opt${Math.floor(next() * 12)} ${Math.floor(next() * 3)}`;
    return next() < 0.5 ? call(from + nth, text) : failing(from + nth, text);
  });
  index.add(planted);
  index.close();
}

describe('groups that grow', () => {
  for (const seed of [1, 2, 3])
    test(`one scan for each few files gives what one scan of all gives, seed ${seed}`, async () => {
      const next = seededRandom(seed);
      const files = [...madeFiles(seed).values()];
      const [whole, grown] = [testContext(), testContext()];
      for (const context of [whole, grown]) addCalls(context, 0, seededRandom(seed));
      await (await whole.store()).applyFindings(...files);
      await groupStored(whole, await whole.store());
      const store = await grown.store();
      const order = shuffled(files, next);
      while (order.length > 0) {
        await store.applyFindings(...order.splice(0, 1 + Math.floor(next() * 40)));
        await groupStored(grown, store);
      }
      const fields = () => [];
      expect(await decided(grown, fields)).toEqual(await decided(whole, fields));
    });

  for (const seed of [4, 5, 6])
    test(`what is left as it was is as if it were drafted anew, whatever happens in between, seed ${seed}`, async () => {
      const files = madeFiles(seed);
      const [anew, kept] = [testContext(), testContext()];
      const steps = [anew, kept].map((context) => ({ context, next: seededRandom(seed) }));
      for (let round = 0; round < 8; round += 1) {
        for (const { context, next } of steps) {
          await change(context, files, next, round);
          await groupStored(context, await context.store(), context === anew);
        }
        const [wanted, found] = await Promise.all(
          [anew, kept].map((context) => decided(context, ({ number }) => [number])),
        );
        expect(found).toEqual(wanted!);
      }
    });

  test('a finding that comes back as something else contests the candidate that it was of', async () => {
    const refused = (program: string, file: string): Episode =>
      episodeOf({ file, error: `error: ${program} cannot read its lock`, tags: [`tool:${program}`] });
    // Whichever of the two groups comes first.
    for (const [before, after] of [
      ['yarn', 'cargo'],
      ['cargo', 'yarn'],
    ] as const) {
      const [first, second] = [refused(before, 'a'), refused(before, 'b')];
      const states = [second, { ...second, confidence: 0.1 }, { ...refused(after, 'b'), id: second.id }];
      const told = await Promise.all(
        [true, false].map(async (anew) => {
          const context = testContext();
          const store = await context.store();
          await store.applyFindings(findingsOf('a', 1, { episodes: [first] }));
          for (const episode of states) {
            await store.applyFindings(findingsOf('b', 1, { episodes: [episode] }));
            await groupStored(context, store, anew);
          }
          return decided(context, ({ number }) => [number]);
        }),
      );
      expect(told[0]).toHaveLength(2);
      expect(told[1]).toEqual(told[0]!);
    }
  });

  test('only groups that something new belongs to are read again', async () => {
    const context = testContext();
    const store = await context.store();
    await store.applyFindings(...madeFiles(7, false).values());
    await groupStored(context, store);
    const own = episodeOf({ error: 'fatal: no such thing as a quux here', command: 'quux frob' });
    await store.applyFindings(findingsOf('new.jsonl', 1, { episodes: [{ ...own, file: 'new.jsonl' }] }));
    const read = spyOn(store, 'listEpisodes');
    await groupStored(context, store);
    const ids = read.mock.calls.flatMap(([filter]) => filter?.ids ?? []);
    read.mockRestore();
    expect(ids).toEqual([own.id]);
  });

  test('a file that is read again with what it said before changes no group', async () => {
    const context = testContext();
    const store = await context.store();
    const files = [...madeFiles(8, false).values()];
    await store.applyFindings(...files);
    await groupStored(context, store);
    await store.applyFindings(...files);
    const read = spyOn(store, 'listEpisodes');
    expect(await groupStored(context, store)).toMatchObject({ candidatesNew: 0, candidatesUpdated: 0 });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

test('a candidate is told of as new when it comes, or comes to be shown', async () => {
  const context = testContext();
  const store = await context.store();
  const grouped = async (reusable: number, summary: string) => {
    const episode = episodeOf({ id: 'e1', file: 'a.jsonl', command: 'ztool run --fast', reusable, summary });
    await store.applyFindings(findingsOf('a.jsonl', 1, { episodes: [episode] }));
    return (await groupStored(context, store)).unseen;
  };
  const [id, ...others] = await grouped(0.3, 'ztool has no fast mode');
  expect(others).toEqual([]);
  expect((await store.listLessons()).map((lesson) => lesson.id)).toEqual([id as string]);
  expect(await grouped(0.8, 'ztool has no fast mode')).toEqual([id as string]);
  expect(await grouped(0.8, 'ztool knows no fast mode')).toEqual([]);
});

/** What happens between two scans: files come, go, and are read again; humans decide; other calls are made. */
async function change(
  context: TestContext,
  files: ReadonlyMap<string, FileFindings>,
  next: Random,
  round: number,
): Promise<void> {
  const store = await context.store();
  const some = shuffled([...files.values()], next).slice(0, 15);
  const surer = (episode: Episode): Episode => ({ ...episode, confidence: 0.95, attempts: 3 });
  for (const found of some) {
    const episodes = [...found.episodes];
    const kind = next();
    if (kind < 0.15) await store.applyFindings({ ...found, episodes: [], tags: [] });
    else if (kind < 0.3) await store.applyFindings({ ...found, episodes: episodes.map(surer) });
    else await store.applyFindings(found);
  }
  if (round % 2 === 1) addCalls(context, round * 100, next);
  const lessons = (await store.listLessons()).sort((a, b) => a.number - b.number);
  for (const [nth, lesson] of lessons.entries()) {
    const luck = next();
    if (nth % 4 > 0) continue;
    if (luck < 0.15 && lesson.status === 'candidate')
      await store.updateLesson(lesson.id, { status: 'active', summary: `Decided ${nth}` });
    else if (luck < 0.3) await store.updateLesson(lesson.id, { summary: `Edited ${nth}`, priority: 9 });
    // The first stays: it is given others' episodes.
    else if (luck < 0.4 && nth > 0) await store.deleteLesson(lesson.id);
    else if (luck < 0.5) {
      const [episode] = await store.listEpisodes({ lessonIds: [lesson.id] });
      if (episode) await store.assignEpisodes([episode.id], lessons[0]!.id);
    }
  }
}

test('a candidate whose findings are gone goes with them, unless somebody has written it up', async () => {
  const context = testContext();
  const store = await context.store();
  const files = ['a', 'b'].map((name) =>
    findingsOf(`${name}.jsonl`, 1, {
      episodes: [
        episodeOf({
          file: `${name}.jsonl`,
          command: `${name}tool run --${name}`,
          error: `${name}tool: no option ${name}`,
          fingerprint: name,
          summary: `${name}tool does not accept --${name}`,
          mistake: `Ran ${name}tool`,
          remediation: `Leave ${name} out`,
        }),
      ],
    }),
  );
  await store.applyFindings(...files);
  await groupStored(context, store);
  const [first, second] = await store.listLessons();
  expect(second).toBeDefined();
  await store.saveDraft({ lessonId: first!.id, patch: { priority: 9 }, by: 'human', at: first!.createdAt });
  await store.applyFindings(...['a', 'b'].map((name) => findingsOf(`${name}.jsonl`, 2)));
  await groupStored(context, store);
  expect((await store.listLessons()).map(({ id }) => id)).toEqual([first!.id]);
});
