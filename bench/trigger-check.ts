/**
 * Checks the triggers of a seeded sample of candidates at the default gate against all calls of a corpus, with the
 * scan's own back-test in place. A trigger keeps the promise where it matches a failing call of its candidate, spares
 * the corrected one, and at most 20% of the calls that it matches went well: told apart for triggers that act at the
 * call (command patterns, globs; of a lesson for one project over the calls of that) and for those that wait for its error
 * (error patterns, over all errors of the corpus).
 *
 *   npm run bench -- trigger-check DIR [--seed 1] [--count 50] [--list]
 */

import { groupFindings } from '../src/capture/grouping/candidates.ts';
import { ConfigSchema } from '../src/model/config.ts';
import { scopeProject } from '../src/model/scope.ts';
import { compare } from '../src/text/compare.ts';
import { hash64 } from '../src/text/hash.ts';
import {
  commandOf,
  errorTester,
  PastCalls,
  pathTester,
  stableId,
  tester,
  viewsOf,
} from './support/past-calls.ts';

const GOOD_SHARE_MAX = 0.2;
const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: npm run bench -- trigger-check DIR [--seed N] [--count N] [--list]');
const option = (name: string, fallback: number) =>
  flags.includes(name) ? Number(flags[flags.indexOf(name) + 1]) : fallback;
const seed = option('--seed', 1);
const count = option('--count', 50);

const config = ConfigSchema.parse({});
const past = new PastCalls(folder);
const byId = new Map(past.episodes.map((episode) => [episode.id, episode]));
const shown = groupFindings({
  episodes: past.episodes,
  tags: [],
  config,
  assess: past.assess,
}).filter(({ lesson }) => lesson.reusable >= config.reusableGate);
const stable = (ids: string[]) => stableId(byId.get(ids.find((id) => byId.has(id))!)!);
const order = shown
  .map((draft) => ({ draft, key: hash64(`${seed}\n${stable(draft.episodeIds)}`) }))
  .sort((a, b) => compare(a.key, b.key));

const tally = {
  candidates: 0,
  withCommandPattern: 0,
  actsAtCall: 0,
  onItsError: 0,
  neither: 0,
  patternsFailing: 0,
};
/** Errors of another kind that an error pattern meets, for each that is its candidate's own. */
const meets: number[] = [];
for (const { draft } of order.slice(0, count)) {
  const { lesson } = draft;
  const members = draft.episodeIds.flatMap((id) => byId.get(id) ?? []);
  const tests = lesson.commandPatterns.flatMap((source) => tester(source) ?? []);
  const hits = (command: string) => command !== '' && tests.some((test) => test(command, viewsOf(command)));
  const met = members.some((member) => hits(commandOf(member.failure.input)));
  const spares = !members.some(
    (member) => member.fixedByCommand && hits(commandOf(member.correction?.input)),
  );
  const globs = lesson.pathPatterns.flatMap((source) => pathTester(source) ?? []);
  const codes = lesson.contentPatterns.map((source) => new RegExp(source));
  // What past edits wrote is not kept: code is looked for in the candidate's own.
  const holds = (input: Record<string, unknown> | undefined) =>
    codes.length === 0 ||
    codes.some((code) => code.test(String(input?.['new_string'] ?? input?.['content'])));
  const onPath = (path: unknown) => typeof path === 'string' && globs.some((glob) => glob.test(path));
  const metPath = members.some(({ failure }) => onPath(failure.input['file_path']) && holds(failure.input));
  const sparesPath = !members.some(
    ({ correction, failure }) =>
      correction?.tool === failure.tool && onPath(correction.input['file_path']) && holds(correction.input),
  );
  const project = scopeProject(lesson.scope);
  const atPath = past.places.filter(
    (place) =>
      codes.length === 0 &&
      lesson.toolNames.includes(place.tool) &&
      (project === null || place.project === project) &&
      onPath(place.path),
  );
  const matched = [
    ...lesson.commandPatterns.map((source) => past.met(source, project ?? undefined, true)),
    ...atPath.map((place) => ({ failing: place.ok ? 0 : 1, good: place.ok ? 1 : 0 })),
  ].reduce((a, b) => ({ failing: a.failing + b.failing, good: a.good + b.good }), { failing: 0, good: 0 });
  const isSparing = spares && sparesPath;
  const atCall =
    (met || metPath) && isSparing && matched.good <= GOOD_SHARE_MAX * (matched.good + matched.failing);
  const errors = lesson.errorPatterns.flatMap((source) => errorTester(source) ?? []);
  const own = members.filter((member) => errors.some((meets) => meets(member.failure.error))).length;
  const all = past.errors.filter((error) => errors.some((meets) => meets(error))).length;
  tally.candidates += 1;
  if (lesson.commandPatterns.length > 0) tally.withCommandPattern += 1;
  if (lesson.commandPatterns.length > 0 && !atCall) tally.patternsFailing += 1;
  if (atCall) tally.actsAtCall += 1;
  else if (own > 0 && lesson.commandPatterns.length === 0) tally.onItsError += 1;
  else tally.neither += 1;
  if (own > 0) meets.push(all / members.length);
  if (flags.includes('--list'))
    console.log(
      `${atCall ? 'call ' : own > 0 ? 'error' : '-    '} ${stable(draft.episodeIds)} calls: ${matched.failing} failing, ${matched.good} good; errors: ${all} met, ${own} of its ${members.length} | ${lesson.summary}`,
    );
}
const wide = meets.filter((ratio) => ratio > 3).length;
console.log(JSON.stringify({ shown: shown.length, calls: past.size, ...tally, errorPatternsTooWide: wide }));
