import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { opencodeExport } from '../../../test/support/stories/opencode.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

/** What the agent is heard to say in an export whose second message is changed so. */
function heard(change: object): string[] {
  const steps = ['Moored.', 'I made a mistake: I cut the rope.', 'On it goes.'].map((say) => ({ say }));
  const session = opencodeExport({ sessionId: 'ses_1', cwd: '/app', steps });
  Object.assign(session.messages[1]!.info, change);
  const path = join(scratchDir(), 'export.json');
  writeFileSync(path, JSON.stringify(session, null, 1));
  const said: string[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'assistant') said.push(event.text);
  });
  return said;
}

test('the summary of a compaction is nothing that the agent says; other messages are', () => {
  expect(heard({ summary: true, mode: 'compaction' })).toEqual(['Moored.', 'On it goes.']);
  for (const change of [{}, { summary: false }, { summary: { title: 'The rope' } }])
    expect(heard(change)).toHaveLength(3);
});
