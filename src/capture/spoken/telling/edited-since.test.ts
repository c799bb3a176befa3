import { expect, test } from 'bun:test';
import { corrections, type Talk } from '../../../../test/support/talk.ts';

const fixOf = (talk: Partial<Talk>): string | undefined =>
  corrections({
    before: 'Done, the till adds up now.',
    words: 'the till still counts the deposit twice when the drawer is open',
    answer: "You're right. Let me look at the totals.",
    edits: true,
    ...talk,
  })[0]?.remediation;

test.each<[string, Partial<Talk>, string]>([
  [
    'a line that speaks of a name in the answer',
    {
      answer: "You're right. The comment says to trust `drawerSum` but that's not safe.",
      becomes: [
        'const deposit = paid;\nconst total = drawerSum + deposit;',
        'const deposit = paid;\nconst total = drawerSum + fee;',
      ],
    },
    'Here `const total = drawerSum + deposit;` became `const total = drawerSum + fee;` (`a.ts`).',
  ],
  [
    'a line that was left out',
    {
      answer: "You're right. The comment says to trust `drawerSum` but that's not safe.",
      becomes: ['if (drawerSum > 0) {\n  close();\n}', '  close();'],
    },
    'Here `if (drawerSum > 0) {` was left out (`a.ts`).',
  ],
  [
    'the only line that was changed',
    { becomes: ['const total = sum(rows) + deposit;', 'const total = sum(rows);'] },
    'Here `const total = sum(rows) + deposit;` became `const total = sum(rows);` (`a.ts`).',
  ],
])('a fix that only tells what was wrong is followed by %s', (_, talk, told) => {
  expect(fixOf(talk)).toEndWith(` ${told}`);
});

test.each<[string, Partial<Talk>]>([
  [
    'of which none speaks of the words',
    {
      becomes: [
        'open(box);\nconst key = find(lid);\nturn(key);',
        'lock(box);\nconst ring = seek(lid);\nshake(ring);',
      ],
    },
  ],
  [
    'that only report',
    { becomes: ["log.debug('deposit counted', total);", "log.debug('deposit is counted', total);"] },
  ],
])('of lines %s the file alone is told', (_, talk) => {
  expect(fixOf(talk)).toEndWith('when the drawer is open (`a.ts`)');
});

test('a fix that says what was made of it stays as it is', () => {
  const report = 'Fixed. Removed the second deposit line from `totals()`.';
  const becomes: [string, string] = ['const total = sum(rows) + deposit;', 'const total = sum(rows);'];
  expect(fixOf({ report, becomes })).toBe('Remove the second deposit line from `totals()` (`a.ts`).');
});

test('what did not help is no fix', () => {
  const shown = (port: number) =>
    `$ npm run till\nError: the drawer at 127.0.0.1:${port} refuses coin 'penny': no slot`;
  const becomes: [string, string] = ['const total = sum(rows) + deposit;', 'const total = sum(rows);'];
  const talk = { words: shown(8080), becomes, report: 'Fixed. All is well now.' };
  expect(fixOf({ ...talk, next: 'thanks, now the rolls' })).toContain('Here ');
  expect(fixOf({ ...talk, next: shown(9191) })).not.toContain('Here ');
});
