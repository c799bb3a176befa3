import { expect, test } from 'bun:test';
import { shellParts } from '../../shell/shell.ts';
import { isOtherJob } from './other-job.ts';

const isOther = (failed: string, other: string) =>
  isOtherJob(shellParts(failed)[0]!, shellParts(other)[0]!, []);

test('a stash that is thrown away or looked at was not taken out', () => {
  for (const other of ['git stash drop', 'git stash clear', 'git stash list', 'git stash show -p'])
    expect([other, isOther('git stash pop', other)]).toEqual([other, true]);
  for (const other of [
    'git stash apply',
    'git stash pop --index',
    'git stash branch till',
    'git checkout -- .',
  ])
    expect([other, isOther('git stash pop', other)]).toEqual([other, false]);
});

test('a search for other words in another place is another question', () => {
  const failed = 'grep -rn "drawer\\|cash" Tillfile* scripts/';
  for (const other of ['grep -n "harbour\\|branch" ~/.tillrc', 'rg -n receipt docs'])
    expect([other, isOther(failed, other)]).toEqual([other, true]);
  for (const other of ['grep -rn drawer .', 'rg -n harbour scripts', 'grep -rnE "a|b" .', 'ls scripts'])
    expect([other, isOther(failed, other)]).toEqual([other, false]);
});

test('a request that only asks does not do the job of one that sends', () => {
  const failed = `grpcurl -plaintext -d '{"berth": 4}' localhost:5005 quay.Berths/Moor`;
  for (const [other, is] of [
    ['grpcurl -plaintext localhost:5005 describe quay.Berths', true],
    [`grpcurl -plaintext -d '{"berth": "4"}' localhost:5005 quay.Berths/Moor`, false],
  ] as const)
    expect([other, isOther(failed, other)]).toEqual([other, is]);
});
