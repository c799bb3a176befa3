import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { ClaudeDecoder } from './decoder.ts';

/** Words that could pose as the structure of a line, and characters that are escaped or take several bytes. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 20, unit: 'binary' }),
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\u0001',
        'é',
        '🦊',
        ' ',
        ']},"uuid":"',
        '"is_error":true',
        '],"stop_reason":',
      ),
      fc.constantFrom(
        '"type":"text"',
        '<system-reminder>x</system-reminder>',
        'a lesson ',
        ',"normalizedMessages":',
      ),
      fc.constant('some words '.repeat(90)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const step = fc.record({
  layout: fc.constantFrom('session first', 'session last', 'nested'),
  tool: fc.constantFrom('Bash', 'Read', 'Task'),
  keys: fc.constantFrom('id first', 'type first', 'id last'),
  shape: fc.constantFrom('text', 'list'),
  said: fc.option(fc.boolean(), { nil: undefined }),
  cwd: fc.constantFrom('/home/dev', '/home/dév "x"', 'C:\\Users\\dev'),
  words: text,
  input: text,
  output: text,
  sidechain: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function linesOf(given: Step, at: number): Record<string, unknown>[] {
  const id = `toolu_${at}`;
  const content = given.shape === 'text' ? given.output : [{ type: 'text', text: given.output }];
  const flag = given.said === undefined ? {} : { is_error: given.said };
  const result = {
    'id first': { tool_use_id: id, type: 'tool_result', content, ...flag },
    'type first': { type: 'tool_result', tool_use_id: id, content, ...flag },
    'id last': { type: 'tool_result', content, ...flag, tool_use_id: id },
  }[given.keys];
  const said = (blocks: unknown[]) => ({
    model: 'claude-x',
    type: 'message',
    role: 'assistant',
    content: blocks,
    stop_reason: null,
    usage: { input_tokens: 1 },
  });
  return [
    record(given, 'assistant', said([{ type: 'text', text: given.words }]), `${at}-a`),
    record(
      given,
      'assistant',
      said([{ type: 'tool_use', id, name: given.tool, input: { command: given.input } }]),
      `${at}-b`,
    ),
    record(given, 'user', { role: 'user', content: [result] }, `${at}-c`),
  ];
}

function record(given: Step, type: string, message: object, uuid: string): Record<string, unknown> {
  const session = { userType: 'external', cwd: given.cwd, sessionId: 's-1', version: '2.1.0' };
  const own = { uuid, timestamp: `2026-05-04T10:00:0${uuid[0]}.000Z` };
  const first = { parentUuid: null, isSidechain: given.sidechain };
  if (given.layout === 'session last')
    return { ...first, type, message, ...own, toolUseResult: { stdout: given.output }, ...session };
  if (given.layout === 'session first')
    return { ...first, ...session, type, message, ...own, toolUseResult: { stdout: given.output } };
  const inner =
    type === 'user' ? { type, message, ...own } : { type, timestamp: own.timestamp, message, uuid };
  const data = {
    message: inner,
    normalizedMessages: [inner],
    type: 'agent_progress',
    prompt: given.words,
    agentId: 'a1',
  };
  return {
    ...first,
    ...session,
    type: 'progress',
    data,
    toolUseID: 'm',
    parentToolUseID: 'p',
    ...own,
    uuid: `${uuid}-o`,
  };
}

/** Of a long success the two ways keep parts of different lengths; what both keep must be the same. */
function comparable(events: TranscriptEvent[]): unknown[] {
  return events.map((event) => {
    if (event.kind !== 'result' || event.isError === true || event.chars <= 500) return event;
    return { ...event, chars: 0, text: event.text.slice(0, 12) };
  });
}

test('any line tells the same, read by search or parsed', () => {
  const decode = (lines: Buffer[], fast: boolean) => {
    const events: TranscriptEvent[] = [];
    const decoder = new ClaudeDecoder((event) => events.push(event), fast);
    for (const [at, line] of lines.entries()) decoder.line(line, at + 1);
    decoder.end();
    return comparable(events);
  };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      const lines = steps.flatMap(linesOf).map((value) => Buffer.from(JSON.stringify(value)));
      expect(decode(lines, true)).toEqual(decode(lines, false));
    }),
    { numRuns: 400 },
  );
});
