import type { Episode } from '../../model/episode.ts';
import { addTo } from '../../text/lists.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import { insideProject, namesOf } from '../inside-project.ts';
import type { Group } from './groups.ts';
import type { Seen } from './seen.ts';

/** Names that mean the same in every session: no hashes, dates or numbers of one run. */
const STEADY = /^[A-Za-z_.][\w.@+-]*$/;
const OF_ONE_RUN = /\d{4,}|^tmp|^\.?te?mp$/i;

/** Where a call looked for what is not there. */
interface Place {
  /** The end of the path in its project: `cli/commands`, `.golangci.yml`. */
  end: string;
  /** The program that was given it; null for a tool of the agent's. */
  program: string | null;
  /** Another one may have what is not there. */
  project: string;
}

/** Null for other failures, and for paths that no other session would guess. */
function placeOf({ kind, project, subject }: Pick<Episode, 'kind' | 'project' | 'subject'>): Place | null {
  const path = subject?.path;
  if (kind !== 'missing-path' || path === undefined) return null;
  const end = namesOf(insideProject(path, project) ?? path).slice(-2);
  if (end.length === 0 || !end.every((part) => STEADY.test(part) && !OF_ONE_RUN.test(part))) return null;
  return { end: end.join('/'), program: subject?.program ?? null, project };
}

const nameOf = ({ end, program, project }: Place): string => `${program ?? ''} ${end} ${project}`;

/** The name of the place that an episode looked at in vain; null where no other session would. */
export function placeNameOf(episode: Episode): string | null {
  const place = placeOf(episode);
  return place && nameOf(place);
}

/** Sightings by the place that they looked at, where two sessions of one project did so. */
function placesOf({ sightings, tags }: Group): Map<string, Group['sightings']> {
  const places = new Map<string, Group['sightings']>();
  if (tags.length > 0) return places;
  for (const sighting of sightings) {
    const { place } = sighting.episode;
    if (place !== null) addTo(places, place, sighting);
  }
  for (const [name, found] of places)
    if (new Set(found.map(({ episode }) => episode.sessionId)).size < 2) places.delete(name);
  return places;
}

/**
 * The same path guessed in two sessions of one project is a mistake of its own among all guesses of a tool: each such place is a
 * group, and the other sightings stay together.
 */
export const placesApart = (group: Group): Group[] =>
  group.sightings.filter(({ episode }) => episode.place !== null).length < 2 ? [group] : apart(group);

/** Groups do not change once they are made, and replay asks for the same ones again and again. */
const apart = rememberedOf((group: Group): Group[] => {
  const places = placesOf(group);
  if (places.size === 0) return [group];
  const own = [...places].map(([name, sightings]) => ({ key: `${group.key} ${name}`, sightings, tags: [] }));
  const taken = new Set(own.flatMap(({ sightings }) => sightings));
  const rest = group.sightings.filter((sighting) => !taken.has(sighting));
  return rest.length === 0 ? own : [{ ...group, sightings: rest }, ...own];
});

/** The one place that the sightings of a group looked at, and the pattern that meets the next call there. */
export interface GuessedPlace {
  end: string;
  /** A glob of paths, or a pattern of commands. */
  pattern: string;
  isGlob: boolean;
}

/** Null where there are several places, or one that was looked at once. */
export function guessedPlace({ sightings }: Group<Seen>): GuessedPlace | null {
  const places = sightings.map(({ episode }) => placeOf(episode));
  const [first] = places;
  if (places.length < 2 || !first || places.some((place) => !place || nameOf(place) !== nameOf(first)))
    return null;
  const { end, program } = first;
  if (program === null) return { end, pattern: `**/${end}`, isGlob: true };
  const word = `${/^\w/.test(end) ? '\\b' : ''}${escapeRegex(end)}`;
  return { end, pattern: `\\b${escapeRegex(program)}\\b.*${word}(?:\\s|$)`, isGlob: false };
}

const nameIn = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? '';

/**
 * What the patterns of an error have to hold for a lesson about one path that is not there: its name, or the one that it
 * has instead. Null where several were looked for: any error of the kind is about such a lesson.
 */
export function soughtNames({ sightings }: Group<Seen>): string[] | null {
  const subjects = sightings.map(({ episode }) =>
    episode.kind === 'missing-path' ? episode.subject : undefined,
  );
  const [first] = subjects;
  const name = nameIn(first?.path ?? '');
  if (name === '' || subjects.some((each) => nameIn(each?.path ?? '') !== name)) return null;
  return first?.meant === undefined ? [name] : [name, first.meant];
}
