import type { CompiledLesson } from '../../model/compiled.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { VERSION } from '../../platform/version.ts';
import type { CallIndex, CallText } from '../../store/call-index-port.ts';
import { hash64 } from '../../text/hash.ts';
import { literalsOf, metTexts } from '../../triggers/backtest.ts';
import { toolsOf, viewRules } from '../history.ts';

/** A pattern that meets more is looked for anew each time. */
const REMEMBERED_MAX = 5000;
/** However much the history grows, what an old text holds stays. */
const NEVER_STALE = Number.POSITIVE_INFINITY;
const SEARCHES_PER_COLLECTION = 10;

interface Met {
  /** Newest text that was looked at. */
  upto: number;
  ids: number[];
}

/** Counts past calls that patterns meet. Which texts those are is kept with the index: later scans look at new ones only. */
export class MetCalls {
  readonly #index: CallIndex;
  readonly #newest: number;
  readonly #fresh = new Map<string, Met>();
  /** Through the whole history. */
  #searches = 0;

  constructor(index: CallIndex) {
    this.#index = index;
    this.#newest = index.newestText();
  }

  /**
   * @param pattern name of the lesson's pattern and of its tools
   * @param project whose calls are counted; without it those of all
   */
  count(
    pattern: string,
    lesson: CompiledLesson,
    project: string | undefined,
  ): { failing: number; good: number } {
    const name = hash64(['met', VERSION, viewRules(), pattern].join('\n'));
    const ids = this.#idsOf(name, lesson);
    let good = 0;
    let failing = 0;
    const where = project === undefined ? {} : { project };
    for (const text of ids.length === 0 ? [] : this.#index.texts({ ...where, ids })) {
      good += text.good;
      failing += text.failing;
    }
    return { failing, good };
  }

  #idsOf(name: string, lesson: CompiledLesson): number[] {
    const known = this.#fresh.get(name) ?? JSON.parse(this.#index.recall(name, NEVER_STALE) ?? 'null');
    const { upto, ids } = (known as Met | null) ?? { upto: 0, ids: [] };
    if (upto === this.#newest) return ids;
    if (upto === 0 && ++this.#searches % SEARCHES_PER_COLLECTION === 0) collectGarbage();
    for (const { id } of metTexts(lesson, this.#textsAfter(upto, lesson))) ids.push(id);
    if (ids.length <= REMEMBERED_MAX) this.#fresh.set(name, { upto: this.#newest, ids });
    return ids;
  }

  #textsAfter(after: number, lesson: CompiledLesson): Iterable<CallText> {
    const literals = literalsOf(lesson);
    return this.#index.texts({ ...toolsOf(this.#index, lesson), ...(literals ? { literals } : {}), after });
  }

  save(): void {
    if (this.#fresh.size === 0) return;
    this.#index.remember([...this.#fresh].map(([name, met]) => [name, JSON.stringify(met)]));
  }
}
