import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSpecs, transcriptReaders } from '../../src/agents/index.ts';
import { AGENT_IDS } from '../../src/model/constants.ts';
import type { CallEvent, ResultEvent, TranscriptEvent } from '../../src/transcripts/events.ts';
import { readTranscript } from '../../src/transcripts/read-file.ts';
import { corpusDir } from '../support/corpus.ts';
import { scratchDir } from '../support/scratch.ts';
import { FORMATS, type Story } from '../support/transcripts.ts';

const STORY: Story = {
  sessionId: '0a1b2c3d-4e5f-4061-8071-aabbccddeeff',
  cwd: '/home/dev/shop',
  steps: [
    { injected: 'Injected text: always use make deploy instead.' },
    { user: 'Deploy the shop please' },
    { say: 'I will deploy it.' },
    { run: 'make deploy', exit: 2, out: 'make: *** No rule to make target "deploy".  Stop.' },
    { run: 'npm run deploy', exit: 0, out: 'deployed' },
    {
      edit: '/home/dev/shop/a.ts',
      old: 'const a = 1;',
      new: 'const a = 2;',
      error: 'String to replace not found in file.',
    },
    { edit: '/home/dev/shop/a.ts', old: 'const a = 0;', new: 'const a = 2;' },
    { user: 'No, use pnpm in this repository, never npm' },
    { say: 'You are right, I will use pnpm.' },
  ],
};

/** What a format cannot say, and why. */
const LACKS: Record<string, Partial<Record<'users' | 'cwd' | 'timestamps' | 'model' | 'ok flag', string>>> = {
  'swe-agent': {
    users: 'a trajectory has a task, and no conversation',
    timestamps: 'steps have no time',
    model: 'not in the trajectory',
    'ok flag': 'an observation does not say that it is good',
  },
  cursor: {
    cwd: 'not in the transcript',
    timestamps: 'messages have no time',
    model: 'not in the transcript',
    'ok flag': 'a result without a flag says nothing',
  },
};

function read(path: string): { agent: string; events: TranscriptEvent[] } {
  const events: TranscriptEvent[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => events.push(event));
  if ('skipped' in result) throw new Error(`${path}: ${result.skipped}`);
  return { agent: result.agent, events };
}

const of = <K extends TranscriptEvent['kind']>(events: TranscriptEvent[], kind: K) =>
  events.filter((event): event is Extract<TranscriptEvent, { kind: K }> => event.kind === kind);

describe('every agent has data, a reader, and a format here', () => {
  for (const id of AGENT_IDS) {
    test(id, () => {
      expect(agentSpecs.filter((spec) => spec.id === id)).toHaveLength(1);
      expect(transcriptReaders.some((reader) => reader.agent === id)).toBe(true);
      expect(Object.keys(FORMATS).some((format) => format.split(' ')[0] === id)).toBe(true);
    });
  }
});

for (const [format, write] of Object.entries(FORMATS)) {
  const lacks = LACKS[format] ?? {};
  describe(`reader of ${format}`, () => {
    const { agent, events } = read(write(scratchDir(), STORY));
    const calls = of(events, 'call');
    const results = new Map(of(events, 'result').map((event) => [event.callId, event]));
    const resultOf = (call: CallEvent | undefined): ResultEvent => results.get(call?.callId ?? '')!;

    test('is recognised by content', () => expect(agent).toBe(format.split(' ')[0]!));

    test('names the session', () => {
      const told = of(events, 'session');
      expect(told.some((event) => event.sessionId === STORY.sessionId)).toBe(true);
      if (lacks.cwd === undefined && format !== 'swe-agent') {
        expect(told.findLast((event) => event.cwd !== undefined)?.cwd).toBe(STORY.cwd);
      }
      if (lacks.model === undefined) {
        const models = [
          ...told.map((event) => event.model),
          ...of(events, 'assistant').map((event) => event.model),
        ];
        expect(models).toContain('test-model-1');
      }
    });

    test('tells calls in canonical terms, in order, each with its result', () => {
      expect(calls.map((call) => call.tool)).toEqual(['Bash', 'Bash', 'Edit', 'Edit']);
      expect(calls[0]!.input['command']).toBe('make deploy');
      expect(calls[1]!.input['command']).toBe('npm run deploy');
      for (const call of calls.slice(2)) {
        expect(call.input['file_path']).toBe('/home/dev/shop/a.ts');
        expect(call.input['new_string']).toBe('const a = 2;');
      }
      expect(new Set(calls.map((call) => call.callId)).size).toBe(4);
      for (const call of calls) expect(resultOf(call)).toBeDefined();
    });

    test('names no call of another session as one of this', () => {
      const other = { ...STORY, sessionId: 'ffeeddcc-bbaa-4061-8071-010203040506' };
      const ids = new Set(calls.map((call) => call.callId));
      for (const call of of(read(write(scratchDir(), other)).events, 'call'))
        expect(ids).not.toContain(call.callId);
    });

    test('tells failures from successes', () => {
      const [deploy, npm, badEdit, goodEdit] = calls.map(resultOf);
      expect(deploy!.isError).toBe(true);
      expect(deploy!.text).toContain('No rule to make target');
      expect(badEdit!.isError).toBe(true);
      if (lacks['ok flag'] === undefined) expect(deploy!.exitCode).toBe(format.startsWith('swe') ? null : 2);
      expect(npm!.isError).not.toBe(true);
      expect(npm!.text).toContain('deployed');
      expect(goodEdit!.isError).not.toBe(true);
      for (const result of [deploy, npm, badEdit, goodEdit]) expect(result!.denial).toBeNull();
    });

    if (lacks.users === undefined) {
      test("tells the human's words, each once, and nobody else's", () => {
        const said = of(events, 'user').filter(({ via }) => via !== 'echo');
        expect(said.map((event) => event.text)).toEqual([
          'Deploy the shop please',
          'No, use pnpm in this repository, never npm',
        ]);
        expect(of(events, 'assistant').map((event) => event.text)).toEqual([
          'I will deploy it.',
          'You are right, I will use pnpm.',
        ]);
      });
    } else test.skip(`tells the human's words: ${lacks.users}`, () => {});

    test('tells the same where line breaks were lost, or the end is padded', () => {
      if (format.endsWith('database') || format.endsWith('storage')) return;
      const path = write(scratchDir(), STORY);
      const text = readFileSync(path, 'utf8');
      const shown = (event: TranscriptEvent) => JSON.stringify(event).replace(/line-\d+|"line":\d+/g, '');
      const variants = [`${text}${'\0'.repeat(512)}`];
      if (path.endsWith('.jsonl'))
        for (const first of [0, 1]) {
          let at = first;
          variants.push(text.replace(/\n/g, (end) => (at++ % 2 === 0 ? '' : end)));
        }
      for (const variant of variants) {
        writeFileSync(path, variant);
        expect(read(path).events.map(shown)).toEqual(events.map(shown));
      }
    });

    test('numbers lines upwards from 1, and gives times where the log has them', () => {
      let last = 1;
      for (const event of events) {
        expect(event.line).toBeGreaterThanOrEqual(last);
        last = event.line;
      }
      if (lacks.timestamps === undefined)
        for (const call of calls) expect(call.timestamp).toStartWith('2026-05-04T10:');
    });
  });
}

const corpus = corpusDir();
const manifest = join(import.meta.dir, '..', '..', '..', 'shared', 'corpus', 'MANIFEST.tsv');

describe('the development corpus', () => {
  if (corpus === null || !existsSync(manifest)) {
    test.skip('not on this machine: set LESSONS_CORPUS to its unpacked folder, beside ../shared', () => {});
    return;
  }
  const [head = '', ...rows] = readFileSync(manifest, 'utf8').trim().split('\n');
  const columns = head.split('\t');
  const known = new Set(['claude', 'codex', 'gemini', 'sweagent', 'copilot']);

  test('is read without an error, with the calls and failing results of its manifest', () => {
    const totals: Record<string, { calls: number; wanted: number; failing: number; wantedFailing: number }> =
      {};
    for (const row of rows) {
      const file = Object.fromEntries(row.split('\t').map((value, at) => [columns[at]!, value]));
      const agent = file['path']!.split('/')[0]!;
      const seen = { calls: 0, failing: 0 };
      const result = readTranscript(join(corpus, file['path']!), transcriptReaders, (event) => {
        if (event.thread !== undefined) return;
        if (event.kind === 'call') seen.calls += 1;
        if (event.kind === 'result' && event.isError === true) seen.failing += 1;
      });
      if ('skipped' in result) expect([null, 'not a transcript of a known agent']).toContain(result.skipped);
      totals[agent] ??= { calls: 0, wanted: 0, failing: 0, wantedFailing: 0 };
      const total = totals[agent];
      total.calls += seen.calls;
      total.failing += seen.failing;
      total.wanted += Number(file['tool_calls']);
      total.wantedFailing += Number(file['errors']);
    }
    for (const [agent, total] of Object.entries(totals)) {
      if (!known.has(agent) || total.wanted < 100) continue;
      expect(Math.abs(total.calls - total.wanted) / total.wanted).toBeLessThan(0.03);
      // The manifest counts no time-out of SWE-agent and no error that a program alone tells: three in the corpus.
      const apart = Math.abs(total.failing - total.wantedFailing);
      expect(apart).toBeLessThanOrEqual(Math.max(3, 0.15 * total.wantedFailing));
    }
  });
});
