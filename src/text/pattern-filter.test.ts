import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { forRandomPatterns } from '../../test/support/random-patterns.ts';
import { SHELL_RULES, TOOL_RULES } from '../capture/failures/kind/kind-rules.ts';
import {
  FOREIGN_ACCEPTANCE,
  FOREIGN_OBJECTIONS,
  FOREIGN_RULE,
} from '../capture/spoken/words/objection-languages.ts';
import { SHAPES } from '../capture/wording/shapes/index.ts';
import { filtered, PatternFilter } from './pattern-filter.ts';
import { BEYOND_ASCII, BEYOND_LETTER, hintsOf } from './pattern-hints.ts';

describe('hintsOf', () => {
  const cases: [RegExp, string[] | null][] = [
    [/no such file/, ['no such file']],
    [/^fatal: |^Error: /, ['fatal: ', 'error: ']],
    [/un(?:known|expected) flag/, ['unknown flag', 'unexpected flag']],
    [/colou?r/, ['color', 'colour']],
    [/\d+ failed/, [' failed']],
    [/(?:abd)+c/, ['abd']],
    [/a{2}b/, null],
    [/(?:abc){2}/, ['abc']],
    [/(?:abc){0,2}/, null],
    [/gr[ae]y/, ['gray', 'grey']],
    [/gr[a-e]y x/, ['y x']],
    [/gru[^a]y/, ['gru']],
    [/[\]x]yz/, [']yz', 'xyz']],
    [/foo(?!bar)baz/, ['foobaz']],
    [/\bfoo(?=.*longer)/, ['longer']],
    [/(?<=sudo )rm -rf/, ['rm -rf']],
    [/\$\{x\}\.\//, ['${x}./']],
    [/\x41\u0042c/, ['abc']],
    [/a{b/, ['a{b']],
    [/^\s*\d+$/, null],
    [/one|\d/, null],
    [/über alles/i, ['ber alles']],
    [/你(?:忘|漏)/, [BEYOND_LETTER]],
    [/(?:✖|✗) \d+/, [BEYOND_ASCII]],
    [/→|é/i, [BEYOND_ASCII, BEYOND_LETTER]],
    [/^[对對][，,]/, [BEYOND_LETTER]],
    [/^[\u5bf9\u5c0d][\uff0c,]/, [BEYOND_LETTER]],
    [/gr[\u0061e]y/, ['gray', 'grey']],
    [/gr[\u0061-\u0065]y x/, ['y x']],
    [/[✖✗é] \d+/, [BEYOND_ASCII, BEYOND_LETTER]],
    [/[aé]bc/, null],
    [/one(?<name>two)\k<name>/, null],
    [/\p{L}abc/u, ['abc']],
    [/(?<!\p{L})(?:ab jetzt|künftig)(?!\p{L})/iu, ['ab jetzt', 'nftig']],
    [/n[ãa]o volto/iu, ['o volto']],
    [/😀?abc/u, ['abc']],
    [/\ud83d\ude00?/u, null],
    [/ſo weit/iu, ['o weit']],
    [/[\p{L}--a]b/v, null],
  ];
  test.each(cases)('%p', (pattern, expected) => {
    expect(hintsOf(pattern)?.sort() ?? null).toEqual(expected?.sort() ?? null);
  });
});

const isOpen = (pattern: RegExp, text: string): boolean =>
  new PatternFilter([pattern]).possible(text).length === 1;

describe('PatternFilter', () => {
  test('dashes and signs are no letters: they leave only patterns with signs open', () => {
    for (const text of ['done — at last', '“quoted”', '✅ all 3 passed', '│ a │', '…'])
      expect([isOpen(/你忘|不对/, text), isOpen(/été/i, text), isOpen(/—|✅|│|“|”|…/, text)]).toEqual([
        false,
        false,
        true,
      ]);
    const folded: [RegExp, string][] = [
      [/sicherheit/iu, 'mit ſicherheit'],
      [/kelvin/iu, 'ein \u212Aelvin'],
      [/ω/iu, '5 \u2126'],
      [/å/iu, '5 \u212B'],
    ];
    for (const [pattern, text] of folded)
      expect([text, pattern.test(text), isOpen(pattern, text)]).toEqual([text, true, true]);
    for (const text of ['l’ÉTÉ', 'été — encore']) expect(isOpen(/été/i, text)).toBe(true);
  });

  test('leaves open whatever matches: random patterns', () => {
    const wrong: object[] = [];
    let hits = 0;
    let closed = 0;
    forRandomPatterns(['', 'i', 's', 'm', 'u', 'iu'], 3000, (source, flags, texts) => {
      const pattern = new RegExp(source, flags);
      for (const text of texts) {
        const open = isOpen(pattern, text);
        if (!open) closed += 1;
        if (!pattern.test(text)) continue;
        hits += 1;
        if (!open) wrong.push({ source, flags, text });
      }
    });
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(500);
    expect(closed).toBeGreaterThan(500);
  });

  test('leaves open whatever matches: the patterns of the detector, on texts made of their own words', () => {
    const patterns = [
      ...SHAPES.map((shape) => shape.pattern),
      ...[...SHELL_RULES, ...TOOL_RULES].map(([, pattern]) => pattern),
      ...FOREIGN_OBJECTIONS,
      FOREIGN_ACCEPTANCE,
      FOREIGN_RULE,
    ];
    const words = [...new Set(patterns.flatMap((pattern) => hintsOf(pattern) ?? []))].filter(
      (word) => word !== BEYOND_ASCII && word !== BEYOND_LETTER,
    );
    const pieces = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...words).map((word) => word.toUpperCase()),
      fc.constantFrom(' ', ': ', "'", '`', '\n', 'x', '12', '/a/b.ts', 'não', '不对', 'É', '—', '✓'),
    );
    const filter = new PatternFilter(patterns);
    let hits = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const open = new Set(filter.possible(text));
        for (const [index, pattern] of patterns.entries()) {
          if (!pattern.test(text)) continue;
          hits += 1;
          expect({ pattern: pattern.source, text, open: open.has(index) }).toEqual({
            pattern: pattern.source,
            text,
            open: true,
          });
        }
      }),
      { numRuns: 2000 },
    );
    expect(hits).toBeGreaterThan(1000);
  });
});

test('a filtered pattern is found where it stands, and nowhere else', () => {
  const accepts = filtered(FOREIGN_ACCEPTANCE);
  expect(hintsOf(FOREIGN_ACCEPTANCE)).not.toBeNull();
  for (const text of ['Du hast völlig recht.', 'Désolé, je corrige.', 'Вы абсолютно правы', '抱歉，我弄错了'])
    expect([text, accepts(text)]).toEqual([text, true]);
  for (const text of ['', 'Du hast Zeit', 'Вы готовы?', 'You are right.'])
    expect([text, accepts(text)]).toEqual([text, false]);
});
