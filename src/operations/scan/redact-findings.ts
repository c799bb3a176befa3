import type { FileFindings } from '../../model/findings.ts';
import { redact } from '../../text/redact.ts';
import { redactAllThoroughly } from '../../text/secretlint.ts';

/** Fields that name or place a finding: they are compared, and hold no text of a transcript. */
const IDENTITY = new Set([
  'id',
  'agent',
  'file',
  'sessionId',
  'project',
  'timestamp',
  'uuid',
  'uuids',
  'toolUseId',
  'toolUseIds',
  'fingerprint',
  'kind',
  'model',
  'severity',
  'signals',
  'cwd',
  'startedAt',
  'endedAt',
]);

/**
 * Episodes and tags with every text redacted once more by our own rules, and by secretlint in one run for the file.
 */
export async function redactFindings(findings: FileFindings): Promise<FileFindings> {
  const texts: string[] = [];
  const parts = { episodes: findings.episodes, tags: findings.tags };
  walk(parts, (text) => {
    texts.push(redact(text));
    return text;
  });
  if (texts.length === 0) return findings;
  const clean = await redactAllThoroughly(texts);
  let at = 0;
  const redacted = walk(parts, () => clean[at++]!) as typeof parts;
  return { ...findings, ...redacted };
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, IDENTITY.has(key) ? item : walk(item, change)]),
  );
}
