import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { stampBeside } from './parts-beside.ts';

test('what is written to the messages of a session in a folder of its own is seen, and nothing else', () => {
  const root = scratchDir('beside');
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '{}');
  };
  const session = join(root, 'session', 'p1', 'ses_1.json');
  write('session/p1/ses_1.json');
  expect(stampBeside(session)).toBe('');
  const seen = new Set<string>();
  const changes = (change: () => void): boolean => {
    const before = seen.size;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
    change();
    return seen.add(stampBeside(session)).size > before;
  };
  expect(changes(() => write('message/ses_1/msg_1.json'))).toBe(true);
  expect(changes(() => write('part/msg_1/prt_1.json'))).toBe(true);
  expect(changes(() => write('part/msg_1/prt_1.json'))).toBe(true);
  expect(changes(() => write('message/ses_1/msg_2.json'))).toBe(true);
  expect(changes(() => write('part/msg_2/prt_2.json'))).toBe(true);
  expect(changes(() => write('message/ses_1/msg_2.json'))).toBe(true);
  expect(changes(() => rmSync(join(root, 'message/ses_1/msg_1.json')))).toBe(true);
  expect(changes(() => {})).toBe(false);
  expect(changes(() => write('message/ses_2/msg_3.json'))).toBe(false);
  expect(stampBeside(join(root, 'message', 'ses_1', 'msg_2.json'))).toBe('');
});
