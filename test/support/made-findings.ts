import type { Episode } from '../../src/model/episode.ts';
import type { TagFinding } from '../../src/model/findings.ts';
import { copyOf, episodeOf, tagOf } from './findings.ts';
import { seededRandom } from './random.ts';

const PROGRAMS = ['git', 'docker', 'kubectl', 'terraform', 'psql'];
/** How often one of the failures came: more than are read at once. */
export const MANY = 430;

/** Failures of some programs and options, guessed paths, words of users; copies, unsure ones, and one that comes very often. */
export function madeEpisodes(seed = 12): Episode[] {
  const next = seededRandom(seed);
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
      trigger: {
        toolNames: ['Bash'],
        commandPatterns: [`\\b${program}\\b.*--${option}\\b`],
        pathPatterns: [],
        errorPatterns: ['does not know'],
      },
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

/** Tags of some of them. */
export const madeTags = (episodes: readonly Episode[]): TagFinding[] =>
  episodes
    .filter((_, nth) => nth % 11 === 0)
    .map((episode) =>
      tagOf(
        { sessionId: episode.sessionId, file: episode.file, line: episode.failure.line + 3 },
        { mistake: `${episode.summary} again`, trigger: String(episode.failure.input['command'] ?? 'none') },
      ),
    );
