import type { Episode } from '../../model/episode.ts';
import { compare } from '../../text/compare.ts';
import { type Clusterable, clusterableOf, NearDuplicates } from './cluster.ts';
import { identities, mergeCopies, SessionFamilies, type Sighting } from './copies.ts';
import type { Group } from './groups.ts';
import { placesApart } from './guessed-place.ts';

interface Cluster {
  /** As the first of the sightings opens it. */
  item: Clusterable;
  /** In the order of their first ids. */
  sightings: Sighting[];
}

/**
 * Groups of a set of episodes that only grows: the same as grouping the whole set anew, but a group that no new
 * episode touches stays the very object that it was.
 */
export class GrowingGroups {
  readonly families = new SessionFamilies();
  #seen: Episode[] = [];
  #taken: Episode[] = [];
  #identities = new Set<string>();
  #clusters = new Map<string, Cluster>();
  #near = new NearDuplicates();
  /** Keys of the clusters of each component, by its smallest. */
  #members = new Map<string, string[]>();
  #groups = new Map<string, Group>();
  /** Names of the groups, sorted. */
  #names: string[] = [];
  /** Some component grew together with another since the groups were made. */
  #joined = false;

  /** Whether the episodes begin with those that were there before. */
  extendsTo(episodes: readonly Episode[]): boolean {
    return startsWith(episodes, this.#seen);
  }

  /**
   * @param episodes all of them, also those that make no candidate
   * @param kept those that do
   */
  take(episodes: readonly Episode[], kept: readonly Episode[]): Group[] {
    for (const episode of episodes.slice(this.#seen.length)) {
      this.families.add(episode);
      this.#seen.push(episode);
    }
    const fresh = kept.slice(this.#taken.length);
    this.#taken.push(...fresh);
    const touched = new Set<string>();
    if (!fresh.every((episode) => this.#add({ episode, ids: [episode.id] }, touched))) {
      touched.clear();
      this.#startAnew();
      for (const sighting of mergeCopies(this.#taken)) this.#add(sighting, touched);
    }
    this.#regroup(touched);
    return this.#names.flatMap((name) => placesApart(this.#groups.get(name) as Group));
  }

  #startAnew(): void {
    this.#identities = new Set();
    this.#clusters = new Map();
    this.#near = new NearDuplicates();
    this.#members = new Map();
    this.#groups = new Map();
    this.#names = [];
  }

  /** False where it changes what was grouped before: a copy of another, or one that lends its cluster other words. */
  #add(sighting: Sighting, touched: Set<string>): boolean {
    const { episode, ids } = sighting;
    const own = identities(episode);
    if (own.some((identity) => this.#identities.has(identity))) return false;
    for (const identity of own) this.#identities.add(identity);
    const item = clusterableOf(episode);
    touched.add(item.key);
    const cluster = this.#clusters.get(item.key);
    if (cluster === undefined) {
      this.#clusters.set(item.key, { item, sightings: [sighting] });
      this.#joined = this.#near.add(item) || this.#joined;
      this.#members.set(item.key, [item.key]);
      return true;
    }
    const [first] = cluster.sightings as [Sighting];
    cluster.sightings.push(sighting);
    cluster.sightings.sort((a, b) => compare(a.ids[0] as string, b.ids[0] as string));
    return compare(first.ids[0] as string, ids[0] as string) < 0 || opensSame(cluster.item, item);
  }

  /** Brings the components of the touched clusters up to date. */
  #regroup(touched: ReadonlySet<string>): void {
    const roots = new Set([...touched].map((key) => this.#near.component(key)));
    if (this.#joined) for (const root of this.#rejoin()) roots.add(root);
    this.#joined = false;
    const isNew = [...roots].some((root) => !this.#groups.has(root));
    for (const root of roots) {
      const keys = (this.#members.get(root) as string[]).sort(compare);
      const sightings = keys.flatMap((key) => (this.#clusters.get(key) as Cluster).sightings);
      this.#groups.set(root, { key: root, sightings, tags: [] });
    }
    if (isNew || this.#names.length !== this.#groups.size)
      this.#names = [...this.#groups.keys()].sort(compare);
  }

  /** Moves the members of components that are one now to the smallest; returns the names of those. */
  #rejoin(): string[] {
    const roots: string[] = [];
    for (const [name, keys] of [...this.#members]) {
      const root = this.#near.component(name);
      if (root === name) continue;
      this.#members.get(root)?.push(...keys);
      this.#members.delete(name);
      this.#groups.delete(name);
      roots.push(root);
    }
    return roots;
  }
}

function opensSame(a: Clusterable, b: Clusterable): boolean {
  if (a.prose !== b.prose || a.kin !== b.kin || a.words.size !== b.words.size) return false;
  return [...a.words].every((word) => b.words.has(word));
}

function startsWith(all: readonly Episode[], start: readonly Episode[]): boolean {
  return all.length >= start.length && start.every((episode, index) => episode === all[index]);
}
