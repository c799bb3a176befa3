import { expect, test } from 'bun:test';
import { eatenPath, unsplitWords } from './misread-words.ts';

const loop = 'for POT in "tin green" "clay black"; do set -- $POT; brew pots/$1/$2.json; done';

test('words with blanks that zsh left whole are told by the variable that `set --` was given', () => {
  expect(unsplitWords("no such file: 'pots/clay black/.json'", loop)).toBe('POT');
  expect(unsplitWords("no such file: 'pots/tin green/.json'", loop.replaceAll('"', "'"))).toBe('POT');
});

test.each([
  ['were split', "no such file: 'pots/clay/black.json'", loop],
  ['are handed on in quotes', "no such file: 'pots/clay black/.json'", loop.replace('$POT', '"$POT"')],
  ['are not to be split', "no such file: 'clay black'", 'for POT in "clay black"; do brew $POT; done'],
  ['are of another loop', "no such file: 'clay black'", loop.replace('set -- $POT', 'set -- $PAN')],
])('words that %s are none', (_, error, command) => {
  expect(unsplitWords(error, command)).toBeNull();
});

test('a path is eaten by the shell outside of single quotes alone', () => {
  const error = 'cat: C:tea.notestoday.md: No such file or directory';
  expect(eatenPath(error, 'cat C:\\tea\\.notes\\today.md')).toBe('C:\\tea\\.notes\\today.md');
  expect(eatenPath(error, "cat 'C:\\tea\\.notes\\today.md'")).toBeNull();
  expect(eatenPath('83: "_No pots left._"', "sed 's/_No pots left\\._/x/' a && grep pots a")).toBeNull();
});
