import { expect, test } from 'bun:test';
import { complaint } from './message/message.ts';
import { cut, placeName } from './prose.ts';

const DRIVE = 'C:\\Users\\ana\\fair';
const SPACED = '/Users/Ana Lind/my fair';

test.each([
  [`${DRIVE}\\src\\cart.ts`, DRIVE, 'src/cart.ts'],
  ['C:\\Users\\ana\\other\\a.ts', DRIVE, '~/other/a.ts'],
  ['D:\\data\\a.csv', DRIVE, 'D:/data/a.csv'],
  [`${SPACED}/src/cart.ts`, SPACED, 'src/cart.ts'],
  ['/home/ana/fair', null, '~/fair'],
])('%s is known as it stands from the working directory or home', (path, cwd, name) => {
  expect(placeName(path, cwd)).toBe(name);
});

test.each([
  [`Cannot find "${DRIVE}\\config\\config.json"`, DRIVE, 'Cannot find "config/config.json"'],
  [`Cannot find "${SPACED}/config/config.json"`, SPACED, 'Cannot find "config/config.json"'],
  [`'main' is already used at '${SPACED}'`, SPACED, "'main' is already used at '~/my fair'"],
  ['No project in /Users/Ana Lind/other.', SPACED, 'No project in ~/other.'],
  [`Could not find any project in \`${SPACED}/\`.`, SPACED, 'Could not find any project in `~/my fair/`.'],
])('a message tells its places from there: %s', (line, cwd, said) => {
  expect(complaint(line, cwd)).toBe(said);
});

test('a command over several lines is shown as one that can be run', () => {
  expect(cut('gh api \\\n  -X PATCH \\\n  notes/12', 80)).toBe('gh api -X PATCH notes/12');
  expect(cut('gh a\\\npi', 80)).toBe('gh api');
});

test('a text is cut between two characters', () => {
  for (const lead of ['', 'a', 'ab', 'abc'])
    expect(cut(lead + '\u{1F680}'.repeat(60), 80).isWellFormed()).toBe(true);
});
