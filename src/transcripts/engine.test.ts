import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { scratchDir } from '../../test/support/scratch.ts';
import { claudeLines } from '../../test/support/transcripts.ts';
import { transcriptReaders } from '../agents/index.ts';
import { fileBytes } from './byte-source.ts';
import type { TranscriptEvent } from './events.ts';
import { parseObjects } from './json.ts';
import { readLines } from './lines.ts';
import { readTranscript } from './read-file.ts';

const STORY = {
  sessionId: '0a1b2c3d-4e5f-4061-8071-aabbccddeeff',
  cwd: '/home/dev/shop',
  steps: [
    { user: 'Deploy it' },
    { run: 'make deploy', exit: 2, out: 'No rule' },
    { run: 'npm run deploy', exit: 0, out: 'ok' },
  ],
};

function linesOf(bytes: Buffer): { texts: string[]; numbers: number[]; read: ReturnType<typeof readLines> } {
  const path = join(scratchDir(), 'lines');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  const texts: string[] = [];
  const numbers: number[] = [];
  try {
    const read = readLines(fileBytes(fd, 0), (line, number) => {
      texts.push(line.toString('utf8'));
      numbers.push(number);
    });
    return { texts, numbers, read };
  } finally {
    closeSync(fd);
  }
}

function read(content: string | Buffer, name = 'session.jsonl') {
  const path = join(scratchDir(), name);
  writeFileSync(path, content);
  const events: TranscriptEvent[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => events.push(event));
  return { result, events };
}

const source = (mark = '\n') =>
  claudeLines(STORY)
    .map((value) => JSON.stringify(value) + mark)
    .join('');
const told = (events: TranscriptEvent[]) => events.map((event) => `${event.kind} ${event.uuid}`);

describe('lines', () => {
  test('splits as a plain split does, whatever the lengths and the line ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.constantFrom(0, 0, 0, 100_000, 300_000)), {
          maxLength: 8,
        }),
        fc.boolean(),
        (parts, ended) => {
          const wanted = parts.map(
            ([text, extra]) => `x${text.replace(/[\r\n\0 ]/g, '_')}${'y'.repeat(extra)}`,
          );
          const { texts, numbers } = linesOf(
            Buffer.from(wanted.join('\n') + (ended && wanted.length > 0 ? '\n' : '')),
          );
          expect(texts).toEqual(wanted);
          expect(numbers).toEqual(wanted.map((_, at) => at + 1));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes off byte order mark, carriage returns and padding; empty lines count', () => {
    const { texts, numbers } = linesOf(Buffer.from('\uFEFF{"a":1}\r\n\r\n\0\0\0{"b":2}\0\0\n\n{"c":3}'));
    expect(texts).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(numbers).toEqual([1, 3, 5]);
  });

  test('a line beyond the limit is passed over, and the rest goes on', () => {
    const { texts, read } = linesOf(
      Buffer.concat([Buffer.from('first\n'), Buffer.alloc(65 * 1024 * 1024, 97), Buffer.from('\nlast\n')]),
    );
    expect(texts).toEqual(['first', 'last']);
    expect(read.tooLong).toEqual([2]);
    expect(read.lines).toBe(3);
  });
});

describe('objects on a line', () => {
  test('one, several, none', () => {
    expect(parseObjects('{"a":1}')).toEqual([{ a: 1 }]);
    expect(parseObjects('{"a":"}{\\"\\\\"}{"b":{"c":[1]}} {"d":2}')).toEqual([
      { a: '}{"\\' },
      { b: { c: [1] } },
      { d: 2 },
    ]);
    expect(parseObjects('not json')).toBeNull();
    expect(parseObjects('{"cut": "off')).toBeNull();
    expect(parseObjects('[1,2]')).toBeNull();
  });
});

describe('a damaged transcript', () => {
  const whole = read(source());

  test('is the same with CRLF, a byte order mark, NULs, empty lines and no last line end', () => {
    for (const variant of [
      source('\r\n'),
      `\uFEFF${source()}`,
      source('\0\n'),
      source('\n\n'),
      source().trimEnd(),
    ]) {
      expect(told(read(variant).events)).toEqual(told(whole.events));
    }
  });

  test('two objects on a line are two', () => {
    const [first, second, ...rest] = source().split('\n');
    const { events, result } = read([`${first}${second}`, ...rest].join('\n'));
    expect(told(events)).toEqual(told(whole.events));
    expect('skippedLines' in result && result.skippedLines).toEqual([]);
  });

  test('a whole object behind the beginning of one is read', () => {
    const lines = source().split('\n');
    lines[3] = `${lines[3]!.slice(0, 60)}${lines[3]}`;
    const { events, result } = read(lines.join('\n'));
    expect(told(events)).toEqual(told(whole.events));
    expect('skippedLines' in result && result.skippedLines).toEqual([]);
  });

  test('what stands inside of an object that was cut off is no record', () => {
    const lines = source().split('\n');
    lines[3] = `${lines[3]!.slice(0, 60)}"x":{"uuid":"u"}`;
    expect(read(lines.join('\n')).result).toMatchObject({ skippedLines: [{ line: 4, reason: 'not JSON' }] });
  });

  test('a last line that was cut off is named, the rest is read', () => {
    const cut = source().trimEnd().slice(0, -20);
    const { events, result } = read(cut);
    expect(result).toMatchObject({ skippedLines: [{ line: 5, reason: 'not JSON' }] });
    expect(told(events)).toEqual(told(whole.events).slice(0, -1));
  });

  test('garbage lines are counted and passed over', () => {
    const lines = source().split('\n');
    lines.splice(2, 0, 'garbage', '{"broken": ', Buffer.from([0xff, 0xfe, 0x00, 0x81]).toString('latin1'));
    const { events, result } = read(lines.join('\n'));
    expect('skippedLines' in result && result.skippedLines.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(told(events)).toEqual(told(whole.events));
  });

  test('a line of 2 MB and an image are read', () => {
    const values = claudeLines(STORY);
    values.splice(1, 0, {
      ...values[0]!,
      uuid: 'big',
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'x', content: 'z'.repeat(2_100_000) }],
      },
    });
    const { events } = read(values.map((value) => JSON.stringify(value)).join('\n'));
    const big = events.find((event) => event.uuid === 'big' && event.kind === 'result');
    expect(big).toMatchObject({ kind: 'result', chars: 2_100_000 });
    expect(events.filter((event) => event.kind === 'call')).toHaveLength(2);
  });

  test.each([
    [
      'a prompt with a whole log',
      { type: 'queue-operation', sessionId: 's', content: 'log '.repeat(75_000) },
    ],
    ['a line whose beginning is lost', `${'z'.repeat(300_000)}"}`],
  ])('is known by what stands below %s', (_name, first) => {
    const line = typeof first === 'string' ? first : JSON.stringify(first);
    const { events } = read(`${line}\n${source()}`);
    expect(told(events)).toEqual(told(whole.events));
  });

  test('is known by what stands below four long lines of hooks', () => {
    const attachment = { type: 'hook_success', stdout: 'x'.repeat(4000) };
    const hook = JSON.stringify({ attachment, type: 'attachment', sessionId: STORY.sessionId });
    const { events } = read(`${hook}\n`.repeat(4) + source());
    expect(told(events)).toEqual(told(whole.events));
  });

  test('any bytes at all: nothing is thrown', () => {
    const good = Buffer.from(source());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
        fc.nat(good.length),
        (edits, length) => {
          const bytes = Buffer.from(good.subarray(0, length));
          for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
          expect(read(bytes).result).toBeDefined();
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('what is no transcript', () => {
  test('is answered with the reason', () => {
    const folder = scratchDir();
    const reason = (path: string) => {
      const result = readTranscript(path, transcriptReaders, () => {});
      return 'skipped' in result ? result.skipped : result;
    };
    writeFileSync(join(folder, 'empty.jsonl'), '');
    writeFileSync(
      join(folder, 'binary.jsonl'),
      Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 37) % 256)),
    );
    writeFileSync(join(folder, 'other.json'), '{"name": "package", "version": "1.0.0"}');
    symlinkSync(join(folder, 'nothing'), join(folder, 'dangling.jsonl'));
    symlinkSync(join(folder, 'loop.jsonl'), join(folder, 'loop.jsonl'));
    expect(reason(join(folder, 'missing.jsonl'))).toBe('not found');
    expect(reason(join(folder, 'empty.jsonl'))).toBe('empty');
    expect(reason(join(folder, 'binary.jsonl'))).toBe('not a transcript of a known agent');
    expect(reason(join(folder, 'other.json'))).toBe('not a transcript of a known agent');
    expect(reason(folder)).toBe('is a folder');
    expect(reason(join(folder, 'dangling.jsonl'))).toBe('not found');
    expect(reason(join(folder, 'loop.jsonl'))).toBe('a loop of links');
    if (process.platform !== 'win32') {
      expect(spawnSync('mkfifo', [join(folder, 'pipe.jsonl')]).status).toBe(0);
      expect(reason(join(folder, 'pipe.jsonl'))).toBe('not a regular file');
    }
    if (process.getuid?.() !== 0) {
      writeFileSync(join(folder, 'secret.jsonl'), source());
      chmodSync(join(folder, 'secret.jsonl'), 0);
      expect(reason(join(folder, 'secret.jsonl'))).toBe('no permission to read');
    }
  });

  test('a whole folder of oddities leaves no file open', () => {
    const folder = scratchDir();
    mkdirSync(join(folder, 'sub'));
    const open = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
    const before = open();
    for (let n = 0; n < 50; n += 1) {
      const path = join(folder, `${n}.jsonl`);
      writeFileSync(path, source());
      if (n % 2) truncateSync(path, 200 + n);
      readTranscript(path, transcriptReaders, () => {});
    }
    expect(open()).toBeLessThanOrEqual(before + 1);
  });
});
