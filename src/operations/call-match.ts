import { existsSync } from 'node:fs';
import { z } from 'zod';
import { agentSpec, agentSpecs } from '../agents/index.ts';
import { toolCallOf } from '../agents/shared/hook-io-payload.ts';
import { matchCall } from '../inject/match.ts';
import { projectAt } from '../inject/scope.ts';
import { rank, select } from '../inject/select.ts';
import { shellView } from '../inject/shell-view.ts';
import type { Match, ShellView } from '../inject/types.ts';
import type { Manifest } from '../manifest/port.ts';
import { openManifest } from '../manifest/read.ts';
import { DeliverySchema } from '../model/lesson.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { AppError } from '../platform/errors.ts';
import { readSmall } from '../platform/files.ts';
import { pathInFolder } from '../platform/path-in-folder.ts';
import { homeFiles } from '../platform/paths.ts';
import { oneLine } from '../text/one-line.ts';
import { newRootOf } from './home/new-root.ts';
import { isCompiled, rebuildManifest } from './home/rebuild.ts';
import { explainLesson, nearest } from './match/explain-call.ts';
import { type Asked, tokensIn } from './match/explain-match.ts';
import { type Context, operation, PathSchema, warnOfAgent } from './operation.ts';
import { agentSchema, refSchema, toolSchema } from './suggestions.ts';
import { type NameOf, projectNames } from './words/project-names.ts';

const input = z.object({
  tool: toolSchema().min(1).optional().describe('Canonical tool name; Bash where a command is given.'),
  command: z.string().optional(),
  path: z.string().optional(),
  content: z.string().optional().describe('New text of an edit or write.'),
  cwd: PathSchema.optional().describe('Folder in which the call is made; the current one unless given.'),
  agent: agentSchema().optional().describe('Agent that makes the call, for lessons of one agent.'),
  explain: z.boolean().optional(),
  lesson: refSchema('active').optional().describe('Lesson to explain: slug, id, unique prefix or #number.'),
});

const Matched = z.object({
  slug: z.string(),
  delivery: DeliverySchema,
  priority: z.int(),
  pattern: z
    .string()
    .nullable()
    .describe('As written in the lesson; null for a lesson that names a tool only.'),
  matchType: z.enum(['command', 'path', 'content', 'tool', 'error']),
  view: z.enum(['shell', 'raw']).describe('What the pattern was run on.'),
  text: z.string().describe('What matched.'),
});

const output = z.object({
  matched: z.array(Matched),
  selected: z.array(
    z.object({ slug: z.string(), full: z.boolean().describe('False where only the summary fits.') }),
  ),
  dropped: z.array(z.object({ slug: z.string(), reason: z.string() })),
  paused: z.boolean(),
  explain: z
    .object({
      commands: z.array(z.string()).describe('What would be executed, as patterns see it.'),
      project: z.string().nullable(),
      near: z
        .array(z.object({ slug: z.string(), why: z.string() }))
        .describe(
          'The lessons nearest by pattern and by words that stay silent; the one that was asked for.',
        ),
    })
    .optional(),
});
type Output = z.infer<typeof output>;

/** What git writes into the file `.git` of a worktree is a line. */
const GIT_FILE_BYTES_MAX = 1 << 16;

export const callMatch = operation({
  name: 'call.match',
  docs: 'Says which lessons would act at a call, with which pattern, and which of them do not fit; `lessons show` has their texts. Nothing is recorded and nothing counts as told. With --explain also why the nearest lessons stay silent, and how far their patterns get; with --lesson why that one does.',
  input,
  output,
  readOnly: true,
  cli: {
    command: ['match'],
    flags: {
      tool: { label: 'T', help: 'Tool of the call, such as Edit; Bash where a command is given.' },
      command: { label: 'C', help: 'Command of a shell call.' },
      path: { label: 'P', help: 'File of the call.' },
      content: { label: 'X', help: 'New text of an edit or write.' },
      cwd: { label: 'D', help: 'Folder of the call.' },
      agent: { label: 'A', help: 'Agent that makes the call.' },
      explain: { help: 'Say why near lessons stay silent.' },
      lesson: { label: 'REF', help: 'Say why this lesson does.' },
    },
    render: (result, { lesson }) => render(result, lesson !== undefined),
  },
  async run(context, given) {
    const tool = given.tool ?? 'Bash';
    if (tool === 'Bash' && given.command === undefined) {
      throw new AppError('USAGE', 'match needs --command, or the --tool of another call', {
        hint: "For example: lessons match --command 'git push --force'",
      });
    }
    const request: Request = { ...given, tool };
    const manifest = await currentManifest(context);
    if (manifest === null) return { matched: [], selected: [], dropped: [], paused: context.config.paused };
    try {
      const isExplained = request.explain === true || request.lesson !== undefined;
      const { roots, moved } = await knownToStore(context, request.cwd ?? context.cwd, isExplained);
      if (moved !== null)
        context.warn(`hooks know ${moved.root} as this project from the next start of a session there on`);
      const asked = askedOf(context, manifest, request, projectNames(roots), moved?.project ?? null);
      const result = answer(manifest, asked);
      if (!isExplained) return result;
      const one = request.lesson === undefined ? null : await explainLesson(context, request.lesson, asked);
      const near =
        one === null ? nearest(manifest, asked, new Set(result.matched.map(({ slug }) => slug))) : [one];
      return {
        ...result,
        explain: { commands: commandTexts(asked.view), project: asked.scope.project, near },
      };
    } finally {
      manifest.close();
    }
  },
});

/** The compiled lessons; compiled now where that has not happened yet. Where it cannot, those that hooks have; null for none. */
async function currentManifest(context: Context): Promise<Manifest | null> {
  const standing = openManifest(context.home);
  try {
    if (standing !== null && (await isCompiled(context))) return standing;
    await rebuildManifest(context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (standing === null) {
      const { active } = await (await context.store()).countLessons();
      if (active === 0) return null;
      throw error;
    }
    context.warn(`the lessons are those of ${standing.builtAt}: ${error.message}`);
    return standing;
  }
  standing?.close();
  return openManifest(context.home);
}

/** What the store alone knows. Nothing where there is none, or it cannot be read, of which the lessons' age has told. */
async function knownToStore(context: Context, cwd: string, isExplained: boolean) {
  const nothing = { roots: [], moved: null };
  if (!existsSync(homeFiles.db(context.home))) return nothing;
  try {
    const store = await context.store();
    const roots = isExplained ? await store.listProjectRoots() : [];
    return { roots, moved: await newRootOf(store, cwd) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return nothing;
  }
}

type Request = z.infer<typeof input> & { tool: string };

/** @param moved the project, where hooks will know it once a session has started there */
function askedOf(
  context: Context,
  manifest: Manifest,
  request: Request,
  nameOf: NameOf,
  moved: string | null,
): Asked {
  const agent = request.agent ?? context.actor.agent ?? 'claude-code';
  warnOfAgent(context, request.agent);
  const call = callOf(request, agent, request.cwd ?? context.cwd);
  const { command } = call.input;
  const readText = (path: string) => readSmall(path, GIT_FILE_BYTES_MAX)?.toString('utf8') ?? null;
  const isShell = call.tool === 'Bash' && typeof command === 'string';
  return {
    call,
    view: isShell ? shellView(command, call.nativeTool) : null,
    scope: { project: moved ?? projectAt(call.cwd, manifest, readText), agent, team: manifest.config.team },
    nameOf,
  };
}

function answer(manifest: Manifest, asked: Asked): Output {
  const { call, view, scope } = asked;
  const languages = manifest.languagesOf(scope.project);
  const candidates = manifest.candidates(call.tool, tokensIn(asked));
  const matches = rank(matchCall(call, view, candidates, scope), languages);
  const told = select(matches, {
    budgetBytes: manifest.config.injectionBudgetBytes,
    maxLessons: manifest.config.maxLessonsPerInjection,
    languages,
  });
  return {
    matched: matches.map(matchedOf),
    selected: told.selected.map(({ match, full }) => ({ slug: match.lesson.slug, full })),
    dropped: told.dropped.map(({ match, reason }) => ({ slug: match.lesson.slug, reason })),
    paused: manifest.config.paused,
  };
}

/** Native tool name → canonical: the agent's own, and where it has none, any agent's. */
function toolNamesOf(agent: string): Record<string, string> {
  return Object.assign({}, ...agentSpecs.map((spec) => spec.tools), agentSpec(agent)?.tools);
}

function callOf(request: Request, agent: string, cwd: string): ToolCall {
  const fields: Record<string, unknown> = {};
  if (request.command !== undefined) fields['command'] = request.command;
  if (request.path !== undefined) fields['file_path'] = request.path;
  if (request.content !== undefined)
    fields[request.tool === 'Edit' ? 'new_string' : 'content'] = request.content;
  const call = toolCallOf(request.tool, fields, cwd, toolNamesOf(agent));
  return { ...call, paths: call.paths.map((path) => pathInFolder(path, call.cwd)) };
}

function commandTexts(view: ShellView | null): string[] {
  return (view?.commands ?? []).map((command) =>
    command.via === 'top' ? command.text : `${command.text}  (in ${command.via})`,
  );
}

function matchedOf(match: Match): z.infer<typeof Matched> {
  const { lesson, pattern } = match;
  return {
    slug: lesson.slug,
    delivery: lesson.delivery,
    priority: lesson.priority,
    pattern: pattern?.source ?? null,
    matchType: match.matchType,
    view: pattern?.view ?? 'raw',
    text: match.matchedText,
  };
}

function byWhat({ pattern, matchType, view }: z.infer<typeof Matched>): string {
  if (pattern === null) return 'by its tool';
  const isWhole = matchType === 'command' && view === 'raw';
  return `by ${matchType} pattern ${pattern.replace(/^raw:/, '')}${isWhole ? ', tried on the whole line as typed,' : ''}`;
}

function render(result: Output, isAsked: boolean): string {
  const lines: string[] = [];
  if (result.paused) lines.push('Paused: `lessons resume` switches the hooks on again.');
  if (result.matched.length === 0) lines.push('No lesson matches.');
  const told = new Set(result.selected.map((each) => each.slug));
  for (const match of result.matched) {
    const by = byWhat(match);
    const dropped = told.has(match.slug) ? '' : '  (does not fit)';
    lines.push(`${match.delivery.padEnd(7)} ${match.slug}  priority ${match.priority}${dropped}`);
    lines.push(`        ${by} on: ${oneLine(match.text)}`);
  }
  if (!result.explain) return lines.join('\n');
  lines.push('', 'Would be executed:');
  for (const command of result.explain.commands) lines.push(`  ${command}`);
  if (result.explain.commands.length === 0) lines.push('  (no shell command)');
  if (result.explain.near.length > 0) lines.push('', isAsked ? 'The lesson:' : 'Nearest, but silent here:');
  for (const { slug, why } of result.explain.near) lines.push(`  ${slug}`, `      ${why}`);
  return lines.join('\n');
}
