import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import {
  CLAUDE_CODE_EVENTS,
  claudeConfigDir,
  claudeSettingsPath,
  registeredCommand,
  registeredEvents,
} from '../agents/claude-code/install.ts';
import { agentSpecs } from '../agents/index.ts';
import { openManifest } from '../manifest/read.ts';
import { homeFiles } from '../platform/paths.ts';
import { lastInjection, type SeenInjection, type SelfTest, testHook } from './doctor-agent.ts';
import { lintLessons } from './doctor-lint.ts';
import { projectFolder } from './init-claude-code.ts';
import { readIfThere } from './install-files.ts';
import { type Context, operation } from './operation.ts';

const selfTest = z
  .object({
    ok: z.boolean(),
    sessionStart: z.string(),
    matchingCall: z.string(),
    ms: z.number(),
    detail: z.string(),
  })
  .nullable();

const agentReport = z.object({
  agent: z.string(),
  name: z.string(),
  installed: z.boolean(),
  hooks: z.array(
    z.object({
      settings: z.string(),
      events: z.array(z.string()),
      missing: z.array(z.string()),
      command: z.string().nullable(),
    }),
  ),
  plugin: z.boolean().describe('Our plugin is enabled, which registers the same hooks.'),
  trusted: z.string().describe('Whether the agent asks the user to approve hooks before it runs them.'),
  channel: z.string().describe('How a lesson reaches this agent.'),
  selfTest,
  lastInjection: z
    .object({
      file: z.string(),
      at: z.string().nullable(),
      sessionId: z.string().nullable(),
      lessons: z.array(z.string()),
    })
    .nullable(),
  retentionDays: z.number().nullable().describe('After so many days the agent deletes its transcripts.'),
  problems: z.array(z.string()),
});

const output = z.object({
  ok: z.boolean(),
  home: z.string(),
  executable: z.string().nullable(),
  paused: z.boolean(),
  store: z.object({ there: z.boolean(), active: z.number(), candidates: z.number() }),
  manifest: z.object({ there: z.boolean(), builtAt: z.string().nullable(), ageHours: z.number().nullable() }),
  agents: z.array(agentReport),
  lint: z.array(z.object({ slug: z.string(), rule: z.string(), detail: z.string() })),
  problems: z.array(z.string()),
});
type Output = z.infer<typeof output>;
type AgentReport = z.infer<typeof agentReport>;

/** How a lesson reaches each agent, as its client was observed (or documented) to behave. */
const CHANNELS: Record<string, { trusted: string; channel: string }> = {
  'claude-code': {
    trusted: 'hooks in settings run without a question',
    channel: 'context beside the result; holds and blocks before the call; pitfalls before the turn',
  },
  codex: {
    trusted: 'hooks run only after a review (/hooks in its terminal UI)',
    channel: 'context beside the result; holds and blocks before the call; failures only of patches',
  },
  'gemini-cli': {
    trusted: 'user hooks run; project hooks need a trusted folder',
    channel: 'context after the tool; holds and blocks before it',
  },
  copilot: {
    trusted: 'user hooks run; project hooks need a trusted folder',
    channel: 'context beside the result; holds and blocks before the call',
  },
  'qwen-code': {
    trusted: 'hooks in settings run without a question',
    channel: 'context after the tool; holds and blocks before it',
  },
  opencode: {
    trusted: 'plugins run without a question',
    channel: 'through a plugin in its process: context after the tool; holds and blocks before it',
  },
  cursor: {
    trusted: 'by its documentation only',
    channel: 'context after the tool; holds and blocks before it',
  },
};

export const doctor = operation({
  name: 'home.check',
  docs: 'Checks that lessons reach the agents: hooks registered, a real injection seen (the installed hook is run on a scratch folder as the agent would run it, and the last injection is looked up in the transcripts), the store, the age of the manifest, lessons that cannot fire or fire on too much, and how long the agent keeps its transcripts.',
  input: z.object({}),
  output,
  readOnly: true,
  cli: { command: ['doctor'], render: (report: Output) => renderDoctor(report) },
  async run(context) {
    const agents: AgentReport[] = [];
    for (const spec of agentSpecs) {
      if (CHANNELS[spec.id] === undefined) continue;
      agents.push(
        await (spec.id === 'claude-code' ? checkClaudeCode(context) : checkOther(context, spec.id)),
      );
    }
    const store = await checkStore(context);
    const manifest = checkManifest(context);
    const problems = homeProblems(context, store, manifest);
    const lint = store.there
      ? await lintLessons(context, await (await context.store()).listLessons({ status: ['active'] }))
      : [];
    const heard = agents.filter((each) => each.installed);
    return {
      ok: problems.length === 0 && heard.length > 0 && heard.every((each) => each.problems.length === 0),
      home: context.home,
      executable: executableOf(context),
      paused: context.config.paused,
      store,
      manifest,
      agents,
      lint,
      problems,
    };
  },
});

async function checkClaudeCode(context: Context): Promise<AgentReport> {
  const report = emptyReport('claude-code');
  report.installed = existsSync(claudeConfigDir(context.env)) || isOnPath('claude', context);
  const wanted = CLAUDE_CODE_EVENTS.map(({ event }) => event);
  for (const scope of ['user', 'project'] as const) {
    const path = claudeSettingsPath(scope, context.env, projectFolder(context.cwd));
    const text = readIfThere(path);
    if (text === null || text.trim() === '') continue;
    try {
      readClaudeSettings(report, path, text, wanted, scope);
    } catch (error) {
      report.problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  const command = report.hooks.find((each) => each.command !== null)?.command ?? null;
  if (command !== null) {
    report.selfTest = await testHook(context, command);
    if (!report.selfTest.ok)
      report.problems.push(`the installed hook does not answer: ${report.selfTest.detail}`);
  } else if (!report.plugin && report.installed) {
    report.problems.push('no hook of ours is registered: run `lessons init --agent claude-code`');
  }
  report.lastInjection = seenIn(context, 'claude-code');
  return report;
}

function readClaudeSettings(
  report: AgentReport,
  path: string,
  text: string,
  wanted: string[],
  scope: 'user' | 'project',
): void {
  const events = registeredEvents(text, path);
  const settings = JSON.parse(text.replace(/^\ufeff/, '')) as {
    disableAllHooks?: unknown;
    enabledPlugins?: Record<string, unknown>;
    cleanupPeriodDays?: unknown;
  };
  if (settings.disableAllHooks === true)
    report.problems.push(`${path} switches all hooks off (disableAllHooks)`);
  if (
    Object.entries(settings.enabledPlugins ?? {}).some(
      ([name, on]) => name.startsWith('lessons@') && on === true,
    )
  )
    report.plugin = true;
  if (scope === 'user')
    report.retentionDays = typeof settings.cleanupPeriodDays === 'number' ? settings.cleanupPeriodDays : 30;
  if (events.length === 0) return;
  const missing = wanted.filter((event) => !events.includes(event));
  report.hooks.push({ settings: path, events, missing, command: registeredCommand(text, path) });
  if (missing.length > 0)
    report.problems.push(`${path} lacks ${missing.join(', ')}: run \`lessons init\` again`);
}

async function checkOther(context: Context, agent: string): Promise<AgentReport> {
  const report = emptyReport(agent);
  const spec = agentSpecs.find((each) => each.id === agent)!;
  report.installed = spec.transcriptRoots(context.env).some((root) => existsSync(root));
  report.lastInjection = seenIn(context, agent);
  return report;
}

function emptyReport(agent: string): AgentReport {
  const spec = agentSpecs.find((each) => each.id === agent)!;
  return {
    agent,
    name: spec.displayName,
    installed: false,
    hooks: [],
    plugin: false,
    ...CHANNELS[agent]!,
    selfTest: null as SelfTest | null,
    lastInjection: null,
    retentionDays: null,
    problems: [],
  };
}

function seenIn(context: Context, agent: string): SeenInjection | null {
  const spec = agentSpecs.find((each) => each.id === agent)!;
  return lastInjection(spec.transcriptRoots(context.env));
}

async function checkStore(context: Context): Promise<Output['store']> {
  if (!existsSync(homeFiles.db(context.home))) return { there: false, active: 0, candidates: 0 };
  const counts = await (await context.store()).countLessons();
  return { there: true, active: counts.active, candidates: counts.candidate };
}

function checkManifest(context: Context): Output['manifest'] {
  const manifest = openManifest(context.home);
  if (manifest === null) return { there: false, builtAt: null, ageHours: null };
  const { builtAt } = manifest;
  manifest.close();
  const age = (context.clock.now() - Date.parse(builtAt)) / 3_600_000;
  return { there: true, builtAt, ageHours: Math.max(0, Math.round(age * 10) / 10) };
}

function homeProblems(context: Context, store: Output['store'], manifest: Output['manifest']): string[] {
  const problems: string[] = [];
  if (context.config.paused) problems.push('paused: run `lessons resume`');
  if (context.env['LESSONS_DISABLE']) problems.push('LESSONS_DISABLE is set in this environment');
  if (store.active > 0 && !manifest.there) {
    problems.push('there are active lessons but no readable manifest: run `lessons build`');
  }
  const mode = existsSync(context.home) ? statSync(context.home).mode & 0o077 : 0;
  if (mode !== 0 && process.platform !== 'win32')
    problems.push(`${context.home} is open to other users: chmod 700`);
  return problems;
}

function executableOf(context: Context): string | null {
  const path = join(homeFiles.bin(context.home), process.platform === 'win32' ? 'lessons.exe' : 'lessons');
  return existsSync(path) ? path : null;
}

function isOnPath(program: string, context: Context): boolean {
  return (context.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
}

function renderDoctor(report: Output): string {
  const lines = [
    `data folder  ${report.home}`,
    `store        ${report.store.there ? `${report.store.active} active, ${report.store.candidates} candidates` : 'none yet: run `lessons scan`'}`,
    `manifest     ${report.manifest.there ? `built ${report.manifest.ageHours} hours ago` : 'none'}`,
    ...report.problems.map((problem) => `  ! ${problem}`),
  ];
  for (const agent of report.agents.filter((each) => each.installed || each.hooks.length > 0)) {
    lines.push('', agent.name);
    for (const hooks of agent.hooks)
      lines.push(`  hooks      ${hooks.events.length} events in ${hooks.settings}`);
    if (agent.plugin) lines.push('  plugin     enabled');
    if (agent.selfTest) {
      lines.push(
        `  self-test  ${agent.selfTest.ok ? 'ok' : 'FAILED'}, ${agent.selfTest.ms} ms: ${agent.selfTest.detail}`,
      );
      if (agent.selfTest.matchingCall)
        lines.push(...agent.selfTest.matchingCall.split('\n').map((line) => `             | ${line}`));
    }
    const seen = agent.lastInjection;
    lines.push(
      `  injection  ${seen ? `last seen ${seen.at ?? 'at an unknown time'} (${seen.lessons.join(', ') || 'no lesson named'})` : 'none seen in its transcripts yet'}`,
    );
    lines.push(`  channel    ${agent.channel}`, `  trust      ${agent.trusted}`);
    if (agent.retentionDays !== null) lines.push(`  keeps      transcripts for ${agent.retentionDays} days`);
    for (const problem of agent.problems) lines.push(`  ! ${problem}`);
  }
  if (!report.agents.some((each) => each.installed)) lines.push('', 'No agent was found on this machine.');
  if (report.lint.length > 0) lines.push('', 'Lessons');
  for (const { slug, rule, detail } of report.lint) lines.push(`  ${slug}: ${rule}: ${detail}`);
  lines.push('', report.ok ? 'All is well.' : 'Something needs your attention.');
  return lines.join('\n');
}
