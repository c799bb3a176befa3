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

/** What is found in a file without copies of what was purged. */
export function withoutPurged(findings: FileFindings, { records }: Purged): FileFindings {
  if (records.size === 0) return findings;
  const isKept = (found: Episode | TagFinding) => !recordsOf(found).some((record) => records.has(record));
  const episodes = new PackedEpisodes();
  for (const episode of findings.episodes) if (isKept(episode)) episodes.add([episode]);
  return { ...findings, episodes, tags: findings.tags.filter(isKept) };
}
