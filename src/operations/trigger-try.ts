import { z } from 'zod';
import { matchCall, matchError } from '../inject/match.ts';
import { ANYWHERE } from '../inject/scope.ts';
import { shellView } from '../inject/shell-view.ts';
import { compileLesson } from '../manifest/compile-lesson.ts';
import { doubtfulSources, verdictsOf } from '../manifest/verdicts.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRef } from '../model/episode.ts';
import { type Lesson, PATTERN_FIELDS, PATTERN_KINDS, type PatternField } from '../model/lesson.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { oneLine } from '../text/one-line.ts';
import { isShellTool } from '../triggers/call-views.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { backtestOver, meetsText } from './history/backtests.ts';
import { withUsableHistory } from './history/open-history.ts';
import { type Context, operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

const EXAMPLES_MAX = 3;
const EXAMPLE_CHARS_MAX = 100;

const output = z.object({
  ok: z.boolean(),
  reason: z.string().nullable().describe('Why the pattern is refused.'),
  matchesFailing: z
    .boolean()
    .nullable()
    .describe('Of the call that it was learned from; null where none is known.'),
  matchesCorrected: z.boolean().nullable(),
  history: z
    .object({
      callsSeen: z.int(),
      failingMet: z.int(),
      goodDisturbed: z.int(),
      examples: z.array(z.string()).describe('Good calls that it would also match.'),
    })
    .nullable(),
});
type Output = z.infer<typeof output>;

function render({ ok, reason, matchesFailing, matchesCorrected, history }: Output): string {
  if (!ok) return `The pattern is refused: ${reason}`;
  const lines: string[] = [];
  if (matchesFailing !== null)
    lines.push(`It ${matchesFailing ? 'matches' : 'does not match'} the failing call of the lesson.`);
  if (matchesCorrected !== null)
    lines.push(`It ${matchesCorrected ? 'matches the corrected one, too' : 'spares the corrected one'}.`);
  if (history !== null) lines.push(meetsText(history), ...history.examples.map((example) => `  ${example}`));
  return lines.length === 0 ? 'The pattern is safe; nothing is known to try it on.' : lines.join('\n');
}

const refused = (reason: string): Output => ({
  ok: false,
  reason,
  matchesFailing: null,
  matchesCorrected: null,
  history: null,
});

/** The lesson with this one pattern as its whole trigger, acting at calls. */
async function withPattern(context: Context, lesson: Lesson, field: PatternField, pattern: string) {
  const alone: Lesson = {
    ...lesson,
    commandPatterns: [],
    pathPatterns: [],
    contentPatterns: [],
    errorPatterns: [],
    [field]: [pattern],
    injectOn: ['PreToolUse', 'PostToolUseFailure'],
    delivery: 'context',
    scope: 'global',
  };
  const verdict = await verdictsOf(context.home, doubtfulSources([alone]));
  let reason: string | null = null;
  const options = { effect: undefined, history: undefined, verdict };
  const { compiled } = compileLesson(alone, { ...options, refused: (note) => (reason = note.reason) });
  return { compiled: { ...compiled, fingerprint: null, actsAtCalls: true }, reason };
}

function toCall(ref: CallRef): ToolCall {
  const path = ref.input['file_path'] ?? ref.input['path'];
  return {
    tool: ref.tool,
    nativeTool: ref.tool,
    input: ref.input,
    cwd: '/',
    paths: typeof path === 'string' ? [path] : [],
  };
}

function matches(compiled: CompiledLesson, ref: CallRef, error: string | null): boolean {
  const call = toCall(ref);
  if (compiled.error.length > 0)
    return error !== null && matchError(call, error, '', [compiled], ANYWHERE).length > 0;
  const command = call.input['command'];
  const view = isShellTool(call.tool) && typeof command === 'string' ? shellView(command) : null;
  return matchCall(call, view, [compiled], ANYWHERE).length > 0;
}

async function historyOf(context: Context, compiled: CompiledLesson): Promise<Output['history']> {
  if (compiled.error.length > 0) return null;
  return withUsableHistory(context, (index) => {
    if (index === null) return null;
    const result = backtestOver(index, compiled);
    const good = result.examples.filter((example) => example.good > 0).slice(0, EXAMPLES_MAX);
    return {
      callsSeen: result.callsSeen,
      failingMet: result.failingMet,
      goodDisturbed: result.goodDisturbed,
      examples: good.map((example) => oneLine(example.text).slice(0, EXAMPLE_CHARS_MAX)),
    };
  });
}

/** What a pattern would match, before it is kept: the call it was learned from, its correction, the history. */
export const triggerTry = operation({
  name: 'trigger.try',
  docs: 'Tries one pattern for a lesson without keeping it: is it safe, does it match the failing call it was learned from and spare the corrected one, and what else in the history would it match. FIELD is commandPatterns, pathPatterns, contentPatterns or errorPatterns.',
  input: z.object({
    ref: refSchema().describe('Slug, id, unique prefix or #number of the lesson.'),
    field: z.enum(PATTERN_FIELDS),
    pattern: z.string().min(1).max(2000),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['try'],
    args: [
      { field: 'ref', label: 'REF', required: true },
      { field: 'field', label: 'FIELD', required: true },
      { field: 'pattern', label: 'PATTERN', required: true },
    ],
    render,
    exitCode: ({ ok }) => (ok ? 0 : 1),
  },
  async run(context, { ref, field, pattern }) {
    const compiles = compilePattern(pattern, PATTERN_KINDS[field]);
    if (!compiles.ok) return refused(compiles.reason);
    const store = await context.store();
    const lesson = await store.resolveLesson(ref);
    const { compiled, reason } = await withPattern(context, lesson, field, pattern);
    if (reason !== null) return refused(reason);
    const [episode] = await store.listEpisodes({ lessonIds: [lesson.id] });
    return {
      ok: true,
      reason: null,
      matchesFailing:
        episode === undefined ? null : matches(compiled, episode.failure, episode.failure.error),
      matchesCorrected: episode?.correction ? matches(compiled, episode.correction, null) : null,
      history: await historyOf(context, compiled),
    };
  },
});
