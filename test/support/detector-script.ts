import { Detector } from '../../src/capture/detect.ts';
import type { Episode } from '../../src/model/episode.ts';
import type { TranscriptEvent } from '../../src/transcripts/events.ts';

export const options = { agent: 'claude-code', file: 'a.jsonl', minConfidence: 0 } as const;

/** Builds the events of a transcript, one line each. */
export class Script {
  readonly events: TranscriptEvent[] = [];
  #line = 0;
  #calls = 0;

  #base() {
    this.#line += 1;
    const second = String(this.#line % 60).padStart(2, '0');
    return {
      line: this.#line,
      uuid: `00000000-0000-4000-8000-${String(this.#line).padStart(12, '0')}`,
      timestamp: `2026-01-01T00:00:${second}.000Z`,
    };
  }

  session(cwd = '/repo'): this {
    this.events.push({ kind: 'session', ...this.#base(), sessionId: 's1', cwd });
    return this;
  }

  user(text: string): this {
    this.events.push({ kind: 'user', ...this.#base(), text, via: 'prompt' });
    return this;
  }

  says(text: string): this {
    this.events.push({ kind: 'assistant', ...this.#base(), text, model: 'm' });
    return this;
  }

  call(
    tool: string,
    input: Record<string, unknown>,
    output: string,
    failed: boolean | undefined,
    more: Partial<Extract<TranscriptEvent, { kind: 'result' }>> = {},
  ): this {
    this.#calls += 1;
    const callId = `toolu_${String(this.#calls).padStart(20, '0')}`;
    this.events.push({ kind: 'call', ...this.#base(), callId, nativeTool: tool, tool, input, cwd: '/repo' });
    this.events.push({
      kind: 'result',
      ...this.#base(),
      callId,
      isError: failed,
      exitCode: null,
      text: output,
      chars: output.length,
      denial: null,
      feedback: null,
      timedOut: false,
      durationMs: null,
      ...more,
    });
    return this;
  }

  bash(command: string, output: string, failed: boolean | undefined = false): this {
    return this.call('Bash', { command }, output, failed);
  }

  ok(count: number): this {
    for (let index = 0; index < count; index++) this.bash(`echo step ${index}`, `step ${index}`);
    return this;
  }

  episodes(): Episode[] {
    return detect(this.events);
  }
}

/** All episodes, however unsure. */
export function detect(events: TranscriptEvent[]): Episode[] {
  const detector = new Detector(options);
  for (const event of events) detector.push(event);
  return detector.finish();
}

/** A session whose user has asked for work. */
export const script = () => new Script().session().user('do the work');
export const surest = (episodes: Episode[]) => episodes.filter((episode) => episode.confidence >= 0.5);
