import { describe, expect, test } from 'bun:test';
import type { SeenCall } from '../failure-state.ts';
import { editsOf } from './seen-call.ts';

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
