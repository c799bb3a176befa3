import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledLesson } from '../src/inject/compiled-lesson.ts';
import { shellView } from '../src/inject/shell-view.ts';
import type { CompiledLesson } from '../src/model/compiled.ts';
import type { CallRecord } from '../src/model/findings.ts';
import { openCallIndex } from '../src/store/sqlite/call-index-open.ts';
import { backtest, literalsOf } from '../src/triggers/backtest.ts';
import { CALL_VIEW_VERSION, isShellTool, packView } from '../src/triggers/call-views.ts';
import { compilePattern } from '../src/triggers/compile-pattern.ts';
import { seededRandom } from '../test/support/random.ts';

/**
 * Back-test of single patterns over a history of a million calls: first indexing, then five rounds a pattern.
 * `npm run bench -- backtest [CALLS]`. The promise: at most a second a pattern, in the median.
 */
const CALLS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 5;
const PROMISE_MS = 1000;

const next = seededRandom(7);
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
const word = () => Math.floor(next() * 60_000).toString(36);

const SHAPES: (() => string)[] = [
  () => `git ${pick(['status', 'diff', 'log --oneline -5', 'add -A', 'push origin', 'fetch'])} ${word()}`,
  () =>
    `cd /home/dev/${word()} && npm run ${pick(['build', 'test', 'lint'])} 2>&1 | tail -${Math.floor(next() * 50)}`,
  () => `git commit -m "fix(${word()}): ${word()} ${word()}\n\n${word()} ${word()} ${word()} ${word()}"`,
  () => `grep -rn "${word()}" src/${word()} --include='*.ts' | head -20`,
  () => `python3 - <<'EOF'\nimport ${word()}\nprint(${word()}.${word()}("${word()}"))\nEOF`,
  () => `sed -n '${Math.floor(next() * 900)},+40p' internal/${word()}/${word()}.go`,
  () => `pytest -q tests/test_${word()}.py -k ${word()} ${next() < 0.1 ? '--timeout 30' : ''}`,
  () =>
    `for f in ${word()} ${word()}; do curl -sS http://localhost:8080/${word()} -o /tmp/$f; done; ls -la /tmp`,
];

function* history(): Iterable<CallRecord> {
  for (let n = 0; n < CALLS; n += 1) {
    const shell = next() < 0.6;
    const ok = next() > 0.05;
    yield {
      agent: 'claude-code',
      sessionId: `session-${n >> 7}`,
      thread: null,
      project: `project-${(n >> 12) % 12}`,
      uuid: `record-${n}`,
      callId: `call-${n}`,
      timestamp: new Date(1_750_000_000_000 + n * 20_000).toISOString(),
      tool: shell ? 'Bash' : pick(['Read', 'Edit', 'Write', 'Grep']),
      text: shell ? pick(SHAPES)() : `/home/dev/app/src/${word()}/${word()}.ts`,
      ok,
      fingerprint: ok ? null : word(),
      kind: ok ? null : 'usage',
      error: ok ? null : `unknown flag: --${word()}`,
      bytes: 300,
      seconds: null,
    };
  }
}

function lesson(name: string, kind: 'command' | 'path', tools: string[], source: string): CompiledLesson {
  const result = compilePattern(source, kind);
  if (!result.ok) throw new Error(`${source}: ${result.reason}`);
  return compiledLesson({ id: name, toolNames: tools, [kind]: [result.pattern] });
}

const PATTERNS = [
  lesson('selective: pytest --timeout', 'command', ['Bash'], '\\bpytest\\b.*--timeout'),
  lesson('common: git push', 'command', ['Bash'], '\\bgit\\s+push\\b(?!.*--no-verify)'),
  lesson('very common: any git', 'command', ['Bash'], '^git\\b'),
  lesson('no required word', 'command', ['Bash'], '(?:c|w)[a-z]*rl?\\s'),
  lesson('pipe', 'command', ['Bash'], 'tail\\s+-\\d+$'),
  lesson('path glob', 'path', ['Edit', 'Write'], '**/src/*z/*.ts'),
  lesson('absent', 'command', ['Bash'], '\\bterraform\\s+destroy\\b'),
];

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

function main(): number {
  const home = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
  try {
    const index = openCallIndex(home);
    let start = performance.now();
    let batch: CallRecord[] = [];
    for (const call of history()) {
      batch.push(call);
      if (batch.length === 20_000) {
        index.add(batch);
        batch = [];
      }
    }
    index.add(batch);
    const stored = performance.now();
    index.fillViews(
      (tool, text) => (isShellTool(tool) ? packView(shellView(text), text) : null),
      CALL_VIEW_VERSION,
    );
    const done = performance.now();
    const totals = index.totals();
    let distinct = 0;
    for (const _ of index.texts()) distinct += 1;
    const megabytes = Math.round(statSync(join(home, 'calls.db')).size / 1e6);
    console.log(
      `${totals.calls} calls, ${distinct} distinct texts, ${megabytes} MB; stored in ${Math.round((stored - start) / 1000)} s, views in ${Math.round((done - stored) / 1000)} s`,
    );
    let failed = 0;
    for (const each of PATTERNS) {
      const times: number[] = [];
      let matched = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        start = performance.now();
        const literals = literalsOf(each);
        const texts = index.texts({ tools: each.toolNames, ...(literals ? { literals } : {}) });
        matched = backtest(each, texts, index.totals({ tools: each.toolNames }).calls).matched;
        times.push(performance.now() - start);
      }
      const ok = median(times) <= PROMISE_MS;
      if (!ok) failed += 1;
      console.log(
        `${ok ? 'ok  ' : 'SLOW'} ${each.slug.padEnd(30)} ${Math.round(median(times))} ms (worst ${Math.round(Math.max(...times))}), ${matched} matched`,
      );
    }
    index.close();
    return failed;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

process.exitCode = main() === 0 ? 0 : 1;
