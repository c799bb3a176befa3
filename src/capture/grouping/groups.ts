import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { compare } from '../../text/compare.ts';
import { hash64 } from '../../text/hash.ts';
import { wordSet } from '../../text/similarity.ts';
import { type Clusterable, clusterableOf, clusterKey, nearDuplicates } from './cluster.ts';
import { mergeCopies, mergeTags, type Sighting, type ToldTag } from './copies.ts';
import { placesApart } from './guessed-place.ts';
import { UnionFind } from './union-find.ts';

/** Episodes below it are kept as evidence of what happened and make no candidate. */
export const EPISODE_CONFIDENCE_MIN = 0.5;

/** Sightings and tags of one mistake. */
export interface Group {
  key: string;
  sightings: Sighting[];
  tags: ToldTag[];
}

/** Those that are sure enough to make a candidate. */
export function keptOf(episodes: Episode[]): Episode[] {
  return episodes.filter((episode) => episode.confidence >= EPISODE_CONFIDENCE_MIN);
}

/** Episodes and tags by the mistake that they tell of: equal ones, near-duplicates, and a tag with its failure. */
export function groupsOf(input: { episodes: Episode[]; tags: TagFinding[] }): Group[] {
  const groups = new Map<string, Group>();
  const items: Clusterable[] = [];
  const open = (key: string, item: () => Clusterable): Group => {
    let group = groups.get(key);
    if (!group) {
      group = { key, sightings: [], tags: [] };
      groups.set(key, group);
      items.push(item());
    }
    return group;
  };
  for (const sighting of mergeCopies(keptOf(input.episodes))) {
    const { episode } = sighting;
    open(clusterKey(episode), () => clusterableOf(episode)).sightings.push(sighting);
  }
  for (const entry of mergeTags(input.tags, input.episodes)) {
    const { mistake, remediation, tool } = entry.tag.fields;
    const words = wordSet(`${tool ?? ''} ${mistake} ${remediation}`);
    const key = `tag ${hash64([...words].sort().join(' '))}`;
    open(key, () => ({ key, words, prose: true, kin: '' })).tags.push(entry);
  }
  const component = nearDuplicates(items);
  const told = joinTold(groups, component);
  const merged = new Map<string, Group>();
  for (const group of [...groups.values()].sort((a, b) => compare(a.key, b.key))) {
    const root = told.find(component.get(group.key)!);
    const into = merged.get(root);
    if (!into) merged.set(root, { ...group, key: root });
    else {
      into.sightings.push(...group.sightings);
      into.tags.push(...group.tags);
    }
  }
  return [...merged.values()].flatMap(placesApart);
}

/** Records between a failure and the tag that tells of it, at most. */
const TOLD_LINES_MAX = 60;
const TOLD_WORDS_MIN = 3;

/** Joins a tag with the failure that it tells of: same session, shortly before, its command or its words. */
function joinTold(groups: Map<string, Group>, component: Map<string, string>): UnionFind {
  const sets = new UnionFind();
  const seen = new Map<string, { key: string; episode: Episode }[]>();
  for (const { key, sightings } of groups.values())
    for (const sighting of sightings)
      for (const episode of sighting.copies ?? [sighting.episode]) {
        const list = seen.get(episode.sessionId);
        if (list) list.push({ key, episode });
        else seen.set(episode.sessionId, [{ key, episode }]);
      }
  for (const { key, tags } of groups.values())
    for (const tag of tags.flatMap((entry) => entry.copies)) {
      const near = (seen.get(tag.sessionId) ?? [])
        .filter(({ episode }) => episode.file === tag.file && tellsOf(tag, episode))
        .sort(
          (a, b) => b.episode.failure.line - a.episode.failure.line || compare(a.episode.id, b.episode.id),
        )[0];
      if (near) sets.join(component.get(key)!, component.get(near.key)!);
    }
  return sets;
}

function tellsOf(tag: TagFinding, episode: Episode): boolean {
  const distance = tag.line - episode.failure.line;
  if (distance < 0 || distance > TOLD_LINES_MAX) return false;
  const command = episode.failure.input['command'];
  const { mistake, remediation, trigger, summary } = tag.fields;
  if (typeof command === 'string' && trigger && trigger.length > 4 && command.includes(trigger)) return true;
  const tool = episode.tags.find((name) => name.startsWith('tool:'))?.slice(5);
  const words = wordSet(`${summary} ${mistake} ${remediation} ${trigger ?? ''}`);
  if (tool && episode.failure.tool === 'Bash' && !words.has(tool.toLowerCase())) return false;
  let shared = 0;
  for (const word of wordSet(`${typeof command === 'string' ? command : ''} ${episode.summary}`))
    if (words.has(word)) shared++;
  return shared >= TOLD_WORDS_MIN;
}
