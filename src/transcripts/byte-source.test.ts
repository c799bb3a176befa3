import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { runJson } from '../../test/support/cli.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { FORMATS, type Story } from '../../test/support/transcripts.ts';
import { transcriptReaders } from '../agents/index.ts';
import { inflateGzip, inflateZstd } from '../platform/inflate.ts';
import type { TranscriptEvent } from './events.ts';
import { readTranscript } from './read-file.ts';

const STORY: Story = {
  sessionId: '0a1b2c3d-4e5f-4061-8071-aabbccddeeff',
  cwd: '/home/dev/shop',
  steps: [
    { user: 'Deploy the shop please' },
    { run: 'make deploy', exit: 2, out: 'make: *** No rule to make target "deploy".  Stop.' },
    { run: 'npm run deploy', exit: 0, out: 'deployed '.repeat(60_000) },
  ],
};

function read(path: string) {
  const events: TranscriptEvent[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => events.push(event));
  return { events, result };
}

const FILES = Object.keys(FORMATS).filter((format) => !format.startsWith('opencode'));

describe.each([
  ['.zst', zstdCompressSync],
  ['.gz', gzipSync],
])('compressed as %s', (end, compress) => {
  test.each(FILES)('a transcript tells what it told before: %s', (format) => {
    const plain = FORMATS[format]!(scratchDir('plain'), STORY);
    writeFileSync(`${plain}${end}`, compress(readFileSync(plain)));
    const { events, result } = read(`${plain}${end}`);
    expect(events).toEqual(read(plain).events);
    expect(result).toEqual(read(plain).result);
  });
});

test('what is only called compressed is read as it is; what is damaged, or too much, is skipped and said to be', () => {
  const folder = scratchDir('zst');
  const plain = FORMATS['codex']!(folder, STORY);
  writeFileSync(join(folder, 'plain.jsonl.zst'), readFileSync(plain));
  expect(read(join(folder, 'plain.jsonl.zst')).events).toEqual(read(plain).events);
  writeFileSync(join(folder, 'bad.jsonl.zst'), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 9, 9, 9, 9]));
  expect(read(join(folder, 'bad.jsonl.zst')).result).toEqual({
    skipped: 'compressed with zstd, and damaged',
  });
  writeFileSync(join(folder, 'bad.jsonl.gz'), Buffer.from([0x1f, 0x8b, 9, 9, 9, 9]));
  expect(read(join(folder, 'bad.jsonl.gz')).result).toEqual({ skipped: 'compressed with gzip, and damaged' });
  expect(inflateGzip(gzipSync(Buffer.alloc(4 << 20)), 1 << 20)).toBe('more than 1 MB when uncompressed');
  writeFileSync(join(folder, 'short.zst'), Buffer.from([0x28, 0xb5]));
  expect(read(join(folder, 'short.zst')).result).toHaveProperty('skipped');
  const bomb = zstdCompressSync(Buffer.alloc(4 << 20));
  expect(inflateZstd(bomb, 1 << 20)).toBe('more than 1 MB when uncompressed');
});

test.each([
  ['.zst', zstdCompressSync],
  ['.gz', gzipSync],
])('a rollout that became %s since the last scan counts nothing twice', async (end, compress) => {
  const folder = scratchDir('cold');
  const home = join(folder, 'home');
  const sessions = join(folder, 'sessions');
  mkdirSync(sessions);
  const plain = FORMATS['codex']!(sessions, STORY);
  const scan = () => runJson(['scan', sessions], { home });
  expect((await scan())['candidatesNew']).toBe(1);
  writeFileSync(`${plain}${end}`, compress(readFileSync(plain)));
  rmSync(plain);
  const again = await scan();
  expect(again).toMatchObject({ files: 1, candidatesNew: 0, candidatesUpdated: 0, filesSkipped: 0 });
  expect(await runJson(['scan', sessions], { home: join(folder, 'new') })).toMatchObject({
    candidatesNew: 1,
  });
});
