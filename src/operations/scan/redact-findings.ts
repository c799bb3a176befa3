import { PackedEpisodes } from '../../capture/packed-episodes.ts';
import type { Episode } from '../../model/episode.ts';
import type { FileFindings } from '../../model/findings.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
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
 * Episodes and tags with every text redacted once more by our own rules, and by secretlint in runs of many.
 */
export async function redactFindings(findings: FileFindings): Promise<FileFindings> {
  const episodes = new PackedEpisodes();
  for (const some of chunks(findings.episodes)) {
    if (episodes.length > 0) collectGarbage();
    episodes.add(await redactAll(some));
  }
  return { ...findings, episodes, tags: await redactAll(findings.tags) };
}

/** Findings that are looked at together; more would only take memory. */
const CHUNK = 100;

function* chunks(episodes: Iterable<Episode>): Generator<Episode[]> {
  let some: Episode[] = [];
  for (const episode of episodes) {
    some.push(episode);
    if (some.length < CHUNK) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function redactAll<T>(found: T[]): Promise<T[]> {
  const texts: string[] = [];
  walk(found, (text) => {
    // A store keeps no half of a character; what it holds is compared with what is found again.
    texts.push(redact(text).toWellFormed());
    return text;
  });
  if (texts.length === 0) return found;
  const clean = await redactAllThoroughly(texts);
  let at = 0;
  return walk(found, () => clean[at++]!) as T[];
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, IDENTITY.has(key) ? item : walk(item, change)]),
  );
}
