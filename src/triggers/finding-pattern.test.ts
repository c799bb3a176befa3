import { describe, expect, test } from 'bun:test';
import { compilePattern } from './compile-pattern.ts';
import { findingPattern } from './finding-pattern.ts';

/** The finding that a pattern is made from, another of its rule, and one of another rule. */
const CASES: [rule: string, from: string, same: string, other: string][] = [
  [
    'unused',
    '[lint:go] api/push.go:12:6: func pushTwice is unused (unused)',
    'cmd/root.go:3:5: var retries is unused (unused)',
    'cmd/root.go:3:5: ineffectual assignment to unused (ineffassign)',
  ],
  [
    'revive',
    "a.go:1:2: unused-parameter: parameter 'dir' seems to be unused (revive)",
    "b.go:9:12: unused-parameter: parameter 'ctx' seems to be unused (revive)",
    'b.go:9:12: exported: func Push should have comment (revive)',
  ],
  [
    'revive',
    'a.go:7:6: exported: func name will be used as push.PushAll by other packages, and that stutters; consider calling this All (revive)',
    'b.go:3:6: exported: type name will be used as stall.StallKeeper by other packages, and that stutters; consider calling this Keeper (revive)',
    'b.go:9:1: exported: comment on exported type Keeper should be of the form "Keeper ..." (revive)',
  ],
  [
    'no-unused-vars',
    "  12:5  error  'x' is assigned a value but never used  no-unused-vars",
    "  3:9   warning  'request' is defined but never used  no-unused-vars",
    "  3:9   error  'request' is not defined  no-undef",
  ],
  [
    'F401',
    'app.py:1:8: F401 [*] `os` imported but unused',
    'lib/io.py:22:20: F401 [*] `typing.Any` imported but unused',
    'lib/io.py:22:20: F841 Local variable `a` is assigned to but never used',
  ],
  [
    'arg-type',
    'app.py:4: error: Argument 1 to "push" has incompatible type "str"; expected "int"  [arg-type]',
    'b.py:90: error: Argument "n" to "pull" has incompatible type "None"; expected "int"  [arg-type]',
    'b.py:90: error: "Remote" has no attribute "url"  [attr-defined]',
  ],
  [
    'missing-module-docstring',
    'app.py:1:0: C0114: Missing module docstring (missing-module-docstring)',
    'b.py:1:0: C0114: Missing module docstring (missing-module-docstring)',
    'b.py:4:0: C0116: Missing function or method docstring (missing-function-docstring)',
  ],
];

describe('a pattern of a finding', () => {
  test.each(CASES)('%s meets every finding of its rule and no other', (rule, from, same, other) => {
    const source = findingPattern({ line: from, rule })!;
    const pattern = new RegExp(source);
    expect([from, same, other].map((line) => pattern.test(line))).toEqual([true, true, false]);
    expect(compilePattern(source, 'error')).toMatchObject({ ok: true, doubtful: [] });
  });

  test.each([
    ['publickey', 'git@example.org: Permission denied (publickey)'],
    ['typecheck', 'a.go:3:7: undefined: guard (typecheck)'],
    ['Q1234', 'a.sh:3:7: see Q1234 for what to do'],
  ])('there is none of %s', (rule, line) => {
    expect(findingPattern({ line, rule })).toBeNull();
  });
});
