import { expect, test } from 'bun:test';
import { withoutAsides } from './bare-output.ts';

const ERROR = 'error: unknown option --crate\n\nSee pearctl --help';
const each = (prefix: (index: number) => string) =>
  ERROR.split('\n')
    .map((line, index) => `${prefix(index)}${line}`)
    .join('\n');

test.each([
  ['times', each((index) => `2026-01-02T03:04:0${index}.123Z `)],
  ['times in brackets', each((index) => `[03:04:0${index}] `)],
  ['a step of a build', each((index) => `#12 ${index}.250 `)],
  ['a job of CI', each((index) => `build\tTest\t2026-01-02T03:04:0${index}.1234567Z `)],
  ['a service', each(() => 'web-1  | ')],
  ['a service and times', each((index) => `web-1  | 2026-01-02T03:04:0${index}.123Z `)],
  ['a package and its task', each(() => '@orchard/press:build: ')],
  ['a folder and its task', each(() => 'packages/press build: ')],
  ['a name in brackets', each(() => '[press] ')],
  ['a mark of CI', each(() => '##[error]')],
  ['an annotation', `::error file=a.ts,line=3::${ERROR}`],
])('%s before each line is taken off', (_what, text) => {
  expect(withoutAsides(text)).toBe(ERROR);
});

test.each([
  ['a shell', `bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8)\n${ERROR}`],
  [
    'a runtime',
    `(node:12) [DEP0040] DeprecationWarning: gone soon\n(Use \`node --trace-deprecation\`)\n${ERROR}`,
  ],
  ['a package manager', `${ERROR}\n\n[notice] A new release of pip is available: 24.0 -> 25.1`],
  ['a look at the clock', `${ERROR}\n\nreal\t0m1.2s\nuser\t0m0.9s\nsys\t0m0.1s`],
  ['ssh', `Warning: Permanently added 'box' (ED25519) to the list of known hosts.\n${ERROR}`],
])('what %s says of itself is taken off', (_who, text) => {
  expect(withoutAsides(text)).toBe(ERROR);
});

test.each([
  ['one line with a name in brackets', '[press] there are no crates'],
  ['levels of a log', '[ERROR] no crates\n[ERROR] no pears'],
  ['the same position twice', 'src/press.ts:12: no crates\nsrc/press.ts:12: no pears'],
  ['a name before some lines only', '[press] no crates\nno pears'],
  ['nothing else', 'npm warn deprecated pears@1.0.0: use apples'],
  ['the same refusal twice', 'Permission denied: a\nPermission denied: b'],
])('%s stays', (_what, text) => {
  expect(withoutAsides(text)).toBe(text);
});

test('what the shell misses at its start, which the command does not name, is taken off', () => {
  const text = `zsh: command not found: _pick\nzsh: command not found: _pick\n${ERROR}`;
  expect(withoutAsides(text, 'pearctl build --crate 4')).toBe(ERROR);
  expect(withoutAsides(text, '_pick a; pearctl build --crate 4')).toBe(text);
});
