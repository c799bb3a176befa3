import { afterAll, describe, expect, test } from 'bun:test';
import { assessPatterns, type Verdict, type VerdictCache } from './assess.ts';
import { compilePattern } from './compile-pattern.ts';

/**
 * Patterns that are known to run away: textbook shapes, and those of published advisories
 * (the packages or outages are named). None may compile.
 */
const RUN_AWAY = [
  '(a+)+$',
  '(a*)*$',
  '(a*)+$',
  '(a|a)*$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(a+)*b',
  '(a|b|ab)*c',
  '(?:a+)+b',
  '(x+x+)+y',
  '(.*)*x',
  '(.+)+x',
  '(.*a){12}$',
  '(\\w+\\s?)*$',
  '^(\\w+\\s?)*$',
  '^(\\d+)*$x',
  '^(\\d|\\d\\d)+$',
  '^([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '(([^/]+)+)/x$',
  '^(a?){25}a{25}$',
  '^((ab)*)+$',
  '^(?:(?:a|b)+)+c',
  '(\\s*,\\s*)*x',
  '(\\s|,)*\\s*;$',
  '\\s+$',
  '\\s*$x',
  '^\\s+|\\s+$',
  '\\d+\\d+x',
  '\\w*\\w*=',
  '.*.*=.*',
  '(.*)(.*)(.*)x',
  '\\S+@\\S+',
  '\\d*\\.?\\d*$x',
  '[a-z]+[a-z0-9]+!',
  'x*y*x*z$x*',
  '^(.*?,){11}P',
  '(?:(?:"|\'|\\]|\\}|\\\\|\\d|(?:nan|infinity|true|false|null|undefined|symbol|math)|`|-|\\+)+[)]*;?((?:\\s|-|~|!|{}|\\|\\||\\+)*.*(?:.*=.*)))', // a CDN's outage, 2019
  '^((?:[a-z]+)+\\.)+com$',
  '(?:[^"\\\\]|\\\\.|\\\\)*"x', // string literals of syntax highlighters
  '("[^"]*"|[^,])*x',
  '^(?:[^,]|"[^"]*")*$',
  '(\\/\\*(?:[^*]|\\*(?!\\/))*)+\\*\\/x',
  '<(\\w+\\s*)+>',
  '<!--(?:.|\\s)*?-->x',
  '(?:\\s*\\S+)*\\s*=',
  '([\\w.]+)+@',
  '^([\\w.-]+)+@x',
  '((?:[a-z]+:)?\\/\\/)?([\\w-]+\\.?)+\\/x',
  '^(https?:\\/\\/)?([\\da-z.-]+)\\.([a-z.]{2,6})([\\/\\w .-]*)*\\/?$', // the much copied URL pattern
  '^[a-zA-Z0-9+._%-]+(?:\\.[a-zA-Z0-9]+)*(?:\\.?[a-zA-Z0-9]+)*@x',
  '(?:\\d+\\s*(?:days?|hours?)?\\s*)+ago',
  '^(?:\\+?1?\\s*(?:[.-]\\s*)?)*\\d{3}$x',
  '(=+)+>',
  '(-+)+\\|',
  '(\\*+\\s*)+$',
  '^(?:\\s*[*-]\\s*){3,}$',
  '(?:#|\\s)*\\s*$x',
  '^#+(?:\\s*\\S*)*\\s*#+$',
  '(\\[[^\\]]*\\]|\\([^)]*\\)|.)*x$',
  '(\\\\[\\s\\S]|[^\\\\])*`x',
  '([^=]+=[^=]*)*&x',
  '(.*\\n)*x',
  '(?:.|\\n)*?(?:.|\\n)*?end',
  '(\\n?.+)+\\s!',
  '(a+)+c(?!b)',
  '(?<!x)(a+)+$',
  '^(?=(a+)+$)',
  '(a+)\\1+$',
  '^(a+)+$|zzz',
  '(?i)(?:[a-z]|[A-Z])+$x+',
];

/** Everyday patterns, and harder ones that are fine. All must compile. */
const FINE = [
  '\\bgit\\s+push\\b',
  'git push.*--force',
  '\\bgit\\s+push\\b(?!.*--force-with-lease)',
  '^npm\\s+(?:i|install)\\b',
  '\\bpip3?\\s+install\\b',
  'docker\\s+run\\b[^|;&]*--rm',
  '\\bsed\\s+-i\\s+(?:-e\\s+)?[^\\s-]',
  'curl\\s+.*\\|\\s*(?:ba)?sh',
  '^git\\s(?:.*\\s)?push\\s(?:.*\\s)?(?:--force|-f)(?:\\s|$)',
  '(?<![\\w-])rm\\s+-rf\\s+/(?!\\w)',
  'kubectl\\s+delete\\s+(?:ns|namespace)\\b',
  '\\bpython3?\\s+-m\\s+[a-z_.]+',
  '(?:^|\\s)git\\s+(?:-\\S+\\s+)*push',
  "ENOENT: no such file or directory, open '[^']*'",
  "error: pathspec '.*' did not match any file",
  'Traceback \\(most recent call last\\)',
];

/** Whether a pattern can act: safe by its structure, or by the verdict on what that leaves open. */
async function compiles(source: string, cache: VerdictCache = new Map()): Promise<boolean> {
  const result = compilePattern(source, 'command');
  if (!result.ok) return false;
  const { flags } = result.pattern;
  const verdicts = await assessPatterns(
    result.doubtful.map((doubtful) => ({ source: doubtful, flags })),
    cache,
  );
  return [...verdicts.values()].every(({ safe }) => safe);
}

describe('no known run-away pattern compiles', () => {
  const cache = new Map<string, Verdict>();
  afterAll(() => cache.clear());

  test(`${RUN_AWAY.length} of them`, async () => {
    expect(RUN_AWAY.length).toBeGreaterThanOrEqual(60);
    const compiled: string[] = [];
    for (const source of RUN_AWAY) {
      if (await compiles(source, cache)) compiled.push(source);
    }
    expect(compiled).toEqual([]);
  });
});

describe('everyday patterns compile', () => {
  test.each(FINE)('%s', async (source) => {
    expect(await compiles(source)).toBe(true);
  });
});

test('a shape is checked once', async () => {
  const sets: string[] = [];
  const store = new Map<string, Verdict>();
  const cache = {
    get: (shape: string) => store.get(shape),
    set: (shape: string, verdict: Verdict) => {
      sets.push(shape);
      store.set(shape, verdict);
    },
  };
  for (const name of ['alpha', 'bravo', 'delta', 'gamma2']) {
    const source = `(?:^|\\s)${name}\\s+(?:-\\S+\\s+)*push`;
    const verdict = (await assessPatterns([{ source, flags: '' }], cache)).get(`/${source}`);
    expect(verdict).toEqual({ safe: true });
  }
  expect(sets.length).toBeLessThanOrEqual(2);
});

test('a new shape that is not reached in time is refused this time; a known one never is', async () => {
  const cache = new Map<string, Verdict>();
  const source = '(?:^|\\s)echo\\s+(?:-\\S+\\s+)*push';
  const judge = async (most?: number) =>
    (await assessPatterns([{ source, flags: '' }], cache, most)).get(`/${source}`);
  expect(await judge(0)).toMatchObject({ safe: false, reason: expect.stringContaining('not checked') });
  expect(cache.size).toBe(0);
  expect(await judge()).toEqual({ safe: true });
  expect(await judge(0)).toEqual({ safe: true });
});
