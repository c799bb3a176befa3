import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptReaders } from '../../src/agents/index.ts';
import { EPISODE_CONFIDENCE_MIN } from '../../src/capture/grouping/sketch.ts';
import type { Episode } from '../../src/model/episode.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import { type DetectionCase, detectionCases, nativeFixtures } from '../support/detection-cases.ts';
import { isPlain } from '../support/detection-formats.ts';
import { NATIVE } from '../support/native-sessions.ts';
import { lastingScratchDir } from '../support/scratch.ts';

const folder = lastingScratchDir('native');

function episodesOf(each: DetectionCase, agent: string, session: string): Episode[] {
  const { name, text } = NATIVE[agent as keyof typeof NATIVE](each, session);
  mkdirSync(join(folder, session));
  const path = join(folder, session, name);
  writeFileSync(path, text);
  const found = scanFile(path, null, { readers: transcriptReaders, project: (cwd) => cwd });
  if (!('episodes' in found)) throw new Error('unreadable session');
  return [...found.episodes].filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN);
}

describe('what each agent writes of its own tools', () => {
  nativeFixtures.flatMap(detectionCases).forEach((each, index) => {
    const agent = /^([\w-]+): /.exec(each.name)![1]!;
    test(each.name, () => {
      const episodes = episodesOf(each, agent, `own-${index}`);
      expect(episodes).toHaveLength(each.mistake ? 1 : 0);
      const [episode] = episodes;
      for (const word of each.names) expect(episode!.summary.toLowerCase()).toContain(word.toLowerCase());
      for (const word of each.fix) {
        if (word.startsWith('not ')) expect(episode!.remediation).not.toContain(word.slice(4));
        else expect(episode!.remediation).toContain(word);
      }
      if (each.trigger === 'any') {
        const { commandPatterns, errorPatterns } = episode!.trigger;
        expect(commandPatterns.length + errorPatterns.length).toBeGreaterThan(0);
      }
    });
  });
});

const plain = detectionCases('systems').filter(({ steps }) => steps.every(isPlain));

/** Where exit codes are known, or stand in the text, a shell's mistakes are found in every format. */
for (const agent of ['gemini', 'copilot', 'opencode', 'codex']) {
  describe(`${agent}: shell commands`, () => {
    plain.forEach((each, index) => {
      test(each.name, () => {
        expect(episodesOf(each, agent, `${agent}-${index}`).length > 0).toBe(each.mistake);
      });
    });
  });
}

test('swe-agent: of the mistakes in a shell without exit codes most are found, and nothing else', () => {
  const flagged = plain.filter((each, index) => episodesOf(each, 'swe-agent', `swe-${index}`).length > 0);
  const mistakes = plain.filter(({ mistake }) => mistake);
  expect(flagged.filter(({ mistake }) => !mistake).map(({ name }) => name)).toEqual([]);
  expect(flagged.length / mistakes.length).toBeGreaterThan(0.7);
});
