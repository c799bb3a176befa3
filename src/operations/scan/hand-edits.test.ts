import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { jsonl, scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines } from '../../../test/support/transcripts.ts';
import { contentHash } from '../../model/content-hash.ts';
import { runOperation } from '../run-operation.ts';

/** A folder to which sessions with the same mistake are added. */
function sessions(): { folder: string; add: (name: string) => void } {
  const folder = scratchDir('edited');
  const add = (name: string) => {
    const steps = [
      { user: 'Sail to the island' },
      { run: 'boat sail --knots 4', exit: 2, out: "error: unknown option '--knots'" },
      { run: 'boat sail --speed 4', exit: 0, out: 'sailing' },
    ];
    const lines = claudeLines({ sessionId: name, cwd: '/home/dev/boats', steps });
    writeFileSync(join(folder, `${name}.jsonl`), jsonl(lines.map((line) => JSON.stringify(line))));
  };
  add('first');
  return { folder, add };
}

describe('what a human wrote into a candidate', () => {
  const patch = {
    summary: 'boat sail counts in metres a second',
    remediation: 'Give `--speed` in metres a second.',
  };

  test('stays when it is found again, and the rest follows what is found', async () => {
    const { folder, add } = sessions();
    const context = testContext();
    await scan(context, [folder]);
    const store = await context.store();
    const [found] = await store.listLessons();
    await runOperation(context, 'lesson.edit', { ref: found!.slug, patch });
    for (const full of [true, false]) {
      if (!full) add('second');
      await scan(context, [folder], { full });
      const [lesson, ...more] = await store.listLessons();
      expect(more).toEqual([]);
      expect(lesson).toMatchObject({ ...patch, mistake: found!.mistake, sessionCount: full ? 1 : 2 });
      expect(lesson!.contentHash).toBe(contentHash(lesson!));
    }
    const [lesson] = await store.listLessons();
    expect(lesson!.confidence).toBeGreaterThan(found!.confidence);
    await context.close();
  });

  test('and approved, stays when it was archived and restored', async () => {
    const { folder, add } = sessions();
    const context = testContext();
    await scan(context, [folder]);
    const store = await context.store();
    const ref = (await store.listLessons())[0]!.slug;
    await runOperation(context, 'lesson.promote', { ids: [ref], patch });
    await runOperation(context, 'lesson.archive', { ref, reason: 'not for now' });
    await runOperation(context, 'lesson.restore', { ref });
    add('second');
    await scan(context, [folder]);
    expect(await store.listLessons()).toMatchObject([{ ...patch, status: 'candidate', sessionCount: 2 }]);
    await context.close();
  });

  test('stays, restored, though what it was made of belongs to the lesson that has taken it in', async () => {
    const { folder, add } = sessions();
    const context = testContext();
    await scan(context, [folder]);
    const store = await context.store();
    const { id: candidateId, slug } = (await store.listLessons())[0]!;
    const draft = {
      summary: 'Sail slowly',
      mistake: 'The boat was too fast.',
      remediation: 'Reef the sail.',
    };
    const { slug: targetSlug } = await runOperation<{ slug: string }>(context, 'lesson.add', draft);
    const items = [{ action: 'expand_existing', candidateId, targetSlug }];
    await runOperation(context, 'review.apply', { sessionId: 'S1', items });
    await runOperation(context, 'lesson.restore', { ref: slug });
    add('second');
    await scan(context, [folder]);
    expect(await store.getLesson(candidateId)).toMatchObject({ status: 'candidate' });
    await context.close();
  });
});
