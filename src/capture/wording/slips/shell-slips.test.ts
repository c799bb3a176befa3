import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';
import { wordOfCmd } from './shell-slips.ts';

const notRecognized = (word: string) =>
  `'${word}' is not recognized as an internal or external command,\noperable program or batch file.`;

test('a program whose name has signs of a pattern is told as any other', () => {
  expect(wordOfCmd(notRecognized('g++'), 'build.bat "x|g++ y"')).toBe('g++');
  expect(wordOfCmd(notRecognized('g++'), 'g++ main.cpp')).toBe('');
  const [episode] = script()
    .bash('cmd //c "build.bat a|g++ b"', notRecognized('g++'), true)
    .bash('make', 'ok')
    .episodes();
  expect(episode!.summary).toBe('A quoted `|` before `g++` reaches cmd.exe, which runs what follows it');
});
