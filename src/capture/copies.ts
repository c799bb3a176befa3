import type { Episode } from '../model/episode.ts';
import type { TagFinding } from '../model/findings.ts';
import { hash64 } from '../text/hash.ts';
import { UnionFind } from './union-find.ts';

/** Episodes that are one: the same failing calls, as copied into the transcripts of resumed sessions. */
export interface Sighting {
  /** The fullest of the copies. */
  episode: Episode;
  /** Ids of all copies, sorted. */
  ids: string[];
}

/** Ids that are unique in the world; short ones are only unique within their session. */
const GLOBAL_ID = /^(?=.*\d)[\w-]{16,}$/;

const known = new WeakMap<Episode, string[]>();

/** What identifies the failing records of an episode, equal in every copy. Episodes do not change. */
export function identities(episode: Episode): string[] {
  let keys = known.get(episode);
  if (keys === undefined) {
    keys = identify(episode);
    known.set(episode, keys);
  }
  return keys;
}

function identify(episode: Episode): string[] {
  const scope = `${episode.agent}\n${episode.sessionId}\n`;
  const keys = episode.toolUseIds.map((id) => (GLOBAL_ID.test(id) ? `call ${id}` : `call ${scope}${id}`));
  keys.push(...sameRecord(episode));
  if (episode.toolUseIds.length === 0)
    keys.push(...episode.uuids.map((id) => (GLOBAL_ID.test(id) ? `uuid ${id}` : `uuid ${scope}${id}`)));
  return keys.length > 0 ? keys : [`line ${scope}${episode.file}\n${episode.failure.line}`];
}

/** A short id stands for the same record where the other session has it at the same instant with the same result. */
function sameRecord({ agent, timestamp, failure }: Episode): string[] {
  if (failure.uuid === null || timestamp === null) return [];
  return [`record ${agent}\n${failure.uuid}\n${timestamp}\n${failure.toolUseId}\n${hash64(failure.error)}`];
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

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Brings the copies of each episode together. The result does not depend on the order of the input. */
export function mergeCopies(episodes: Episode[]): Sighting[] {
  const sets = new UnionFind();
  for (const episode of episodes) {
    const [first, ...rest] = identities(episode);
    sets.add(first!);
    for (const other of rest) sets.join(first!, other);
  }
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
  }));
  return sightings.sort((a, b) => compare(a.ids[0]!, b.ids[0]!));
}

/** Tags once each: a resumed session repeats the record and its text. */
export function mergeTags(tags: TagFinding[]): { tag: TagFinding; ids: string[] }[] {
  const byText = new Map<string, TagFinding[]>();
  for (const tag of tags) {
    const { mistake, remediation } = tag.fields;
    const record = tag.uuid ?? `${tag.sessionId} ${tag.timestamp ?? tag.line}`;
    const key = hash64(`${record}\n${mistake}\n${remediation}`);
    const known = byText.get(key);
    if (known) known.push(tag);
    else byText.set(key, [tag]);
  }
  return [...byText.values()]
    .map((copies) => ({
      tag: [...copies].sort((a, b) => compare(a.id, b.id))[0]!,
      ids: copies.map((copy) => copy.id).sort(),
    }))
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
