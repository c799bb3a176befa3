import { checkSync } from 'recheck/lib/browser.js';

/** A regular expression to be judged. */
export interface Assessed {
  source: string;
  flags: string;
}

export type Verdict = { safe: true } | { safe: false; reason: string };

/** Judges regular expressions that structure alone does not prove safe; keys are `flags/source`. */
export async function assessPatterns(
  sources: Assessed[],
  _options: { home?: string } = {},
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const { source, flags } of sources) {
    const result = checkSync(source, flags, { timeout: 1000 });
    const tolerable = result.status !== 'vulnerable' || result.complexity.summary.startsWith('2nd');
    verdicts.set(`${flags}/${source}`, tolerable ? { safe: true } : { safe: false, reason: 'can run away' });
  }
  return verdicts;
}
