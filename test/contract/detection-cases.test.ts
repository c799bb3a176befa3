import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptReaders } from '../../src/agents/index.ts';
import { EPISODE_CONFIDENCE_MIN } from '../../src/capture/grouping/sketch.ts';
import type { Episode } from '../../src/model/episode.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import {
  claudeSession,
  type DetectionCase,
  detectionCases,
  sharedFixtures,
  type WrittenSession,
} from '../support/detection-cases.ts';
import { sessionOf } from '../support/detection-formats.ts';
import { lastingScratchDir } from '../support/scratch.ts';

const folder = lastingScratchDir('detection');

/** Written for what is said of a mistake, some below the bar at which it is one. */
const WORDS_ONLY = ['wording', 'remedies'];
const all = sharedFixtures.filter((name) => !WORDS_ONLY.includes(name)).flatMap(detectionCases);
/** Mistakes that are not found, and why. A case that is found again has to leave the list. */
const MISSED = new Set<string>([
  // Nothing in the log tells these from errors that others left, and no file is edited before they are gone.
  'tsc with a file name ignores the config',
  'npm test argument without dashes',
  // An error of no known kind, or of the network, and what worked was another program.
  'WebFetch of a private page',
  'hugo of the plain edition',
  // A page that is gone looks the same as one whose address was guessed.
  'guessed address of a page',
  // Says only that there are errors; what was wrong stands in no error's form.
  'crontab of a user takes no user',
  // A test that was there is adapted to what the session changed, which may be meant.
  'test of Kafka without its class',
  'rebar function of another arity',
  // What a run of tests is not permitted to do is taken for what the agent is not.
  'plain text over http on Android',
  // Its first word is not one of those that tell a failure behind a pipe.
  'hidden alembic in a wrong folder',
  // The line of the failure stands between outputs of steps that worked.
  'minikube image that is not in the node',
  // The command timed out, which is told; the user's words on it then only explain.
  'late: the earlier test command',
  // The words add to the command, or name another program for a command that failed and is told of.
  'names the right flag',
  'which python',
]);
/** Not mistakes that are taken for one. */
const MISTAKEN = new Set<string>([
  // The same refusal is a mistake where the option could never have worked.
  'mergeable state',
  // A watcher that is started with a limit of its own, where a plain run would have done.
  'ctrl-c of a watcher',
]);

function episodesOf(session: WrittenSession, name: string): Episode[] {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, session.text);
  const found = scanFile(path, null, {
    readers: transcriptReaders,
    project: (cwd) => cwd,
    onCalls: () => {},
  });
  if (!('episodes' in found)) throw new Error('unreadable session');
  return [...found.episodes].filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN);
}

function flagged(each: DetectionCase, session: WrittenSession, name: string): boolean {
  const episodes = episodesOf(session, name);
  if (!each.mistake) return episodes.length > 0;
  return episodes.some(
    (episode) =>
      (session.callId !== null && episode.toolUseIds.includes(session.callId)) ||
      (session.line !== null && episode.lines.includes(session.line)),
  );
}

type Write = (each: DetectionCase, seed: number) => WrittenSession | null;
const formats: Record<string, Write> = {
  'claude-code': claudeSession,
  codex: (...session) => sessionOf('codex', ...session),
};
const spoken = new Set(
  ['corrections', 'short-corrections', 'long-corrections'].flatMap(detectionCases).map(({ name }) => name),
);
/** Other agents' formats, for what their users say. */
const others: Record<string, Write> = {
  'gemini-cli': (...session) => sessionOf('gemini', ...session),
  opencode: (...session) => sessionOf('opencode', ...session),
};

for (const [agent, write] of Object.entries({ ...formats, ...others })) {
  describe(`${agent}: mini-sessions`, () => {
    for (const [index, each] of all.entries()) {
      const session = agent in formats || spoken.has(each.name) ? write(each, index + 1) : null;
      if (!session) continue;
      const exception = each.mistake ? MISSED.has(each.name) : MISTAKEN.has(each.name);
      test(`${each.mistake ? 'mistake' : 'nothing to learn'}: ${each.name}${exception ? ' (known to be wrong)' : ''}`, () => {
        expect(flagged(each, session, `${agent}-${index}`)).toBe(each.mistake !== exception);
      });
    }
  });
}
