import type { Assess } from '../../triggers/past-runs.ts';
import type { CandidateDraft } from './candidates.ts';
import type { SessionFamilies, Sighting } from './copies.ts';
import type { Group } from './groups.ts';
import { GrowingGroups } from './growing-groups.ts';
import type { Sketch } from './sketch.ts';

interface Kept {
  group: Group;
  /** Joins of session families when it was drafted. */
  joins: number;
  sightings: { episode: Sketch; ids: string[]; family: string }[];
  /** What was asked of past calls, in order, and what they said. */
  answers: { asked: Parameters<Assess>; failing: number; good: number }[];
  draft: CandidateDraft;
}

/**
 * Drafts of earlier groupings, for a caller that groups the same growing set of episodes again and again: a group
 * is drafted anew only where it has other sightings than before, or past calls say something else of its patterns.
 * They are asked in the same order as if nothing were kept, so that what `assess` remembers is the same too.
 */
export class DraftMemo {
  readonly #kept = new Map<string, Kept>();
  #growing = new GrowingGroups();

  /** Groups that these episodes grow into. */
  growing(episodes: readonly Sketch[]): GrowingGroups {
    if (!this.#growing.extendsTo(episodes)) this.#growing = new GrowingGroups();
    return this.#growing;
  }

  /** @param make drafts the group anew, asking the function that it is given */
  of(
    group: Group,
    families: SessionFamilies,
    assess: Assess | undefined,
    make: (assess: Assess | undefined) => CandidateDraft,
  ): CandidateDraft {
    const { joins, of: family } = families;
    const known = this.#kept.get(group.key);
    if (known && isUnchanged(known, group, families) && stillSays(known.answers, assess)) return known.draft;
    const answers: Kept['answers'] = [];
    const draft = make(
      assess &&
        ((...asked) => {
          const { failing, good } = assess(...asked);
          answers.push({ asked, failing, good });
          return { failing, good };
        }),
    );
    const sightings = group.sightings.map(({ episode, ids }) => ({
      episode,
      ids,
      family: family(episode.sessionId),
    }));
    this.#kept.set(group.key, { group, joins, sightings, answers, draft });
    return draft;
  }
}

function isUnchanged(known: Kept, group: Group, families: SessionFamilies): boolean {
  if (known.group === group && known.joins === families.joins) return true;
  return isSame(known.sightings, group.sightings, families.of);
}

function isSame(
  known: Kept['sightings'],
  now: readonly Sighting<Sketch>[],
  family: (sessionId: string) => string,
): boolean {
  return (
    known.length === now.length &&
    known.every((one, at) => {
      const { episode, ids } = now[at]!;
      return (
        one.episode === episode &&
        one.ids.length === ids.length &&
        one.ids.every((id, index) => id === ids[index]) &&
        one.family === family(episode.sessionId)
      );
    })
  );
}

function stillSays(answers: Kept['answers'], assess: Assess | undefined): boolean {
  return answers.every(({ asked, failing, good }) => {
    const now = assess?.(...asked);
    return now?.failing === failing && now.good === good;
  });
}
