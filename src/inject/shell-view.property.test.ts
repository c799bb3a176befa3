import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { Viewer } from './shell/viewer.ts';
import { windowsView } from './shell/windows.ts';
import { shellView } from './shell-view.ts';

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
  test('gives a view of texts that are cut', () => {
    fc.assert(
      fc.property(anything, (command) => {
        const view = shellView(command);
        for (const each of view.commands) expect(each.text.length).toBeLessThanOrEqual(8192);
      }),
      { numRuns: 3000 },
    );
  });

  test('throws nowhere inside, where the guard around the view would hide it', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('powershell' as const, 'cmd' as const), (command, dialect) => {
        new Viewer(command).run();
        windowsView(command, dialect, (text) => new Viewer(text).run().commands);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('time', () => {
  const units = [
    '"',
    "'",
    '$(',
    '$((',
    '$(( (',
    '`',
    '${',
    '(',
    '<(',
    '<<E\n',
    'bash <<E\n$(',
    'git push ',
    'a && ',
    'a;',
    'a|',
    'sudo ',
    'bash -c "',
    '\\"',
    '[[ ',
    '[[ a\n',
    'case x in a) ',
    'x=(',
    'x=abc; $x; ',
    "echo 'a b' ",
    'git commit -m a ',
    'find . -exec ',
    '# a\n',
    "$'\\n",
    '?(',
    '> a ',
    'eval "',
    'xargs ',
    "psql -c 'a b' ",
    '\\`',
    '{ ',
    'echo a | sh; ',
    '"`',
    'cat <<E | sh\n',
  ];
  test('of a text of nothing but commands the first are viewed, and what they run', () => {
    for (const unit of units) {
      const command = `git push; bash -c 'git tag'; ${repeated(unit, 90_000)}`;
      const { commands } = shellView(command);
      expect(commands.length).toBeLessThan(800);
      expect(commands.map(({ text }) => text)).toEqual(expect.arrayContaining(['git push', 'git tag']));
    }
  });

  test('four times the text takes about four times as long', () => {
    for (const unit of units) {
      const linear = isProportional((chars) => shellView(repeated(unit, chars)), 120_000);
      expect({ unit, linear }).toEqual({ unit, linear: true });
    }
  });

  test('ten megabytes are cut, not read', () => {
    const command = `echo ${'a'.repeat(10_000_000)}; git push`;
    expect(shellView(command).commands).toHaveLength(1);
  });
});
