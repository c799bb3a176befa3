/** How far the randomised tests go: `LESSONS_FUZZ=full` goes further and draws another seed, `LESSONS_FUZZ_SEED` names it. */
export const isFullFuzz = process.env['LESSONS_FUZZ'] === 'full';
export const fuzzSeed = Number(process.env['LESSONS_FUZZ_SEED'] ?? (isFullFuzz ? Date.now() % 1_000_000 : 1));
