import { expect, test } from 'bun:test';
import { partialMatch, partialMatchInWords } from './partial-match.ts';

const told = (source: string, ...texts: string[]) => {
  const match = partialMatch({ source, flags: '' }, texts);
  return match === null ? null : partialMatchInWords(match);
};

test('says after what a pattern fails, and what it wants there', () => {
  expect(told('^npm (?:install|i)\\b', 'npm run build')).toBe(
    'after "npm" it wants (?:install|i)\\b, and there is "run build"',
  );
  expect(told('raw:^make all$', 'make all -j4')).toBe('after "make all" it wants $, and there is "-j4"');
  expect(told('^git stash$', 'git')).toBe('after "git" it wants stash$, and there the command ends');
});

test('halves no word, of the pattern neither', () => {
  expect(told('^npm install', 'npm init')).toContain('wants install, and there is "init"');
  expect(told('^npm\\sinstall', 'npm init')).toContain('wants install, and there is "init"');
});

test('takes the way and the text that get furthest', () => {
  expect(told('^yarn add|^npm run [a|b]c\\b', 'ls', 'npm run x')).toContain(
    'after "npm run" it wants [a|b]c\\b',
  );
});

test('has nothing to say where no word fits, and of a pattern that cannot be cut', () => {
  expect(told('^docker', 'npm ci')).toBeNull();
  expect(told('(?:a|b)', 'c')).toBeNull();
  expect(told('', 'c')).toBeNull();
});
