import { describe, expect, test } from 'bun:test';
import { transcriptReaders } from '../../src/agents/index.ts';
import { readTranscript } from '../../src/transcripts/read-file.ts';
import { isProportional, repeated } from '../support/growth.ts';
import { scratchDir } from '../support/scratch.ts';
import { FORMATS, type Story } from '../support/transcripts.ts';

/** White space, and what readers look for: again and again, each would make a careless expression quadratic. */
const UNITS = [
  'a',
  ' ',
  '\n',
  '\n ',
  '\\',
  '"',
  '<a>',
  'Exit Code: 1\n',
  'Signal: \t\n',
  '<hook_context>',
  '<bash_metadata>\n',
  '<system-reminder>',
  '\n(Command ',
  'shellId: ',
];

const SIZE = 60_000;

const story = (text: string): Story => ({
  sessionId: '0a1b2c3d-4e5f-4061-8071-aabbccddeeff',
  cwd: '/home/dev/shop',
  steps: [
    { user: `Deploy, please ${text}` },
    { say: `I will. ${text}` },
    { run: `make ${text}`, exit: 2, out: `${text}make: *** No rule.\n${text}` },
    { run: 'make', exit: 0, out: `${text}ok${text}` },
    { edit: '/home/dev/shop/a.ts', old: `${text}a`, new: `${text}b`, error: `Not found.\n${text}` },
  ],
});

for (const [format, write] of Object.entries(FORMATS))
  describe(`${format} is read in proportion to its length, with much of`, () => {
    test.each(UNITS)('%j', (unit) => {
      const paths = new Map(
        [SIZE, SIZE / 4].map((chars) => [chars, write(scratchDir(), story(repeated(unit, chars)))]),
      );
      const work = (chars: number) => readTranscript(paths.get(chars)!, transcriptReaders, () => {});
      expect(isProportional(work, SIZE)).toBe(true);
    });
  });
