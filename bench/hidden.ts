/**
 * Runs real programs that fail, and noisy ones that succeed, plainly and in forms that hide the exit status,
 * and counts which of them the detector flags.
 *
 *   npm run bench -- hidden [--seed real] [--programs git,npm] [--modules DIR] [--records FILE] [--half A|B] [--list]
 *
 * What is not installed is left out; `--modules` names a folder whose `node_modules` holds the programs of npm. `--records`
 * keeps the outputs, or judges those that it holds. `--list` prints what was missed and what was flagged wrongly.
 * Programs are dealt into halves A and B by the seed.
 */

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { transcriptReaders } from '../src/agents/index.ts';
import { judgeResult } from '../src/capture/failures/result/judge-result.ts';
import { shellParts } from '../src/capture/shell/shell.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { hash64 } from '../src/text/hash.ts';
import type { CallEvent, ResultEvent } from '../src/transcripts/events.ts';
import { allPrograms, type Case, type Program } from './support/hidden/cases.ts';
import { type Form, HIDING, PLAIN, takesForms } from './support/hidden/forms.ts';
import { type Ran, Sandbox } from './support/hidden/run.ts';
import { JUDGED_CALL, session } from './support/hidden/transcript.ts';

const FLAGGED_MIN = 0.5;
const FORMS_EACH = 3;

interface Recorded extends Case {
  form: string;
  line: string;
  ran: Ran;
  /** The status of the plain form. */
  truth: number;
  correction: { line: string; ran: Ran } | null;
}

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: 'real' },
    programs: { type: 'string', default: '' },
    modules: { type: 'string', default: process.cwd() },
    records: { type: 'string', default: '' },
    half: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

/** A number from 0 to 1 that depends on the seed and the words alone. */
const chanceOf = (words: string): number =>
  Number.parseInt(String(hash64(`${options.seed}\n${words}`)).slice(0, 8), 16) / 0xffffffff;

function chances(words: string): () => number {
  let at = 0;
  return () => Math.min(chanceOf(`${words}\n${at++}`), 0.999999);
}

const chosen = options.programs === '' ? null : options.programs.split(',');

/** The half that the seed deals a program into. */
function halfOf(name: string): 'A' | 'B' {
  const order = allPrograms()
    .map((program) => program.name)
    .sort((a, b) => chanceOf(a) - chanceOf(b));
  return order.indexOf(name) % 2 === 0 ? 'A' : 'B';
}

function formsOf({ command }: Case): Form[] {
  if (!takesForms(command)) return [PLAIN];
  const order = HIDING.map((form) => ({ form, at: chanceOf(`${command}\n${form.name}`) }));
  return [
    PLAIN,
    ...order
      .sort((a, b) => a.at - b.at)
      .slice(0, FORMS_EACH)
      .map(({ form }) => form),
  ];
}

async function record(sandbox: Sandbox, program: Program, each: Case): Promise<Recorded[]> {
  const made: Recorded[] = [];
  for (const form of formsOf(each)) {
    const write = (command: string) => form.write(command, chances(each.command));
    const ran = await sandbox.run(program, write(each.command));
    const truth = form === PLAIN ? ran.status : made[0]!.truth;
    // What does not end, or not as its writer thought, has no truth to hold anything against.
    if (truth === null || each.fails !== (truth !== 0)) break;
    const isHidden = form === PLAIN || (ran.status === 0 && ran.output !== '');
    if (!isHidden) continue;
    const line = write(each.corrected);
    const after = each.corrected === '' ? null : await sandbox.run(program, line);
    const correction = after?.status === 0 ? { line, ran: after } : null;
    made.push({ ...each, form: form.name, line: write(each.command), ran, truth, correction });
  }
  return made;
}

async function recordAll(keep: (recorded: Recorded[]) => void): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'hidden-'));
  const sandbox = new Sandbox(root, options.modules);
  const programs = allPrograms().filter(({ name }) => chosen === null || chosen.includes(name));
  for (const program of programs) {
    if (!sandbox.has(program)) {
      console.error(`${program.name}: not installed`);
      continue;
    }
    sandbox.prepare(program);
    for (const each of program.cases) keep(await record(sandbox, program, each));
    console.error(`${program.name}: ran`);
  }
  rmSync(root, { recursive: true, force: true });
}

/** True where the detector says that the call was a mistake. */
function isFlagged(recorded: Recorded, isCorrected: boolean, folder: string): boolean {
  const { project, line, ran, correction } = recorded;
  const steps = [{ command: line, output: ran.output, failed: ran.status !== 0 }];
  if (isCorrected) steps.push({ command: correction!.line, output: correction!.ran.output, failed: false });
  const file = join(folder, 'a0.jsonl');
  writeFileSync(file, session(project, steps));
  const found = scanFile(file, null, {
    readers: transcriptReaders,
    project: (cwd) => cwd,
    onCalls: () => {},
  });
  if (!('episodes' in found)) throw new Error(`not read: ${line}`);
  return [...found.episodes].some(
    ({ confidence, toolUseIds }) => confidence >= FLAGGED_MIN && toolUseIds.includes(JUDGED_CALL),
  );
}

/** True where the text is taken for that of a failure, whatever is made of it afterwards. */
function isSeen({ line, ran }: Recorded): boolean {
  const base = { line: 1, uuid: null, timestamp: null, callId: JUDGED_CALL };
  const call: CallEvent = {
    ...base,
    kind: 'call',
    nativeTool: 'Bash',
    tool: 'Bash',
    input: { command: line },
    cwd: null,
  };
  const told = {
    isError: ran.status !== 0,
    exitCode: null,
    denial: null,
    feedback: null,
    timedOut: false,
    durationMs: null,
  };
  const result: ResultEvent = {
    ...base,
    ...told,
    kind: 'result',
    text: ran.output,
    chars: ran.output.length,
  };
  const { state } = judgeResult(call, result, () => shellParts(line));
  return state !== 'ok';
}

/** Counts by a word: `flagged of all`. */
class Tally {
  readonly #counts = new Map<string, [flagged: number, all: number]>();

  add(word: string, flagged: boolean): void {
    const count = this.#counts.get(word) ?? [0, 0];
    this.#counts.set(word, [count[0] + Number(flagged), count[1] + 1]);
  }

  print(): void {
    for (const [word, [flagged, all]] of [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)))
      console.log(`${word.padEnd(34)} ${flagged} of ${all} (${((100 * flagged) / all).toFixed(1)}%)`);
  }
}

function report(records: Recorded[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'hidden-'));
  const tally = new Tally();
  for (const each of records) {
    const half = halfOf(each.program);
    if (options.half !== '' && half !== options.half) continue;
    const what = each.truth === 0 ? 'success' : each.form === 'plain' ? 'failure, plain' : 'failure, hidden';
    const seen = isSeen(each);
    tally.add(`${half} ${what}`, seen);
    if (each.form !== 'plain') {
      tally.add(`${half} ${what}: as ${each.form}`, seen);
      tally.add(`${half} ${what}: of ${each.program}`, seen);
    }
    tally.add(`${half} ${what}, flagged alone`, isFlagged(each, false, folder));
    if (each.correction !== null)
      tally.add(`${half} ${what}, flagged when corrected`, isFlagged(each, true, folder));
    if (options.list && seen === (each.truth === 0))
      console.log(
        `${'='.repeat(20)} ${what} [${each.program} ${each.kind} ${each.form}]\n$ ${each.line}\n${each.ran.output}`,
      );
  }
  tally.print();
  rmSync(folder, { recursive: true, force: true });
}

const kept = options.records;
let records: Recorded[] = [];
if (kept !== '' && existsSync(kept)) {
  records = readFileSync(kept, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Recorded);
  if (chosen !== null) records = records.filter(({ program }) => chosen.includes(program));
} else
  await recordAll((made) => {
    records.push(...made);
    if (kept !== '' && made.length > 0)
      appendFileSync(kept, `${made.map((each) => JSON.stringify(each)).join('\n')}\n`);
  });
report(records);
