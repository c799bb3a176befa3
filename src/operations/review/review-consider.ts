import { neutralise } from '../../inject/neutralise.ts';
import type { Lesson } from '../../model/lesson.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { messageOf } from '../../platform/errors.ts';
import type { BacktestView, EvidenceView, ReviewCandidate } from '../../review/candidate-view.ts';
import { contradictionIndex, judgeNoise } from '../../review/noise.ts';
import type { Draft, EvidenceRow, Store, WaitingHead } from '../../store/port.ts';
import { historiesOf } from '../history/backtests.ts';
import { patched, readPatch } from '../lesson/change-lesson.ts';
import { similarLessons } from '../lesson/similar-lessons.ts';
import type { Context } from '../operation.ts';
import { projectNames, scopeName } from '../words/project-names.ts';
import { instructionsOf } from './review-instructions.ts';
import { metByActive } from './review-met.ts';
import { readProposals } from './review-proposals.ts';

const EVIDENCE_MAX = 5;
const DUPLICATES_MAX = 5;
const EXCERPT_CHARS_MAX = 800;
/** So many candidates share what the store is asked for. */
const CONSIDERED_AT_ONCE = 500;

interface Considered {
  candidates: ReviewCandidate[];
  /** How many candidates the `reusable` gate keeps back; `--all` shows them. */
  hidden: number;
  /** How many wait in all, but for the hidden ones. */
  waiting: number;
}

interface Options {
  all?: boolean;
  /** Only these. */
  ids?: readonly string[];
  /** Only so many, most important first. */
  limit?: number | undefined;
  /** Leaves out so many that are more important. */
  offset?: number | undefined;
}

/**
 * Every candidate that waits for a decision, most important first, with what a decision needs:
 * evidence (cut, unable to leave its fence), near-duplicates, back-test, and the filter's verdict.
 */
export async function considerCandidates(context: Context, options: Options = {}): Promise<Considered> {
  const store = await context.store();
  const waiting = await store.waitingHeads();
  const gate = options.all === true ? 0 : context.config.reusableGate;
  const shown = waiting.filter(({ reusable, status }) => reusable >= gate || status === 'reviewed');
  const asked = options.ids && new Set(options.ids);
  const lessons = await mostImportant(
    context,
    store,
    asked === undefined ? shown : shown.filter(({ id }) => asked.has(id)),
    options,
  );
  const counts = { hidden: waiting.length - shown.length, waiting: shown.length };
  // What follows reads every active lesson.
  if (lessons.length === 0) return { candidates: [], ...counts };
  const consider = await considerer(context, store, lessons);
  const candidates: ReviewCandidate[] = [];
  for (let at = 0; at < lessons.length; at += CONSIDERED_AT_ONCE) {
    candidates.push(...(await consider(lessons.slice(at, at + CONSIDERED_AT_ONCE))));
    if (candidates.length % CONSIDERED_AT_ONCE === 0) collectGarbage();
  }
  return { candidates, ...counts };
}

/** Gives candidates what a decision needs. No second copy is made: of all candidates of years there may be many. */
async function considerer(context: Context, store: Store, all: readonly Lesson[]) {
  const histories = await historiesOf(context, all);
  const opposed = contradictionIndex(await store.listLessons({ status: ['active'] }));
  const instructions = await instructionsOf(context, store);
  const metBy = await metByActive(context, store);
  const nameOf = projectNames(await store.listProjectRoots());
  return async (lessons: readonly Lesson[]): Promise<ReviewCandidate[]> => {
    const ids = lessons.map(({ id }) => id);
    const evidenceOf = Map.groupBy(await store.listEvidence(...ids), (row) => row.lessonId);
    const identical = Map.groupBy(
      await store.findByContentHash(...lessons.map(({ contentHash }) => contentHash)),
      (lesson) => lesson.contentHash,
    );
    const similarTo = await similarLessons(store, lessons);
    const met = await metBy(lessons);
    const proposals = await readProposals(store, ids);
    return lessons.map((lesson, at) => {
      const evidence = evidenceOf.get(lesson.id) ?? [];
      const similar = similarTo[at]!;
      const noise = judgeNoise({
        candidate: lesson,
        identical: identical.get(lesson.contentHash) ?? [],
        similar: similar.filter((each) => each.lesson.status === 'active'),
        opposed: opposed(lesson),
        instructions: instructions([...new Set(evidence.map((row) => row.project))]),
        met: met.get(lesson.id) ?? null,
      });
      return Object.assign(lesson, {
        scopeName: scopeName(lesson.scope, nameOf),
        needsHumanFix: lesson.needsHumanFix || noise?.needsHumanFix === true,
        evidence: evidence.slice(0, EVIDENCE_MAX).map(viewOf),
        duplicates: similar
          .filter((each) => each.lesson.status !== 'archived')
          .slice(0, DUPLICATES_MAX)
          .map((each) => ({ slug: each.lesson.slug, similarity: Math.round(each.similarity * 100) / 100 })),
        backtest: figures(histories.get(lesson.id)),
        noise,
        proposal: proposals.get(lesson.id) ?? null,
      });
    });
  };
}

/** The page of the candidates that is asked for, in order; a write-up may change what one ranks by. */
async function mostImportant(
  context: Context,
  store: Store,
  shown: readonly WaitingHead[],
  { offset = 0, limit = shown.length }: Options,
): Promise<Lesson[]> {
  const read = (heads: readonly { id: string }[]) => store.listLessons({ ids: heads.map(({ id }) => id) });
  const known = new Map<string, Lesson>();
  const written = await read(shown.filter(({ hasDraft }) => hasDraft));
  const drafts = await store.listDrafts(written.map(({ id }) => id));
  const draftOf = new Map(drafts.map((draft) => [draft.lessonId, draft]));
  for (const lesson of written) known.set(lesson.id, withDraft(context, lesson, draftOf.get(lesson.id)));
  const page = shown
    .map((head) => known.get(head.id) ?? head)
    .sort(byImportance)
    .slice(offset, offset + limit);
  for (const lesson of await read(page.filter(({ id }) => !known.has(id)))) known.set(lesson.id, lesson);
  return page.flatMap(({ id }) => known.get(id) ?? []);
}

/** The candidate with its write-up laid over; a write-up that is not valid any more is left out and said. */
function withDraft(context: Context, lesson: Lesson, draft: Draft | undefined): Lesson {
  if (draft === undefined) return lesson;
  try {
    return patched(lesson, readPatch(draft.patch));
  } catch (error) {
    context.warn(`${lesson.slug}: the write-up left on it is not valid: ${messageOf(error)}`);
    return lesson;
  }
}

/** All zero where no past calls are known, or the lesson names no calls. */
function figures(result: BacktestView | undefined): BacktestView {
  if (!result) return { failingMet: 0, goodDisturbed: 0, callsSeen: 0 };
  return { failingMet: result.failingMet, goodDisturbed: result.goodDisturbed, callsSeen: result.callsSeen };
}

type Ranked = Pick<Lesson, 'number' | 'priority' | 'confidence' | 'occurrenceCount'>;

function byImportance(a: Ranked, b: Ranked): number {
  return (
    b.priority - a.priority ||
    b.confidence - a.confidence ||
    b.occurrenceCount - a.occurrenceCount ||
    a.number - b.number
  );
}

/** Text of a transcript: it can neither close a wrapper nor pose as an instruction block of ours. */
function viewOf(row: EvidenceRow): EvidenceView {
  const text = neutralise(row.excerpt).replaceAll('```', "'''");
  const excerpt = text.length <= EXCERPT_CHARS_MAX ? text : `${text.slice(0, EXCERPT_CHARS_MAX)}…`;
  return {
    agent: row.agent,
    sessionId: row.sessionId,
    timestamp: row.timestamp,
    excerpt: `\`\`\`\n${excerpt}\n\`\`\``,
  };
}
