import { describe, expect, test } from 'bun:test';
import type { SeenCall } from '../failure-state.ts';
import { editsOf, namedFilesOf, replacedBy } from './edits.ts';

describe('what a command of the shell replaces', () => {
  test('expressions of sed, with any delimiter', () => {
    expect(replacedBy("sed -i.bak 's|open(3, \\*n)|open(3, \\*n, 0)|g; s/shut/close/' till.go")).toEqual({
      old: 'open(3, *n)\nshut',
      new: 'open(3, *n, 0)\nclose',
    });
  });

  test('the ends of a line are no part of its text, and a replacement has several lines', () => {
    expect(replacedBy("sed -i 's/^open(3)$/\\/\\/ late\\nopen(4)/' till.go")).toEqual({
      old: 'open(3)',
      new: '// late\nopen(4)',
    });
  });

  test('sed that leaves lines out', () => {
    expect(replacedBy("sed -i '' '/till \"ledger\\/v2\"$/d' till.go")).toEqual({
      old: 'till "ledger/v2"',
      new: '',
    });
    expect(replacedBy("sed '/open/d' till.go")).toEqual({ old: '', new: '' });
  });

  test('sed that only prints replaces nothing', () => {
    expect(replacedBy("sed -n 's/open/shut/p' till.go")).toEqual({ old: '', new: '' });
  });

  test('texts of a script, with their line breaks', () => {
    const script = `python3 - <<'EOF'\ns = s.replace('\\tledger "till/ledger"\\n', '', 1)\ns = s.replace("""a\nb""", """c""")\nEOF`;
    expect(replacedBy(script)).toEqual({ old: '\tledger "till/ledger"\n\na\nb', new: '\nc' });
  });

  test('a command that shows no replacement', () => {
    expect(replacedBy('cp a.go b.go')).toEqual({ old: '', new: '' });
  });
});

describe('files that a script writes under a name', () => {
  test('an assignment', () => {
    expect(namedFilesOf("p='src/till.go'\ns=open(p).read()\nopen(p, 'w').write(s)")).toEqual(['src/till.go']);
  });

  test('a loop over several', () => {
    expect(
      namedFilesOf(
        `for path in ["a/till.go", "a/drawer.go"]:\n  s = open(path).read()\n  open(path, "w").write(s)`,
      ),
    ).toEqual(['a/till.go', 'a/drawer.go']);
  });

  test('what is only read is not written', () => {
    expect(namedFilesOf("p='rows.json'\nprint(open(p).read())")).toEqual([]);
  });
});

const call = (part: Partial<SeenCall>): SeenCall =>
  ({ tool: 'Edit', nativeTool: 'apply_patch', target: '', command: '', input: {}, ...part }) as SeenCall;

describe('what a call writes', () => {
  test('a patch of several files, each with its own lines', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/till.go\n@@\n-open(3)\n+open(4)\n*** Update File: src/till_test.go\n@@\n+shut()\n*** End Patch';
    expect(editsOf(call({ input: { patch, old_string: 'open(3)', new_string: 'open(4)\nshut()' } }))).toEqual(
      [
        { file: 'src/till.go', old: 'open(3)', new: 'open(4)', test: false },
        { file: 'src/till_test.go', old: '', new: 'shut()', test: true },
      ],
    );
  });

  test('a script that replaces text in a file', () => {
    const command = `python3 - <<'EOF'\np = 'src/till.go'\ns = open(p).read().replace('open(3)', 'open(4)')\nopen(p, 'w').write(s)\nEOF`;
    expect(editsOf(call({ tool: 'Bash', command }))).toEqual([
      { file: 'src/till.go', old: 'open(3)', new: 'open(4)', test: false },
    ]);
  });
});
