import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ATTACK_MS_MAX, timeAttack } from './attack.ts';
import { matchesEverything } from './everything.ts';
import { linearProgram } from './linear-program.ts';

const KIND = 'lessons-assess';

/** A pattern that is to be tried for run-away matching. */
export interface AssessRequest {
  id: number;
  source: string;
  flags: string;
  /** False where a pattern of this shape has passed the check before; the timed attack is always made. */
  check: boolean;
  checkMs: number;
}

export interface AssessAnswer {
  id: number;
  /** Null where nothing was found. */
  reason: string | null;
  /** What found it; the check's answer holds for every pattern of the shape. */
  by: 'check' | 'attack' | null;
}

/** Starts a thread that runs this same module, also inside the compiled executable. */
export function startAssessWorker(): Worker {
  return new Worker(new URL(import.meta.url), { workerData: { kind: KIND } });
}

type Judged = Omit<AssessAnswer, 'id'>;

async function judge(request: AssessRequest): Promise<Judged> {
  if (request.check) {
    // Loaded here, so that the thread that starts this one does not pay for it.
    const { checkSync } = await import('./recheck.ts');
    const result = checkSync(request.source, request.flags, { timeout: request.checkMs });
    if (result.status === 'vulnerable') {
      return found('check', `its matching can run away (${result.complexity.summary}); ${ADVICE}`);
    }
    // Undecided is good enough for what runs on the linear machine, if it stands the attack without it.
    if (result.status === 'unknown' && linearProgram(request.source, request.flags) === null) {
      return found('check', `it could not be proven free of run-away matching; ${ADVICE}`);
    }
  }
  const took = timeAttack(request.source, request.flags);
  if (took <= ATTACK_MS_MAX) {
    const everything = matchesEverything(request.source, request.flags, null);
    return everything === null ? { reason: null, by: null } : found('attack', everything);
  }
  if (took === Number.POSITIVE_INFINITY) return found('attack', `its matching can run away; ${ADVICE}`);
  const figure = `${took.toFixed(0)} ms on 8 KB of text made to hurt it, more than ${ATTACK_MS_MAX}`;
  return found('attack', `it took ${figure}; ${ADVICE}`);
}

function found(by: 'check' | 'attack', reason: string): Judged {
  return { reason, by };
}

const ADVICE = 'avoid repetitions inside or right beside each other, and a leading `.*` or `\\s+`';

if (!isMainThread && (workerData as { kind?: string } | null)?.kind === KIND) {
  parentPort?.on('message', async (request: AssessRequest) => {
    let judged: Judged;
    try {
      judged = await judge(request);
    } catch (error) {
      judged = found('attack', `it could not be checked: ${error instanceof Error ? error.message : error}`);
    }
    parentPort?.postMessage({ id: request.id, ...judged } satisfies AssessAnswer);
  });
}
