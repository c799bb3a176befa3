import type { Worker } from 'node:worker_threads';
import type { AssessAnswer, AssessRequest } from './assess-worker.ts';
import { patternShape } from './shape.ts';

/** A regular expression to be judged. */
export interface Assessed {
  source: string;
  flags: string;
}

/** Whether a pattern may be run on any text. */
export type Verdict = { safe: true } | { safe: false; reason: string };

/** Verdicts of earlier checks by shape; kept in the data folder by `manifest/verdict-cache.ts`. */
export interface VerdictCache {
  get(shape: string): Verdict | undefined;
  set(shape: string, verdict: Verdict): void;
}

const CHECK_MS_MAX = 2500;
/** The check's own limit is not a hard one. */
const ANSWER_MS_MAX = 8000;
/** For all checks of new shapes that are made together; what is left then is checked the next time. */
const ALL_MS_MAX = 10_000;
const NOT_YET: Verdict = {
  safe: false,
  reason: 'it was not checked, as those before it took too long; it will be when a lesson changes next',
};

/**
 * Judges regular expressions that structure alone does not prove safe: recheck, once for each shape, and a timed
 * attack on each. Runs in a thread, which is left if it does not answer. Keys of the answer are `flags/source`.
 * A new shape that is not reached in time is refused, and not remembered.
 * @param most milliseconds for checks of new shapes
 */
export async function assessPatterns(
  sources: Assessed[],
  cache: VerdictCache,
  most = ALL_MS_MAX,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  let spent = 0;
  for (const { source, flags } of sources) {
    const key = `${flags}/${source}`;
    if (verdicts.has(key)) continue;
    const shape = patternShape(source, flags);
    const known = cache.get(shape);
    const started = performance.now();
    verdicts.set(
      key,
      known === undefined && spent >= most ? NOT_YET : await verdictOn({ source, flags }, shape, cache),
    );
    if (known === undefined) spent += performance.now() - started;
  }
  return verdicts;
}

async function verdictOn(pattern: Assessed, shape: string, cache: VerdictCache): Promise<Verdict> {
  const known = cache.get(shape);
  if (known && !known.safe) return known;
  const { reason, by } = await thread.judge({ ...pattern, check: known === undefined });
  const verdict: Verdict = reason === null ? { safe: true } : { safe: false, reason };
  if (known === undefined) cache.set(shape, by === 'check' ? verdict : { safe: true });
  return verdict;
}

type Judged = Pick<AssessAnswer, 'reason' | 'by'>;

/**
 * One worker for the process, started when it is first needed and again after it had to be ended.
 * Requests queue; between them the worker does not keep the process alive.
 */
class Thread {
  #worker: Worker | null = null;
  #id = 0;
  #last: Promise<unknown> = Promise.resolve();

  judge(request: Omit<AssessRequest, 'id' | 'checkMs'>): Promise<Judged> {
    const answer = this.#last.then(() => this.#ask(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(request: Omit<AssessRequest, 'id' | 'checkMs'>): Promise<Judged> {
    this.#worker ??= (await import('./assess-worker.ts')).startAssessWorker();
    const worker = this.#worker;
    this.#id += 1;
    worker.ref();
    const answer = await answerOf(worker, { ...request, id: this.#id, checkMs: CHECK_MS_MAX });
    worker.unref();
    if (answer) return answer;
    this.#worker = null;
    // To end a thread that is matching waits for the match. Left alone, it does not keep the process alive.
    worker.once('message', () => void worker.terminate());
    return { by: 'check', reason: 'it could not be proven free of run-away matching in time' };
  }
}

const thread = new Thread();

/** The answer, or undefined where none came. */
function answerOf(worker: Worker, request: AssessRequest): Promise<AssessAnswer | undefined> {
  return new Promise((resolve) => {
    const done = (answer: AssessAnswer | undefined): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      resolve(answer);
    };
    const onMessage = (answer: AssessAnswer): void => {
      if (answer.id === request.id) done(answer);
    };
    const onError = (): void => done(undefined);
    const timer = setTimeout(() => done(undefined), ANSWER_MS_MAX);
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(request);
  });
}
