import { appendFileSync, closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSteps } from '../../test/support/mistakes.ts';
import { claudeLines, fixedUuid } from '../../test/support/transcripts.ts';

/** Sessions with long outputs between their mistakes, as real ones have. */
export function madeTranscripts(folder: string): void {
  for (let seed = 0; seed < 40; seed += 1) {
    const steps = sessionSteps(seed, 60).map((step) =>
      'run' in step && step.exit === 0
        ? { ...step, out: `${step.out}\n${'a line of some output, and another word\n'.repeat(400)}` }
        : step,
    );
    const story = { sessionId: fixedUuid(`bench ${seed}`), cwd: '/home/dev/shop', steps };
    appendFileSync(
      join(folder, `${seed}.jsonl`),
      claudeLines(story)
        .map((value) => `${JSON.stringify(value)}\n`)
        .join(''),
    );
  }
}

/** One transcript of so many bytes: the lines of the others, with fresh record ids. */
export function madeLarge(path: string, files: string[], bytes: number): void {
  const fd = openSync(path, 'w');
  let written = 0;
  try {
    for (let round = 0; written < bytes; round += 1) {
      for (const file of files) {
        if (written >= bytes) break;
        const text = readFileSync(file, 'latin1').replaceAll('"uuid":"', `"uuid":"${round}-`);
        written += writeSync(fd, Buffer.from(text.endsWith('\n') ? text : `${text}\n`, 'latin1'));
      }
    }
  } finally {
    closeSync(fd);
  }
}
