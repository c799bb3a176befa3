import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { opencodeStorageReader } from './transcript.ts';

const message = (id: string) => ({ id, sessionID: 'ses_1', role: 'user', time: { created: 1 } });
const part = (messageID: string, text: string) => ({ id: `prt_${text}`, messageID, type: 'text', text });

/** Writes a file of a storage tree. */
const writer = (root: string) => (path: string, value: object) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(value));
};

/** What the user says in the session of such a tree. */
function saidIn(root: string): string[] {
  const path = 'storage/session/global/ses_1.json';
  writer(root)(path, { id: 'ses_1', projectID: 'global', directory: '/app', time: { created: 1 } });
  const events: TranscriptEvent[] = [];
  readTranscript(join(root, path), [opencodeStorageReader], (event) => events.push(event));
  return events.flatMap((event) => (event.kind === 'user' ? event.text : []));
}

test('of the storage tree only files are read, and none outside of it, whatever an id says', () => {
  const root = scratchDir('opencode');
  const write = writer(root);
  write('storage/message/ses_1/msg_1.json', message('msg_1'));
  write('storage/message/ses_1/msg_2.json', message('../../private'));
  write('storage/part/msg_1/prt_1.json', part('msg_1', 'inside'));
  write('private/prt_2.json', part('../../private', 'outside'));
  spawnSync('mkfifo', [join(root, 'storage', 'part', 'msg_1', 'prt_0.json')]);
  expect(saidIn(root)).toEqual(['inside']);
});

test('parts lie in the folder of their message, or else beside those of all messages', () => {
  const root = scratchDir('opencode');
  const write = writer(root);
  write('storage/message/ses_1/msg_1.json', message('msg_1'));
  write('storage/message/ses_1/msg_2.json', message('msg_2'));
  write('storage/part/msg_1/prt_1.json', part('msg_1', 'in its folder'));
  write('storage/part/prt_1.json', part('msg_1', 'as it lay before'));
  write('storage/part/prt_2.json', part('msg_2', 'beside'));
  write('storage/part/prt_3.json', part('msg_3', 'of another session'));
  expect(saidIn(root)).toEqual(['in its folder', 'beside']);
});
