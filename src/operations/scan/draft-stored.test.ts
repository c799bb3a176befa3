import { expect, test } from 'bun:test';
import { findingsOf } from '../../../test/contract/store/records.ts';
import { copyOf, episodeOf, tagOf } from '../../../test/support/findings.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { seededRandom } from '../../../test/support/random.ts';
import { type CandidateDraft, groupFindings } from '../../capture/grouping/candidates.ts';
import { ConfigSchema } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { compare } from '../../text/compare.ts';
import { draftStored } from './draft-stored.ts';

const config = ConfigSchema.parse({});
const PROGRAMS = ['git', 'docker', 'kubectl', 'terraform', 'psql'];
/** More than are read at once. */
const MANY = 430;

/** Failures of some programs and options, guessed paths, words of users; copies, unsure ones, and one that comes very often. */
function madeEpisodes(): Episode[] {
  const next = seededRandom(12);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const episodes = Array.from({ length: 160 }, (_, nth): Episode => {
    const [program, option] = [pick(PROGRAMS), `opt${Math.floor(next() * 12)}`];
    const where = { sessionId: `s${nth % 40}`, file: `s${nth % 40}.jsonl`, project: `/p/${nth % 6}` };
    if (nth % 9 === 0)
      return episodeOf({
        ...where,
        kind: 'missing-path',
        failure: { ...episodeOf().failure, tool: 'Read', input: {}, error: 'no such file' },
        subject: { path: `/p/${nth % 6}/src/${pick(['a.ts', 'b.ts'])}` },
        trigger: { toolNames: ['Read'], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
      });
    if (nth % 7 === 0)
      return episodeOf({
        ...where,
        kind: 'user',
        toolUseIds: [],
        error: `no, never use ${program} ${option}`,
      });
    const error = `error: ${program} does not know the option '--${option}' of ${pick(['build', 'list'])}`;
    return episodeOf({
      ...where,
      error,
      command: `${program} run --${option}`,
      tags: [`tool:${program}`, pick(['severity:friction', 'severity:silent'])],
      confidence: next() < 0.1 ? 0.3 : 0.8,
      timestamp: `2026-01-0${1 + (nth % 9)}T00:00:00.000Z`,
    });
  });
  const copies = episodes
    .filter((_, nth) => nth % 5 === 0)
    .map((each) => copyOf(each, `again-${each.sessionId}`));
  const often = Array.from({ length: MANY }, (_, nth) =>
    episodeOf({
      error: 'error: unknown option `often`',
      sessionId: `o${nth % 90}`,
      project: `/p/${nth % 3}`,
    }),
  );
  return [...episodes, ...copies, ...often];
}

const tagsOf = (episodes: readonly Episode[]): TagFinding[] =>
  episodes
    .filter((_, nth) => nth % 11 === 0)
    .map((episode) =>
      tagOf(
        { sessionId: episode.sessionId, file: episode.file, line: episode.failure.line + 3 },
        { mistake: `${episode.summary} again`, trigger: String(episode.failure.input['command'] ?? 'none') },
      ),
    );

/** What past calls say: of some patterns that they disturb. */
const assess = (pattern: string) => ({ failing: 2, good: pattern.length % 3 === 0 ? 9 : 0 });

const byKey = (drafts: CandidateDraft[]) => drafts.sort((a, b) => compare(a.key, b.key));

test('what is stored is grouped and told the same as if all of it were held at once', async () => {
  const episodes = madeEpisodes();
  const tags = tagsOf(episodes);
  const store = await testContext().store();
  const files = Map.groupBy([...episodes], (episode) => episode.file);
  for (const [file, own] of files)
    await store.applyFindings(
      findingsOf(file, 1, { episodes: own, tags: tags.filter((tag) => tag.file === file) }),
    );
  const stored: CandidateDraft[] = [];
  for await (const { drafts } of draftStored(store, { tags: await store.listTags(), config, assess }))
    stored.push(...drafts);
  const atOnce = byKey(groupFindings({ episodes, tags, config, assess }));
  expect(stored).toEqual(atOnce);
  expect(stored).toEqual(byKey([...stored]));
  expect(Math.max(...stored.map(({ episodeIds }) => episodeIds.length))).toBeGreaterThanOrEqual(MANY);
  expect(stored.filter(({ tagIds, episodeIds }) => tagIds.length > 0 && episodeIds.length > 0)).not.toEqual(
    [],
  );
});
