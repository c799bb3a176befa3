import { expect, test } from 'bun:test';
import { redactTogether } from './redact-together.ts';

const WORD = 'birchgate482Q';

test('what one text shows to be a secret is taken out of a cut one', () => {
  const { clean } = redactTogether({
    summary: `Read <user>dana</user><password>${WORD}`,
    mistake: `Read <user>dana</user><password>${WORD}</password> aloud`,
  });
  expect(JSON.stringify(clean)).not.toContain(WORD);
  expect(clean.summary).toBe('Read <user>dana</user><password>[REDACTED]');
});

test('and a word of small letters where the same stands before it', () => {
  const { clean } = redactTogether({
    mistake: 'environment:\n  DB_USER: dana\n  DB_PASSWORD: harbourmoss\n',
    remediation: 'use DB_USER: dana DB_PASSWORD: harbourmoss with care',
  });
  expect(JSON.stringify(clean)).not.toContain('harbourmoss');
});

test('texts without secrets are the same', () => {
  const texts = { summary: 'Run the build first', tags: ['topic:build'], count: 3 };
  expect(redactTogether(texts).clean).toEqual(texts);
});
