import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { compilePattern } from './compile-pattern.ts';
import { globToSource } from './glob.ts';

const matches = (glob: string, path: string) => new RegExp(globToSource(glob)).test(path);

describe('globToSource', () => {
  const cases: [string, string[], string[]][] = [
    ['src/*.ts', ['src/a.ts', 'src/.b.ts'], ['src/a/b.ts', 'src/.ts/x', 'lib/src/a.ts', 'src/a.tsx']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['src.ts', 'srcs/a.ts', 'a/src/b.ts']],
    [
      '**/package.json',
      ['package.json', 'a/b/package.json', '/r/package.json'],
      ['package.json5', 'xpackage.json'],
    ],
    ['/etc/*', ['/etc/hosts'], ['/etc/', '/etc/a/b', '/etc2/x']],
    [
      '.github/workflows/*.{yml,yaml}',
      ['.github/workflows/ci.yml', '.github/workflows/a.yaml'],
      ['.github/ci.yml'],
    ],
    ['C:\\Users\\*\\x.ts', ['C:/Users/me/x.ts'], ['C:/Users/x.ts']],
    ['**/node_modules/**', ['a/node_modules/b/c', '/x/node_modules/y'], ['node_modules_old/x']],
    ['*.lock', ['yarn.lock'], ['a/yarn.lock', 'lock']],
    ['a?c/[xyz].js', ['abc/x.js'], ['ac/x.js', 'abc/w.js']],
    ['docs/', ['docs/', 'docs/a.md', 'web/docs/x/a.md', '/r/docs/a'], ['doc', 'docs2/a.md', 'a/docs.md']],
    ['web\\dist\\', ['web/dist/a.js', 'web/dist/x/a.js'], ['dist/a.js', 'web/distant/a.js']],
  ];
  for (const [glob, yes, no] of cases) {
    test(glob, () => {
      expect(yes.filter((path) => !matches(glob, path))).toEqual([]);
      expect(no.filter((path) => matches(glob, path))).toEqual([]);
    });
  }

  test('compiles to a machine without lookaround, for every combination of wildcards', () => {
    const segment = fc.constantFrom('a', 'src', '*', '**', '*.ts', '*.{ts,js}', 'x?', '[ab]*', '.env', 'a*b');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.boolean(), (parts, rooted) => {
        const result = compilePattern((rooted ? '/' : '') + parts.join('/'), 'path');
        expect(result.ok && result.doubtful).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('agrees with picomatch on normalised paths', () => {
    const segment = fc.constantFrom('a', 'b', 'src', '*', '**', '*.ts', 'a*', '?', '{a,b}', '.x');
    const name = fc.constantFrom('a', 'b', 'src', 'ab', 'x.ts', '.x', 'a.ts');
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (parts, names) => {
          const [glob, path] = [parts.join('/'), names.join('/')];
          expect(`${glob} ${path} ${matches(glob, path)}`).toBe(
            `${glob} ${path} ${picomatch(glob, { dot: true })(path)}`,
          );
        },
      ),
      { numRuns: 3000 },
    );
  });
});
