import fc from 'fast-check';

/**
 * The seed of every property test: the same at each run, so that a rare counterexample is found by whoever looks for
 * one and not by whoever runs the tests next. `LESSONS_FUZZ=full` draws it anew, `LESSONS_FUZZ_SEED` names it.
 */
const named = process.env['LESSONS_FUZZ_SEED'];
const drawn = process.env['LESSONS_FUZZ'] === 'full' ? Date.now() % 1_000_000 : 1;
fc.configureGlobal({ seed: Number(named ?? drawn) });
