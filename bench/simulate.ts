import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../src/model/constants.ts';
import type { InjectionEvent } from '../src/model/injection-event.ts';
import { makeContext, type OwnedContext } from '../src/operations/context.ts';
import { buildLesson } from '../src/operations/lesson/create-lesson.ts';
import { effectsOf } from '../src/operations/outcomes/effects.ts';
import { runOperation } from '../src/operations/run-operation.ts';
import { collectStats } from '../src/operations/stats/stats-data.ts';
import type { LessonStats } from '../src/operations/stats/stats-schema.ts';
import { seededRandom } from '../test/support/random.ts';
import { Session, type Truth, trueEffect, truths } from './support/simulated-agent.ts';

/**
 * A simulated year: agents with known true effects of each lesson, fed through transcripts, `events.jsonl`, the scan
 * and the store. `npm run bench -- simulate [SEED] [LESSONS] [SESSIONS]`.
 * Checks what is claimed about learning, and exits 1 where a check fails.
 */
const SEED = Number(process.argv[2] ?? 11);
const LESSONS = Number(process.argv[3] ?? 120);
const SESSIONS = Number(process.argv[4] ?? 1560);
const PER_SESSION = 5;
const START = Date.parse('2025-01-01T08:00:00.000Z');

const random = seededRandom(SEED);

async function plant(context: OwnedContext): Promise<Truth[]> {
  const store = await context.store();
  const planted: Truth[] = [];
  for (const truth of truths(LESSONS, random)) {
    const lesson = buildLesson(
      {
        summary: `${truth.program} deploy needs a workspace`,
        mistake: `Ran ${truth.program} deploy without a workspace, and its quota was not configured.`,
        remediation: `Run ${truth.program} publish with --workspace main instead.`,
        toolNames: ['Bash'],
        commandPatterns: [`\\b${truth.program}\\s+deploy\\b`],
        delivery: truth.delivery,
      },
      { source: 'manual', status: 'active', now: START - DAY_MS, known: { fingerprint: truth.fingerprint } },
    );
    const stored = await store.insertLesson(lesson);
    planted.push({ ...truth, id: stored.id, slug: stored.slug });
  }
  return planted;
}

/** The year, month by month: sessions are written, then scanned as the unattended scan does. */
async function live(
  context: OwnedContext,
  clock: { now: number },
  transcripts: string,
  planted: Truth[],
): Promise<void> {
  const perMonth = Math.ceil(SESSIONS / 12);
  for (let month = 0; month < 12; month += 1) {
    const events: InjectionEvent[] = [];
    for (let n = 0; n < perMonth; n += 1) {
      const number = month * perMonth + n;
      const at = START + ((month + n / perMonth) * 365 * DAY_MS) / 12;
      const session = new Session(`sim-${SEED}-${number}`, at, random);
      for (let k = 0; k < PER_SESSION; k += 1)
        session.occasion(planted[(number * PER_SESSION + k) % planted.length] as Truth);
      writeFileSync(join(transcripts, `${number}.jsonl`), `${session.lines.join('\n')}\n`);
      events.push(...session.events);
    }
    writeFileSync(
      join(context.home, 'events.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    clock.now = START + ((month + 1) * 365 * DAY_MS) / 12;
    await runOperation(context, 'transcript.scan', { paths: [transcripts] });
  }
}

/** Lessons are shown a thousand times before turns in sessions where nothing else happens: the ranking must not move. */
async function showOnly(
  context: OwnedContext,
  clock: { now: number },
  transcripts: string,
  planted: Truth[],
): Promise<boolean> {
  const store = await context.store();
  const before = JSON.stringify([...(await effectsOf(store, clock.now))]);
  const events: InjectionEvent[] = [];
  for (let n = 0; n < 50; n += 1) {
    const session = new Session(`shown-${SEED}-${n}`, clock.now - DAY_MS + n * 60_000, random);
    for (let k = 0; k < 20; k += 1)
      session.note('pitfalls', planted[(n * 20 + k) % planted.length] as Truth, null, {
        bytes: 90,
        at: new Date(clock.now - DAY_MS + n * 60_000 + k).toISOString(),
      });
    session.call('make docs', { text: 'done', failed: false });
    session.call(`${(planted[n % planted.length] as Truth).program} publish --target prod`, {
      text: 'done',
      failed: false,
    });
    writeFileSync(join(transcripts, `shown-${n}.jsonl`), `${session.lines.join('\n')}\n`);
    events.push(...session.events);
  }
  writeFileSync(
    join(context.home, 'events.jsonl'),
    events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  );
  await runOperation(context, 'transcript.scan', { paths: [transcripts] });
  const shown = (await store.listEvents({ kinds: ['pitfalls'] })).length;
  const after = JSON.stringify([...(await effectsOf(store, clock.now))]);
  return shown >= 1000 && before === after;
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`;

function isDemoted(lesson: LessonStats): boolean {
  return lesson.proposals.some((proposal) => proposal.kind === 'archive' || proposal.kind === 'demote');
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-sim-'));
  const clock = { now: START };
  const transcripts = join(folder, 'transcripts');
  mkdirSync(transcripts);
  const context = makeContext({
    home: join(folder, 'home'),
    cwd: folder,
    env: { HOME: folder },
    clock: { now: () => clock.now },
    actor: { agent: null, sessionId: null, terminal: false },
  });
  mkdirSync(context.home, { recursive: true });
  try {
    const started = performance.now();
    const planted = await plant(context);
    await live(context, clock, transcripts, planted);
    const stats = await collectStats(context);
    const byId = new Map(stats.lessons.map((lesson) => [lesson.id, lesson]));
    const measured = planted.map((truth) => ({ truth, lesson: byId.get(truth.id) as LessonStats }));
    const compared = measured.filter(({ lesson }) => lesson.effect.enough);
    const covered = compared.filter(
      ({ truth, lesson }) =>
        lesson.effect.enough &&
        lesson.effect.low <= trueEffect(truth) &&
        trueEffect(truth) <= lesson.effect.high,
    );
    const harmful = measured.filter(({ truth }) => truth.nature === 'harmful');
    const useful = measured.filter(({ truth }) => truth.nature === 'useful');
    const demoted = harmful.filter(({ lesson }) => isDemoted(lesson));
    const below = harmful.filter(({ lesson }) => lesson.posterior.mean < 0.5);
    const archived = useful.filter(({ lesson }) =>
      lesson.proposals.some((proposal) => proposal.kind === 'archive'),
    );
    const unmoved = await showOnly(context, clock, transcripts, planted);
    const { outcomes, withheld, injections } = stats.totals;
    console.log(
      `seed ${SEED}: ${LESSONS} lessons, ${stats.totals.sessions} sessions, ${injections} told, ${withheld} withheld, ${Math.round((performance.now() - started) / 1000)} s`,
    );
    console.log(`outcomes ${JSON.stringify(outcomes)}`);
    const checks: [string, boolean][] = [
      [
        `95% intervals cover the true effect: ${share(covered.length, compared.length)}; 90–98%`,
        compared.length >= LESSONS * 0.9 &&
          covered.length / compared.length >= 0.9 &&
          covered.length / compared.length <= 0.98,
      ],
      [
        `harmful lessons proposed for demotion or archive: ${share(demoted.length, harmful.length)}; ≥ 80% (ranked below an unmeasured one: ${share(below.length, harmful.length)})`,
        demoted.length / harmful.length >= 0.8,
      ],
      [
        `useful lessons proposed for archive: ${share(archived.length, useful.length)}; ≤ 5%`,
        archived.length / useful.length <= 0.05,
      ],
      ['a thousand times shown moved no rank', unmoved],
    ];
    for (const [line, ok] of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${line}`);
    return checks.every(([, ok]) => ok) ? 0 : 1;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
