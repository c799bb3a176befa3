import { compare } from '../../text/compare.ts';
import type { Clusterable } from './cluster.ts';
import { mergeSketches, SessionFamilies, type Sighting } from './copies.ts';
import { type Group, isKept, type Kept } from './groups.ts';
import { placesApart } from './guessed-place.ts';
import { NearDuplicates } from './near-duplicates.ts';
import type { Sketch } from './sketch.ts';

interface Cluster {
  /** As the first of the sightings opens it. */
  item: Clusterable;
  /** In the order of their first ids. */
  sightings: Sighting<Kept>[];
}

/**
 * Groups of a set of episodes that only grows: the same as grouping the whole set anew, but a group that no new
 * episode touches stays the very object that it was.
 */
export class GrowingGroups {
  readonly families = new SessionFamilies();
  #seen: Sketch[] = [];
  #taken: Kept[] = [];
  #identities = new Set<number>();
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
  extendsTo(episodes: readonly Sketch[]): boolean {
    return startsWith(episodes, this.#seen);
  }

  /** @param episodes all of them, also those that make no candidate */
  take(episodes: readonly Sketch[]): Group[] {
    const fresh: Kept[] = [];
    for (const episode of episodes.slice(this.#seen.length)) {
      this.families.add(episode);
      this.#seen.push(episode);
      if (isKept(episode)) fresh.push(episode);
    }
    this.#taken.push(...fresh);
    const touched = new Set<string>();
    if (!fresh.every((episode) => this.#add({ episode, ids: [episode.id] }, touched))) {
      touched.clear();
      this.#startAnew();
      for (const sighting of mergeSketches(this.#taken)) this.#add(sighting, touched);
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
  #add(sighting: Sighting<Kept>, touched: Set<string>): boolean {
    const { episode, ids } = sighting;
    const own = episode.identities;
    if (own.some((identity) => this.#identities.has(identity))) return false;
    for (const identity of own) this.#identities.add(identity);
    const item = episode.cluster;
    touched.add(item.key);
    const cluster = this.#clusters.get(item.key);
    if (cluster === undefined) {
      this.#clusters.set(item.key, { item, sightings: [sighting] });
      this.#joined = this.#near.add(item) || this.#joined;
      this.#members.set(item.key, [item.key]);
      return true;
    }
    const [first] = cluster.sightings as [Sighting<Kept>];
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
  return a.prose === b.prose && a.kin === b.kin && a.words === b.words;
}

function startsWith(all: readonly Sketch[], start: readonly Sketch[]): boolean {
  return all.length >= start.length && start.every((episode, index) => episode === all[index]);
}
