import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { shellTableWords, valuedClusters } from '../../test/support/shell-words.ts';
import { callTexts, tokenTexts } from '../inject/match-texts.ts';
import { CUT_OPTIONS } from '../inject/quick-tokens.ts';
import { shellView } from '../inject/shell-view.ts';
import { tokensOf } from '../text/tokens.ts';
import { holdsWord } from '../text/words-in.ts';
import { pastCall } from '../triggers/call-views.ts';
import { looseText, unquotedText } from './loose-text.ts';

/** Words that patterns see and that the loose ones lack. */
function missed(command: string): string[] {
  const loose = looseText(command);
  if (loose === null) return [];
  const seen = tokensOf(tokenTexts(callTexts(pastCall('Bash', command), shellView(command))));
  return [...seen].filter((token) => !holdsWord(loose, token) && !/^_+$/.test(token));
}

/** Words of more than letters and digits that patterns see and that are no part of the unquoted command. */
function lost(command: string): string[] {
  const words = looseText(command);
  const unquoted = words === null ? null : unquotedText(command, words);
  if (unquoted === null) return [];
  const seen = shellView(command).commands.flatMap(({ text, alt }) => [text, ...(alt ?? [])]);
  const plain = seen
    .flatMap((text) => text.split(/[\s<>()?$]+/))
    .filter((word) => /^[^'"`\\]*[a-z\d][^'"`\\]*$/i.test(word) && /\W/.test(word));
  const spelled = new Set(unquoted.spelled.split(' '));
  const isSpelled = (word: string) =>
    (word.match(/\w+/g) ?? []).every((part) => spelled.has(part.toLowerCase()));
  return plain.filter((word) => !unquoted.text.includes(word) && !isSpelled(word));
}

describe('no word that the shell view has is missed', () => {
  test('in the committed commands', () => {
    let known = 0;
    for (const name of ['harmless', 'dangerous', 'pack-harmless', 'pack-dangerous']) {
      const file = new URL(`../../test/fixtures/commands/${name}.jsonl`, import.meta.url);
      for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
        const { command } = JSON.parse(line) as { command: string };
        if (looseText(command) !== null) known += 1;
        expect({ command, missed: missed(command), lost: lost(command) }).toEqual({
          command,
          missed: [],
          lost: [],
        });
      }
    }
    expect(known).toBeGreaterThan(500);
  });

  test('in every word of the shell view’s tables, and in every cluster of options with a value', () => {
    const found: string[] = [];
    const check = (command: string) => {
      if (missed(command).length + lost(command).length > 0) found.push(command);
    };
    for (const program of ['git commit', 'grep', 'sudo']) {
      for (const word of shellTableWords())
        for (const end of [' foo', '=foo x']) check(`${program} ${word}${end}`);
    }
    for (const cluster of valuedClusters())
      for (const program of ['git commit', 'grep']) check(`${program} ${cluster} x`);
    expect(found).toEqual([]);
  });

  test('in random commands', () => {
    const words =
      'git push -f +main --delete commit -nm branch -D restore . clean -xdf npm i add rm -r -fR / ~/ sudo env A=1 xargs find -exec bash -c sh -lc echo cd x a.b >out 2>&1 python3 -m ssh host alias g=git g for in do done node -e eval source cat curl cmd /c * ./x/y docker ! [ ] if then fi ( ) & *'.split(
        ' ',
      );
    const joints = [
      ...[' ', ' ', ' ', '; ', ' && ', ' | ', '\n', '', '"', "'", '\\', '\\\n', '`'],
      ...[
        '$(',
        ')',
        '$A',
        '${A:-b}',
        '{a,b}',
        '{',
        '}',
        "$'",
        '$"',
        '<<E\n',
        '\nE\n',
        '<<<',
        '^',
        '%A%',
        '<(',
        '. ',
      ],
    ];
    const command = fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...joints)), { minLength: 1, maxLength: 14 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(command, (text) => {
        expect({ text, missed: missed(text), lost: lost(text) }).toEqual({ text, missed: [], lost: [] });
      }),
      { numRuns: 20_000 },
    );
  });

  test('quotes, escapes and line ends that stand inside words are joined', () => {
    expect(holdsWord(looseText(`gi"t" pu\\sh --fo\\\nrce`) ?? '', 'force')).toBe(true);
    expect(tokensOf([looseText(`gi"t" pu\\sh`) ?? ''])).toEqual(
      new Set(['gi', 't', 'git', 'pu', 'sh', 'push', ...CUT_OPTIONS.split(' '), 'force', 'f', 'delete']),
    );
  });
});
