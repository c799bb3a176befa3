import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { compare } from '../../text/compare.ts';
import { hash53 } from '../../text/hash.ts';
import { type Copied, copiedOf } from './sketch.ts';
import { UnionFind } from './union-find.ts';

/** Episodes that are one: the same failing calls, as copied into the transcripts of resumed sessions. */
export interface Sighting<E> {
  /** The fullest of the copies. */
  episode: E;
  /** Ids of all copies, sorted. */
  ids: string[];
  /** Where there is more than one. */
  copies?: E[];
}

/** Order in which one copy is preferred to another: with a correction, surer, with more tries; then by name. */
function fuller(a: Copied, b: Copied): number {
  return (
    Number(b.isCorrected) - Number(a.isCorrected) ||
    b.confidence - a.confidence ||
    b.attempts - a.attempts ||
    compare(a.sessionId, b.sessionId) ||
    compare(a.file, b.file) ||
    compare(a.id, b.id)
  );
}

/** Brings the copies of each episode together. The result does not depend on the order of the input. */
export function mergeCopies(episodes: readonly Episode[]): Sighting<Episode>[] {
  const whole = new Map(episodes.map((episode) => [copiedOf(episode), episode]));
  const wholeOf = (copied: Copied) => whole.get(copied) as Episode;
  return mergeSketches([...whole.keys()]).map(({ episode, ids, copies }) => ({
    episode: wholeOf(episode),
    ids,
    ...(copies === undefined ? {} : { copies: copies.map(wholeOf) }),
  }));
}

/** The same of what tells of episodes. */
export function mergeSketches<E extends Copied>(episodes: readonly E[]): Sighting<E>[] {
  const sets = new UnionFind<number>();
  for (const { identities } of episodes) {
    const [first, ...rest] = identities;
    sets.add(first!);
    for (const other of rest) sets.join(first!, other);
  }
  joinSaid(episodes, sets);
  const classes = Map.groupBy(episodes, ({ identities }) => sets.find(identities[0]!));
  const sightings: Sighting<E>[] = [];
  for (const copies of classes.values()) {
    const [first] = copies as [E];
    if (copies.length === 1) sightings.push({ episode: first, ids: [first.id] });
    else
      sightings.push({
        episode: [...copies].sort(fuller)[0]!,
        ids: [...new Set(copies.map((copy) => copy.id))].sort(),
        copies,
      });
  }
  return sightings.sort((a, b) => compare(a.ids[0]!, b.ids[0]!));
}

/**
 * What was said has no call's id, and some clients give a copied record a new one of its own: sessions that share a
 * failing call are one line of work, in which the same words at the same instant are the same record. Codex gives the
 * records without an id the moment of the fork: the words that a transcript has for the nth time are what another has so.
 */
function joinSaid(episodes: readonly Copied[], sets: UnionFind<number>): void {
  const said = episodes.filter((episode) => episode.said !== null).sort((a, b) => a.line - b.line);
  if (said.length < 2) return;
  const families = familiesOf(episodes);
  const known = new Map<string, number>();
  const times = new Map<string, number>();
  for (const episode of said) {
    const [own] = episode.identities as [number];
    const { words, moment } = episode.said!;
    const place = `${episode.file}\n${words}`;
    times.set(place, (times.get(place) ?? 0) + 1);
    const key = `${families.of(episode.sessionId)}\n${words}\n${moment ?? times.get(place)}`;
    const other = known.get(key);
    if (other === undefined) known.set(key, own);
    else sets.join(other, own);
  }
}

/** Which sessions are one line of work, by the failing calls that they share. */
export function familiesOf(episodes: readonly Copied[]): SessionFamilies {
  const families = new SessionFamilies();
  for (const episode of episodes) families.add(episode);
  return families;
}

/** A tag that resumed sessions repeat, once. */
export interface ToldTag {
  tag: TagFinding;
  /** Ids of all copies, sorted. */
  ids: string[];
  copies: TagFinding[];
}

/**
 * Tags once each: a resumed session repeats the record and its text.
 * @param episodes by which sessions are known to be one line of work
 */
export function mergeTags(tags: TagFinding[], episodes: readonly Copied[]): ToldTag[] {
  if (tags.length === 0) return [];
  const families = familiesOf(episodes);
  const sets = new UnionFind();
  const rootOf = (tag: TagFinding) => {
    const { mistake, remediation } = tag.fields;
    const text = `${mistake}\n${remediation}`;
    const place = `${families.of(tag.sessionId)}\n${tag.timestamp ?? tag.line}\n${text}`;
    const record = tag.uuid === null ? place : `uuid ${tag.uuid}\n${text}`;
    sets.add(record);
    if (tag.timestamp !== null) sets.join(record, place);
    return record;
  };
  const records = tags.map((tag) => ({ tag, record: rootOf(tag) }));
  return [...Map.groupBy(records, ({ record }) => sets.find(record)).values()]
    .map((found) => {
      const copies = found.map(({ tag }) => tag).sort((a, b) => compare(a.id, b.id));
      return { tag: copies[0]!, ids: copies.map((copy) => copy.id), copies };
    })
    .sort((a, b) => compare(a.ids[0]!, b.ids[0]!));
}

/**
 * Session → its family: sessions that hold copies of the same record are one line of work that was resumed,
 * and count once.
 */
export class SessionFamilies {
  readonly #sets = new UnionFind();
  readonly #owner = new Map<number, string>();
  /** Grows when a session joins a family. */
  joins = 0;

  add({ identities, sessionId }: Pick<Copied, 'identities' | 'sessionId'>): void {
    for (const key of identities) this.#visit(key, sessionId);
  }

  addTag(tag: TagFinding): void {
    if (tag.uuid) this.#visit(hash53(`uuid ${tag.uuid}`), tag.sessionId);
  }

  #visit(key: number, sessionId: string): void {
    const known = this.#owner.get(key);
    if (known === undefined) this.#owner.set(key, sessionId);
    else if (known !== sessionId) {
      this.#sets.join(known, sessionId);
      this.joins += 1;
    }
  }

  readonly of = (sessionId: string): string => this.#sets.find(sessionId);
}
