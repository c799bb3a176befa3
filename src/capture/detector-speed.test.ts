import { expect, test } from 'bun:test';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { EventScan } from './scan-events.ts';
import { relationOf } from './spoken/context/handover.ts';
import { isSpokenOver } from './spoken/objection-notes.ts';
import type { OpenObjection } from './spoken/open-objection.ts';
import { tellingPart } from './spoken/telling/telling.ts';

/** Letters, signs and beginnings of what the rules look for: again and again, each would make a careless rule quadratic. */
const UNITS = [
  'a',
  'A1',
  '1',
  '_',
  '-',
  '.',
  '/',
  '"',
  "'",
  '(',
  '{',
  '中',
  ' ',
  '\n',
  ' \n',
  '\t',
  '\r',
  '.\n\n',
  'a.',
  'a/',
  'a:',
  'a > ',
  '-a ',
  '--a ',
  'Error',
  'FAIL ',
  'fail\n',
  'at a:1 ',
];
/** What opens a message sentence by sentence; two that can be read in two ways double the work with every word. */
const SPOKEN = ['no ', 'nope ', 'oh no ', 'ok, ', 'so ', 'it still ', 'wait, ', 'but well '];

const event = { uuid: null, timestamp: '2026-01-01T00:00:00Z', line: 1 } as const;

/** A call that fails with a text, one that works, and what the user says then. */
function detect(command: string, output: string, said: string, failed: boolean | undefined = true): void {
  const collector = new EventScan({ agent: 'claude-code', file: 'a.jsonl', project: () => 'p' });
  const call = (callId: string, text: string, isError: boolean | undefined) => {
    const input = { command: callId === 'a' ? command : `${command} --fix` };
    collector.push({ ...event, kind: 'call', callId, nativeTool: 'Bash', tool: 'Bash', input, cwd: '/repo' });
    const told = { exitCode: null, denial: null, feedback: null, timedOut: false, durationMs: null };
    collector.push({ ...event, kind: 'result', callId, isError, text, chars: text.length, ...told });
  };
  call('a', output, failed);
  call('b', 'ok', false);
  collector.push({ ...event, kind: 'user', text: said, via: 'prompt' });
  collector.finish();
}

/** Tells its own status, so that its output is read more closely. */
const COMMAND = 'docker compose exec -T press pressctl list; echo "exit=$?"';
const ERROR = 'Error: no such thing\n';

test.each(UNITS)('outputs of 8 and 64 KB of %j take time in proportion', (unit) => {
  const failing = (chars: number) => {
    const text = repeated(unit, chars);
    detect(COMMAND, ERROR + text, 'thanks');
    detect(COMMAND, text, 'thanks', undefined);
  };
  failing(1000);
  expect(isProportional(failing, 8192)).toBe(true);
  expect(isProportional(failing, 65_536)).toBe(true);
});

test.each([...UNITS, ...SPOKEN])(
  'messages of 400 and 8,000 characters of %j take time in proportion',
  (unit) => {
    const saying = (chars: number) => {
      const said = `${repeated(unit, chars)}#`;
      detect('node run.mjs', ERROR, said);
      relationOf({ shown: [], asked: [], claimed: false }, said);
      tellingPart(said);
    };
    saying(100);
    expect(isProportional(saying, 400)).toBe(true);
    expect(isProportional(saying, 8000)).toBe(true);
  },
);

test('a command that redirects many times, and does not end, is read in one way', () => {
  const hanging = (count: number) =>
    detect(`serve ${'>&00'.repeat(count)}`, 'Command timed out after 2m 0.0s', 'thanks');
  hanging(1);
  expect(isProportional(hanging, 28)).toBe(true);
});

test('paths in front of what a human says next are read in one way', () => {
  const line = { text: 'see here', answer: '', callsAfter: 0, objection: 0, rule: false } as OpenObjection;
  const saying = (count: number) => isSpokenOver(line, { ...line, text: `${'/srv'.repeat(count)} is wrong` });
  expect(isProportional(saying, 28)).toBe(true);
});
