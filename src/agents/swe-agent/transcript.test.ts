import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

function failures(...steps: [action: string, observation: string][]): unknown[] {
  const path = join(scratchDir(), 'pond-2.traj');
  const trajectory = steps.map(([action, observation]) => ({
    action,
    observation,
    response: `Next.\n\n${action}`,
    thought: 'Next.',
    state: '{"open_file": "/pond/depth.py", "working_dir": "/pond"}\n',
  }));
  writeFileSync(path, JSON.stringify({ environment: 'pond', trajectory, history: [], info: {} }, null, 2));
  const found: unknown[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'result') found.push(event.isError === true);
  });
  return found;
}

test.each(['edit', 'insertion'])('an %s that the linter turns down has failed', (what) => {
  const command = what === 'edit' ? 'edit 2:2\n  x = 1\nend_of_edit' : 'insert 2\n  x = 1\nend_of_insert';
  const refused = `Your proposed ${what} has introduced new syntax error(s). Please read this error message carefully.\n\nERRORS:\n- E113 unexpected indentation\n`;
  expect(failures(['open depth.py', '[File: /pond/depth.py (3 lines total)]'], [command, refused])).toEqual([
    false,
    true,
  ]);
});
