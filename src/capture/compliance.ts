import type { Episode } from '../model/episode.ts';
import type { MalformedTag, TagFinding } from '../model/findings.ts';
import { compare } from '../text/compare.ts';
import { familiesOf, mergeCopies, mergeTags, type SessionFamilies } from './grouping/copies.ts';
import { copiedOf, EPISODE_CONFIDENCE_MIN } from './grouping/sketch.ts';
import { UnionFind } from './grouping/union-find.ts';
import { withoutTold } from './told-mistakes.ts';

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

/** Agent → when its first session was asked for tags, ISO 8601. */
type AskedSince = ReadonlyMap<string, string>;

interface ComplianceGroup extends ComplianceFigures {
  agent: string;
  model: string | null;
  isSubagent: boolean;
  /** ISO week of the finding, such as `2026-W07`; null where the log has no time. */
  week: string | null;
  /** The figures of what came after the agent was first asked; null where nothing did. */
  asked: ComplianceFigures | null;
}

/** Counts tags, malformed tags and untold mistakes; each once, however many copies there are. Pure. */
export function compliance(
  episodes: Episode[],
  tags: TagFinding[],
  stored: MalformedTag[],
  askedSince: AskedSince = new Map(),
): ComplianceFigures & {
  malformedByReason: Record<string, number>;
  asked: ComplianceFigures | null;
  groups: ComplianceGroup[];
} {
  const copied = episodes.map(copiedOf);
  const told = mergeTags(tags, copied).map((entry) => entry.tag);
  const seen = mergeCopies(episodes.filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN));
  const untold = withoutTold(
    seen.map((sighting) => sighting.episode),
    told,
  );
  const malformed = withoutCopies(stored, familiesOf(copied));
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
      group = { ...key, ...judged(NOTHING), asked: null };
      groups.set(name, group);
    }
    group[field] += 1;
    if (!isAsked(item, askedSince)) return;
    group.asked ??= judged(NOTHING);
    group.asked[field] += 1;
  };
  for (const tag of told) count(tag, 'tags');
  for (const tag of malformed) count(tag, 'malformed');
  for (const episode of untold) count(episode, 'heuristicOnly');
  const malformedByReason: Record<string, number> = {};
  for (const { reason } of malformed) malformedByReason[reason] = (malformedByReason[reason] ?? 0) + 1;
  const rows = [...groups.entries()]
    .sort(([a], [b]) => compare(a, b))
    .map(([, group]) => ({ ...group, ...judged(group), asked: group.asked && judged(group.asked) }));
  const asked = askedSince.size === 0 ? null : judged(sum(rows.flatMap((row) => row.asked ?? [])));
  return { ...judged(sum(rows)), malformedByReason, asked, groups: rows };
}

type Counts = Pick<ComplianceFigures, 'tags' | 'malformed' | 'heuristicOnly'>;

const NOTHING: Counts = { tags: 0, malformed: 0, heuristicOnly: 0 };

const sum = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (all, row) => ({
      tags: all.tags + row.tags,
      malformed: all.malformed + row.malformed,
      heuristicOnly: all.heuristicOnly + row.heuristicOnly,
    }),
    NOTHING,
  );

function isAsked({ agent, timestamp }: Countable, askedSince: AskedSince): boolean {
  const since = askedSince.get(agent);
  return since !== undefined && timestamp !== null && Date.parse(timestamp) >= Date.parse(since);
}

interface Countable {
  agent: string;
  model: string | null;
  isSubagent: boolean;
  timestamp: string | null;
}

/**
 * Of a text there is nothing left but its hash, when it was written and what is wrong: a resumed session copies them, and
 * mostly the record's id. Where a copied record has an id of its own, both sessions are known as one line of work.
 */
function withoutCopies(malformed: MalformedTag[], families: SessionFamilies): MalformedTag[] {
  const sets = new UnionFind();
  const times = new Map<string, number>();
  /** With the number of times that a file has had it. */
  const numbered = (file: string, key: string): string => {
    const nth = (times.get(`${file}\n${key}`) ?? 0) + 1;
    times.set(`${file}\n${key}`, nth);
    return `${key}\n${nth}`;
  };
  const records = malformed.map((tag) => {
    const { id, agent, file, sessionId, timestamp, reason, uuid, textHash } = tag;
    const text = `${agent}\n${reason}\n${textHash ?? ''}`;
    const record = numbered(file, uuid ? `uuid ${uuid}\n${text}` : `id ${id}\n${file}`);
    sets.add(record);
    if (timestamp !== null)
      sets.join(record, numbered(file, `${uuid ? families.of(sessionId) : ''}\n${timestamp}\n${text}`));
    return { tag, record };
  });
  return [...Map.groupBy(records, ({ record }) => sets.find(record)).values()].map(([first]) => first!.tag);
}

function judged({ tags, malformed, heuristicOnly }: Counts): ComplianceFigures {
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
