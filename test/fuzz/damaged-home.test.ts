import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { addLesson, PIP, runCli, runJson } from '../support/cli.ts';
import { fuzzSeed, isFullFuzz } from '../support/fuzz.ts';
import { seededRandom } from '../support/random.ts';
import { lastingScratchDir } from '../support/scratch.ts';

/**
 * A data folder of which one file is damaged, or something else stands in its place: every command ends with one clear
 * line, and a hook says nothing wrong. A few rounds by default, the same each time; many, and anew each time, with
 * `LESSONS_FUZZ=full`. `LESSONS_FUZZ_SEED` repeats a run.
 */

const ROUNDS = isFullFuzz ? 200 : 6;
const HANG_MS = 60_000;
console.log(`fuzz seed ${fuzzSeed}: ${ROUNDS} damaged data folders`);

const demo = join(import.meta.dir, '..', 'fixtures', 'demo');
const good = join(lastingScratchDir('damaged'), 'data');
const targets: string[] = [];

beforeAll(async () => {
  const { slug } = await addLesson(PIP, { home: good });
  await runJson(['scan', demo], { home: good });
  for (const args of [
    ['build'],
    ['config', 'set', 'minPriority', '1'],
    ['backup', 'create'],
    ['skills', 'build'],
  ])
    await runJson(args, { home: good });
  await runJson(['edit', slug, 'priority=7'], { home: good });
  for (const event of ['PreToolUse', 'PostToolUseFailure']) await hook(good, event);
  for (const name of readdirSync(good, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(good, name)).isFile()) targets.push(name);
  for (const name of ['scan.lock', 'build.lock', 'lessons.db-wal', 'errors.jsonl.folding', 'trust.json'])
    targets.push(name);
});

type Random = () => number;
type Damage = (path: string, bytes: Buffer, random: Random) => void;

const damages: Record<string, Damage> = {
  cut: (path, bytes, random) => writeFileSync(path, bytes.subarray(0, random() * bytes.length)),
  garbled: (path, bytes, random) => {
    for (let n = 0; n < 20; n += 1) bytes[Math.floor(random() * bytes.length)] = random() * 256;
    writeFileSync(path, bytes);
  },
  page: (path, bytes, random) => {
    const start = Math.floor((random() * bytes.length) / 4096) * 4096;
    writeFileSync(path, bytes.fill(0, start, Math.min(start + 4096, bytes.length)));
  },
  'other JSON': (path, _bytes, random) =>
    writeFileSync(path, ['null', '[]', '{"version":99}', '['.repeat(100_000)][Math.floor(random() * 4)]!),
  folder: (path) => mkdirSync(join(path, 'x'), { recursive: true }),
  pipe: (path) => void spawnSync('mkfifo', [path]),
  'link to nothing': (path) => symlinkSync(join(dirname(good), 'nowhere', 'at', 'all'), path),
  'link to itself': (path) => symlinkSync(path, path),
};

const commands: string[][] = [
  ...[
    'list',
    'show 1',
    'stats',
    'log',
    'build',
    'review --json',
    'backup create',
    'errors list',
    'errors clusters',
  ],
  ...[
    'maintain',
    'skills build',
    'config set minPriority 2',
    'pause',
    'resume',
    'archive 1 --reason outdated',
  ],
].map((line) => line.split(' '));
commands.push(['scan', demo], ['purge', '1', '--yes']);

function hook(home: string, event: string) {
  const payload = {
    session_id: 's1',
    transcript_path: join(demo, 'tag.jsonl'),
    cwd: home,
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command: 'pip install x' },
    tool_use_id: crypto.randomUUID(),
    prompt: 'pip install needs a virtual environment',
    error: 'Exit code 1\nerror: externally-managed-environment',
  };
  const env = { LESSONS_SELF_TEST: '1' };
  return runCli(['hook', 'claude-code'], { home, env, stdin: JSON.stringify(payload), killAfterMs: HANG_MS });
}

test.skipIf(process.platform === 'win32')('every command says so in one line, and hooks go on', async () => {
  const random = seededRandom(fuzzSeed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const base = mkdtempSync(join(dirname(good), 'round-'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const home = join(base, 'data');
    rmSync(home, { recursive: true, force: true });
    rmSync(join(dirname(good), 'nowhere'), { recursive: true, force: true });
    cpSync(good, home, { recursive: true });
    const [target, damage] = [pick(targets), pick(Object.keys(damages))];
    const path = join(home, target);
    const found = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const bytes = found.length > 0 ? found : Buffer.from('one line\n');
    rmSync(path, { force: true });
    damages[damage]!(path, bytes, random);
    const where = `round ${round}: ${target}, ${damage}`;
    for (const event of ['PreToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'SessionStart']) {
      const { code, stdout, stderr } = await hook(home, event);
      expect([where, event, code, stderr]).toEqual([where, event, 0, '']);
      if (stdout !== '') expect(JSON.parse(stdout)).toBeObject();
    }
    for (let n = 0; n < 6; n += 1) {
      const args = pick(commands);
      const { code, stderr } = await runCli(args, { home, killAfterMs: HANG_MS });
      expect([where, args, [0, 1].includes(code ?? -1), stderr]).toEqual([where, args, true, stderr]);
      expect([where, args, stderr]).toEqual([where, args, expect.stringMatching(/^(?:lessons: [^\n]+\n)*$/)]);
    }
  }
});
