import { inflateRawSync } from 'node:zlib';
import { type Setting, wordFeatures } from './word-features.ts';
import { BIAS, STEP, WEIGHTS } from './word-weights.ts';

let weights: Int8Array | null = null;

/**
 * How much a human's words sound like a correction: log-odds of a logistic regression over `wordFeatures` that is trained
 * on invented messages in a dozen languages, half of them corrections (`training/`, `scripts/train-words.ts`).
 */
export function soundsLikeCorrection(text: string, setting: Setting): number {
  weights ??= new Int8Array(inflateRawSync(Buffer.from(WEIGHTS, 'base64')));
  const features = wordFeatures(text, setting);
  let sum = 0;
  for (const feature of features) sum += weights[feature]!;
  return BIAS + (sum * STEP) / Math.sqrt(features.length);
}
