import fc from 'fast-check';

/** Random patterns in the style of lessons, and random command texts from the same words; for property tests. */

const WORDS = [
  'git',
  'push',
  'npm',
  'i',
  'install',
  'pip',
  'force',
  'f',
  'Docker',
  'rm',
  'rf',
  'a',
  'ab',
  'x1',
  '_',
];
const word = fc.constantFrom(...WORDS);

const atom: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: word },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\\s+',
      '\\s*',
      ' ',
      '\\s',
      '-',
      '--',
      '=',
      '\\.',
      '/',
      '.*',
      '.+',
      '[^|]*',
      '\\w+',
      '\\w*',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('\\b', '\\b', '^', '$', '\\B') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\\S+',
      '\\d',
      '[a-z]',
      '[gp]',
      '[^\\w-]',
      '[-_]',
      '\u00e9',
      '.',
      '\\W',
      '[A-Z]+',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('(?!\\w)', '(?<!\\w)', '(?=\\s|$)', '(?<![\\w-])', '(?!.*force)') },
);

const quantified = fc
  .tuple(atom, fc.constantFrom('', '', '', '', '?', '{2}', '{0,2}'))
  .map(([text, quantifier]) =>
    quantifier === '' || /^(?:\\[bB]|[\^$]|\(\?)/.test(text) ? text : `(?:${text})${quantifier}`,
  );

const sequence = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

const group = fc
  .tuple(
    fc.array(sequence(quantified), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '?', '{1,2}'),
    fc.boolean(),
  )
  .map(
    ([alternatives, quantifier, capture]) => `(${capture ? '' : '?:'}${alternatives.join('|')})${quantifier}`,
  );

/** Valid JavaScript patterns; short enough that none can run long on the texts below. */
export const patternArbitrary: fc.Arbitrary<string> = fc
  .array(sequence(fc.oneof({ weight: 4, arbitrary: quantified }, { weight: 1, arbitrary: group })), {
    minLength: 1,
    maxLength: 2,
  })
  .map((alternatives) => alternatives.join('|'));

const textPart = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 4, arbitrary: fc.constantFrom(' ', ' ', '  ', '-', '--', '=', '.', '/', '|', '\n', '\t') },
  { weight: 1, arbitrary: fc.constantFrom('GIT', 'Push', '\u00e9', '3', 'z', '\u212a', '\u017f', '"') },
);

/** Short texts of the words that the patterns are made of. */
export const textArbitrary: fc.Arbitrary<string> = fc
  .array(textPart, { maxLength: 10 })
  .map((parts) => parts.join(''));

/** Gives random patterns to `check`, `runs` times: each with some of the flags and with up to eight texts. */
export function forRandomPatterns(
  flags: string[],
  runs: number,
  check: (source: string, flags: string, texts: string[]) => void,
): void {
  const texts = fc.array(textArbitrary, { maxLength: 8 });
  fc.assert(fc.property(patternArbitrary, fc.constantFrom(...flags), texts, check), { numRuns: runs });
}
