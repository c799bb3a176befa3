import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';

test.each([
  ['cd berths && ls', "/bin/sh: 1: cd: can't cd to berths", 'cd berths'],
  ['cd berths && ls', "cd: The directory 'berths' does not exist", 'cd berths'],
  [
    'cd "/srv/my berths" && ls',
    'bash: line 1: cd: /srv/my berths: No such file or directory',
    'cd /srv/my berths',
  ],
  [
    'cd "/srv/my berths" && ls',
    '(eval):cd:1: no such file or directory: /srv/my berths',
    'cd /srv/my berths',
  ],
  ['cd C:/berths && ls', 'bash: line 1: cd: C:/berths: No such file or directory', 'cd C:/berths'],
  ['pushd a.txt && ls', 'bash: line 1: pushd: a.txt: Not a directory', 'pushd a.txt'],
])('the folder that a shell does not go to is told whole: %s, %s', (command, error, told) => {
  const [episode] = script().bash(command, error, true).ok(3).episodes();
  expect(episode!.summary).toStartWith(`\`${told}\` fails: no such directory`);
});

test('a folder that nobody may go to is there', () => {
  const [episode] = script()
    .bash('cd /root/berths && ls', 'bash: line 1: cd: /root/berths: Permission denied', true)
    .ok(3)
    .episodes();
  expect(episode!.summary).toBe('`cd` has no permission for `/root/berths`');
});
