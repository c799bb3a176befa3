import { expect, test } from 'bun:test';
import { handedLine } from './handed-line.ts';

test.each([
  ["bash -lc 'pear sort --by size'", 'bash -lc', 'pear sort --by size'],
  ['/bin/zsh -lc "pear sort \\"by size\\" \\$BOX"', '/bin/zsh -lc', 'pear sort "by size" $BOX'],
  ["sh -c 'echo '\\''a'\\'' && pear ls'\n", 'sh -c', "echo 'a' && pear ls"],
])('%s', (command, by, line) => {
  expect(handedLine(command)).toEqual({ by, line });
});

test.each([
  ["bash -lc 'pear sort' | head"],
  ["bash -c 'pear sort $1' _ size"],
  ["bash -c 'pear '$KIND"],
  ["bash -c ''"],
  ['bash sort.sh'],
  ["ssh orchard bash -lc 'pear sort'"],
])('%s is more than what it is handed', (command) => {
  expect(handedLine(command)).toBeNull();
});
