import { expect, test } from 'bun:test';
import { script } from '../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { EventScan } from './scan-events.ts';

function collect(events: TranscriptEvent[]) {
  const collector = new EventScan({ agent: 'claude-code', file: 'a.jsonl', project: (cwd) => cwd });
  for (const event of events) collector.push(event);
  const { episodes, calls } = collector.finish();
  return {
    failing: [...episodes].flatMap(({ toolUseIds }) => toolUseIds),
    calls: calls.map(({ callId }) => callId),
  };
}

/** The same events, each result written down before its call. */
const resultsFirst = (events: TranscriptEvent[]): TranscriptEvent[] =>
  events.flatMap((event, at): TranscriptEvent[] => {
    const next = events[at + 1];
    if (event.kind === 'call' && next?.kind === 'result') return [next, event];
    return event.kind === 'result' ? [] : [event];
  });

const session = script()
  .bash('git log --onelin', 'fatal: unrecognized argument: --onelin', true)
  .bash('git log --oneline', 'abc1234 Add the parser');

test('a result that is written down before its call is that call’s', () => {
  const found = collect(session.events);
  expect(found.failing.length).toBe(1);
  expect(found.calls.length).toBe(2);
  expect(collect(resultsFirst(session.events))).toEqual(found);
});

test('results without any call are none, however many', () => {
  const orphans = session.events.flatMap((event): TranscriptEvent[] =>
    event.kind === 'result'
      ? Array.from({ length: 40 }, (_, nth) => ({ ...event, callId: `toolu_other_${nth}` }))
      : [event],
  );
  expect(collect(orphans)).toEqual({ failing: [], calls: [] });
});

test('a secret in the name of a folder is in nothing that was found', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const moved = session.events.map(
    (event): TranscriptEvent => (event.kind === 'session' ? { ...event, cwd: `/srv/${secret}/app` } : event),
  );
  const collector = new EventScan({ agent: 'claude-code', file: 'a.jsonl', project: (cwd) => cwd });
  for (const event of moved) collector.push(event);
  const { episodes, ...found } = collector.finish();
  expect(JSON.stringify([[...episodes], found])).not.toContain(secret);
  expect(found.calls[0]?.project).toBe('/srv/[REDACTED]/app');
  expect(found.sessions[0]?.cwd).toBe('/srv/[REDACTED]/app');
});

const found = (events: TranscriptEvent[]) => {
  const collector = new EventScan({ agent: 'claude-code', file: 'a.jsonl', project: (cwd) => cwd });
  for (const event of events) collector.push(event);
  return [...collector.finish().episodes].map(({ summary, remediation, confidence }) => ({
    summary,
    remediation,
    confidence,
  }));
};

const rewritten = (events: TranscriptEvent[], change: (text: string) => string) =>
  events.map(
    (event): TranscriptEvent => (event.kind === 'result' ? { ...event, text: change(event.text) } : event),
  );

const COLOURED = (text: string) =>
  text
    .split('\n')
    .map((line) => `\u001b[31m${line}\u001b[0m`)
    .join('\n');

test('colours and line ends of Windows change nothing of what is found', () => {
  const failing = script()
    .bash('sed -i s/7/8/ spec/cart_spec.rb', '')
    .bash(
      'rspec',
      'Failures:\n\n  1) Cart#total adds the rows\n     Failure/Error: expect(cart.total).to eq(8)\n\n       expected: 8\n            got: 7\n',
      true,
    )
    .call('Edit', { file_path: 'cart.rb', old_string: 'sum - 1', new_string: 'sum' }, 'ok', false)
    .bash('rspec', '1 example, 0 failures').events;
  const hidden = script()
    .bash('redis-cli get cart name', "(error) ERR wrong number of arguments for 'get' command")
    .bash('redis-cli mget cart name', '1) "7"').events;
  for (const events of [failing, hidden]) {
    const plain = found(events);
    expect(plain.length).toBe(1);
    expect(found(rewritten(events, (text) => text.replaceAll('\n', '\r\n')))).toEqual(plain);
    expect(found(rewritten(events, COLOURED))).toEqual(plain);
  }
});

test('a call of a subagent is known by it, wherever it is logged', () => {
  const threads = (file: string, events: TranscriptEvent[]) => {
    const collector = new EventScan({ agent: 'claude-code', file, project: (cwd) => cwd });
    for (const event of events) collector.push(event);
    return [...new Set(collector.finish().calls.map(({ thread }) => thread))];
  };
  const nested = session.events.map((event) => ({ ...event, thread: 'a1b2' }));
  const alone = session.events.map(
    (event): TranscriptEvent => (event.kind === 'session' ? { ...event, isSubagent: true } : event),
  );
  expect(threads('/p/s.jsonl', session.events)).toEqual([null]);
  expect(threads('/p/s.jsonl', nested)).toEqual(['a1b2']);
  expect(threads('/p/s/subagents/agent-a1b2.jsonl', alone)).toEqual(['a1b2']);
  expect(threads('C:\\p\\rollout-7.jsonl', alone)).toEqual(['rollout-7']);
});
