import type { Episode } from '../model/episode.ts';
import type { MalformedTag, TagFinding } from '../model/findings.ts';
import { compare } from '../text/compare.ts';
import { mergeCopies, mergeTags } from './grouping/copies.ts';
import { copiedOf, EPISODE_CONFIDENCE_MIN } from './grouping/sketch.ts';

/** How well agents report their mistakes themselves. */
interface ComplianceFigures {
  tags: number;
  malformed: number;
  /** Mistakes that the detector found and no tag told of. */
  heuristicOnly: number;
  /** tags ÷ (tags + heuristicOnly); null where there is neither. */
  rate: number | null;
  verdict: 'tags lead' | 'both' | 'heuristic tier leads' | 'no data';
}

interface ComplianceGroup extends ComplianceFigures {
  agent: string;
  model: string | null;
  isSubagent: boolean;
  /** ISO week of the finding, such as `2026-W07`; null where the log has no time. */
  week: string | null;
}

/** A tag stands for a mistake at most so many lines before it. */
const REACH_LINES = 200;

/** Counts tags, malformed tags and untold mistakes; each once, however many copies there are. Pure. */
export function compliance(
  episodes: Episode[],
  tags: TagFinding[],
  stored: MalformedTag[],
): ComplianceFigures & { malformedByReason: Record<string, number>; groups: ComplianceGroup[] } {
  const told = mergeTags(tags, episodes.map(copiedOf)).map((entry) => entry.tag);
  const seen = mergeCopies(episodes.filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN));
  const untold = withoutTold(
    seen.map((sighting) => sighting.episode),
    told,
  );
  const malformed = withoutCopies(stored);
  const groups = new Map<string, ComplianceGroup>();
  const count = (item: Countable, field: 'tags' | 'malformed' | 'heuristicOnly') => {
    const key = {
      agent: item.agent,
      model: item.model,
      isSubagent: item.isSubagent,
      week: weekOf(item.timestamp),
    };
    const name = JSON.stringify(key);
    let group = groups.get(name);
    if (group === undefined) {
      group = { ...key, tags: 0, malformed: 0, heuristicOnly: 0, rate: null, verdict: 'no data' };
      groups.set(name, group);
    }
    group[field] += 1;
  };
  for (const tag of told) count(tag, 'tags');
  for (const tag of malformed) count(tag, 'malformed');
  for (const episode of untold) count(episode, 'heuristicOnly');
  const malformedByReason: Record<string, number> = {};
  for (const { reason } of malformed) malformedByReason[reason] = (malformedByReason[reason] ?? 0) + 1;
  const all = judged({ tags: told.length, malformed: malformed.length, heuristicOnly: untold.length });
  const rows = [...groups.entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([, group]) => ({ ...group, ...judged(group) }));
  return { ...all, malformedByReason, groups: rows };
}

interface Countable {
  agent: string;
  model: string | null;
  isSubagent: boolean;
  timestamp: string | null;
}

/** Of a text there is nothing left but when it was written and what is wrong: a resumed session copies both. */
function withoutCopies(malformed: MalformedTag[]): MalformedTag[] {
  const times = new Map<string, number>();
  const seen = new Set<string>();
  return malformed.filter(({ agent, file, timestamp, reason }) => {
    if (timestamp === null) return true;
    const record = JSON.stringify([agent, timestamp, reason]);
    const place = `${file}\n${record}`;
    const nth = (times.get(place) ?? 0) + 1;
    times.set(place, nth);
    const name = `${record} ${nth}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** Leaves out one mistake for each tag that follows it in the same transcript. */
function withoutTold(episodes: Episode[], tags: TagFinding[]): Episode[] {
  const covered = new Set<Episode>();
  const byFile = Map.groupBy(episodes, ({ file }) => file);
  for (const tag of [...tags].sort((a, b) => a.line - b.line)) {
    const before = (byFile.get(tag.file) ?? []).filter(
      (episode) =>
        !covered.has(episode) &&
        episode.failure.line <= tag.line &&
        tag.line - episode.failure.line <= REACH_LINES,
    );
    const nearest = before.sort((a, b) => b.failure.line - a.failure.line)[0];
    if (nearest) covered.add(nearest);
  }
  return episodes.filter((episode) => !covered.has(episode));
}

function judged(figures: Pick<ComplianceFigures, 'tags' | 'malformed' | 'heuristicOnly'>): ComplianceFigures {
  const { tags, malformed, heuristicOnly } = figures;
  const all = tags + heuristicOnly;
  const rate = all === 0 ? null : tags / all;
  const verdict =
    rate === null ? 'no data' : rate > 0.8 ? 'tags lead' : rate >= 0.5 ? 'both' : 'heuristic tier leads';
  return { tags, malformed, heuristicOnly, rate, verdict };
}

/** ISO 8601 week: it belongs to the year that its Thursday is in. */
function weekOf(timestamp: string | null): string | null {
  const at = timestamp === null ? Number.NaN : Date.parse(timestamp);
  if (Number.isNaN(at)) return null;
  const day = new Date(at);
  const thursday = Date.UTC(
    day.getUTCFullYear(),
    day.getUTCMonth(),
    day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 3,
  );
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * 24 * 3600 * 1000));
  return `${year}-W${String(week).padStart(2, '0')}`;
}
