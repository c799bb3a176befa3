import { describe, expect, test } from 'bun:test';
import { detect, options, script } from '../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { Detector } from './detect.ts';
import { emptyState } from './detector-state.ts';

describe('the detector as a machine', () => {
  const long = () => {
    const s = script();
    for (let round = 0; round < 30; round++) {
      s.bash(`tool${round} run --bad${round}`, `error: unknown option '--bad${round}'`, true)
        .says('Let me correct the flag.')
        .ok(round % 4);
      s.bash(`tool${round} run --good`, 'fine')
        .user('no, you forgot the tests')
        .says("You're right, my mistake.");
    }
    return s.events;
  };

  test('no failing result belongs to two episodes', () => {
    const ids = detect(long()).flatMap((episode) => episode.toolUseIds);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(30);
  });

  test('is deterministic, and a replayed record adds nothing', () => {
    const events = long();
    expect(JSON.stringify(detect(events))).toBe(JSON.stringify(detect(events)));
    const doubled = events.flatMap((event): TranscriptEvent[] =>
      event.kind === 'result' || event.kind === 'call' ? [event, event] : [event],
    );
    expect(detect(doubled).flatMap((episode) => episode.toolUseIds).length).toBe(30);
  });

  test('its state stays small over 100,000 events', () => {
    const state = emptyState();
    const detector = new Detector(options, state);
    let line = 0;
    for (let round = 0; round < 25_000; round++) {
      const callId = `toolu_${String(round).padStart(20, '0')}`;
      const base = { uuid: null, timestamp: null };
      const failed = round % 50 === 0;
      detector.push({
        kind: 'assistant',
        line: ++line,
        ...base,
        text: 'Going on with the next file.',
        model: null,
      });
      detector.push({
        kind: 'call',
        line: ++line,
        ...base,
        callId,
        nativeTool: 'Bash',
        tool: 'Bash',
        input: { command: `make step${round}` },
        cwd: null,
      });
      detector.push({
        kind: 'result',
        line: ++line,
        ...base,
        callId,
        isError: failed,
        exitCode: failed ? 2 : 0,
        text: failed ? `make: *** No rule to make target 'step${round}'.` : 'ok',
        chars: 10,
        denial: null,
        feedback: null,
        timedOut: false,
        durationMs: null,
      });
      detector.push({ kind: 'user', line: ++line, ...base, text: `next ${round}`, via: 'prompt' });
    }
    expect(JSON.stringify(state).length).toBeLessThan(200_000);
  });

  test('odd input does not throw', () => {
    const s = script()
      .bash('', '', true)
      .bash('\u0000"\'`$(', 'x', true)
      .call('we"ird\ntool', { a: { b: [1, null] } }, '', true)
      .call('Edit', {}, 'String to replace not found', true)
      .bash(`echo ${'a'.repeat(300_000)}`, 'b'.repeat(300_000), true);
    expect(() => s.episodes()).not.toThrow();
  });

  test('secrets are redacted, the episode stays', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const [episode] = script()
      .bash(`curl --tokn ${secret} https://example.com`, `curl: option --tokn: is unknown (${secret})`, true)
      .bash('curl https://example.com', 'ok')
      .episodes();
    expect(episode).toBeDefined();
    expect(JSON.stringify(episode)).not.toContain(secret);
  });
});
