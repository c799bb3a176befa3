import type { CompiledLesson } from '../../model/compiled.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { VERSION } from '../../platform/version.ts';
import type { CallIndex, CallText } from '../../store/call-index-port.ts';
import { hash64 } from '../../text/hash.ts';
import { literalsOf, metTexts } from '../../triggers/backtest.ts';
import { toolsOf } from '../history/backtests.ts';
import { viewRules } from '../history/open-history.ts';
import { CallWords } from './call-words.ts';

/** Names of what is kept begin so. */
const NAMES = 'met ';
/** A pattern that meets more is looked for anew each time. */
const REMEMBERED_MAX = 5000;
/** However much the history grows, what an old text holds stays. */
const NEVER_STALE = Number.POSITIVE_INFINITY;
const SEARCHES_PER_COLLECTION = 10;
/** From so many searches on, reading all texts once for their words is cheaper than a search of each. */
const WORDS_FROM = 20;
/** A shorter history is searched sooner than its words are gathered, and in 40 MB less. */
const WORDS_TEXTS_MIN = 20_000;
/** Of a shorter history too, once so many texts were searched: there are thousands of patterns. */
const SEARCHED_MAX = 6_000_000;
/** Patterns whose texts wait to be kept. */
const WAITING_MAX = 500;

/** So many new texts are held, and looked at without the index. */
const RECENT_MAX = 2000;

interface Met {
  /** Newest text that was looked at. */
  upto: number;
  ids: number[];
  /** What a text must hold for the pattern to match; null where nothing is certain. */
  literals: string[][] | null;
}

/** Texts that came after one. */
interface Recent {
  after: number;
  texts: CallText[];
  /** All of them, in lower case. */
  joined: string;
}

/** Counts past calls that patterns meet. Which texts those are is kept with the index: later scans look at new ones only. */
export class MetCalls {
  readonly #index: CallIndex;
  readonly #newest: number;
  readonly #fresh = new Map<string, Met>();
  readonly #asked = new Set<string>();
  /** Through the whole history. */
  #searches = 0;
  #words: CallWords | null = null;
  #recent: Recent | null = null;

  constructor(index: CallIndex) {
    this.#index = index;
    this.#newest = index.newestText();
  }

  /**
   * @param pattern name of the lesson's pattern and of its tools
   * @param compile the lesson; null where its pattern may not act. It is not asked for where what is kept is enough
   * @param project whose calls are counted; without it those of all
   */
  count(
    pattern: string,
    compile: () => CompiledLesson | null,
    project: string | undefined,
  ): { failing: number; good: number } | null {
    const name = `${NAMES}${hash64([VERSION, viewRules(), pattern].join('\n'))}`;
    const ids = this.#idsOf(name, compile);
    if (ids === null) return null;
    this.#asked.add(name);
    return ids.length === 0 ? { failing: 0, good: 0 } : this.#index.countTexts(ids, project);
  }

  #idsOf(name: string, compile: () => CompiledLesson | null): number[] | null {
    const known: Met | null =
      this.#fresh.get(name) ?? JSON.parse(this.#index.recall(name, NEVER_STALE) ?? 'null');
    if (known?.upto === this.#newest) return known.ids;
    const recent = known && this.#newest - known.upto <= RECENT_MAX ? this.#recentAfter(known.upto) : null;
    if (known && recent && !mayMeet(recent, known.literals)) {
      this.#keep(name, { ...known, upto: this.#newest });
      return known.ids;
    }
    const lesson = compile();
    if (lesson === null) return null;
    const { upto, ids } = known ?? { upto: 0, ids: [] as number[] };
    for (const { id } of metTexts(lesson, recent?.texts ?? this.#textsAfter(upto, lesson))) ids.push(id);
    this.#keep(name, { upto: this.#newest, ids, literals: literalsOf(lesson) ?? null });
    return ids;
  }

  #keep(name: string, met: Met): void {
    if (met.ids.length <= REMEMBERED_MAX) this.#fresh.set(name, met);
    if (this.#fresh.size >= WAITING_MAX) this.save();
  }

  #recentAfter(after: number): Recent {
    if (this.#recent?.after !== after) {
      const texts = [...this.#index.texts({ after })];
      const joined = texts.map(({ text, view }) => `${text}\n${view ?? ''}`).join('\n');
      this.#recent = { after, texts, joined: joined.toLowerCase() };
    }
    return this.#recent;
  }

  #textsAfter(after: number, lesson: CompiledLesson): Iterable<CallText> {
    const literals = literalsOf(lesson);
    const where = { ...toolsOf(this.#index, lesson), ...(literals ? { literals } : {}), after };
    if (after > 0) return this.#index.texts(where);
    this.#searches += 1;
    if (literals !== undefined && this.#isWorthWords()) {
      if (this.#words === null) {
        this.#words = new CallWords(this.#index.texts());
        collectGarbage();
      }
      return this.#index.texts({ ...where, ids: this.#words.idsWith(literals) });
    }
    if (this.#searches % SEARCHES_PER_COLLECTION === 0) collectGarbage();
    return this.#index.texts(where);
  }

  #isWorthWords(): boolean {
    if (this.#searches * this.#newest > SEARCHED_MAX) return true;
    return this.#searches > WORDS_FROM && this.#newest > WORDS_TEXTS_MIN;
  }

  /** Keeps what was found since it was last called. */
  save(): void {
    if (this.#fresh.size === 0) return;
    this.#index.remember([...this.#fresh].map(([name, met]) => [name, JSON.stringify(met)]));
    this.#fresh.clear();
  }

  /** Forgets what is kept of patterns that nobody has asked for. */
  forgetOthers(): void {
    this.#index.forget(NAMES, this.#asked);
  }
}

/** Whether one of the texts may hold what the pattern requires; what a pattern kept of an earlier version does not tell. */
function mayMeet({ texts, joined }: Recent, literals: Met['literals'] | undefined): boolean {
  if (texts.length === 0) return false;
  return literals == null || literals.some((list) => list.every((each) => joined.includes(each)));
}
