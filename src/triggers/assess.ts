import type { Worker } from 'node:worker_threads';
import type { AssessAnswer, AssessRequest } from './assess-worker.ts';
import { patternShape } from './shape.ts';

/** A regular expression to be judged. */
export interface Assessed {
  source: string;
  flags: string;
}

export type Verdict = { safe: true } | { safe: false; reason: string };

/** Verdicts of earlier checks by shape; kept in the data folder by `manifest/verdict-cache.ts`. */
export interface VerdictCache {
  get(shape: string): Verdict | undefined;
  set(shape: string, verdict: Verdict): void;
}

const CHECK_MS_MAX = 2500;
/** The check's own limit is not a hard one. */
const ANSWER_MS_MAX = 8000;

/**
 * Judges regular expressions that structure alone does not prove safe: recheck, once for each shape, and a timed
 * attack on each. Runs in a thread, which is ended if it does not answer. Keys of the answer are `flags/source`.
 */
export async function assessPatterns(
  sources: Assessed[],
  cache: VerdictCache = new Map(),
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  if (sources.length === 0) return verdicts;
  const thread = new Thread();
  try {
    for (const { source, flags } of sources) {
      const shape = patternShape(source, flags);
      const known = cache.get(shape);
      let verdict: Verdict;
      if (known && !known.safe) verdict = known;
      else {
        const judged = await thread.judge({ source, flags, check: known === undefined });
        verdict = judged.reason === null ? { safe: true } : { safe: false, reason: judged.reason };
        if (known === undefined) cache.set(shape, judged.by === 'check' ? verdict : { safe: true });
      }
      verdicts.set(`${flags}/${source}`, verdict);
    }
  } finally {
    thread.end();
  }
  return verdicts;
}

/** Judges one expression. */
export async function assessPattern(source: string, flags = '', cache?: VerdictCache): Promise<Verdict> {
  const verdicts = await assessPatterns([{ source, flags }], cache);
  return verdicts.get(`${flags}/${source}`) ?? { safe: false, reason: 'it could not be checked' };
}

type Judged = Pick<AssessAnswer, 'reason' | 'by'>;

/** One worker, started when it is first needed and again after it had to be ended. */
class Thread {
  #worker: Worker | null = null;
  #id = 0;

  async judge(request: Omit<AssessRequest, 'id' | 'checkMs'>): Promise<Judged> {
    this.#worker ??= (await import('./assess-worker.ts')).startAssessWorker();
    const worker = this.#worker;
    this.#id += 1;
    const answer = await answerOf(worker, { ...request, id: this.#id, checkMs: CHECK_MS_MAX });
    if (answer) return answer;
    this.end();
    return { by: 'check', reason: 'it could not be proven free of run-away matching in time' };
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

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
