import { z } from 'zod';
import { lessonTakesTool } from '../inject/tools.ts';
import { callIdentity, isBetterCopy } from '../model/call-identity.ts';
import { counted } from '../model/counted.ts';
import type { CallRecord } from '../model/findings.ts';
import type { Lesson, LessonDraft } from '../model/lesson.ts';
import { AppError } from '../platform/errors.ts';
import { oneLine } from '../text/one-line.ts';
import { type Backtest, backtest, type PastText } from '../triggers/backtest.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { BacktestSummarySchema, backtestOver, compileForHistory } from './history/backtests.ts';
import { openHistory, viewOf } from './history/open-history.ts';
import { scanPaths } from './history/past-sessions.ts';
import { buildLesson } from './lesson/create-lesson.ts';
import { type Context, operation, PathSchema } from './operation.ts';
import { refSchema, toolSchema } from './suggestions.ts';

const input = z.object({
  ref: refSchema().optional().describe('Slug, id, unique prefix or #number of the lesson.'),
  pattern: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Command pattern instead of a lesson; a glob with --path-pattern.'),
  pathPattern: z.string().min(1).max(1000).optional(),
  tool: toolSchema().optional().describe('Tool that the pattern is for.'),
  paths: z.array(PathSchema).optional().describe('Transcripts to use in place of the scanned history.'),
});

const output = BacktestSummarySchema.extend({
  examples: z.array(
    z.object({ tool: z.string(), text: z.string(), good: z.int().min(0), failing: z.int().min(0) }),
  ),
});

export const triggerBacktest = operation({
  name: 'trigger.backtest',
  docs: 'Runs a lesson, or one pattern, over past calls: how many failing ones it would have met, and how many good ones it would have disturbed. Without PATH over everything that was scanned. Calls that were refused before they ran, or have not come to their end, do not count.',
  input,
  output,
  readOnly: true,
  cli: {
    command: ['backtest'],
    args: [
      { field: 'ref', label: 'REF' },
      { field: 'paths', label: 'PATH', variadic: true },
    ],
    flags: {
      pattern: { label: 'RE', help: 'A command pattern instead of a lesson.' },
      pathPattern: { label: 'GLOB', help: 'A path pattern instead of a lesson.' },
      tool: { label: 'T', help: 'Tool that the pattern is for: Bash, Edit…' },
    },
    render,
  },
  async run(context, asked) {
    const { lesson, paths } = await meant(context, asked);
    const reasons: string[] = [];
    const [compiled] = await compileForHistory(context, [lesson], ({ pattern, reason }) =>
      reasons.push(`${pattern}: ${reason}`),
    );
    if (!compiled) throw new AppError('INTERNAL', 'the lesson was not compiled');
    const hasPattern = lesson.commandPatterns.length + lesson.pathPatterns.length > 0;
    if (hasPattern && compiled.command.length + compiled.path.length === 0)
      throw new AppError('UNSAFE_PATTERN', `it has no pattern that may run: ${reasons.join('; ')}`);
    if (paths.length > 0) return overTranscripts(context, paths, compiled);
    const index = openHistory(context.home);
    if (index === null) return NOTHING_KNOWN;
    try {
      return backtestOver(index, compiled);
    } finally {
      index.close();
    }
  },
});

const NOTHING_KNOWN: Backtest = {
  callsSeen: 0,
  matched: 0,
  failingMet: 0,
  goodDisturbed: 0,
  examples: [],
  note: 'No call is known yet: run `lessons scan`.',
};

type Asked = z.infer<typeof input>;

/** With a pattern the first argument is no REF but a path. */
async function meant(context: Context, asked: Asked): Promise<{ lesson: Lesson; paths: string[] }> {
  const paths = asked.paths ?? [];
  const { pattern, pathPattern } = asked;
  if (pattern === undefined && pathPattern === undefined) {
    if (asked.ref === undefined)
      throw new AppError('USAGE', 'backtest needs a lesson or --pattern', {
        hint: 'For example: lessons backtest --pattern "git push .*--force" --tool Bash',
      });
    if (asked.tool !== undefined)
      throw new AppError('USAGE', '--tool is for a --pattern: a lesson has its own tools', {
        hint: 'See `lessons backtest --help`.',
      });
    const store = await context.store();
    return { lesson: await store.resolveLesson(asked.ref), paths };
  }
  for (const [source, kind] of [
    [pattern, 'command'],
    [pathPattern, 'path'],
  ] as const) {
    const result = source === undefined ? { ok: true as const } : compilePattern(source, kind);
    if (!result.ok) throw new AppError('INVALID_INPUT', `the pattern is refused: ${result.reason}`);
  }
  const draft: LessonDraft = {
    summary: 'pattern',
    mistake: '',
    remediation: '',
    injectOn: ['PreToolUse'],
    toolNames: asked.tool === undefined ? [] : [asked.tool],
    commandPatterns: pattern === undefined ? [] : [pattern],
    pathPatterns: pathPattern === undefined ? [] : [pathPattern],
  };
  const known = { id: 'pattern', slug: 'pattern', confidence: 1 };
  const built = buildLesson(draft, { source: 'manual', status: 'active', now: 0, known });
  return { lesson: { ...built, number: 1 }, paths: asked.ref === undefined ? paths : [asked.ref, ...paths] };
}

async function overTranscripts(
  context: Context,
  paths: string[],
  compiled: Parameters<typeof backtest>[0],
): Promise<Backtest> {
  const texts = new Map<string, PastText>();
  const once = new OnceEach();
  await scanPaths(context, paths, { tagsOnly: true }, { calls: (calls) => once.add(calls) });
  for (const call of once.calls()) if (call.ok || call.error !== null) addText(texts, call);
  let callsSeen = 0;
  for (const { tool, good, failing } of texts.values())
    if (lessonTakesTool(compiled.toolNames, { tool, nativeTool: tool })) callsSeen += good + failing;
  return backtest(compiled, texts.values(), callsSeen);
}

/** Each call once, however many files hold it and in whatever order they are read. */
class OnceEach {
  readonly #best = new Map<string, CallRecord>();

  add(calls: readonly CallRecord[]): void {
    for (const call of calls) {
      const identity = callIdentity(call);
      const other = this.#best.get(identity);
      if (other === undefined || isBetterCopy(call, other)) this.#best.set(identity, call);
    }
  }

  calls(): Iterable<CallRecord> {
    return this.#best.values();
  }
}

function addText(texts: Map<string, PastText>, call: CallRecord): void {
  const key = `${call.tool}\n${call.text}`;
  let text = texts.get(key);
  if (!text) {
    text = { tool: call.tool, text: call.text, view: viewOf(call.tool, call.text), good: 0, failing: 0 };
    texts.set(key, text);
  }
  if (call.ok) text.good += 1;
  else text.failing += 1;
}

function render(result: z.infer<typeof output>): string {
  const lines = [
    `Of ${counted(result.callsSeen, 'past call')} it matches ${result.matched}: ${result.failingMet} failed (met), ${result.goodDisturbed} went well (disturbed).`,
  ];
  if (result.note !== null) lines.push(result.note);
  for (const { text, good, failing } of result.examples)
    lines.push(
      `  ${failing > 0 ? `${failing} failed` : ''}${failing > 0 && good > 0 ? ', ' : ''}${good > 0 ? `${good} fine` : ''}: ${oneLine(text).slice(0, 100)}`,
    );
  return lines.join('\n');
}
