import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { matchCall, matchError } from '../src/inject/match.ts';
import { callTexts, tokenTexts } from '../src/inject/match-texts.ts';
import { openManifest } from '../src/manifest/read.ts';
import { writeManifest } from '../src/manifest/write.ts';
import { ConfigSchema } from '../src/model/config.ts';
import type { CallRecord } from '../src/model/findings.ts';
import type { Lesson } from '../src/model/lesson.ts';
import { tokensOf } from '../src/text/tokens.ts';
import { corpusCalls, toHookCall } from '../test/support/corpus-calls.ts';
import { lessonOf } from '../test/support/lessons.ts';
import { seededRandom } from '../test/support/random.ts';

/**
 * `npm run bench -- pack FOLDER… [--pack packs/starter.json] [--sample 100] [--seed 1]`: runs a pack over every call in
 * transcripts: share of good calls that it matches, failing calls met, hits of each lesson. With --sample, that many
 * fires drawn at random, one JSON object a line, to be labelled as about the call or not.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pack: { type: 'string', default: fileURLToPath(new URL('../packs/starter.json', import.meta.url)) },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const PROMISED_SHARE = 0.03;
const folders = positionals.length > 0 ? positionals : [process.env['LESSONS_CORPUS'] ?? ''];
if (folders[0] === '') {
  console.error('usage: npm run bench -- pack FOLDER… (or LESSONS_CORPUS)');
  process.exit(2);
}

interface Hits {
  good: number;
  failing: number;
  recalled: number;
}
interface Fire {
  slug: string;
  by: string;
  call: CallRecord;
}

/** Slugs that the recorded session of the real client shows (`test/kit/record-pack.ts`). */
function recordedFires(path: string): string[] {
  const file = path.replace(/\.json$/, '.recorded.json');
  if (!existsSync(file)) return [];
  const record = JSON.parse(readFileSync(file, 'utf8')) as { fired: { slug: string }[] };
  return record.fired.map((each) => each.slug);
}

const home = mkdtempSync(join(tmpdir(), 'bench-pack-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
const pack = JSON.parse(readFileSync(values.pack, 'utf8')) as { lessons: Partial<Lesson>[] };
const lessons = pack.lessons.map(
  (entry, index): Lesson => ({
    ...lessonOf({ errorPatterns: [], commandPatterns: [], ...entry }),
    number: index + 1,
  }),
);
const report = await writeManifest(home, { lessons, config: ConfigSchema.parse({}) });
for (const { slug, pattern, reason } of report.refused)
  console.error(`refused: ${slug} ${pattern}: ${reason}`);
for (const slug of report.overflow) console.error(`no place on the always-list: ${slug}`);
const manifest = openManifest(home);
if (manifest === null) throw new Error('the pack could not be compiled');

const scope = { project: null, agent: 'claude-code', team: null };
const hits = new Map<string, Hits>(lessons.map(({ slug }) => [slug, { good: 0, failing: 0, recalled: 0 }]));
const fires: Fire[] = [];
const totals = { good: 0, failing: 0, goodMatched: 0, failingMatched: 0, failingRecalled: 0 };

function count(record: CallRecord): void {
  const { call, view } = toHookCall(record);
  const tokens = tokensOf(tokenTexts(callTexts(call, view)));
  const matches = matchCall(call, view, manifest!.candidates(call.tool, tokens), scope);
  totals[record.ok ? 'good' : 'failing'] += 1;
  if (matches.length > 0) totals[record.ok ? 'goodMatched' : 'failingMatched'] += 1;
  for (const { lesson, pattern } of matches) {
    hits.get(lesson.slug)![record.ok ? 'good' : 'failing'] += 1;
    fires.push({ slug: lesson.slug, by: pattern?.source ?? call.tool, call: record });
  }
  if (record.error === null) return;
  const found = manifest!.errorCandidates(tokensOf([record.error]), record.fingerprint ?? '');
  const recalled = matchError(call, record.error, record.fingerprint ?? '', found, scope);
  if (recalled.length > 0) totals.failingRecalled += 1;
  for (const { lesson, pattern } of recalled) {
    hits.get(lesson.slug)!.recalled += 1;
    fires.push({ slug: lesson.slug, by: pattern?.source ?? 'fingerprint', call: record });
  }
}

for (const folder of folders) for (const record of corpusCalls(folder)) count(record);

if (values.sample !== undefined) {
  const next = seededRandom(Number(values.seed));
  const drawn = fires.map((fire) => ({ fire, order: next() })).sort((a, b) => a.order - b.order);
  for (const { fire } of drawn.slice(0, Number(values.sample))) {
    const { slug, by, call } = fire;
    console.log(
      JSON.stringify({
        slug,
        by,
        tool: call.tool,
        text: call.text,
        ok: call.ok,
        error: call.error,
        uuid: call.uuid,
      }),
    );
  }
} else {
  const share = totals.goodMatched / totals.good;
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)}%`;
  for (const [slug, { good, failing, recalled }] of [...hits].sort((a, b) => b[1].good - a[1].good)) {
    console.log(
      `${String(good).padStart(6)} good ${String(failing).padStart(4)} failing ${String(recalled).padStart(4)} recalled  ${slug}`,
    );
  }
  const inCorpus = [...hits].filter(([, each]) => each.good + each.failing + each.recalled > 0);
  const recorded = recordedFires(values.pack);
  const fired = new Set([...inCorpus.map(([slug]) => slug), ...recorded]);
  console.log(
    `good calls: ${totals.good}, matched ${totals.goodMatched} (${percent(totals.goodMatched, totals.good)}; promised ≤ 3%)`,
  );
  console.log(
    `failing calls: ${totals.failing}, matched ${totals.failingMatched}, recalled by error ${totals.failingRecalled}`,
  );
  console.log(
    `lessons that fire on their own target: ${fired.size} of ${lessons.length} (${inCorpus.length} in these transcripts, ${recorded.length} in the recorded session)`,
  );
  process.exitCode = share <= PROMISED_SHARE ? 0 : 1;
}
