import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

/** Each result: good, failed or ended at its limit. */
function verdicts(...steps: [action: string, observation: string][]): string[] {
  const path = join(scratchDir(), 'pond-2.traj');
  const trajectory = steps.map(([action, observation]) => ({
    action,
    observation,
    response: `Next.\n\n${action}`,
    thought: 'Next.',
    state: '{"open_file": "/pond/depth.py", "working_dir": "/pond"}\n',
  }));
  writeFileSync(path, JSON.stringify({ environment: 'pond', trajectory, history: [], info: {} }, null, 2));
  const found: string[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'result')
      found.push(event.timedOut ? 'timed out' : event.isError === true ? 'failed' : 'good');
  });
  return found;
}

test.each(['edit', 'insertion'])('an %s that the linter turns down has failed', (what) => {
  const command = what === 'edit' ? 'edit 2:2\n  x = 1\nend_of_edit' : 'insert 2\n  x = 1\nend_of_insert';
  const refused = `Your proposed ${what} has introduced new syntax error(s). Please read this error message carefully.\n\nERRORS:\n- E113 unexpected indentation\n`;
  expect(verdicts(['open depth.py', '[File: /pond/depth.py (3 lines total)]'], [command, refused])).toEqual([
    'good',
    'failed',
  ]);
});

test.each([
  [
    'python serve.py',
    "The command 'python serve.py' was cancelled because it took more than 30 seconds. Please try a different command that completes more quickly.",
  ],
  [
    "python - <<'EOF'\nimport pond\npond.fill()\nEOF",
    `The command 'python - <<'EOF'\nimport pond\npond.fill()\nEOF' was cancelled because it took more than 450 seconds. Please try another.`,
  ],
  [
    'make',
    'gcc -c depth.c\n\nEXECUTION TIMED OUT BECAUSE NO OUTPUT WAS PRODUCED FOR MORE THAN 25 SECONDS.\nPLEASE REFINE YOUR RUNNING COMMAND SO IT WILL PRODUCE OUTPUT IN THE SPECIFIED TIME FRAME.',
  ],
  ['make', '\nEXECUTION TIMED OUT'],
])('%s is ended at its limit', (action, observation) => {
  expect(verdicts([action, observation])).toEqual(['timed out']);
});

test.each([
  [
    "cat > a.py <<EOF\nx = '",
    'Your bash command contained syntax errors and was NOT executed. Please fix the syntax errors and try again. Here is the output of `bash -n`:\n\nbash: line 1: unexpected EOF',
    'failed',
  ],
  ['./fill', 'filling\nCOMMAND FAILED TO EXECUTE. RESTARTING PROCESS.', 'failed'],
  ['cat notes', 'The run said EXECUTION TIMED OUT, and\nthen it went on.', 'good'],
  ['touch a', 'Your command ran successfully and did not produce any output.', 'good'],
])('%s', (action, observation, verdict) => {
  expect(verdicts([action, observation])).toEqual([verdict]);
});

test('the editor reads, writes and edits, as its first word says', () => {
  const path = join(scratchDir(), 'pond-3.traj');
  const trajectory = ['view /pond', 'create /pond/a.py --file_text "x"', 'str_replace /pond/a.py'].map(
    (rest) => ({
      action: `str_replace_editor ${rest}`,
      observation: 'ok',
      response: 'Next.',
      thought: 'Next.',
    }),
  );
  writeFileSync(path, JSON.stringify({ environment: 'pond', trajectory, history: [], info: {} }, null, 2));
  const tools: string[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'call') tools.push(event.tool);
  });
  expect(tools).toEqual(['Read', 'Write', 'Edit']);
});

test('an edit that quotes what is there and what it becomes holds both', () => {
  const path = join(scratchDir(), 'depth.traj');
  const action = "edit 'return depth' '# in metres\n    return depth / 100'";
  const state = '{"open_file": "/pond/depth.py", "working_dir": "/pond"}\n';
  const trajectory = [{ action, observation: 'ok', response: 'Next.', thought: 'Next.', state }];
  writeFileSync(path, JSON.stringify({ environment: 'pond', trajectory, history: [], info: {} }));
  const inputs: unknown[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'call') inputs.push(event.input);
  });
  expect(inputs).toMatchObject([
    { old_string: 'return depth', new_string: '# in metres\n    return depth / 100' },
  ]);
});
