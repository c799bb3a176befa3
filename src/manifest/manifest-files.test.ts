import { describe, expect, spyOn, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compiledLesson } from '../../test/support/compiled.ts';
import { config, lesson, ManifestRig, slugs } from '../../test/support/manifest-rig.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import { ManifestSchema } from '../model/manifest.ts';
import * as platformFiles from '../platform/files.ts';
import { textIndexFile } from './format.ts';
import { writeJsonManifest } from './json.ts';
import { readPointer } from './pointer.ts';
import { openManifest } from './read.ts';
import { searchTexts } from './read-texts.ts';
import { writeManifest } from './write.ts';

const rig = new ManifestRig();
const { build } = rig;

describe('files', () => {
  const files = () =>
    readdirSync(rig.home)
      .filter((name) => name.startsWith('manifest-'))
      .sort();

  test('a new name for new content, private, nothing left beside it', async () => {
    const { report, manifest } = await build([lesson()]);
    const path = join(rig.home, report.file);
    const before = readFileSync(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(rig.home, 'manifest.json')).mode & 0o777).toBe(0o600);
    await build([lesson(), lesson({ commandPatterns: ['\\bmake\\b'] })]);
    manifest.candidates('Bash', ['make']);
    expect(readFileSync(path)).toEqual(before);
    expect(files()).toHaveLength(4);
    expect(JSON.parse(readFileSync(join(rig.home, 'manifest.json'), 'utf8'))).toMatchObject({
      format: MANIFEST_FORMAT,
    });
  });

  test('both are on the disk before the pointer names them: the power may fail', async () => {
    const { report: before } = await build([lesson()]);
    const synced: { bytes: number; pointed: string | undefined }[] = [];
    const sync = spyOn(platformFiles, 'syncFile').mockImplementation((path) => {
      synced.push({ bytes: statSync(path).size, pointed: readPointer(rig.home)?.file });
    });
    const { report } = await build([lesson({ commandPatterns: ['\\bmoor\\b'] })]);
    sync.mockRestore();
    const sizes = [textIndexFile(report.file), report.file].map(
      (name) => statSync(join(rig.home, name)).size,
    );
    expect(synced).toEqual(sizes.map((bytes) => ({ bytes, pointed: before.file })));
  });

  test.each([
    ['', 2],
    [', also where the clock was set back since', -24 * 60],
  ])(
    'a reader keeps its file while builds go on; the one that stood until now is kept for a minute%s',
    async (_where, minutesAgo) => {
      const { report, manifest } = await build([lesson({ slug: 'old', commandPatterns: ['\\bmake\\b'] })]);
      const [file, texts] = [join(rig.home, report.file), join(rig.home, textIndexFile(report.file))];
      const age = (minutes: number) => {
        const then = new Date(Date.now() - minutes * 60_000);
        for (const path of [file, texts]) utimesSync(path, then, then);
      };
      age(24 * 60);
      await build([lesson({ slug: 'between', commandPatterns: ['\\bmake\\b'] })]);
      expect([file, texts].map(existsSync)).toEqual([true, true]);
      age(minutesAgo);
      await build([lesson({ slug: 'new', commandPatterns: ['\\bmake\\b'] })]);
      expect([file, texts].map(existsSync)).toEqual([false, false]);
      if (process.platform !== 'win32') expect(slugs(manifest.candidates('Bash', ['make']))).toEqual(['old']);
      expect(slugs(openManifest(rig.home)!.candidates('Bash', ['make']))).toEqual(['new']);
    },
  );

  test.skipIf(process.platform === 'win32')('no JSON form that found no room for its end', async () => {
    const { report } = await build(Array.from({ length: 20 }, () => lesson()));
    const script = `
      const { writeJsonManifest } = await import(process.argv[1]);
      try { writeJsonManifest(process.argv[2], process.argv[3]); } catch (error) { console.log(error.message); }`;
    // No file may get longer than 2 KB: like a full disk, that cuts a write short before it refuses one.
    const limited = spawnSync(
      'sh',
      ['-c', 'trap \'\' XFSZ; ulimit -f 4; exec "$@"', 'sh', process.execPath, '-e', script].concat(
        join(import.meta.dir, 'json.ts'),
        rig.home,
        report.file,
      ),
      { encoding: 'utf8' },
    );
    expect(limited.stdout).toContain('the file would be larger than is allowed');
    expect(readdirSync(rig.home).filter((name) => name.startsWith('lessons-manifest.json'))).toEqual([]);
  });

  test('parallel builds leave one whole manifest, and readers never see half of one', async () => {
    await build([lesson({ slug: 'zero' })]);
    const builds = Array.from({ length: 6 }, (_, index) =>
      writeManifest(rig.home, {
        lessons: Array.from({ length: 50 }, () =>
          lesson({ slug: `b${index}`, commandPatterns: ['\\bmake\\b'] }),
        ),
        config,
      }),
    );
    let seen = 0;
    const reader = (async () => {
      for (let round = 0; round < 40; round += 1) {
        if (openManifest(rig.home) !== null) seen += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const reports = await Promise.all(builds);
    await reader;
    expect(seen).toBe(40);
    const pointed = JSON.parse(readFileSync(join(rig.home, 'manifest.json'), 'utf8')).file;
    expect(reports.map((report) => report.file)).toContain(pointed);
    expect(openManifest(rig.home)!.candidates('Bash', ['make'])).toHaveLength(50);
    expect(readdirSync(rig.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a pointer leads to a manifest in its own folder, nowhere else', async () => {
    const { report } = await build([lesson({})]);
    const elsewhere = join(rig.home, 'elsewhere');
    mkdirSync(elsewhere);
    copyFileSync(join(rig.home, report.file), join(elsewhere, report.file));
    copyFileSync(join(rig.home, report.file), join(rig.home, 'other.bin'));
    const opens = (file: string) => {
      writeFileSync(
        join(rig.home, 'manifest.json'),
        JSON.stringify({ format: MANIFEST_FORMAT, file, builtAt: '' }),
      );
      const manifest = openManifest(rig.home);
      manifest?.close();
      return manifest !== null;
    };
    expect(opens(report.file)).toBe(true);
    expect(opens(`elsewhere/${report.file}`)).toBe(false);
    expect(opens(`manifest-/../elsewhere/${report.file}`)).toBe(false);
    expect(opens('other.bin')).toBe(false);
  });

  test('whatever is wrong with the files, opening answers null', async () => {
    expect(openManifest(rig.home)).toBeNull();
    expect(openManifest(join(rig.home, 'absent'))).toBeNull();
    const { report } = await build([lesson({ commandPatterns: ['\\bmake\\b'] })]);
    const pointer = join(rig.home, 'manifest.json');
    const good = readFileSync(pointer, 'utf8');
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      `{"format":${MANIFEST_FORMAT}}`,
      good.replace(`"format":${MANIFEST_FORMAT}`, '"format":3'),
      JSON.stringify({ format: MANIFEST_FORMAT, file: '../x.bin', builtAt: '' }),
      JSON.stringify({ format: MANIFEST_FORMAT, file: 'manifest-5-0123456789abcdef.bin', builtAt: '' }),
      JSON.stringify({ format: MANIFEST_FORMAT, file: report.file.replace('.bin', '.db'), builtAt: '' }),
    ]) {
      writeFileSync(pointer, bad);
      expect(openManifest(rig.home)).toBeNull();
    }
    writeFileSync(pointer, good);
    const whole = readFileSync(join(rig.home, report.file));
    for (const size of [0, 10, 100, 1000, whole.length - 1]) {
      writeFileSync(join(rig.home, report.file), whole.subarray(0, size));
      const manifest = openManifest(rig.home);
      expect(manifest?.candidates('Bash', ['make']) ?? []).toEqual([]);
    }
    for (let at = 0; at < whole.length; at += 23) {
      const damaged = Uint8Array.from(whole);
      damaged.fill(0xff, at, at + 30);
      writeFileSync(join(rig.home, report.file), damaged);
      const manifest = openManifest(rig.home);
      manifest?.candidates('Bash', ['make']);
      manifest?.errorCandidates(['make'], 'x');
      if (manifest !== null) searchTexts(manifest, ['tree', 'build'], 3);
      manifest?.forEvent('SessionStart');
      manifest?.projectOf('/x');
      manifest?.close();
    }
    truncateSync(join(rig.home, report.file), 0);
    expect(openManifest(rig.home)).toBeNull();
  });

  test.skipIf(process.platform === 'win32')('a pipe in the place of a file is not waited for', async () => {
    const { report } = await build([lesson({ commandPatterns: ['\\bmake\\b'] })]);
    for (const name of [report.file, 'manifest.json']) {
      rmSync(join(rig.home, name));
      spawnSync('mkfifo', [join(rig.home, name)]);
      expect(openManifest(rig.home)).toBeNull();
    }
  });

  test('where the JSON form cannot stand, nothing of it is left', async () => {
    const { report } = await build([lesson({})]);
    mkdirSync(join(rig.home, 'lessons-manifest.json', 'in the way'), { recursive: true });
    expect(() => writeJsonManifest(rig.home, report.file)).toThrow('cannot write');
    expect(readdirSync(rig.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('the JSON form is valid and holds the same lessons', async () => {
    const { report } = await build(
      [
        lesson({
          slug: 'one',
          commandPatterns: [
            'git push.*--force',
            'a(?<!b)c.*d.*e.*f.*g',
            'raw:(?<![\\w.-])gh\\s+api(?![\\w:./-]).*x',
          ],
        }),
        lesson({ slug: 'two' }),
      ],
      { roots: [{ root: '/r', project: 'p' }] },
    );
    const path = writeJsonManifest(rig.home, report.file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const document = ManifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(document).toMatchObject({
      type: 'lessons-learned-manifest',
      version: 1,
      format: MANIFEST_FORMAT,
      builtAt: report.builtAt,
    });
    expect(document.lessons.map((each) => each.slug)).toEqual(['one', 'two']);
    expect(document.lessons[0]).toEqual(compiledLesson(rig.home, 'one')!);
    expect(document.roots).toEqual([{ root: '/r', project: 'p' }]);
    const none = await build([]);
    expect(JSON.parse(readFileSync(writeJsonManifest(rig.home, none.report.file), 'utf8')).lessons).toEqual(
      [],
    );
  });

  test('a read-only folder is read all the same', async () => {
    await build([lesson({ slug: 'there', commandPatterns: ['\\bmake\\b'] })]);
    chmodSync(rig.home, 0o500);
    expect(slugs(openManifest(rig.home)!.candidates('Bash', ['make']))).toEqual(['there']);
    chmodSync(rig.home, 0o700);
  });
});
