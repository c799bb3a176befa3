import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shellView } from './shell-view.ts';

const texts = (command: string): string[] =>
  shellView(command).commands.flatMap((each) => [each.text, ...(each.alt ?? [])]);
const programs = (command: string): string[] => shellView(command).commands.map((each) => each.program);

/** Pieces of shell that are likely to confuse a reader when they are put side by side. */
const PIECES = [
  ...'\'"`$(){}[]<>|&;#\\ \n\t=!*?~-+:%^,@/',
  '$(',
  '$((',
  '))',
  '${',
  '}',
  '<<EOF\n',
  '\nEOF\n',
  '<<-X\n',
  "<<'E'\n",
  '<<<',
  '&&',
  '||',
  ';;',
  '2>&1',
  '&>',
  '>|',
  '[[',
  ']]',
  'if ',
  ' then ',
  ' fi',
  'for x in ',
  ' do ',
  ' done',
  'case x in ',
  ' esac',
  'f()',
  'function ',
  '{ ',
  ' }',
  "$'",
  '$"',
  '<(',
  '>(',
  'git push --force',
  'echo ',
  'printf ',
  'grep ',
  'sed ',
  'rm -rf ',
  'sudo ',
  'env A=b ',
  'xargs ',
  'bash -c ',
  'sh -lc ',
  'eval ',
  'git commit -m ',
  'find . -exec ',
  ' \\;',
  'ssh h ',
  'cat ',
  'psql -c ',
  'x=',
  'x=(',
  '$x',
  'a',
  'é',
  '漢',
  '\u{1f600}',
  '\ud800',
  '\r\n',
  '\0',
];
const shellish = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(''));
const anything = fc.oneof(
  shellish,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 200 }),
);

describe('any text', () => {
  test('gives a view, and a mask of the same length', () => {
    fc.assert(
      fc.property(anything, (command) => {
        const view = shellView(command);
        expect(view.masked.length).toBe(command.length);
        for (const each of view.commands) expect(each.text.length).toBeLessThanOrEqual(8192);
      }),
      { numRuns: 3000 },
    );
  });

  test('masking what is masked changes nothing', () => {
    fc.assert(
      fc.property(anything, (command) => {
        const once = shellView(command).masked;
        expect(shellView(once).masked).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test('only blanks and underscores are put in, and line breaks stay', () => {
    fc.assert(
      fc.property(anything, (command) => {
        const { masked } = shellView(command);
        for (let i = 0; i < command.length; i++) {
          if (masked[i] === command[i]) continue;
          expect(masked[i] === ' ' || masked[i] === '_').toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
