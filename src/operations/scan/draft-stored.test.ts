import { expect, test } from 'bun:test';
import { findingsOf } from '../../../test/contract/store/records.ts';
import { MANY, madeEpisodes, madeTags } from '../../../test/support/made-findings.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { type CandidateDraft, groupFindings } from '../../capture/grouping/candidates.ts';
import { ConfigSchema } from '../../model/config.ts';
import { compare } from '../../text/compare.ts';
import { draftStored } from './draft-stored.ts';
import { groupsStored } from './stored-groups.ts';

const config = ConfigSchema.parse({});
/** What past calls say: of some patterns that they disturb. */
const assess = (pattern: string) => ({ failing: 2, good: pattern.length % 3 === 0 ? 9 : 0 });

const byKey = (drafts: CandidateDraft[]) => drafts.sort((a, b) => compare(a.key, b.key));

test('what is stored is grouped and told the same as if all of it were held at once', async () => {
  const episodes = madeEpisodes();
  const tags = madeTags(episodes);
  const store = await testContext().store();
  const files = Map.groupBy([...episodes], (episode) => episode.file);
  for (const [file, own] of files)
    await store.applyFindings(
      findingsOf(file, 1, { episodes: own, tags: tags.filter((tag) => tag.file === file) }),
    );
  const stored: CandidateDraft[] = [];
  const { groups, families } = await groupsStored(store, await store.listTags());
  for await (const { drafts } of draftStored(store, groups, { families, config, assess }))
    stored.push(...drafts.map(({ digest: _digest, answers: _answers, ...draft }) => draft));
  const atOnce = byKey(groupFindings({ episodes, tags, config, assess }));
  expect(stored).toEqual(atOnce);
  expect(stored).toEqual(byKey([...stored]));
  expect(Math.max(...stored.map(({ episodeIds }) => episodeIds.length))).toBeGreaterThanOrEqual(MANY);
  expect(stored.filter(({ tagIds, episodeIds }) => tagIds.length > 0 && episodeIds.length > 0)).not.toEqual(
    [],
  );
});
