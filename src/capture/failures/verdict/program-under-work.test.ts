import { describe, expect, test } from 'bun:test';
import { detect, script } from '../../../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../../../transcripts/events.ts';

const REFUSED =
  'Error: unknown flag: --ripe\nUsage:\n  pearl pick [flags]\n\nFlags:\n      --row int   the row to pick\n';

/** The calls of a session, all sent before the first has its result. */
function atOnce(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const isCall = ({ kind }: TranscriptEvent) => kind === 'call';
  const first = events.findIndex(isCall);
  return [
    ...events.slice(0, first),
    ...events.filter(isCall),
    ...events.slice(first).filter((event) => !isCall(event)),
  ].map((event, at) => ({ ...event, line: at + 1 }));
}

const tried = (program: string) =>
  script().bash(`${program} pick --ripe 4`, REFUSED, true).bash(`${program} pick --row 4`, 'picked 12')
    .events;
const surely = (events: TranscriptEvent[]) => detect(events)[0]!.confidence;

describe('flags that are tried beside each other say little', () => {
  const ofOthers = surely(atOnce(tried('pearl')));

  test.each([
    'go run .',
    'cargo run --',
    './target/debug/pearl',
    './build/pearl',
    'go build -o pearl . && ./pearl',
  ])('of the program that is worked on, %s', (program) => {
    expect(surely(atOnce(tried(program)))).toBeLessThan(ofOthers - 0.3);
  });

  test('but not of another one that is built', () => {
    expect(surely(atOnce(tried('go build -o oyster . && pearl')))).toBeGreaterThan(ofOthers - 0.1);
  });

  test('nor one after the other', () => {
    expect(surely(tried('go run .'))).toBeGreaterThan(ofOthers - 0.1);
  });
});

test('what the agent calls a bug of its program is mended there, not in the call', () => {
  const said = (words: string) =>
    detect(
      script().bash('go run . pick --ripe 4', REFUSED, true).says(words).bash('go vet ./...', '').events,
    )[0];
  const found = said('That is a bug: the flag is declared nowhere.');
  expect(found?.remediation).toStartWith('Mend `go run');
  expect(said('I will pick by row instead.')?.remediation ?? '').not.toContain('Mend');
});
