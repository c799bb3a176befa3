import { expect, test } from 'bun:test';
import { script } from '../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { Collector } from './scan-events.ts';

function collect(events: TranscriptEvent[]) {
  const collector = new Collector({ agent: 'claude-code', file: 'a.jsonl', project: (cwd) => cwd });
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
  const collector = new Collector({ agent: 'claude-code', file: 'a.jsonl', project: (cwd) => cwd });
  for (const event of moved) collector.push(event);
  const { episodes, ...found } = collector.finish();
  expect(JSON.stringify([[...episodes], found])).not.toContain(secret);
  expect(found.calls[0]?.project).toBe('/srv/[REDACTED]/app');
  expect(found.sessions[0]?.cwd).toBe('/srv/[REDACTED]/app');
});
