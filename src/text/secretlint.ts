/**
 * A second pass for secrets, with a rule set that others keep up to date. It is slow and takes npm packages,
 * so it runs only on what is stored as evidence, never in a hook.
 */
import { REDACTED, redact } from './redact.ts';

type Lint = (text: string) => Promise<[number, number][]>;

let loaded: Promise<Lint> | null = null;

/**
 * Takes out of redacted texts what secretlint's recommended preset finds, in one run of its rules.
 * @returns the texts in their order; the same array where nothing was found
 */
export async function redactAllThoroughly(texts: string[]): Promise<string[]> {
  const suspects = [...new Set(texts)].filter(mayHoldSecret);
  if (suspects.length === 0) return texts;
  loaded ??= loadLint();
  const ranges = await (await loaded)(suspects.join(SEPARATOR));
  if (ranges.length === 0) return texts;
  ranges.sort((a, b) => a[0] - b[0]);
  const replaced = new Map<string, string>();
  let begins = 0;
  let next = 0;
  for (const text of suspects) {
    let out = '';
    let at = 0;
    for (; next < ranges.length && ranges[next]![0] < begins + text.length; next += 1) {
      const [start, end] = ranges[next]!;
      if (end - begins <= at) continue;
      out += text.slice(at, Math.max(start - begins, at)) + REDACTED;
      at = end - begins;
    }
    if (at > 0) replaced.set(text, redact(out + text.slice(at)));
    begins += text.length + SEPARATOR.length;
  }
  return texts.map((text) => replaced.get(text) ?? text);
}

/** Whatever the rules know holds a long run with a digit in it, a user before a host, or a key block. */
function mayHoldSecret(text: string): boolean {
  if (text.includes('@') && text.includes('://')) return true;
  if (text.includes('PRIVATE KEY')) return true;
  for (const [run] of text.matchAll(/[A-Za-z0-9_+=~-]{16,}/g)) if (/\d/.test(run)) return true;
  return false;
}

/** Stands between texts that are looked at together; no rule matches across it. */
const SEPARATOR = '\n\n\u0001\u0001\n\n';

async function loadLint(): Promise<Lint> {
  const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It times each of its rules and keeps every time: memory that grows, and a search through all of it for each.
  secretLintProfiler.mark = () => {};
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator }] };
  return async (text) => {
    const { messages } = await lintSource({
      source: { filePath: 'evidence.txt', content: text, contentType: 'text' },
      options: { config, maskSecrets: false },
    });
    return messages.map((message) => [message.range[0], message.range[1]] as [number, number]);
  };
}
