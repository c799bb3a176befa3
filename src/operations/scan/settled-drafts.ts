import type { SessionFamilies } from '../../capture/grouping/copies.ts';
import type { Config } from '../../model/config.ts';
import { collectEvery } from '../../platform/collect-garbage.ts';
import { BUILD } from '../../platform/version.ts';
import type { LessonHead, SettledDraft, Store } from '../../store/port.ts';
import { hash53, hash64 } from '../../text/hash.ts';
import type { Assess } from '../../triggers/past-runs.ts';
import type { StoredGroup } from './stored-groups.ts';

const IDS_AT_ONCE = 2000;
const DRAFTS_PER_COLLECTION = 4000;

/** A question to past calls, and what they said; infinitely many good calls are -1. */
type Answer = [asked: Parameters<Assess>, failing: number, good: number];

/** What the drafts of groups are made of beside their findings. */
interface Ingredients {
  families: SessionFamilies;
  config: Pick<Config, 'scoring'>;
  assess?: Assess;
}

/** A short text that is the same as long as the draft of the group is, and past calls say the same. */
export function digestOf(
  { sightings, tags }: StoredGroup,
  { families, config, assess }: Ingredients,
): string {
  const parts = [BUILD, JSON.stringify(config.scoring), String(assess !== undefined)];
  for (const { episode, ids } of sightings)
    parts.push(ids.join(' '), String(episode.content), families.of(episode.sessionId));
  for (const { tag, ids } of tags)
    parts.push(`tag ${ids.join(' ')}`, String(hash53(JSON.stringify(tag))), families.of(tag.sessionId));
  return hash64(parts.join('\n'));
}

/** Notes what past calls are asked. */
export function listening(assess: Assess | undefined): { assess: Assess | undefined; answers: () => string } {
  const heard: Answer[] = [];
  const asking: Assess = (...asked) => {
    const { failing, good } = (assess as Assess)(...asked);
    heard.push([asked, failing, Number.isFinite(good) ? good : -1]);
    return { failing, good };
  };
  return { assess: assess && asking, answers: () => JSON.stringify(heard) };
}

function stillSays(answers: string, assess: Assess | undefined): boolean {
  return (JSON.parse(answers) as Answer[]).every(([[pattern, enough, tools, project], failing, good]) => {
    const now = assess?.(pattern, enough, tools ?? undefined, project ?? undefined);
    return now?.failing === failing && now.good === (good === -1 ? Number.POSITIVE_INFINITY : good);
  });
}

/**
 * The groups whose candidates are in line with them already, by draft key the lesson of each: an earlier scan has
 * settled the same draft, nothing has changed its lesson since, and no other group has a say in whose that is.
 */
export async function settledBefore(
  store: Store,
  groups: readonly StoredGroup[],
  heads: ReadonlyMap<string, LessonHead>,
  ingredients: Ingredients,
): Promise<Map<string, string>> {
  const byKey = new Map(groups.map((group) => [group.draftKey, group]));
  const settled = new Map<string, string>();
  const seen = collectEvery(DRAFTS_PER_COLLECTION);
  for await (const drafts of store.settledDrafts()) {
    const gone: string[] = [];
    for (const draft of drafts) {
      const group = byKey.get(draft.key);
      if (group === undefined) gone.push(draft.key);
      else if (isSettled(draft, group, ingredients)) settled.set(draft.key, draft.lessonId);
    }
    await store.forgetDrafts(gone);
    seen(drafts.length);
  }
  const contested = await ownersOf(
    store,
    groups.filter(({ draftKey }) => !settled.has(draftKey)),
  );
  for (const [key, lessonId] of settled)
    if (contested.has(lessonId) && heads.get(lessonId)?.status === 'candidate') settled.delete(key);
  return settled;
}

function isSettled(draft: SettledDraft, group: StoredGroup, ingredients: Ingredients): boolean {
  return draft.digest === digestOf(group, ingredients) && stillSays(draft.answers, ingredients.assess);
}

/** Lessons that findings of these groups belong to. */
async function ownersOf(store: Store, groups: readonly StoredGroup[]): Promise<Set<string>> {
  const ids = groups.flatMap(({ sightings, tags }) => [...sightings, ...tags].flatMap((each) => each.ids));
  const owners = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
    for (const lessonId of (await store.listAssignments(ids.slice(at, at + IDS_AT_ONCE))).values())
      owners.add(lessonId);
  return owners;
}
