import { describe, expect, test } from 'bun:test';
import { shellParts } from './shell.ts';

const texts = (command: string) => shellParts(command).map(({ text, wrapped }) => [text, wrapped]);

describe('a program that only starts another one is taken off', () => {
  test.each([
    ['nix develop -c pear sort -- big', 'pear sort -- big'],
    ['nix develop .#orchard --command bash -lc "pear sort"', 'pear sort'],
    ['nix shell nixpkgs#pear -c pear sort', 'pear sort'],
    ['direnv exec . pear sort -- big', 'pear sort -- big'],
    ['direnv exec ./orchard -- pear sort', 'pear sort'],
    ['cmd.exe /c "pear sort"', 'pear sort'],
    ['cmd //d //c pear sort "big ones"', 'pear sort big ones'],
    ['cmd /c "pear sort C:\\box"', 'pear sort C:\\box'],
  ])('%s', (command, text) => expect(texts(command)).toEqual([[text, true]]));

  test('all commands that it starts', () => {
    expect(shellParts('cd x && cmd /c "pear sort && pear ls"').map(({ op, text }) => [op, text])).toEqual([
      ['', 'cd x'],
      ['&&', 'pear sort'],
      ['&&', 'pear ls'],
    ]);
  });

  test.each([['nix develop'], ['nix develop .#orchard'], ['direnv exec .'], ['cmd']])(
    '%s stays as it is',
    (command) => expect(texts(command)).toEqual([[command, false]]),
  );
});
