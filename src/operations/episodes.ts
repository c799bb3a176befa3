import { z } from 'zod';
import { mergeCopies } from '../capture/grouping/copies.ts';
import { AGENT_IDS } from '../model/constants.ts';
import type { Episode } from '../model/episode.ts';
import { compare } from '../text/compare.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { AGENT_FLAG, operation, PathSchema, WORKERS_FLAG } from './operation.ts';
import { scanAll } from './scan/pool.ts';
import { findTranscripts } from './scan/run-scan.ts';

const input = z.object({
  paths: z.array(PathSchema).default([]),
  agent: z.enum(AGENT_IDS).optional(),
  workers: z.int().min(1).max(64).optional(),
});

const output = z.object({ episodes: z.array(z.looseObject({})) });

export const episodes = operation({
  name: 'transcript.episodes',
  docs: 'Finds the mistakes in transcripts and prints them, one JSON object a line; the store is not touched. A mistake that a resumed session repeats is printed once.',
  input,
  output,
  readOnly: true,
  cli: {
    command: ['episodes'],
    args: [{ field: 'paths', label: 'PATH', variadic: true }],
    flags: { agent: AGENT_FLAG, workers: WORKERS_FLAG },
    lines: (found) => found.episodes,
  },
  async run(context, given) {
    const agent = given.agent ?? null;
    const { files, skipped } = findTranscripts(context, { paths: given.paths, agent });
    for (const { path, reason } of skipped) context.warn(`skipped ${path}: ${reason}`);
    const found: Episode[] = [];
    const { workers } = given;
    const options = { agent, tagsOnly: false, calls: false, ...withoutUndefined({ workers }) };
    await scanAll(
      files.map((file) => ({ ...file, cursor: null })),
      options,
      {
        onCalls: () => {},
        onFile: (path, outcome) => {
          if ('skipped' in outcome) {
            if (outcome.skipped !== null) context.warn(`skipped ${path}: ${outcome.skipped}`);
          } else if ('cursor' in outcome) found.push(...outcome.episodes);
        },
      },
    );
    const once = mergeCopies(found).map((sighting) => sighting.episode);
    once.sort((a, b) => compare(a.file, b.file) || a.failure.line - b.failure.line || compare(a.id, b.id));
    return { episodes: once };
  },
});
