import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWithheld } from '../src/inject/holdout.ts';
import type { InjectionEvent, InjectionKind } from '../src/model/injection-event.ts';
import { makeContext, type OwnedContext } from '../src/operations/context.ts';
import { buildLesson } from '../src/operations/create-lesson.ts';
import { effectsOf } from '../src/operations/effects.ts';
import { runOperation } from '../src/operations/run-operation.ts';
import { collectStats } from '../src/operations/stats-data.ts';
import type { LessonStats } from '../src/operations/stats-schema.ts';
import { fingerprint } from '../src/text/fingerprint.ts';
import { seededRandom } from '../test/support/random.ts';

/**
 * A simulated year: agents with known true effects of each lesson, fed through transcripts, `events.jsonl`, the scan
 * and the store. `node scripts/bun.mjs bench/simulate.ts [SEED] [LESSONS] [SESSIONS]`.
 * Checks what is claimed about learning, and exits 1 where a check fails.
 */
const SEED = Number(process.argv[2] ?? 11);
const LESSONS = Number(process.argv[3] ?? 120);
const SESSIONS = Number(process.argv[4] ?? 1560);
const HOLDOUT = 0.3;
const PER_SESSION = 5;
const START = Date.parse('2025-01-01T08:00:00.000Z');
const DAY = 86_400_000;

type Nature = 'useful' | 'useless' | 'harmful';

/** What is true of a lesson, which the product does not know. */
interface Truth {
  id: string;
  slug: string;
  nature: Nature;
  delivery: 'context' | 'hold';
  program: string;
  fingerprint: string;
  /** Chance that a call of it is fine as it is. */
  fine: number;
  /** Chance that the failure comes (again) where the lesson was not told, and where it was. */
  without: number;
  with: number;
}

const random = seededRandom(SEED);
const between = (low: number, high: number): number => low + random() * (high - low);
const errorOf = (program: string): string =>
  `${program}: error: the quota of the workspace is not configured`;

function truths(): Omit<Truth, 'id' | 'slug'>[] {
  return Array.from({ length: LESSONS }, (_, n) => {
    const nature: Nature = n % 5 === 4 ? 'harmful' : n % 5 === 3 ? 'useless' : 'useful';
    const delivery = n % 2 === 0 ? 'context' : 'hold';
    const program = `tool${n.toString(36)}x`;
    const without = nature === 'harmful' ? between(0.1, 0.35) : between(0.45, 0.85);
    const effects: Record<Nature, number> = {
      useful: -between(0.3, without - 0.05),
      useless: 0,
      harmful: between(0.3, 0.55),
    };
    return {
      nature,
      delivery,
      program,
      fingerprint: fingerprint('Bash', errorOf(program)),
      // A harmful hold stops calls that are fine; other lessons are mostly about calls that fail.
      fine: nature === 'harmful' ? (delivery === 'hold' ? 0.8 : 0.3) : between(0.02, 0.12),
      without,
      with: without + effects[nature],
    };
  });
}

/** Writes one session as the client would, and what the hook would have noted. */
class Session {
  readonly lines: string[] = [];
  readonly events: InjectionEvent[] = [];
  readonly #id: string;
  readonly #cwd = '/home/dev/app';
  #at: number;
  #n = 0;

  constructor(id: string, at: number) {
    this.#id = id;
    this.#at = at;
    this.#line('user', { role: 'user', content: 'go on with the release' });
  }

  #line(type: 'user' | 'assistant', message: unknown, extra: Record<string, unknown> = {}): void {
    this.#at += 4000;
    this.#n += 1;
    const base = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: this.#cwd,
      sessionId: this.#id,
    };
    const record = { ...base, version: '2.1.197', type, message, uuid: `${this.#id}-${this.#n}`, ...extra };
    this.lines.push(JSON.stringify({ ...record, timestamp: new Date(this.#at).toISOString() }));
  }

  /** Runs a command; answers the id of the tool use. */
  call(command: string, result: { text: string; failed: boolean; denied?: boolean }): string {
    const id = this.nextId();
    const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
    this.#line('assistant', { role: 'assistant', model: 'sim', content: [use] });
    const text = result.failed && !result.denied ? `Exit code 1\n${result.text}` : result.text;
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      ...(result.failed ? { is_error: true } : {}),
    };
    const denial = {
      toolDenialKind: 'permission-rule',
      permissionDecision: { decision: 'reject', source: 'hook', reasonCode: 'hook:PreToolUse' },
    };
    const failure = { toolUseResult: `Error: ${text}` };
    const extra = result.failed
      ? failure
      : { toolUseResult: { stdout: text, stderr: '', interrupted: false } };
    this.#line('user', { role: 'user', content: [block] }, result.denied ? { ...extra, ...denial } : extra);
    return id;
  }

  nextId(): string {
    return `toolu_${this.#id.replaceAll('-', '')}n${this.#n + 1}`;
  }

  note(
    kind: InjectionKind,
    truth: Truth | null,
    toolUseId: string | null,
    extra: Partial<InjectionEvent> = {},
  ): void {
    this.events.push({
      at: new Date(this.#at + 1000).toISOString(),
      kind,
      agent: 'claude-code',
      event: kind === 'pitfalls' ? 'UserPromptSubmit' : 'PreToolUse',
      sessionId: this.#id,
      toolUseId,
      tool: 'Bash',
      slug: truth?.slug ?? null,
      lessonId: truth?.id ?? null,
      inputHash: 'h',
      cwd: this.#cwd,
      ...extra,
    });
  }

  /** One occasion on which the lesson's trigger matches; what the agent does then follows the truth. */
  occasion(truth: Truth): void {
    const command = `${truth.program} deploy --target prod`;
    const fixed = `${truth.program} publish --target prod --workspace main`;
    const withheld = isWithheld(this.#id, truth.slug, HOLDOUT);
    const isFine = random() < truth.fine;
    const fails = random() < (withheld ? truth.without : truth.with);
    const good = { text: 'done', failed: false };
    const bad = { text: errorOf(truth.program), failed: true };
    this.call('git status --short', { text: '', failed: false });
    if (truth.delivery === 'context') {
      this.note(withheld ? 'holdout' : 'inject', truth, this.nextId(), { bytes: withheld ? 0 : 320 });
      this.call(command, isFine ? good : bad);
      if (isFine && !fails) return;
      this.call(fails ? `${command} --force` : fixed, fails ? bad : good);
      return;
    }
    if (withheld) {
      this.note('holdout', truth, this.nextId(), { bytes: 0 });
      this.call(command, isFine || !fails ? good : bad);
      return;
    }
    this.note('hold', truth, this.nextId(), { bytes: 420 });
    this.call(command, {
      text: 'PreToolUse:Bash hook error: [lessons-learned] held',
      failed: true,
      denied: true,
    });
    if (!isFine && !fails) {
      this.call(fixed, good);
      return;
    }
    this.note('hold-passed', truth, this.nextId());
    this.call(command, isFine ? good : bad);
  }
}

/** True difference in the chance that the failure comes back in a session: with the lesson less without. */
function trueEffect(truth: Truth): number {
  if (truth.delivery === 'context') return truth.with - truth.without;
  return (1 - truth.fine) * (truth.with - truth.without);
}

async function plant(context: OwnedContext): Promise<Truth[]> {
  const store = await context.store();
  const planted: Truth[] = [];
  for (const truth of truths()) {
    const lesson = buildLesson(
      {
        summary: `${truth.program} deploy needs a workspace`,
        mistake: `Ran ${truth.program} deploy without a workspace, and its quota was not configured.`,
        remediation: `Run ${truth.program} publish with --workspace main instead.`,
        toolNames: ['Bash'],
        commandPatterns: [`\\b${truth.program}\\s+deploy\\b`],
        delivery: truth.delivery,
      },
      { source: 'manual', status: 'active', now: START - DAY, known: { fingerprint: truth.fingerprint } },
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
      const at = START + ((month + n / perMonth) * 365 * DAY) / 12;
      const session = new Session(`sim-${SEED}-${number}`, at);
      for (let k = 0; k < PER_SESSION; k += 1)
        session.occasion(planted[(number * PER_SESSION + k) % planted.length] as Truth);
      writeFileSync(join(transcripts, `${number}.jsonl`), `${session.lines.join('\n')}\n`);
      events.push(...session.events);
    }
    writeFileSync(
      join(context.home, 'events.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
    clock.now = START + ((month + 1) * 365 * DAY) / 12;
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
    const session = new Session(`shown-${SEED}-${n}`, clock.now - DAY + n * 60_000);
    for (let k = 0; k < 20; k += 1)
      session.note('pitfalls', planted[(n * 20 + k) % planted.length] as Truth, null, {
        bytes: 90,
        at: new Date(clock.now - DAY + n * 60_000 + k).toISOString(),
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
