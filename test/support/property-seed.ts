import fc from 'fast-check';
import { fuzzSeed } from './fuzz.ts';

/**
 * The seed of every property test: the same at each run, so that a rare counterexample is found by whoever looks for
 * one and not by whoever runs the tests next.
 */
fc.configureGlobal({ seed: fuzzSeed });
