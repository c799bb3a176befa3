import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { compare } from '../../text/compare.ts';
import { hash64 } from '../../text/hash.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { UnionFind } from './union-find.ts';

/** Episodes that are one: the same failing calls, as copied into the transcripts of resumed sessions. */
export interface Sighting {
  /** The fullest of the copies. */
  episode: Episode;
  /** Ids of all copies, sorted. */
  ids: string[];
  /** Where there is more than one. */
  copies?: Episode[];
}

/** Ids that are unique in the world; short ones are only unique within their session. */
const GLOBAL_ID = /^(?=.*\d)[\w-]{16,}$/;

/** What identifies the failing records of an episode, equal in every copy. Episodes do not change. */
export const identities = rememberedOf((episode: Episode): string[] => {
  // Runs of one task have one name and count their steps alike: there the error tells one record from another.
  const scope = `${episode.agent}\n${episode.sessionId}\n${hash64(episode.failure.error)}\n`;
  const keys = episode.toolUseIds.map((id) => (GLOBAL_ID.test(id) ? `call ${id}` : `call ${scope}${id}`));
  keys.push(...sameRecord(episode));
  if (episode.toolUseIds.length === 0)
    keys.push(...episode.uuids.map((id) => (GLOBAL_ID.test(id) ? `uuid ${id}` : `uuid ${scope}${id}`)));
  return keys.length > 0 ? keys : [`line ${scope}${episode.failure.line}`];
});

/**
 * A short id stands for the same record where the other session has it at the same instant with the same result,
 * also where a fork gave its record a new id.
 */
function sameRecord({ agent, timestamp, failure }: Episode): string[] {
  if (timestamp === null || failure.toolUseId === null) return [];
  return [`record ${agent}\n${timestamp}\n${failure.toolUseId}\n${hash64(failure.error)}`];
}

/** Order in which one copy is preferred to another: with a correction, surer, with more tries; then by name. */
function fuller(a: Episode, b: Episode): number {
  return (
    Number(b.correction !== null) - Number(a.correction !== null) ||
    b.confidence - a.confidence ||
    b.attempts - a.attempts ||
    compare(a.sessionId, b.sessionId) ||
    compare(a.file, b.file) ||
    compare(a.id, b.id)
  );
}

/** Brings the copies of each episode together. The result does not depend on the order of the input. */
export function mergeCopies(episodes: Episode[]): Sighting[] {
  const sets = new UnionFind();
  for (const episode of episodes) {
    const [first, ...rest] = identities(episode);
    sets.add(first!);
    for (const other of rest) sets.join(first!, other);
  }
  joinSaid(episodes, sets);
  const classes = new Map<string, Episode[]>();
  for (const episode of episodes) {
    const root = sets.find(identities(episode)[0]!);
    const known = classes.get(root);
    if (known) known.push(episode);
    else classes.set(root, [episode]);
  }
  const sightings = [...classes.values()].map((copies) => ({
    episode: [...copies].sort(fuller)[0]!,
    ids: [...new Set(copies.map((copy) => copy.id))].sort(),
    ...(copies.length > 1 ? { copies } : {}),
  }));
  return sightings.sort((a, b) => compare(a.ids[0]!, b.ids[0]!));
}

/**
 * What was said has no call's id, and some clients give a copied record a new one of its own: sessions that share a
 * failing call are one line of work, in which the same words at the same instant are the same record.
 */
function joinSaid(episodes: Episode[], sets: UnionFind): void {
  const said = episodes.filter((episode) => episode.toolUseIds.length === 0 && episode.timestamp !== null);
  if (said.length < 2) return;
  const families = familiesOf(episodes);
  const known = new Map<string, string>();
  for (const episode of said) {
    const [own] = identities(episode) as [string];
    const key = `${families.of(episode.sessionId)}\n${episode.timestamp}\n${hash64(episode.failure.error)}`;
    const other = known.get(key);
    if (other === undefined) known.set(key, own);
    else sets.join(other, own);
  }
}

function familiesOf(episodes: Episode[]): SessionFamilies {
  const families = new SessionFamilies();
  for (const episode of episodes) families.add(episode);
  return families;
}

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
export function mergeTags(tags: TagFinding[], episodes: Episode[]): ToldTag[] {
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
  const classes = new Map<string, TagFinding[]>();
  for (const { tag, record } of records) {
    const root = sets.find(record);
    const known = classes.get(root);
    if (known) known.push(tag);
    else classes.set(root, [tag]);
  }
  return [...classes.values()]
    .map((found) => {
      const copies = [...found].sort((a, b) => compare(a.id, b.id));
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
  readonly #owner = new Map<string, string>();
  /** Grows when a session joins a family. */
  joins = 0;

  add(episode: Episode): void {
    for (const key of identities(episode)) this.#visit(key, episode.sessionId);
  }

  addTag(tag: TagFinding): void {
    if (tag.uuid) this.#visit(`uuid ${tag.uuid}`, tag.sessionId);
  }

  #visit(key: string, sessionId: string): void {
    const known = this.#owner.get(key);
    if (known === undefined) this.#owner.set(key, sessionId);
    else if (known !== sessionId) {
      this.#sets.join(known, sessionId);
      this.joins += 1;
    }
  }

  readonly of = (sessionId: string): string => this.#sets.find(sessionId);
}
