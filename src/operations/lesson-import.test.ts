import { describe, expect, spyOn, test } from 'bun:test';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { AGENT, inputFile, lessonIn, lessonsOf, pack, packed } from '../../test/support/packs.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import type { Lesson } from '../model/lesson.ts';
import { PackSchema, StoreExportSchema } from '../model/pack.ts';
import { schemaUrl } from '../model/schema-url.ts';
import { homeFiles } from '../platform/paths.ts';
import { isShipped } from './home/trust-file.ts';
import { lessonExport } from './lesson-export.ts';
import { lessonImport } from './lesson-import.ts';
import { trust } from './trust.ts';

describe('import', () => {
  test('what a file from elsewhere says differently is named, since both then act', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('v1.json', pack([packed(1), packed(2)])) });
    const [{ slug }] = [packed(1)];
    const changed = packed(1, { remediation: 'Ask the keeper of the aviary for the second key first.' });
    const file = inputFile('v2.json', { ...pack([changed, packed(2), packed(3)]), name: 'another' });
    const result = await lessonImport.run(context, { file });
    expect(result).toMatchObject({ added: 2, duplicates: 1, renamed: [{ slug }] });
    const [{ as } = { as: '' }] = result.renamed;
    expect((await lessonsOf(context)).map((each) => each.slug)).toContain(as);
    const text = lessonImport.cli?.render?.(result as never, {} as never, { color: false, width: 80 });
    expect(text).toContain(`${slug} says something else here: the file's was added beside it as ${as}.`);
    expect((await lessonImport.run(context, { file })).renamed).toEqual([]);
  });

  test('a file in the encoding of Windows PowerShell is read, one in another refused, a torn log taken', async () => {
    const context = testContext();
    const summary = 'Smørrebrød is cut with the lid on';
    const text = JSON.stringify(pack([packed(1, { summary })]));
    const file = inputFile('p.json', '');
    writeFileSync(file, text, 'latin1');
    expect(lessonImport.run(context, { file })).rejects.toThrow(`${file} is not UTF-8`);
    writeFileSync(file, `\uFEFF${text}`, 'utf16le');
    expect(await lessonImport.run(context, { file })).toMatchObject({ added: 1 });
    expect((await lessonIn(context, packed(1).slug)).summary).toBe(summary);
    const failure = { timestamp: '2026-02-01T10:00:00Z', tool: 'Bash', error: 'ferry: no such berth' };
    writeFileSync(file, `${JSON.stringify(failure)}\n{"error": "smø`, 'latin1');
    expect(await lessonImport.run(context, { file })).toMatchObject({ format: 'errors.jsonl', failures: 1 });
  });

  test('a lesson that does not say when it is told, and names no call or an error, is told as one that is added', async () => {
    const context = testContext();
    const none = { toolNames: [], commandPatterns: [] };
    const lessons = [packed(1), packed(2, none), packed(3, { errorPatterns: ['tool3: no lid'] })];
    await lessonImport.run(context, { file: inputFile('p.json', pack(lessons)) });
    const events = async (index: number) => (await lessonIn(context, packed(index).slug)).injectOn;
    expect(await events(1)).toEqual(['PreToolUse']);
    expect(await events(2)).toEqual(['SessionStart', 'UserPromptSubmit']);
    expect(await events(3)).toEqual(['PreToolUse', 'UserPromptSubmit', 'PostToolUseFailure']);
  });

  test('a pack keeps ids and slugs, and what it says is active is active and compiled', async () => {
    const context = testContext();
    const result = await lessonImport.run(context, {
      file: inputFile(
        'p.json',
        pack([
          packed(1),
          packed(2, { status: 'archived', archiveReason: 'old' }),
          packed(3, { delivery: 'block' }),
        ]),
      ),
    });
    expect(result).toMatchObject({
      format: 'pack',
      name: 'mine',
      read: 3,
      added: 3,
      duplicates: 0,
      proposed: 0,
      refused: [],
    });
    expect(await lessonIn(context, 'packed-1-a1b2')).toMatchObject({
      id: packed(1).id,
      status: 'active',
      priority: 6,
      source: 'pack',
    });
    expect(await lessonIn(context, 'packed-2-a1b2')).toMatchObject({
      status: 'archived',
      archiveReason: 'old',
    });
    expect(await lessonIn(context, 'packed-3-a1b2')).toMatchObject({ status: 'active', delivery: 'block' });
    expect(existsSync(homeFiles.manifestPointer(context.home))).toBe(true);
  });

  test('the same pack again adds nothing; twins within one file are one', async () => {
    const context = testContext();
    const path = inputFile('p.json', pack([packed(1), packed(1, { id: undefined, slug: undefined })]));
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 1, duplicates: 1 });
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 0, duplicates: 2 });
    expect(await lessonsOf(context)).toHaveLength(1);
  });

  test('of a long file, what is the same is one however far apart it stands; what only looks so is kept', async () => {
    const context = testContext();
    const anew = { id: undefined, slug: undefined };
    const far = [
      packed(0, anew),
      packed(0, { scope: 'project:x' }),
      packed(1, { ...anew, summary: 'other words', slug: 'packed-2-a1b2' }),
      packed(9001, { slug: 'packed-3-a1b2' }),
      packed(9002, { id: packed(4).id }),
    ];
    const between = Array.from({ length: 1200 }, (_, n) => packed(n));
    const path = inputFile('p.json', pack([...between, ...far]));
    expect(await lessonImport.run(context, { file: path })).toMatchObject({
      read: 1205,
      added: 1203,
      duplicates: 2,
    });
    const stored = await lessonsOf(context);
    const own = (name: 'id' | 'slug' | 'number') => new Set(stored.map((lesson) => lesson[name])).size;
    expect([own('id'), own('slug'), own('number')]).toEqual([1203, 1203, 1203]);
    expect(await lessonIn(context, 'packed-3-a1b2')).toMatchObject({ summary: 'packed lesson 3' });
    const store = await context.store();
    for (const n of [1, 700, 1199, 9002])
      expect((await store.searchLessons(`"number ${n} of"`, 9)).map(({ summary }) => summary)).toContain(
        `packed lesson ${n}`,
      );
    expect(await store.listLessons({ tool: 'Bash', tag: 'tool:x' })).toHaveLength(1203);
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 0, duplicates: 1205 });
  });

  test('an id or slug that another lesson has is not taken over', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('a.json', pack([packed(1)])) });
    const other = packed(2, { id: packed(1).id, slug: packed(1).slug });
    expect(await lessonImport.run(context, { file: inputFile('b.json', pack([other])) })).toMatchObject({
      added: 1,
    });
    const lessons = await lessonsOf(context);
    expect(lessons).toHaveLength(2);
    expect(new Set(lessons.map((each) => each.id)).size).toBe(2);
    expect((await lessonIn(context, packed(1).id)).summary).toBe('packed lesson 1');
  });

  test.each(['1950-01-01', '+020000-01-01T00:00:00.000Z'])(
    'an id that another lesson has, of a lesson of the year of %s',
    async (createdAt) => {
      const context = testContext();
      const file = inputFile('a.json', pack([packed(1), packed(2, { id: packed(1).id, createdAt })]));
      expect(await lessonImport.run(context, { file })).toMatchObject({ added: 2 });
    },
  );

  test('a slug that is the name of another file of a session is not taken', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('a.json', pack([packed(1, { slug: 'log' })])) });
    expect((await lessonsOf(context)).map((each) => each.slug)).toEqual([
      expect.stringMatching(/^packed-lesson-1-[a-z0-9]{4}$/),
    ]);
  });

  test('a pattern that could stall the hook is kept, does not act, and is named', async () => {
    const context = testContext();
    const result = await lessonImport.run(context, {
      file: inputFile('p.json', pack([packed(1, { commandPatterns: ['(a+)+$', '('] })])),
    });
    expect(result.refused.map((each) => each.pattern).sort()).toEqual(['(', '(a+)+$']);
    expect((await lessonIn(context, 'packed-1-a1b2')).commandPatterns).toEqual(['(a+)+$', '(']);
    const asked = spyOn(await context.store(), 'resolveLesson');
    const next = await lessonImport.run(context, { file: inputFile('q.json', pack([packed(2)])) });
    expect(next.refused).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('a lesson whose trigger is blank waits: it would act at every call of its tools', async () => {
    const context = testContext();
    const lessons = [
      packed(1, { toolNames: ['Bash'], commandPatterns: [' ', ''], delivery: 'block' }),
      packed(2, { toolNames: ['Bash'], commandPatterns: [''], pathPatterns: ['*.sql'] }),
      packed(3, { toolNames: ['mcp__db__drop'], commandPatterns: [], delivery: 'block' }),
    ];
    await lessonImport.run(context, { file: inputFile('p.json', pack(lessons)) });
    const stored = await lessonsOf(context);
    const found = stored.map(({ status, commandPatterns }) => [status, commandPatterns]);
    expect(found.sort()).toEqual([
      ['active', []],
      ['active', []],
      ['candidate', []],
    ]);
  });

  test('what a pack hides in its texts, tags and tools is not stored', async () => {
    const context = testContext();
    const hidden = '\u001b[2J\u202e\u200b\u{e0063}\u{e0075}';
    const lesson = packed(1);
    const file = pack([
      {
        ...lesson,
        summary: `${lesson.summary}${hidden}`,
        mistake: `${lesson.mistake}${hidden}`,
        remediation: `${hidden}${lesson.remediation}`,
        tags: [`tool:${hidden}git`],
        toolNames: [`Ba${hidden}sh`],
      },
    ]);
    await lessonImport.run(context, { file: inputFile('hidden.json', file) });
    const stored = JSON.stringify(await lessonIn(context, lesson.slug));
    expect(stored).toContain('tool:[2Jgit');
    expect(stored).not.toMatch(/[\u202e\u200b\u{e0000}-\u{e0fff}]|\\u001b/u);
  });

  test('credentials in a pack are not stored', async () => {
    const context = testContext();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await lessonImport.run(context, {
      file: inputFile('p.json', pack([packed(1, { mistake: `Sent ${secret} to the log.` })])),
    });
    expect((await lessonIn(context, 'packed-1-a1b2')).mistake).not.toContain(secret);
  });

  test('inside an agent everything waits', async () => {
    const context = testContext({ actor: AGENT });
    const result = await lessonImport.run(context, {
      file: inputFile('p.json', pack([packed(1), packed(2, { status: 'archived' })])),
    });
    expect(result).toMatchObject({ added: 2, proposed: 1 });
    expect(result.proposal).toContain('nobody has asked');
    expect((await lessonsOf(context)).map((each) => each.status).sort()).toEqual(['archived', 'reviewed']);
  });

  test.each([
    ['nothing.json', null, 'NOT_FOUND'],
    ['empty.json', '', 'UNKNOWN_FORMAT'],
    ['other.json', '{"a": 1}', 'UNKNOWN_FORMAT'],
    ['newer.json', '{"type": "lessons-learned-pack", "version": 2, "lessons": []}', 'NEWER_FORMAT'],
  ])('%s is refused', async (name, content, code) => {
    const path = content === null ? join(scratchDir('none'), name) : inputFile(name, content);
    const context = testContext();
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({ code, exitCode: 1 });
  });
});

describe('export and back', () => {
  test.each(['json', 'pack', 'known-errors', 'markdown'] as const)('%s', async (format) => {
    const context = testContext();
    await lessonImport.run(context, {
      file: inputFile('p.json', pack([packed(1), packed(2), packed(3, { status: 'archived' })])),
    });
    const { text } = await lessonExport.run(context, { format });
    const other = testContext();
    const result = await lessonImport.run(other, { file: inputFile('x', text) });
    expect(result.added).toBe(format === 'json' ? 3 : 2);
    const back = (await lessonsOf(other))
      .map((each) => [each.summary, each.mistake, each.remediation])
      .sort();
    const expected = (await lessonsOf(context)).filter(
      (each) => format === 'json' || each.status === 'active',
    );
    expect(back).toEqual(expected.map((each) => [each.summary, each.mistake, each.remediation]).sort());
    if (format === 'pack' || format === 'json')
      expect(JSON.parse(text).$schema).toBe(schemaUrl(format === 'json' ? 'store' : 'pack'));
    if (format === 'pack') expect(PackSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
    if (format === 'json') {
      expect(StoreExportSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
      const ordered = (lessons: Lesson[]) => lessons.sort((a, b) => a.number - b.number);
      expect(ordered(await lessonsOf(other))).toEqual(ordered(await lessonsOf(context)));
    }
  });

  test.each(['json', 'pack', 'known-errors', 'markdown'] as const)('%s adds nothing', async (format) => {
    const context = testContext();
    const lessons = [
      packed(1, {
        commandPatterns: ['^one\\b', 'raw:two && three', '(?i)Four'],
        errorPatterns: ['E1', 'E2 \\d'],
      }),
      packed(2, {
        toolNames: ['Edit', 'Bash'],
        commandPatterns: ['sed -i .*/gen/'],
        pathPatterns: ['**/gen/**'],
      }),
      packed(3, {
        delivery: 'hold',
        scope: 'project:/srv/x',
        remediation: 'Run these:\n- `one`\n- `two --all`',
      }),
      packed(4, { toolNames: [], commandPatterns: [], injectOn: ['SessionStart'] }),
    ];
    await lessonImport.run(context, { file: inputFile('p.json', pack(lessons)) });
    const before = await lessonsOf(context);
    const { text } = await lessonExport.run(context, { format });
    const back = await lessonImport.run(context, { file: inputFile('x', text) });
    expect(back).toMatchObject({ added: 0, duplicates: back.read });
    expect(await lessonsOf(context)).toEqual(before);
  });

  test('a known error becomes a lesson of its own scope and tool, once for each pattern', async () => {
    const context = testContext();
    const lesson = packed(1, {
      toolNames: ['Edit', 'Bash'],
      commandPatterns: ['^one', '^two'],
      scope: 'project:/srv/x',
    });
    await lessonImport.run(context, { file: inputFile('p.json', pack([lesson])) });
    const { text } = await lessonExport.run(context, { format: 'known-errors' });
    const other = testContext();
    const file = inputFile('x', text);
    expect(await lessonImport.run(other, { file })).toMatchObject({ added: 2, duplicates: 0 });
    expect(await lessonImport.run(other, { file })).toMatchObject({ added: 0, duplicates: 2 });
    for (const each of await lessonsOf(other))
      expect(each).toMatchObject({ scope: 'project:/srv/x', toolNames: ['Bash'] });
    const wider = text.replaceAll('^two', '^three');
    expect(await lessonImport.run(context, { file: inputFile('y', wider) })).toMatchObject({
      added: 1,
      duplicates: 1,
    });
  });

  test('a store keeps its numbers where none as high were given, and its export is the same', async () => {
    const context = testContext();
    const added = [1, 2, 3, 4].map((each) => packed(each, { priority: each }));
    await lessonImport.run(context, { file: inputFile('p.json', pack(added)) });
    const gone = (await lessonsOf(context)).find((each) => each.number === 2) as Lesson;
    await (await context.store()).deleteLesson(gone.id);
    const { text } = await lessonExport.run(context, { format: 'json' });
    const other = testContext();
    await lessonImport.run(other, { file: inputFile('x', text) });
    expect((await lessonExport.run(other, { format: 'json' })).text).toBe(text);

    const used = testContext();
    await lessonImport.run(used, { file: inputFile('p.json', pack([packed(8), packed(9)])) });
    await lessonImport.run(used, { file: inputFile('x', text.replace('"number": 4', '"number": 1e15')) });
    expect((await lessonsOf(used)).map((each) => each.number).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test.each(['json', 'pack', 'known-errors', 'markdown'] as const)('%s of no lessons', async (format) => {
    const { text } = await lessonExport.run(testContext(), { format });
    const result = await lessonImport.run(testContext(), { file: inputFile('x', text) });
    expect(result).toMatchObject({ read: 0, added: 0, skipped: [] });
  });

  test('a pack does not tell in which sessions it was learned; the manifest knows the filter', async () => {
    const context = testContext();
    await lessonImport.run(context, {
      file: inputFile('p.json', pack([packed(1, { sourceSessionIds: ['secret-session'] })])),
    });
    expect((await lessonExport.run(context, { format: 'pack', name: 'p' })).text).not.toContain(
      'secret-session',
    );
    expect((await lessonExport.run(context, { format: 'json', status: 'candidate' })).lessons).toBe(0);
  });
});

describe('trust', () => {
  function repository(): { root: string; path: string } {
    const root = scratchDir('repository');
    mkdirSync(join(root, '.git'));
    mkdirSync(join(root, '.lessons'));
    return {
      root,
      path: inputFile('team.json', pack([packed(1, { scope: 'global' })]), join(root, '.lessons')),
    };
  }

  test('a pack in a repository is not imported unseen', async () => {
    const { root } = repository();
    const path = inputFile('pack.json', pack([packed(5)]), root);
    const context = testContext();
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({
      code: 'NOT_TRUSTED',
      exitCode: 1,
    });
    expect(await lessonsOf(context)).toEqual([]);
    expect((await trust.run(context, { path })).loaded).toBeNull();
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 1 });
    writeFileSync(path, JSON.stringify(pack([packed(6)])));
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({ code: 'NOT_TRUSTED' });
    expect((await trust.run(context, {})).trusted).toMatchObject([{ path, state: 'changed' }]);
    expect((await trust.run(context, { path, remove: true })).trusted).toEqual([]);
  });

  test('what was trusted is named alone, with what comes next', async () => {
    const { root } = repository();
    const path = inputFile('pack.json', pack([packed(5)]), root);
    const context = testContext();
    const said = async (given: { path?: string; remove?: boolean }) =>
      trust.cli.render!(await trust.run(context, given), given, { color: false, width: 80 });
    expect(await said({ path })).toBe(`${path} is trusted, as it is now.\nNext: \`lessons import ${path}\``);
    expect(await said({ path: root })).toBe(
      `${root} is trusted, as it is now.\nLoaded 1 lesson from 1 file; 0 were known.`,
    );
    expect((await said({})).split('\n').sort()).toEqual([root, path].sort());
    expect(await said({ path, remove: true })).toContain(`${path} is trusted no more`);
  });

  test.each(['.lessons', '.'])('%s loads for its own project', async (folder) => {
    const { root, path } = repository();
    const context = testContext();
    expect((await trust.run(context, { path: join(root, folder) })).loaded).toEqual({
      files: 1,
      added: 1,
      duplicates: 0,
      renamed: [],
      earlier: [],
    });
    const lesson = await lessonIn(context, 'packed-1-a1b2');
    expect(lesson).toMatchObject({ status: 'active', scope: `project:${root}` });
    expect((await (await context.store()).listProjectRoots())[0]).toEqual({ root, project: root });
    expect(statSync(homeFiles.trust(context.home)).mode & 0o777).toBe(0o600);
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ read: 1 });
  });

  test('needs a terminal inside an agent, even where the human was seen', async () => {
    const { root } = repository();
    const context = testContext({ actor: AGENT });
    expect(trust.run(context, { path: root })).rejects.toMatchObject({ code: 'NEEDS_TERMINAL' });
    expect(existsSync(homeFiles.trust(context.home))).toBe(false);
  });

  test('of the Markdown beside lessons what says nothing of them is passed over, and named', async () => {
    const { root } = repository();
    const context = testContext();
    const readme = inputFile('README.md', '# Ours\n\n- **Kilns** are hot', join(root, '.lessons'));
    expect((await trust.run(context, { path: root })).loaded).toMatchObject({ files: 1, added: 1 });
    expect(context.warnings).toEqual([expect.stringContaining('passed over README.md: no lesson')]);
    expect((await trust.run(context, {})).trusted).toMatchObject([{ state: 'trusted' }]);
    writeFileSync(readme, '**Kilns** are hot **Fix**: shut the door');
    expect(trust.run(context, { path: root })).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
    const notes = scratchDir('notes');
    inputFile('notes.md', 'of the day', notes);
    expect(trust.run(context, { path: notes })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a pack that came with the program is trusted, another one beside it is not', () => {
    const root = scratchDir('package');
    for (const folder of ['dist', 'packs', 'other']) mkdirSync(join(root, folder));
    const program = inputFile('lessons', '', join(root, 'dist'));
    const shipped = inputFile('starter.json', '{}', join(root, 'packs'));
    expect(isShipped(shipped, program)).toBe(false);
    inputFile('package.json', { name: 'lessons-learned' }, root);
    expect(isShipped(shipped, program)).toBe(true);
    expect(isShipped(inputFile('x.json', '{}', join(root, 'other')), program)).toBe(false);
    inputFile('package.json', { name: 'something-else' }, root);
    expect(isShipped(shipped, program)).toBe(false);
  });

  test('a folder without lessons, a missing path, a file that is none', async () => {
    const context = testContext();
    expect(trust.run(context, { path: scratchDir('empty') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(trust.run(context, { path: join(scratchDir('empty'), 'gone') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(trust.run(context, { path: inputFile('x.json', '{}') })).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
    });
  });
});
