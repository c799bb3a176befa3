import { describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { fingerprint, normaliseError, salientLine } from './fingerprint.ts';
import { hash32, hash64 } from './hash.ts';

describe('salientLine', () => {
  const cases: [string, string, string][] = [
    [
      'exit code banner',
      "Exit code 129\nerror: unknown option `dry-run'\nusage: git gc [<options>]",
      "error: unknown option `dry-run'",
    ],
    [
      'the picture of a line by PowerShell, as Windows ends its lines',
      "\u001b[31;1mGet-Item: \u001b[0m\r\n\u001b[31;1mLine |\u001b[0m\r\n   2 |  Get-Item tides.md\r\n     |  ~~~~~~~~~~~~~~~~~\r\n     | \u001b[31;1mCannot find path 'C:\\w\\tides.md' because it does not exist.\u001b[0m\r\n",
      "Get-Item: Cannot find path 'C:\\w\\tides.md' because it does not exist.",
    ],
    [
      'codex envelope',
      'Chunk ID: 1a2b3c\nWall time: 0.1 seconds\nProcess exited with code 127\nOriginal token count: 8\nOutput:\nzsh:1: command not found: go\n',
      'zsh:1: command not found: go',
    ],
    [
      'python trace',
      'Exit code 1\nTraceback (most recent call last):\n  File "<string>", line 1, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'',
      "ModuleNotFoundError: No module named 'yaml'",
    ],
    [
      'go build',
      'Exit code 1\n[test] $ go test ./...\n# example.com/x/y\ny/a.go:7:2: "io" imported and not used\nFAIL\texample.com/x/y [build failed]\nFAIL',
      'y/a.go:7:2: "io" imported and not used',
    ],
    [
      'message on the next line',
      'error: the following required arguments were not provided:\n  <PATH>\n\nUsage: tool <PATH>',
      'error: the following required arguments were not provided: <PATH>',
    ],
    [
      'tool validation',
      '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
      'File has not been read yet. Read it first before writing to it.',
    ],
    [
      'npm noise',
      'npm ERR! code ELIFECYCLE\nnpm ERR! Missing script: "biuld"\nnpm ERR! A complete log of this run can be found in: /x',
      'npm ERR! Missing script: "biuld"',
    ],
    [
      'json body',
      '{"status":"404","documentation_url":"https://example.com","message":"Not Found here"}',
      'Not Found here',
    ],
    ['nothing', 'Exit code 1', ''],
    [
      'a message that no rule knows, below other output',
      'Loading harbour.toml\nFound 12 quays\nthe input device is not a TTY',
      'the input device is not a TTY',
    ],
    [
      'a package without tests, among others',
      'ok  \texample.org/quay\t1.2s\n?   \texample.org/berth\t[no test files]\nFAIL',
      'ok example.org/quay 1.2s',
    ],
    [
      'what make was asked for, below its steps',
      "cc -c berth.c\nmake: *** No rule to make target 'quay.c', needed by 'quay'.  Stop.",
      "make: *** No rule to make target 'quay.c', needed by 'quay'. Stop.",
    ],
    [
      'what make was asked for, below what a compiler remarks',
      "cc -c berth.c\n     14, FMA instruction(s) generated\n     56, Loop not vectorized: contains call\nmake: *** No rule to make target 'quay.o', needed by 'quay'.  Stop.",
      "make: *** No rule to make target 'quay.o', needed by 'quay'. Stop.",
    ],
    [
      'colours',
      "\u001b[31merror\u001b[0m: unexpected argument '--foo' found",
      "error: unexpected argument '--foo' found",
    ],
  ];
  for (const [name, input, expected] of cases) {
    test(name, () => expect(salientLine(input)).toBe(expected));
  }

  test('is bounded on a huge text', () => {
    const line = `${'a/b.c:1: x '.repeat(500)}\n`;
    expect(salientLine(repeated(line, 10_000_000)).length).toBeLessThanOrEqual(240);
    expect(isProportional((chars) => salientLine(repeated(line, chars)), 10_000_000)).toBe(true);
  });

  test('reads the margin of pytest in one way', () => {
    let tried = 0;
    const line = (count: number) => salientLine(`${'E   '.repeat(count)}Error no such pier ${tried++}`);
    expect(isProportional(line, 40)).toBe(true);
  });
});

describe('normaliseError', () => {
  const same: [string, string][] = [
    ['cat: /home/a/x.txt: No such file or directory', 'cat: /Users/b/deep/y.md: No such file or directory'],
    ['error at 2026-01-02T03:04:05Z: took 12ms', 'error at 2025-11-12T13:14:15.678Z: took 340ms'],
    ['fatal: bad object 1a2b3c4d5e6f7a8b', 'fatal: bad object 99887766aabbccdd0011'],
    ["error: unknown option `dry-run'", "error: unknown option 'dry-run'"],
    ['src/a.ts:10:2: error: no', 'lib/other.ts:333:12: error: no'],
    ['open C:\\Users\\me\\a.txt: denied', 'open D:\\work\\b.txt: denied'],
    [
      'dial tcp 10.0.0.1:443: connect: connection refused',
      'dial tcp 192.168.1.77:8080: connect: connection refused',
    ],
  ];
  for (const [a, b] of same) test(`same: ${a}`, () => expect(normaliseError(a)).toBe(normaliseError(b)));

  const different: [string, string][] = [
    ["error: unknown option 'dry-run'", "error: unknown option 'force-all'"],
    ['zsh: command not found: go', 'zsh: command not found: yq'],
    ['undefined: strategy', 'undefined: resolver'],
  ];
  for (const [a, b] of different)
    test(`differs: ${a}`, () => expect(normaliseError(a)).not.toBe(normaliseError(b)));

  test('no placeholder is normalised twice', () => {
    const once = normaliseError('open /a/b/c.go:12: failed after 3.5s at 12:30:01');
    expect(normaliseError(once)).toBe(once);
  });
});

test('of a text that is too long to be looked at as a whole, the end says what went wrong', () => {
  const printed = 'compiled one more module\n'.repeat(4000);
  expect(salientLine(`${printed}fatal: not a git repository`)).toBe('fatal: not a git repository');
  expect(salientLine(`${printed}fatal: no end to it ${'x'.repeat(100_000)}`)).toBe(
    'compiled one more module',
  );
});

describe('fingerprint and hash', () => {
  test('tool is part of it', () => expect(fingerprint('Bash', 'x')).not.toBe(fingerprint('Edit', 'x')));

  test('is the same in another process', () => {
    const code = `import { fingerprint } from ${JSON.stringify(new URL('./fingerprint.ts', import.meta.url).href)};
      process.stdout.write(fingerprint('Bash', 'Exit code 1\\nerror: pathspec \\'a\\' did not match'));`;
    const other = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect(other).toBe(fingerprint('Bash', "Exit code 1\nerror: pathspec 'a' did not match"));
  });

  test('literal values, so that stored fingerprints stay valid', () => {
    expect(hash64('lessons')).toBe('d23f6674f2239a74');
    expect(hash32('a')).toBe(965597003);
  });

  test('no collision and even bits over 200,000 texts', () => {
    const seen = new Set<string>();
    let bits = 0;
    for (let index = 0; index < 200_000; index++) {
      const hash = hash64(`text ${index}`);
      seen.add(hash);
      bits += Number.parseInt(hash[0]!, 16) >> 3;
    }
    expect(seen.size).toBe(200_000);
    expect(Math.abs(bits / 200_000 - 0.5)).toBeLessThan(0.01);
  });
});

test('what tar says last of any fault is not the fault', () => {
  const error =
    'gzip: stdin: not in gzip format\ntar: Child returned status 1\ntar: Error is not recoverable: exiting now';
  expect(salientLine(error)).toBe('gzip: stdin: not in gzip format');
});

test('a long line is cut between two characters', () => {
  for (const lead of ['error: ', 'error:  a'])
    expect(salientLine(lead + '\u{1F680}'.repeat(200)).isWellFormed()).toBe(true);
});
