/**
 * Checks the triggers of a seeded sample of candidates at the default gate against all calls of a corpus, with the
 * scan's own back-test in place. A trigger keeps the promise where it matches a failing call of its candidate, spares
 * the corrected one, and at most 20% of the calls that it matches went well: told apart for triggers that act at the
 * call (command patterns, globs; of a lesson for one project over the calls of that) and for those that wait for its error
 * (error patterns, over all errors of the corpus).
 *
 *   node scripts/bun.mjs run bench/trigger-check.ts DIR [--seed 1] [--count 50] [--list]
 */

import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transcriptReaders } from '../src/agents/index.ts';
import { groupFindings } from '../src/capture/grouping/candidates.ts';
import { EPISODE_CONFIDENCE_MIN } from '../src/capture/grouping/sketch.ts';
import { shellView } from '../src/inject/shell-view.ts';
import { callIdentity } from '../src/model/call-identity.ts';
import { ConfigSchema } from '../src/model/config.ts';
import type { Episode } from '../src/model/episode.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { compare } from '../src/text/compare.ts';
import { hash64 } from '../src/text/hash.ts';
import { compilePattern } from '../src/triggers/compile-pattern.ts';

const GOOD_SHARE_MAX = 0.2;
const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: bench/trigger-check.ts DIR [--seed N] [--count N] [--list]');
const option = (name: string, fallback: number) =>
  flags.includes(name) ? Number(flags[flags.indexOf(name) + 1]) : fallback;
const seed = option('--seed', 1);
const count = option('--count', 50);

const filesUnder = (path: string): string[] =>
  readdirSync(path)
    .sort()
    .flatMap((name) =>
      statSync(join(path, name)).isDirectory() ? filesUnder(join(path, name)) : [join(path, name)],
    );

interface Call {
  project: string;
  raw: string;
  /** The forms of each simple command, as the hook tries them. */
  views: string[][];
  ok: boolean;
  /** False where it was refused before it ran, or its end is not in the log: neither good nor failing. */
  ended: boolean;
  /** The detector knows that it failed, or the user objected to it; the log does not know. */
  silent: boolean;
}

const episodes: Episode[] = [];
const calls = new Map<string, Call>();
const errors: string[] = [];
/** Calls of other tools by the path that they were made on. */
const places: { project: string; tool: string; path: string; ok: boolean }[] = [];
for (const path of filesUnder(folder)) {
  const found = scanFile(path, null, { readers: transcriptReaders, project: (cwd) => cwd });
  if (!('episodes' in found)) continue;
  for (const episode of found.episodes) episodes.push({ ...episode, file: relative(folder, path) });
  for (const call of found.calls) {
    const key = callIdentity(call);
    const ended = call.ok || call.error !== null;
    if (call.tool !== 'Bash' && ended)
      places.push({ project: call.project, tool: call.tool, path: call.text, ok: call.ok });
    if (call.error !== null) errors.push(call.error);
    if (call.tool === 'Bash' && !calls.has(key))
      calls.set(key, {
        project: call.project,
        raw: call.text,
        views: viewsOf(call.text),
        ok: call.ok,
        ended,
        silent: false,
      });
  }
}

function viewsOf(command: string): string[][] {
  return shellView(command).commands.map((each) => [each.text, ...(each.alt ?? [])]);
}

function commandOf(input: Record<string, unknown> | undefined): string {
  return typeof input?.['command'] === 'string' ? input['command'] : '';
}

/** A pattern as it is run: over the simple commands, or over the raw text. Null where the compiler doubts it. */
function tester(source: string): ((raw: string, views: string[][]) => boolean) | null {
  const compiled = compilePattern(source, 'command');
  if (!compiled.ok || compiled.doubtful.length > 0) return null;
  const { match, unless, view, flags: set } = compiled.pattern;
  const [yes, no] = [new RegExp(match, set), unless === null ? null : new RegExp(unless, set)];
  const one = (forms: string[]) =>
    forms.some((form) => yes.test(form)) && !forms.some((form) => no?.test(form));
  return (raw, views) => (view === 'raw' ? one([raw]) : views.some(one));
}

function pathTester(source: string): RegExp | null {
  const compiled = compilePattern(source, 'path');
  return compiled.ok ? new RegExp(compiled.pattern.match, compiled.pattern.flags) : null;
}

function assessPath(source: string, tools: readonly string[]): { failing: number; good: number } {
  const glob = pathTester(source);
  const hits = places.filter(({ tool, path }) => tools.includes(tool) && glob?.test(path));
  const good = hits.filter(({ ok }) => ok).length;
  return { failing: hits.length - good, good };
}

/** @param project whose calls are looked at: those of a lesson's scope are all that it can meet */
function assess(source: string, project?: string, knows = false): { failing: number; good: number } {
  const test = tester(source);
  if (!test) return { failing: 0, good: Number.POSITIVE_INFINITY };
  let good = 0;
  let failing = 0;
  for (const call of calls.values()) {
    if (!call.ended && !(knows && call.silent)) continue;
    if ((project !== undefined && call.project !== project) || !test(call.raw, call.views)) continue;
    if (call.ok && !(knows && call.silent)) good += 1;
    else failing += 1;
  }
  return { failing, good };
}

/**
 * Failures that the log takes for success, and calls that the user objected to: the detector knows them, and no trigger
 * disturbs a good call there.
 */
for (const episode of episodes) {
  if (episode.severity !== 'silent' && episode.kind !== 'user') continue;
  if (episode.confidence < EPISODE_CONFIDENCE_MIN) continue;
  const command = commandOf(episode.failure.input);
  for (const call of calls.values()) if (call.raw === command) call.silent = true;
}

const config = ConfigSchema.parse({});
const byId = new Map(episodes.map((episode) => [episode.id, episode]));
const shown = groupFindings({
  episodes,
  tags: [],
  config,
  assess: (source, _enough, tools, project) => (tools ? assessPath(source, tools) : assess(source, project)),
}).filter(({ lesson }) => lesson.reusable >= config.reusableGate);
const stable = (ids: string[]) => {
  const { file, lines, toolUseIds, uuids } = byId.get(ids.find((id) => byId.has(id))!)!;
  return hash64(`${file}\n${lines.join(',')}\n${toolUseIds[0] ?? uuids[0] ?? ''}`);
};
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
  const onPath = (path: unknown) => typeof path === 'string' && globs.some((glob) => glob.test(path));
  const metPath = members.some((member) => onPath(member.failure.input['file_path']));
  const sparesPath = !members.some(
    (member) =>
      member.correction?.tool === member.failure.tool && onPath(member.correction.input['file_path']),
  );
  const project = lesson.scope.startsWith('project:') ? lesson.scope.slice('project:'.length) : undefined;
  const atPath = places.filter(
    (place) =>
      lesson.toolNames.includes(place.tool) &&
      (project === undefined || place.project === project) &&
      onPath(place.path),
  );
  const matched = [
    ...lesson.commandPatterns.map((source) => assess(source, project, true)),
    ...atPath.map((place) => ({ failing: place.ok ? 0 : 1, good: place.ok ? 1 : 0 })),
  ].reduce((a, b) => ({ failing: a.failing + b.failing, good: a.good + b.good }), { failing: 0, good: 0 });
  const isSparing = spares && sparesPath;
  const atCall =
    (met || metPath) && isSparing && matched.good <= GOOD_SHARE_MAX * (matched.good + matched.failing);
  const sources = lesson.errorPatterns.map((source) => new RegExp(source));
  const own = members.filter((member) => sources.some((source) => source.test(member.failure.error))).length;
  const all = errors.filter((error) => sources.some((source) => source.test(error))).length;
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
console.log(JSON.stringify({ shown: shown.length, calls: calls.size, ...tally, errorPatternsTooWide: wide }));
