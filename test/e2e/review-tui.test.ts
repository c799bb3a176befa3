import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../src/model/lesson.ts';
import { tryLock } from '../../src/platform/locks.ts';
import { homeFiles } from '../../src/platform/paths.ts';
import { openStore } from '../../src/store/sqlite/index.ts';
import { candidateOf } from '../support/candidates.ts';
import { evidenceOf } from '../support/records.ts';
import { scratchDir } from '../support/scratch.ts';
import { putSessions } from '../support/session-days.ts';
import { KEYS, startTerminal, type Terminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

const lessons = join(import.meta.dir, '..', '..', 'dist', 'lessons');

let home: string;
let terminal: Terminal | null = null;

beforeEach(() => {
  home = scratchDir('tui');
});

afterEach(() => {
  terminal?.kill();
  terminal = null;
});

const NAMES = ['stash', 'checkout', 'install', 'compose', 'publish'];

async function seed(count: number): Promise<void> {
  const store = await openStore(home);
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `${NAMES[index % NAMES.length]}${index}`;
    const { number: _number, ...lesson } = candidateOf({
      summary: `Runs ${name} without its option`,
      mistake: `Ran tool ${name} plainly, and ${name} stopped with a usage message about ${name}-mode.`,
      remediation: `Give ${name} its mode: tool ${name} --mode=${name}.`,
      commandPatterns: [`^tool ${name}(?!.*--mode)`],
      priority: 10 - (index % 10),
      contentHash: `hash-${index}`,
    });
    return lesson;
  });
  await store.insertLessons(rows);
  await store.close();
}

async function stored(): Promise<Lesson[]> {
  const store = await openStore(home);
  const all = await store.listLessons();
  await store.close();
  return all;
}

function open(
  options: { cols?: number; rows?: number; cwd?: string; env?: Record<string, string>; args?: string[] } = {},
): Terminal {
  terminal = startTerminal([lessons, 'review', ...(options.args ?? [])], {
    ...options,
    env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '', ...options.env },
  });
  return terminal;
}

describe('review screen', () => {
  test('the first screen names its keys, also where it leaves candidates out', async () => {
    await seed(2);
    const store = await openStore(home);
    await store.updateLesson((await store.listLessons())[0]!.id, { reusable: 0.1 });
    await store.close();
    const screen = open({ cols: 80, rows: 24 });
    await screen.play(
      ['pending 1/1 · 0 decided · 1 more with --all'],
      ['a approve · s skip · x archive · ? help · c confirm · → open · q quit', 'j'],
    );
  });
  test('approve, skip and archive are applied after the confirm screen', async () => {
    await seed(5);
    const screen = open();
    await screen.play(
      ['pending 1/5', 'a', 's', 'x'],
      ['why archive?', 'only once\r'],
      ['3 decided', 'c'],
      ['This will happen:'],
    );
    expect(screen.screen()).toContain('becomes active');
    expect(screen.screen()).toContain('(only once)');
    screen.send('y');
    await screen.waitFor('✓ active');
    screen.send('q');
    expect(await screen.exited).toBe(0);
    const statuses = (await stored()).map((lesson) => lesson.status).sort();
    expect(statuses).toEqual(['active', 'archived', 'candidate', 'candidate', 'candidate']);
    expect((await stored()).find((lesson) => lesson.status === 'archived')?.archiveReason).toBe('only once');
  });

  test('runs no package of the folder that it is started in, also with DEV=true', async () => {
    await seed(1);
    const folder = scratchDir('foreign');
    const modules = join(folder, 'node_modules', 'react-devtools-core');
    const mark = join(folder, 'ran');
    mkdirSync(modules, { recursive: true });
    writeFileSync(
      join(modules, 'index.js'),
      `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');`,
    );
    const screen = open({ cwd: folder, env: { DEV: 'true' } });
    await screen.play(['pending 1/1', 'q']);
    expect(await screen.exited).toBe(0);
    expect(existsSync(mark)).toBe(false);
  });

  test('keys that it does not know, and colours of pasted text, change nothing', async () => {
    await seed(5);
    const screen = open();
    const [ctrlF1, cursorPosition] = ['\u001b[1;5P', '\u001b[24;80R'];
    await screen.play(
      ['pending 1/5', ctrlF1, cursorPosition, 'j'],
      ['pending 2/5', 'x'],
      ['why archive?', '\u001b[31monly\u001b[0m once\r'],
      ['1 decided', 'c'],
      ['(only once)'],
    );
    screen.send('q');
    await screen.waitFor('pending');
    screen.send('q');
    expect(await screen.exited).toBe(0);
  });

  test('a decision for several selected rows at once, and undo', async () => {
    await seed(5);
    const screen = open();
    await screen.play(
      ['pending 1/5', '   '],
      ['3 selected', 'a'],
      ['3 decided', 'u'],
      ['Undone.'],
      ['0 decided'],
    );
  });

  test('a field is edited with the pattern tested as it is typed', async () => {
    await seed(2);
    const screen = open({ cols: 120, rows: 40 });
    await screen.waitFor('pending 1/2');
    screen.send(KEYS.right);
    await screen.waitFor(/ command +\^tool/);
    for (let line = 0; line < 6; line += 1) screen.send(KEYS.down);
    await screen.play(
      ['> command', KEYS.enter],
      ['Ctrl-U clears', KEYS.ctrlU, '(a+)+$'],
      ['✗ ', KEYS.ctrlU, '^tool stash0$'],
      ['failing call', KEYS.enter],
      ['Changed; it is saved when you apply.', 'a', KEYS.left, 'c'],
      ['edited', 'y'],
      ['✓ active'],
    );
    expect((await stored()).find((lesson) => lesson.status === 'active')?.commandPatterns).toEqual([
      '^tool stash0$',
    ]);
  });

  test('a field of few values says which and what they mean; left as it was it is no edit', async () => {
    await seed(1);
    const screen = open({ cols: 80, rows: 24 });
    await screen.play(
      ['pending 1/1', KEYS.right],
      ['> lesson', KEYS.down, KEYS.down, KEYS.down],
      ['> delivery', KEYS.enter],
      ['context: told beside it · hold: denied once · block: denied', KEYS.enter],
      ['Enter edit'],
    );
    expect(screen.screen()).not.toContain('edited');
  });

  test('Ctrl-C loses nothing: the decisions are there the next time', async () => {
    await seed(4);
    const first = open();
    await first.waitFor('pending 1/4');
    first.send('a');
    await first.waitFor('1 decided');
    first.send(KEYS.ctrlC);
    expect(await first.exited).toBe(0);
    expect((await stored()).every((lesson) => lesson.status === 'candidate')).toBe(true);
    const second = open();
    await second.play(['1 decided', 'c'], ['becomes active', 'y'], ['✓ active']);
    expect(existsSync(join(home, 'review-sessions', 'unfinished.json'))).toBe(false);
  });

  test('Ctrl-C while decisions are applied leaves once they are, and says so', async () => {
    await seed(1);
    const release = tryLock(join(home, 'build.lock'));
    const screen = open();
    await screen.play(['pending 1/1', 'a'], ['1 decided', 'c'], ['becomes active', 'y'], ['Applying…']);
    while ((await stored())[0]?.status !== 'active') await Bun.sleep(20);
    screen.send(KEYS.ctrlC);
    await Bun.sleep(300);
    release?.();
    expect(await screen.exited).toBe(0);
    expect(screen.screen()).toContain('✓ active');
    expect(screen.screen()).not.toContain('Nothing was applied');
    expect(existsSync(homeFiles.manifestPointer(home))).toBe(true);
  });

  test('archived rows show why, and can be restored', async () => {
    await seed(2);
    const store = await openStore(home);
    const [first] = await store.listLessons();
    await store.updateLesson(first!.id, {
      status: 'archived',
      archiveReason: 'noise: seen once',
      archivedAt: '2026-01-02T00:00:00.000Z',
    });
    await store.close();
    const screen = open();
    await screen.play(
      ['pending 1/1', KEYS.tab],
      ['noise: seen once', 'r', 'c'],
      ['is a candidate again', 'y'],
      ['↺ restored'],
    );
    expect((await stored()).every((lesson) => lesson.status === 'candidate')).toBe(true);
  });

  test('an active lesson that was not matched for long is offered, and archived only on a yes', async () => {
    await seed(2);
    const store = await openStore(home);
    const [first] = await store.listLessons();
    const long = '2020-01-01T00:00:00.000Z';
    await store.updateLesson(first!.id, {
      status: 'active',
      createdAt: long,
      reviewedAt: long,
      updatedAt: long,
      lastMatchedAt: long,
    });
    await putSessions(store, Date.now(), 25);
    await store.close();
    const screen = open({ cols: 140 });
    await screen.play(
      ['let go?', 'G'],
      ['pending 2/2', KEYS.right],
      ['proposed: let go? stale', KEYS.left],
      ['pending 2/2', 'a'],
      ['It is active already', 'x'],
      ['why archive?', '\r'],
      ['1 decided', 'c'],
      ['is archived', 'y'],
      ['✗ archived'],
    );
    expect((await stored()).find((lesson) => lesson.id === first!.id)?.status).toBe('archived');
  });

  test('$EDITOR changes fields; what it leaves invalid is named and dropped', async () => {
    await seed(1);
    const editor = join(home, 'an editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i.bak "s/without its option/and forgets its mode/" "$1"\n');
    chmodSync(editor, 0o755);
    const screen = open({ env: { EDITOR: `'${editor}'` } });
    await screen.waitFor('pending 1/1');
    screen.send('e');
    await screen.waitFor('and forgets its mode');
    writeFileSync(editor, '#!/bin/sh\necho "{" > "$1"\n');
    screen.send('e');
    await screen.waitFor('not JSON');
    await screen.waitFor('and forgets its mode');
  });

  test('without a temporary folder the editor is not opened, and the review goes on', async () => {
    await seed(1);
    const screen = open({ env: { EDITOR: 'true', TMPDIR: join(home, 'gone') } });
    await screen.waitFor('pending 1/1');
    screen.send('e');
    await screen.waitFor('the editor was not opened: cannot write in');
    await screen.waitFor('pending 1/1');
  });

  test('it resizes, and fits 80×24 without colour', async () => {
    await seed(30);
    const screen = open({ env: { NO_COLOR: '1' } });
    await screen.waitFor('pending 1/30');
    expect(screen.screen().split('\n').length).toBeLessThanOrEqual(24);
    // Bold is allowed; colours (30–37, 90–97, 38;…) are not.
    expect(screen.raw()).not.toMatch(/\u001b\[(?:3[0-8]|9[0-7])/);
    screen.resize(120, 40);
    screen.send(KEYS.right);
    await screen.waitFor(/> .*Runs [\s\S]*back-test/);
    screen.resize(60, 15);
    screen.send(KEYS.left);
    await screen.waitFor(/pending 1\/30[\s\S]*\na approve · s skip/);
    expect(screen.screen().split('\n').length).toBeLessThanOrEqual(15);
    screen.resize(40, 15);
    await screen.waitFor('? help');
    screen.send(KEYS.right);
    await screen.waitFor('← back · ? help');
  });

  test.each([
    [60, 15],
    [40, 12],
  ])(
    'in %d×%d no key of the last line is cut, and an open candidate has most of the rows',
    async (cols, rows) => {
      await seed(30);
      const screen = open({ cols, rows });
      await screen.waitFor('pending 1/30 · 0 decided');
      const lastLine = () => screen.screen().split('\n').at(-1) ?? '';
      expect(lastLine()).toMatch(cols === 60 ? /· c confirm · → open$/ : /\? help$/);
      screen.send(KEYS.right);
      await screen.waitFor('← back');
      expect(lastLine()).toMatch(cols === 60 ? /· s skip$/ : /\? help$/);
      expect(screen.screen().split('\n')[2]).toMatch(/^─+$/);
      screen.send(KEYS.left);
      await screen.waitFor('a approve');
      screen.send('a');
      await screen.waitFor('1 decided');
      expect(lastLine()).toStartWith('c confirm · a approve · ');
    },
  );

  test('the help can be read whole on a small screen, and a key leaves it', async () => {
    await seed(2);
    const screen = open({ cols: 40, rows: 12 });
    await screen.waitFor('? help');
    screen.send('?');
    let text = '';
    for (let page = 1, pages = 5; page <= pages; page += 1) {
      await screen.waitFor(page < pages ? `${page}/${pages} · any key: more` : 'any key closes');
      const lines = screen.screen().split('\n');
      expect(lines.length).toBeLessThanOrEqual(12);
      text += ` ${lines.slice(1, -1).join(' ')}`;
      screen.send(' ');
    }
    await screen.waitFor('a approve · s skip');
    expect(text).not.toContain('…');
    const words = text.replaceAll(/\s+/g, ' ');
    for (const key of [
      '↑ ↓ or j k move',
      'approve: becomes active when applied',
      'Tab pending → archived → all',
    ])
      expect(words).toContain(key);
    screen.send('?');
    await screen.waitFor('any key: more');
    screen.send(KEYS.escape);
    await screen.waitFor('a approve · s skip');
  });

  test('a field that is longer than the pane can be read whole, down and up again', async () => {
    const words = Array.from({ length: 80 }, (_, index) => `word${index}.`);
    const store = await openStore(home);
    const { number: _number, ...lesson } = candidateOf({
      summary: 'Deploys from elsewhere',
      mistake: words.join(' '),
    });
    await store.insertLessons([lesson]);
    await store.close();
    const screen = open({ cols: 40, rows: 12 });
    await screen.waitFor('pending 1/1');
    screen.send(KEYS.right);
    await screen.waitFor('> lesson');
    screen.send(KEYS.down);
    await screen.waitFor('> mistake');
    let seen = screen.screen();
    for (let key = 0; key < 80 && !seen.includes('> fix'); key += 1) {
      const before = screen.screen();
      screen.send(KEYS.down);
      await until(() => screen.screen() !== before, 5);
      seen += screen.screen();
    }
    expect(words.filter((word) => !seen.includes(word))).toEqual([]);
    screen.send(KEYS.up);
    await screen.waitFor('> mistake');
    screen.send(KEYS.down);
    await screen.waitFor(/^(?!.*> mistake)/s);
    screen.send(KEYS.up);
    await screen.waitFor('> mistake');
    screen.send(KEYS.up);
    await screen.waitFor('> lesson');
  });

  test.each([
    [40, 12],
    [30, 10],
    [80, 24],
  ])('all evidence can be read below the fields in %d×%d', async (cols, rows) => {
    const store = await openStore(home);
    const { number: _number, ...lesson } = candidateOf({ summary: 'Deploys from elsewhere' });
    await store.insertLessons([lesson]);
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    await store.addEvidence([
      evidenceOf(lesson.id, `Bash: deploy\n${words.join(' ')}\n\n✓ cd root && deploy`),
    ]);
    await store.close();
    const screen = open({ cols, rows });
    await screen.waitFor('pending 1/1');
    screen.send(KEYS.right);
    await screen.waitFor('>');
    const place = () => /evidence (\d+)\/(\d+)\n/.exec(screen.screen());
    // A key that comes in one chunk with another is not heard.
    const isLast = () => place() !== null && place()?.[1] === place()?.[2];
    const isDown = () => {
      if (!isLast()) screen.send(KEYS.pageDown);
      return isLast();
    };
    await until(isDown, 50);
    screen.send(KEYS.enter);
    const steps = Number(place()?.[2]);
    const read = new Set<string>();
    for (let step = steps; step > 0; step -= 1) {
      await screen.waitFor(`evidence ${step}/${steps}\n`);
      for (const word of screen.screen().split(/\s+/)) read.add(word);
      screen.send(KEYS.up);
    }
    expect(words.filter((word) => !read.has(word))).toEqual([]);
    expect([...read]).toEqual(expect.arrayContaining(['Bash:', '✓', 'root']));
    await screen.waitFor(/─\n(?!evidence)/);
  });

  test('mistake and fix can be read whole in 80×24, also in wide characters', async () => {
    const store = await openStore(home);
    const mistake = `Ran the deploy script from the wrong folder, ${'so it shipped the old build, '.repeat(3)}as seen later.`;
    const { number: _number, ...lesson } = candidateOf({
      // As wide as makes the ellipsis meet the middle of a character.
      summary: `規則: ${'必ず日本語で書いてください。'.repeat(4)}`,
      mistake,
      remediation: 'デプロイの前に必ずプロジェクトのルートへ移動し、ビルドをやり直してから実行してください。',
      contentHash: 'hash-wide',
    });
    await store.insertLessons([lesson]);
    await store.addEvidence([evidenceOf(lesson.id, 'Bash: deploy\n→ FAILED\n\n✓ cd root && deploy')]);
    await store.close();
    const screen = open();
    for (const cols of [80, 79, 78, 77]) {
      screen.resize(cols, 24);
      await screen.waitFor(/^lessons review · pending 1\/1.*\n.*seen {2}lesson\n> .*規則.*…\n\n/);
    }
    screen.resize(80, 24);
    screen.send(KEYS.right);
    await screen.waitFor(/as\s+seen later\./);
    await screen.waitFor(/evidence\n {2}Bash: deploy\n {2}→ .*\n {2}✓ cd root/);
    const words = screen.screen().replace(/\s+/g, '');
    expect(words).toContain(mistake.replaceAll(' ', ''));
    expect(words).toContain(lesson.remediation);
    screen.send(KEYS.down);
    screen.send(KEYS.down);
    screen.send(KEYS.enter);
    await screen.waitFor('実行してください。▏');
    expect(screen.screen()).toMatch(/^lessons review/);
  });

  test('an editor that has the screen to itself leaves the shell its text', async () => {
    await seed(1);
    const editor = join(home, 'editor.sh');
    writeFileSync(editor, "#!/bin/sh\nprintf '\\033[?1049h\\033[Hediting\\033[?1049l'\n");
    chmodSync(editor, 0o755);
    const screen = startTerminal(['sh', '-c', 'echo text of the shell; "$0" review', lessons], {
      env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '', EDITOR: `'${editor}'` },
    });
    terminal = screen;
    await screen.play(['pending 1/1', 'e', 'j', 'a'], ['1 decided', 'q'], ['Nothing was applied.']);
    expect(await screen.exited).toBe(0);
    expect(screen.screen().split('\n')[0]).toBe('text of the shell');
  });

  test.skipIf(process.platform === 'win32')(
    'Ctrl-Z gives the shell its turn, and fg the review',
    async () => {
      await seed(3);
      const job = 'set -m; "$0" review; echo turn of the shell; read word; fg; echo left: $?';
      const screen = startTerminal(['sh', '-c', job, lessons], {
        env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '' },
      });
      terminal = screen;
      await screen.play(
        ['pending 1/3', 'a', '/', 'stash'],
        ['/stash', '\u001a'],
        ['turn of the shell', 'typed there\r'],
      );
      await screen.play(['/stash', '\r'], ['pending 1/1 · 1 decided · filter: stash', 'q'], ['left: 0']);
      expect(screen.screen()).toContain('typed there');
      expect(await screen.exited).toBe(0);
    },
  );

  test('5,000 rows: moving, paging, filtering', async () => {
    await seed(5000);
    const screen = open();
    await screen.waitFor('pending 1/5000');
    screen.send('G');
    await screen.play(
      ['pending 5000/5000', 'g', KEYS.pageDown],
      ['pending 21/5000', '/', 'compose4998'],
      ['filter: compose4998', KEYS.escape],
      ['q quit', '/', 'publish4999'],
      ['pending 1/1'],
    );
    expect(screen.screen()).toContain('publish4999');
  });

  test('an empty store says what to do', async () => {
    const screen = open();
    await screen.waitFor(/No candidates found\. Run `\S*lessons scan` to discover/);
    screen.send('?');
    await screen.waitFor('edit all fields in $EDITOR');
    screen.send('q');
    screen.send('q');
    expect(await screen.exited).toBe(0);
  });

  test('a terminal that can move no cursor gets the numbered list', async () => {
    await seed(3);
    const screen = open({ env: { TERM: 'dumb' } });
    expect(await screen.exited).toBe(0);
    expect(screen.raw()).toContain('Review session');
    expect(screen.raw()).not.toContain('\u001b');
  });
});
