import { describe, expect, test } from 'bun:test';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { corpusDir, NO_CORPUS } from '../../../test/support/corpus.ts';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { claudeLines } from '../../../test/support/transcripts.ts';
import { INJECTION_META_OPEN } from '../../model/constants.ts';
import { fileBytes } from '../../transcripts/byte-source.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readLines } from '../../transcripts/lines.ts';
import { ClaudeDecoder } from './decoder.ts';
import { fastLine } from './fast-line.ts';
import { lineHead } from './line-kind.ts';

function decode(lines: Buffer[], fast: boolean): TranscriptEvent[] {
  const events: TranscriptEvent[] = [];
  const decoder = new ClaudeDecoder((event) => events.push(event), fast);
  for (const [at, line] of lines.entries()) decoder.line(line, at + 1);
  decoder.end();
  return events;
}

/** Equal but for texts of which the fast way leaves out the middle, and lines of nothing but thinking, which it skips. */
function comparable(events: TranscriptEvent[]): string[] {
  const shells = new Set(
    events.flatMap((event) => (event.kind === 'call' && event.tool === 'Bash' ? [event.callId] : [])),
  );
  const compared = events.filter((event) => event.kind !== 'session');
  return compared.map((event) => {
    if (event.kind !== 'result' || event.isError === true) return JSON.stringify(event);
    const [longest, head, tail] = shells.has(event.callId) ? [2048, 1000, 500] : [500, 12, 0];
    return JSON.stringify(
      event.chars > longest
        ? {
            ...event,
            text: [event.text.slice(0, head), event.text.slice(event.text.length - tail)],
            chars: 0,
          }
        : event,
    );
  });
}

/** As maps are written whose keys are kept in order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, item]) => [key, sorted(item)]));
};

function sortedLine(line: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(sorted(JSON.parse(line.toString('utf8')))));
  } catch {
    return line;
  }
}

const bytes = (values: unknown[]) => values.map((value) => Buffer.from(JSON.stringify(value)));

describe('the fast way of reading a line', () => {
  const story = claudeLines({
    sessionId: 's-1',
    cwd: 'C:\\Users\\dev\\shop "one"',
    steps: sessionSteps(5, 30),
  });

  test('is used for calls and results, and tells what parsing tells', () => {
    const lines = bytes(story);
    const used = lines.filter((line) => fastLine(line, lineHead(line), () => true) !== null);
    expect(used.length).toBeGreaterThan(lines.length / 2);
    expect(comparable(decode(lines, true))).toEqual(comparable(decode(lines, false)));
  });

  test('is not tried on lines whose keys were sorted, which tell the same', () => {
    const long = story.map((line) =>
      'toolUseResult' in line ? { ...line, toolUseResult: { stdout: 'x'.repeat(4000) } } : line,
    );
    const told = {
      parentUuid: null,
      isSidechain: false,
      attachment: { type: 'hook_additional_context', content: [`${INJECTION_META_OPEN}a -->`] },
      type: 'attachment',
      sessionId: 's-1',
    };
    const lines = [...long, told];
    const values = (from: unknown[], fast: boolean) =>
      comparable(decode(bytes(from), fast)).map((event) => JSON.parse(event));
    expect(values(lines.map(sorted), true)).toEqual(values(lines, false));
    const seen = decode(bytes([sorted(told)]), true);
    expect(seen).toMatchObject([{ kind: 'session', injectionsSeen: 1 }]);
  });

  describe('leaves a result alone beside which stands', () => {
    const done = (id: string) => ({
      tool_use_id: id,
      type: 'tool_result',
      content: 'x '.repeat(20_000),
      is_error: false,
    });
    const words = { type: 'text', text: 'stop, that is the old server' };
    const injected = { type: 'text', text: '<system-reminder>Use the todo list.</system-reminder>' };
    const said = 'user: stop, that is the old server';
    const cases: [string, unknown[], string[]][] = [
      ["a human's words", [done('toolu_1'), words], ['result: toolu_1', said]],
      ['words and a reminder', [done('toolu_1'), words, injected], ['result: toolu_1', said]],
      [
        'the result of a call beside it',
        [done('toolu_1'), done('toolu_2')],
        ['result: toolu_1', 'result: toolu_2'],
      ],
    ];
    for (const [name, content, told] of cases)
      test(name, () => {
        const line = {
          parentUuid: null,
          isSidechain: false,
          cwd: '/repo',
          sessionId: 's-1',
          type: 'user',
          message: { role: 'user', content },
          uuid: 'u1',
          timestamp: '2026-05-04T10:00:00.000Z',
        };
        const [bare] = bytes([{ ...line, message: { role: 'user', content: [done('toolu_1')] } }]);
        expect(fastLine(bare!, lineHead(bare!), () => true)).not.toBeNull();
        for (const fast of [true, false]) {
          const events = decode(bytes([line]), fast).flatMap((event) =>
            event.kind === 'result'
              ? `result: ${event.callId}`
              : event.kind === 'user'
                ? `user: ${event.text}`
                : [],
          );
          expect(events).toEqual(told);
        }
      });
  });

  test("keeps both ends of a shell's long success, the beginning of another's, all of a failure", () => {
    const envelope = { sessionId: 's-1', cwd: '/home/dev', version: '2.1' };
    const call = (id: string, name: string, input: object) => ({
      parentUuid: null,
      isSidechain: false,
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name, input }],
        stop_reason: null,
      },
      type: 'assistant',
      uuid: `call ${id}`,
      timestamp: '2026-05-04T10:00:00.000Z',
      ...envelope,
    });
    const result = (id: string, isError: boolean) => ({
      parentUuid: null,
      isSidechain: false,
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            tool_use_id: id,
            type: 'tool_result',
            content: `first "words" é\\\n${'some \\"text\\" in between… '.repeat(2000)}last words`,
            is_error: isError,
          },
        ],
      },
      uuid: `result ${id}`,
      timestamp: '2026-05-04T10:00:01.000Z',
      toolUseResult: { stdout: 'x'.repeat(50_000) },
      ...envelope,
    });
    const calls = [
      call('shell', 'Bash', { command: 'ls' }),
      call('read', 'Read', { file_path: '/a' }),
      call('bad', 'Read', { file_path: '/b' }),
    ];
    const results = [result('shell', false), result('read', false), result('bad', true)];
    const [shell, read, bad] = decode(bytes([...calls, ...results]), true).filter(
      (event) => event.kind === 'result',
    );
    expect(shell!.text).toStartWith('first "words" é\\\n');
    expect(shell!.text).toEndWith('last words');
    expect(shell!.text.length).toBeLessThan(8000);
    expect(shell!.chars).toBeGreaterThan(40_000);
    expect(read!.text).toStartWith('first "words" é\\\n');
    expect(read!.text.length).toBeLessThan(800);
    expect(read!.chars).toBeGreaterThan(40_000);
    expect(bad!.text.length).toBeGreaterThan(40_000);
  });

  test('text cannot pose as a field', () => {
    const fake =
      '","uuid":"fake","sessionId":"fake","isMeta":true,"is_error":true,"content":[{"type":"tool_result"';
    const lines = bytes(
      claudeLines({
        sessionId: 's-1',
        cwd: '/home/dev',
        steps: [
          { say: fake },
          { run: `echo '${fake}'`, exit: 0, out: `${fake}]},"uuid":"fake"}],"stop_reason":null` },
          { edit: '/a', old: fake, new: `],"stop_reason":${fake}` },
        ],
      }),
    );
    expect(comparable(decode(lines, true))).toEqual(comparable(decode(lines, false)));
    expect(decode(lines, true).some((event) => event.uuid === 'fake')).toBe(false);
  });

  const corpus = corpusDir();
  if (corpus === null) test.skip(`on the corpus: ${NO_CORPUS}`, () => {});
  else {
    test('on the corpus: every transcript tells the same both ways, and with its keys sorted', () => {
      for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !entry.name.endsWith('.jsonl') || !entry.parentPath.includes('claude'))
          continue;
        const lines: Buffer[] = [];
        const fd = openSync(join(entry.parentPath, entry.name), 'r');
        readLines(fileBytes(fd, 0), (line) => lines.push(Buffer.from(line)));
        closeSync(fd);
        const whole = comparable(decode(lines, false));
        expect(comparable(decode(lines, true))).toEqual(whole);
        const rewritten = comparable(decode(lines.map(sortedLine), true));
        expect(rewritten.map((event) => sorted(JSON.parse(event)))).toEqual(
          whole.map((event) => sorted(JSON.parse(event))),
        );
      }
    });
  }
});
