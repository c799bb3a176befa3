import { copiedOf } from '../../capture/grouping/sketch.ts';
import { PackedEpisodes } from '../../capture/packed-episodes.ts';
import type { Episode } from '../../model/episode.ts';
import type { FileFindings, TagFinding } from '../../model/findings.ts';
import type { Purged, Store } from '../../store/port.ts';
import { hash53 } from '../../text/hash.ts';

/** What identifies the records that a finding was made of, in every transcript that holds a copy of them. */
function recordsOf(found: Episode | TagFinding): number[] {
  if (!('fields' in found)) return copiedOf(found).identities;
  const { mistake, remediation } = found.fields;
  return [hash53(`tag ${found.uuid ?? found.id}\n${mistake}\n${remediation}`)];
}

/** Notes the records of what is about to be purged, so that a fork or a resumed copy does not bring it back. */
export async function noteRecords(
  store: Store,
  lessonIds: ReadonlySet<string>,
  sessionIds: ReadonlySet<string>,
): Promise<void> {
  const owners = await store.listAssignments();
  const isPurged = ({ id, sessionId }: TagFinding) =>
    sessionIds.has(sessionId) || lessonIds.has(owners.get(id) ?? '');
  const found = [
    ...(await store.listEpisodes({ lessonIds: [...lessonIds] })),
    ...(await store.listEpisodes({ sessionIds: [...sessionIds] })),
    ...(await store.listTags()).filter(isPurged),
  ];
  await store.notePurgedRecords([...new Set(found.flatMap(recordsOf))]);
}

/**
 * What is found in a file without what was purged and copies of it, and records that a fork could bring back: of a
 * purged session that went on, or that an earlier version has purged without noting them.
 */
export function withoutPurged(
  findings: FileFindings,
  { ids, records }: Purged,
): { kept: FileFindings; toNote: number[] } {
  if (ids.isEmpty && records.size === 0) return { kept: findings, toNote: [] };
  const toNote: number[] = [];
  const isKept = (found: Episode | TagFinding) => {
    const isPurged = [found.id, found.sessionId, found.project ?? ''].some((id) => ids.has(id));
    const own = recordsOf(found);
    if (!isPurged) return !own.some((record) => records.has(record));
    for (const record of own.filter((each) => !records.has(each))) {
      records.add(record);
      toNote.push(record);
    }
    return false;
  };
  const episodes = new PackedEpisodes();
  for (const episode of findings.episodes) if (isKept(episode)) episodes.add([episode]);
  return { kept: { ...findings, episodes, tags: findings.tags.filter(isKept) }, toNote };
}
