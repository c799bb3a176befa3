import { describe, expect, test } from 'bun:test';
import { detect, options, script } from '../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { Detector } from './detect.ts';

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

  test('stopped and continued at any event it finds what one pass finds', () => {
    const events = long().slice(0, 120);
    const whole = new Map(detect(events).map((episode) => [episode.id, episode]));
    for (let at = 1; at < events.length; at += 7) {
      const first = new Detector(options);
      for (const event of events.slice(0, at)) first.push(event);
      const { detection, snapshot } = first.checkpoint();
      const second = new Detector(options, snapshot);
      for (const event of events.slice(at)) second.push(event);
      const rest = second.finish();
      const found = new Map(detection.episodes.map((episode) => [episode.id, episode]));
      for (const id of rest.retracted) found.delete(id);
      for (const episode of rest.episodes) found.set(episode.id, episode);
      expect([...found.keys()].sort()).toEqual([...whole.keys()].sort());
      for (const [id, episode] of found) expect(episode).toEqual(whole.get(id)!);
    }
  });

  test('its state stays small over 100,000 events', () => {
    const detector = new Detector(options);
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
    const { snapshot } = detector.checkpoint();
    expect(snapshot.length).toBeLessThan(200_000);
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
