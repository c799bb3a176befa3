import { expect, test } from 'bun:test';
import { CREDENTIALS } from '../../../test/support/credentials.ts';
import { episodeOf, tagOf } from '../../../test/support/findings.ts';
import type { FileFindings } from '../../model/findings.ts';
import { redactFindings } from './redact-findings.ts';

const [, secret] = CREDENTIALS.find(([kind]) => kind === 'GitHub ghp')!;

async function redacted(found: Pick<FileFindings, 'episodes' | 'tags'>) {
  const { episodes, tags } = await redactFindings({ ...found } as FileFindings);
  return { episodes: [...episodes], tags };
}

test('no text of an episode or a tag keeps a credential, whoever made it', async () => {
  const text = `Push with ${secret} as the token`;
  const episode = episodeOf({ summary: text, evidence: text, command: `git push https://${secret}@x.org` });
  const tag = tagOf({}, { mistake: text, trigger: text });
  const found = await redacted({ episodes: [episode], tags: [tag] });
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(found.episodes[0]!.summary).toStartWith('Push with ');
  expect(found.tags[0]!.fields.mistake).toEndWith(' as the token');
});

test('what names or places a finding stays as it is', async () => {
  const episode = episodeOf({ sessionId: secret, file: `/home/dev/${secret}.jsonl` });
  const [kept] = (await redacted({ episodes: [episode], tags: [] })).episodes;
  const { id, sessionId, file, fingerprint, toolUseIds } = episode;
  expect(kept).toMatchObject({ id, sessionId, file, fingerprint, toolUseIds });
});

test("secretlint's rules are asked too: of a connection string they leave nothing", async () => {
  const said = 'Connect to mongodb://bob:pass9word123456@db.example.org/shop before the tests';
  const [tag] = (await redacted({ episodes: [], tags: [tagOf({}, { remediation: said })] })).tags;
  expect(tag!.fields.remediation).not.toContain('db.example.org');
  expect(tag!.fields.remediation).toEndWith(' before the tests');
});

test('half a character is kept as the sign that a store puts in its place', async () => {
  const episode = episodeOf({ summary: 'cut \ud83d here', command: 'run x\udfff' });
  const [kept] = (await redacted({ episodes: [episode], tags: [] })).episodes;
  expect(kept!.summary).toBe('cut \ufffd here');
  expect(kept!.failure.input['command']).toBe('run x\ufffd');
});
