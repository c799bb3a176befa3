import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { compare } from '../../text/compare.ts';
import { hash64 } from '../../text/hash.ts';
import { addTo } from '../../text/lists.ts';
import { wordSet } from '../../text/similarity.ts';
import type { Clusterable } from './cluster.ts';
import { mergeSketches, mergeTags, type Sighting, type ToldTag } from './copies.ts';
import { placesApart } from './guessed-place.ts';
import { nearDuplicates } from './near-duplicates.ts';
import type { Copied, Sketch } from './sketch.ts';
import { UnionFind } from './union-find.ts';

/** Sightings and tags of one mistake. */
export interface Group<E = Sketch> {
  key: string;
  sightings: Sighting<E>[];
  tags: ToldTag[];
}

/** An episode that is sure enough to make a candidate. */
export type Kept = Sketch & { cluster: Clusterable };

/** True for an episode that is sure enough for that. */
export const isKept = (sketch: Sketch): sketch is Kept => sketch.cluster !== null;

/**
 * Episodes and tags by the mistake that they tell of: equal ones, near-duplicates, and a tag with its failure.
 * @param tells whether a tag tells of an episode that it comes shortly after
 * @param pause is called between steps: what was made until then may be freed
 */
export function groupsOf(input: {
  episodes: readonly Sketch[];
  tags: TagFinding[];
  tells: (tag: TagFinding, episode: Sketch) => boolean;
  pause?: () => void;
}): Group[] {
  const groups = new Map<string, Group>();
  const items: Clusterable[] = [];
  const open = (item: Clusterable): Group => {
    let group = groups.get(item.key);
    if (!group) {
      group = { key: item.key, sightings: [], tags: [] };
      groups.set(item.key, group);
      items.push(item);
    }
    return group;
  };
  for (const sighting of mergeSketches(input.episodes.filter(isKept)))
    open(sighting.episode.cluster).sightings.push(sighting);
  for (const entry of mergeTags(input.tags, input.episodes)) {
    const { mistake, remediation, tool } = entry.tag.fields;
    const words = [...wordSet(`${tool ?? ''} ${mistake} ${remediation}`)].sort().join(' ');
    open({ key: `tag ${hash64(words)}`, words, prose: true, kin: '' }).tags.push(entry);
  }
  input.pause?.();
  const component = nearDuplicates(items, input.pause);
  input.pause?.();
  const told = joinTold(groups, component, input.tells);
  const merged = new Map<string, Group>();
  for (const group of [...groups.values()].sort((a, b) => compare(a.key, b.key))) {
    const root = told.find(component(group.key));
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
function joinTold(
  groups: Map<string, Group>,
  component: (key: string) => string,
  tells: (tag: TagFinding, episode: Sketch) => boolean,
): UnionFind {
  const sets = new UnionFind();
  const told = new Set(
    [...groups.values()].flatMap(({ tags }) =>
      tags.flatMap(({ copies }) => copies.map((tag) => tag.sessionId)),
    ),
  );
  if (told.size === 0) return sets;
  const seen = new Map<string, { key: string; episode: Sketch }[]>();
  for (const { key, sightings } of groups.values())
    for (const sighting of sightings)
      for (const episode of sighting.copies ?? [sighting.episode]) {
        if (told.has(episode.sessionId)) addTo(seen, episode.sessionId, { key, episode });
      }
  for (const { key, tags } of groups.values())
    for (const tag of tags.flatMap((entry) => entry.copies)) {
      const near = (seen.get(tag.sessionId) ?? [])
        .filter(({ episode }) => isShortlyBefore(episode, tag) && tells(tag, episode))
        .sort((a, b) => b.episode.line - a.episode.line || compare(a.episode.id, b.episode.id))[0];
      if (near) sets.join(component(key), component(near.key));
    }
  return sets;
}

/** True where the tag may tell of the episode by its place alone. */
export function isShortlyBefore(episode: Copied, tag: TagFinding): boolean {
  const distance = tag.line - episode.line;
  return (
    episode.sessionId === tag.sessionId &&
    episode.file === tag.file &&
    distance >= 0 &&
    distance <= TOLD_LINES_MAX
  );
}

/** The program that a command begins with, and what it is asked to do. */
const CALLED = /^(?:[A-Za-z_]\w*=\S* )*([\w.+-]+) ([a-z][\w-]+)(?= |$)/;

/** True where a trigger names the program of a failing command, asked to do what neither it nor its correction does. */
function isOtherCall(trigger: string, command: string, { correction }: Episode): boolean {
  const [, program, sub] = CALLED.exec(trigger) ?? [];
  if (program === undefined || sub === undefined) return false;
  const worked = correction?.input['command'];
  const [failed, corrected] = [wordsOf(command), wordsOf(typeof worked === 'string' ? worked : '')];
  return failed.includes(program) && !failed.includes(sub) && !corrected.includes(sub);
}

const wordsOf = (command: string): string[] => command.split(/[\s;&|()'"]+/);

/** True where the words of a tag are those of an episode that comes shortly before it. */
export function tellsOf(tag: TagFinding, episode: Episode): boolean {
  const command = episode.failure.input['command'];
  const { mistake, remediation, trigger, summary } = tag.fields;
  if (typeof command === 'string' && trigger && trigger.length > 4 && command.includes(trigger)) return true;
  if (typeof command === 'string' && trigger && isOtherCall(trigger, command, episode)) return false;
  const tool = episode.tags.find((name) => name.startsWith('tool:'))?.slice(5);
  const words = wordSet(`${summary} ${mistake} ${remediation} ${trigger ?? ''}`);
  const isProgram = tool !== undefined && tool !== 'bash' && episode.failure.tool === 'Bash';
  if (isProgram && !words.has(tool.toLowerCase())) return false;
  let shared = 0;
  for (const word of wordSet(`${typeof command === 'string' ? command : ''} ${episode.summary}`))
    if (words.has(word)) shared++;
  return shared >= TOLD_WORDS_MIN;
}
