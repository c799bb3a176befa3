import { matchCall } from '../../inject/match.ts';
import type { Manifest } from '../../manifest/port.ts';
import { searchTexts } from '../../manifest/read-texts.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { compileForHistory } from '../history/backtests.ts';
import { silencedOf } from '../lesson/lesson-warnings.ts';
import type { Context } from '../operation.ts';
import { type Asked, explainNear, fits, nearestMatch, tokensIn } from './explain-match.ts';

const INACTIVE = {
  candidate: 'it is a candidate, not active',
  reviewed: 'it is a proposal, not active',
  archived: 'it is archived',
};

interface Explained {
  slug: string;
  why: string;
}

/** The nearest lessons: one that was expected is among them, and the rest only share the program. */
const NEAR_MAX = 5;
/** Of those that share a word with the call, how many are looked at for the nearest. */
const POOL_MAX = 60;

/** More than the program, which it shares with many. */
const SEVERAL_WORDS = /\S\s+\S/;

/**
 * The lessons that come nearest to acting: those whose pattern has the call, the one whose pattern gets furthest into
 * it, then those with most of its words.
 */
export function nearest(manifest: Manifest, asked: Asked, fired: ReadonlySet<string>): Explained[] {
  const words = [...tokensIn(asked)].filter((token) => token.length > 1);
  const silent = searchTexts(manifest, words, POOL_MAX + fired.size)
    .map(({ lesson }) => lesson)
    .filter(({ slug }) => !fired.has(slug));
  const furthest = silent
    .map((lesson) => ({ lesson, partial: nearestMatch(lesson, asked)?.partial }))
    .filter(({ partial }) => partial !== undefined && SEVERAL_WORDS.test(partial.taken))
    .sort((a, b) => b.partial!.letters - a.partial!.letters)
    .slice(0, 1);
  const first = [...silent.filter((lesson) => fits(lesson, asked)), ...furthest.map(({ lesson }) => lesson)];
  return [...new Set([...first, ...silent])]
    .slice(0, NEAR_MAX)
    .map((lesson) => ({ slug: lesson.slug, why: explainNear(lesson, asked) }));
}

/** Why this lesson acts here or not, whatever its status. */
export async function explainLesson(context: Context, ref: string, asked: Asked): Promise<Explained> {
  const lesson = await (await context.store()).resolveLesson(ref);
  const [compiled] = (await compileForHistory(context, [lesson])) as [CompiledLesson];
  const isFound = matchCall(asked.call, asked.view, [compiled], asked.scope).length > 0;
  const [silenced] = await silencedOf(context, [lesson]);
  const reasons = [
    ...(lesson.status === 'active' ? [] : [INACTIVE[lesson.status]]),
    ...(silenced === undefined ? [] : [silenced.detail]),
    isFound ? 'its trigger matches this call' : explainNear(compiled, asked),
  ];
  return { slug: lesson.slug, why: reasons.join('; ') };
}
