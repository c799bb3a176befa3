import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import pack from '../../packs/starter.json';
import { matchCall } from '../../src/inject/match.ts';
import { callTexts, tokenTexts } from '../../src/inject/match-texts.ts';
import { quickTokens } from '../../src/inject/quick-tokens.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { ShellView } from '../../src/inject/types.ts';
import { openManifest } from '../../src/manifest/read.ts';
import { writeManifest } from '../../src/manifest/write.ts';
import type { CompiledLesson } from '../../src/model/compiled.ts';
import { ConfigSchema } from '../../src/model/config.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { tokensOf } from '../../src/text/tokens.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';
import { compiledLessons } from '../support/compiled.ts';
import { corpusDir, NO_CORPUS } from '../support/corpus.ts';
import { corpusCalls, toHookCall } from '../support/corpus-calls.ts';
import { lessonOf } from '../support/lessons.ts';
import { patternArbitrary, textArbitrary } from '../support/random-patterns.ts';
import { lastingScratchDir } from '../support/scratch.ts';

/** Looking lessons up by their words gives what trying every lesson gives. */

const folder = lastingScratchDir('tokens');

const scope = { project: null, agent: 'claude-code', team: null };
let built = 0;

function lesson(slug: string, fields: Partial<Lesson>): Lesson {
  return {
    ...lessonOf({ slug, errorPatterns: [], commandPatterns: [], toolNames: [], ...fields }),
    number: 1,
  };
}

async function open(lessons: Lesson[]) {
  built += 1;
  const home = join(folder, String(built));
  const report = await writeManifest(home, { lessons, config: ConfigSchema.parse({}) });
  const manifest = openManifest(home)!;
  const all: CompiledLesson[] = compiledLessons(home);
  return { home, report, manifest, all };
}

function slugs(call: ToolCall, view: ShellView | null, lessons: Iterable<CompiledLesson>): string[] {
  return matchCall(call, view, lessons, scope)
    .map((match) => match.lesson.slug)
    .sort();
}

/** Compiled without a run-away check, which takes up to seconds a pattern. */
function isPlain(source: string): boolean {
  const result = compilePattern(source, 'command');
  return result.ok && result.doubtful.length === 0;
}

/** Lessons that are tried at every call are left out: with them, no call is told apart by its words. */
async function openIndexed(lessons: Lesson[]) {
  const first = await open(lessons);
  const tried = new Set([...first.report.always, ...first.report.overflow]);
  return open(lessons.filter((each) => !tried.has(each.slug)));
}

type Opened = Awaited<ReturnType<typeof open>>;

function both({ manifest, all }: Opened, call: ToolCall, view: ShellView | null): [string[], string[]] {
  const tokens = tokensOf(tokenTexts(callTexts(call, view)));
  return [slugs(call, view, manifest.candidates(call.tool, tokens)), slugs(call, view, all)];
}

function bash(command: string): { call: ToolCall; view: ShellView } {
  const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/home/dev/app', paths: [] };
  return { call, view: shellView(command) };
}

describe('indexed and linear agree', () => {
  test('over generated patterns', async () => {
    const sources = [...new Set(fc.sample(patternArbitrary, { numRuns: 16000, seed: 5 }))]
      .filter((source) => isPlain(source))
      .slice(0, 1000);
    expect(sources).toHaveLength(1000);
    const opened = await open(
      sources.map((source, index) => lesson(`g-${index}`, { commandPatterns: [source] })),
    );
    expect(opened.report.always.length).toBeLessThanOrEqual(20);
    let hits = 0;
    for (const text of fc.sample(textArbitrary, { numRuns: 1500, seed: 6 })) {
      const { call, view } = bash(text);
      const [indexed, linear] = both(opened, call, view);
      expect({ text, slugs: indexed }).toEqual({ text, slugs: linear });
      hits += linear.length;
    }
    expect(hits).toBeGreaterThan(2000);
  });

  test('the quick look passes over only calls that no lesson matches', async () => {
    const sources = [...new Set(fc.sample(patternArbitrary, { numRuns: 8000, seed: 9 }))].filter(isPlain);
    const opened = await openIndexed(
      sources.map((source, index) => lesson(`q-${index}`, { commandPatterns: [source] })),
    );
    let refused = 0;
    let matched = 0;
    for (const text of fc.sample(textArbitrary, { numRuns: 4000, seed: 10 })) {
      const { call, view } = bash(text);
      const tokens = quickTokens(call);
      if (tokens === null) continue;
      const linear = slugs(call, view, opened.all);
      if (linear.length > 0) matched += 1;
      const quick = opened.manifest.candidates('Bash', tokens);
      expect({ text, slugs: slugs(call, view, quick) }).toEqual({ text, slugs: linear });
      if (quick.length > 0) continue;
      refused += 1;
      expect({ text, linear }).toEqual({ text, linear: [] });
    }
    expect(refused).toBeGreaterThan(500);
    expect(matched).toBeGreaterThan(50);
  });

  test('over globs, contents and tools', async () => {
    const name = fc.constantFrom(
      'src',
      'app',
      'a',
      '*',
      '**',
      '*.ts',
      '*.{ts,json}',
      'package.json',
      '.env*',
      'test',
    );
    const glob = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const content = fc.constantFrom('\\bvar\\s', 'console\\.log', 'TODO', '\\bany\\b', 'x{3}', '(?i)fixme');
    const some = <T>(arbitrary: fc.Arbitrary<T>, max: number) => fc.array(arbitrary, { maxLength: max });
    const trigger = fc.record({
      pathPatterns: some(glob, 2),
      contentPatterns: some(content, 2),
      toolNames: fc.subarray(['Edit', 'Write', 'Read', 'Task', 'mcp__x__*', 'Bash|Edit']),
    });
    const lessons = fc
      .sample(trigger, { numRuns: 400, seed: 7 })
      .map((fields, index) => lesson(`f-${index}`, fields));
    const opened = await open(lessons);
    const path = fc
      .tuple(
        fc.boolean(),
        fc.array(fc.constantFrom('src', 'app', 'a', 'test', 'x.ts', '.env', 'package.json'), {
          minLength: 1,
          maxLength: 5,
        }),
      )
      .map(([absolute, parts]) => (absolute ? '/home/dev/app/' : '') + parts.join('/'));
    const text = fc.array(
      fc.constantFrom('var a', 'console.log', ' ', '\n', 'todo', 'TODO', 'any', 'many', 'xxx', 'FixMe'),
      { maxLength: 6 },
    );
    const tool = fc.constantFrom('Edit', 'Write', 'Read', 'Agent', 'mcp__x__y', 'Glob');
    let hits = 0;
    for (const [at, parts, toolName] of fc.sample(fc.tuple(path, text, tool), { numRuns: 1500, seed: 8 })) {
      const input = {
        file_path: at,
        ...(toolName === 'Write' ? { content: parts.join('') } : { new_string: parts.join('') }),
      };
      const call = {
        tool: toolName,
        nativeTool: toolName === 'Agent' ? 'Task' : toolName,
        input,
        cwd: '/home/dev/app',
        paths: [at],
      };
      const [indexed, linear] = both(opened, call, null);
      expect({ call, slugs: indexed }).toEqual({ call, slugs: linear });
      hits += linear.length;
    }
    expect(hits).toBeGreaterThan(1000);
  });

  const corpus = corpusDir();
  test.skipIf(corpus === null)(
    corpus === null ? `over the corpus (${NO_CORPUS})` : 'over every call of the corpus, with 1,000 patterns',
    async () => {
      const calls = new Map([...corpusCalls(corpus!)].map((call) => [`${call.tool}\n${call.text}`, call]));
      const patterns = patternsFrom(
        [...calls.values()].filter((call) => call.tool === 'Bash').map((call) => call.text),
      );
      const packed = pack.lessons.map((each) => lesson(each.slug, each as unknown as Partial<Lesson>));
      const made = patterns.map((source, index) => lesson(`c-${index}`, { commandPatterns: [source] }));
      const opened = await open([...packed, ...made.slice(0, 1000)]);
      expect(opened.all.length).toBeGreaterThanOrEqual(1000);
      let hits = 0;
      for (const record of calls.values()) {
        const { call, view } = toHookCall(record);
        const [indexed, linear] = both(opened, call, view);
        if (indexed.join() !== linear.join())
          expect({ at: record.uuid, slugs: indexed }).toEqual({ at: record.uuid, slugs: linear });
        hits += linear.length;
      }
      expect(calls.size).toBeGreaterThan(1000);
      expect(hits).toBeGreaterThan(1000);
    },
  );
});

/** Patterns in several shapes from the words of real commands, the same at every run. */
function patternsFrom(commands: string[]): string[] {
  const found = new Set<string>();
  const quoted = (word: string) => word.replace(/[^\w-]/g, (character) => `\\${character}`);
  for (let index = 0; index < commands.length && found.size < 1200; index += 3) {
    const words = (commands[index] ?? '').split(/\s+/).filter((word) => /^[\w./-]{1,30}$/.test(word));
    const [first, second, third] = words.map(quoted);
    if (!first || !second) continue;
    const shapes = [
      `\\b${first}\\s+${second}\\b`,
      `^${first}\\s(?:.*\\s)?${second}(?:\\s|$)`,
      `${first}.*${third ?? second}`,
      `^(?:${first}|sudo)\\s+${second}(?!.*--help)`,
      `(?i)(?:^|\\s)${second}`,
      `raw:${first} ${second}`,
    ];
    for (const shift of [0, 1]) found.add(shapes[(index + shift) % shapes.length]!);
  }
  return [...found];
}
