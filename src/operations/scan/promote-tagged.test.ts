import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { jsonl, scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines } from '../../../test/support/transcripts.ts';
import type { Actor } from '../operation.ts';
import { runOperation } from '../run-operation.ts';

const MISTAKE = 'Ran terraform plan without -input=false in a pipe, where it waits for input forever.';
const FIX = 'Run terraform plan -input=false in scripts.';
const tagOf = (mistake: string, fix: string, trigger: string) =>
  `#lesson\ntool: Bash\ntrigger: ${trigger}\nmistake: ${mistake}\nfix: ${fix}\n#/lesson`;

/** A session in which the agent writes a tag. */
function tagged(text = tagOf(MISTAKE, FIX, 'terraform plan')): string {
  const path = join(scratchDir(), 'tagged.jsonl');
  const steps = [{ user: 'Go on' }, { say: text }, { run: 'ls', exit: 0, out: 'a' }];
  const lines = claudeLines({ sessionId: 'tagged', cwd: '/home/dev/shop', steps });
  writeFileSync(path, jsonl(lines.map((line) => JSON.stringify(line))));
  return path;
}

async function promoting(actor?: Actor): Promise<TestContext> {
  const human = testContext();
  await runOperation(human, 'config.set', { key: 'autoPromoteTags', value: 'true' });
  return actor === undefined ? human : testContext({ home: human.home, actor });
}

const statuses = async (context: TestContext) =>
  (await (await context.store()).listLessons()).map(({ source, status }) => `${source} ${status}`).sort();

const add = (context: TestContext, more: object = {}) =>
  runOperation<{ slug: string }>(context, 'lesson.add', {
    summary: 'terraform plan waits for input',
    mistake: MISTAKE,
    remediation: FIX,
    toolNames: ['Bash'],
    commandPatterns: ['terraform plan(?!.*-input=false)'],
    ...more,
  });

test('a tag becomes active by a scan that a human runs, also one that hooks had read before', async () => {
  const context = await promoting();
  const path = tagged();
  await runOperation(context, 'home.maintain', { transcript: path });
  expect(await statuses(context)).toEqual(['structured candidate']);
  const report = await scan(context, [path]);
  expect(report).toMatchObject({ candidatesNew: 0, tagsPromoted: 1 });
  expect(await statuses(context)).toEqual(['structured active']);
});

test('an unattended scan leaves it to a human, and so does a scan inside an agent', async () => {
  const context = await promoting();
  await scan(context, [tagged()], { auto: true });
  expect(await statuses(context)).toEqual(['structured candidate']);
  const inside = await promoting({ agent: 'codex', sessionId: 's', terminal: false });
  expect((await scan(inside, [tagged()])).tagsPromoted).toBe(0);
});

test('what a lesson says already is one more occurrence of it, once, with or without promoting', async () => {
  for (const context of [await promoting(), testContext()]) {
    const { slug } = await add(context);
    const path = tagged();
    for (const full of [false, true])
      expect(await scan(context, [path], { full })).toMatchObject({ tagsPromoted: 0, candidatesNew: 0 });
    expect(await statuses(context)).toEqual(['manual active']);
    const store = await context.store();
    const lesson = await store.resolveLesson(slug);
    expect(lesson).toMatchObject({ occurrenceCount: 2, sessionCount: 1, mistake: MISTAKE });
    expect(await store.listEvidence(lesson.id)).toMatchObject([{ sessionId: 'tagged' }]);
    await runOperation(context, 'lesson.archive', { ref: slug, reason: 'for now' });
    expect(await scan(context, [path], { full: true })).toMatchObject({ candidatesNew: 0 });
  }
});

test('what adds to a lesson, was archived, or says the opposite waits for a review', async () => {
  const told = await promoting();
  await add(told);
  const more = tagOf(MISTAKE, `${FIX} Set TF_INPUT=0 for terragrunt too.`, 'terragrunt plan');
  expect((await scan(told, [tagged(more)])).tagsPromoted).toBe(0);
  expect(await statuses(told)).toEqual(['manual active', 'structured candidate']);

  const archived = await promoting();
  const { slug } = await add(archived);
  await runOperation(archived, 'lesson.archive', { ref: slug, reason: 'wrong advice' });
  expect((await scan(archived, [tagged()])).tagsPromoted).toBe(0);

  const opposed = await promoting();
  await add(opposed, {
    summary: 'Packages are installed with npm',
    mistake: 'A second lock file lay beside package-lock.json, which the build server ignored.',
    remediation: 'Use npm to install packages. Never use yarn.',
    commandPatterns: ['\\byarn (add|install)\\b'],
  });
  const other = tagOf(
    'Installed packages by npm; the links between workspaces were missing afterwards.',
    'Use yarn to install packages. Never use npm.',
    'npm install',
  );
  expect((await scan(opposed, [tagged(other)])).tagsPromoted).toBe(0);
});
