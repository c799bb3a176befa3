import { describe, expect, test } from 'bun:test';
import { execWhole } from './whole-words.ts';

const UNKNOWN = /unknown (\w+) ['"](-{0,2}[\w-]+)/;

describe('a match with whole words', () => {
  test.each([
    ['a bow', "unknown oar '--long' at 1", ['oar', '--long']],
    ['beyond ASCII', "unknown oar '--länge' at 1", ['oar', '--länge']],
    ['that ends in such a letter', "unknown oar 'café'", ['oar', 'café']],
    ['that begins with one, of which the plain match has nothing', "unknown oar 'über'", ['oar', 'über']],
    ['of an accent by itself', "unknown oar 'cafe\u0301s'", ['oar', 'cafe\u0301s']],
    ['beyond the first plane', "unknown oar 'a𝒳b'", ['oar', 'a𝒳b']],
    ['with such a letter elsewhere', "für unknown oar 'long'", ['oar', 'long']],
    ['with a sign beside it, which is no letter', "unknown oar 'long…", ['oar', 'long']],
  ])('%s', (_, text, words) => {
    const match = execWhole(UNKNOWN, text)!;
    expect(match.slice(1)).toEqual(words);
    expect(match.index).toBe(text.indexOf('unknown'));
    expect(match.input).toBe(text);
    expect(text.startsWith(match[0], match.index)).toBe(true);
  });

  test('none where there is none', () => {
    expect(execWhole(UNKNOWN, 'für nothing')).toBeNull();
    expect(execWhole(UNKNOWN, 'nothing')).toBeNull();
  });

  test('a pattern that asks for a letter beyond ASCII finds it', () => {
    expect(execWhole(/não (\w+)/, 'não existe: ação')?.slice()).toEqual(['não existe', 'existe']);
    expect(execWhole(/não (\w+)?/, 'não ação')?.slice()).toEqual(['não a', 'a']);
  });

  test('a group that took no part stays empty', () => {
    const match: (string | undefined)[] = [...(execWhole(/(x)?oar (\w+)/, 'oar größe') ?? [])];
    expect(match).toEqual(['oar größe', undefined, 'größe']);
  });
});
