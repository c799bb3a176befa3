import { existsSync, statSync } from 'node:fs';
import { z } from 'zod';
import { agentInstallers } from '../agents/installers.ts';
import { silenceLine } from '../learn/silence.ts';
import { openManifest } from '../manifest/read.ts';
import { ConfigSchema } from '../model/config.ts';
import { counted } from '../model/counted.ts';
import { AppError } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { isSwitchedOff } from '../platform/switched-off.ts';
import { noteDamage } from '../store/sqlite/call-index-damage.ts';
import { type AgentReport, agentReport, checkAgent } from './doctor/doctor-agent.ts';
import { lintLessons } from './doctor/doctor-lint.ts';
import { lockProblems } from './doctor/doctor-locks.ts';
import { writingProblem } from './doctor/doctor-writing.ts';
import { openHistory } from './history/open-history.ts';
import { isCompiled } from './home/rebuild.ts';
import { type Context, operation } from './operation.ts';
import { executableThere, heardSessions } from './outcomes/silence.ts';
import { olderReading } from './scan/read-by.ts';
import { wrap } from './words/columns.ts';

/** Of one rule, so that what is said of a single lesson is not lost among what is said of thousands. */
const LINT_SHOWN = 10;

const output = z.object({
  ok: z.boolean(),
  home: z.string(),
  executable: z.string().nullable(),
  paused: z.boolean(),
  store: z.object({
    there: z.boolean(),
    usable: z
      .boolean()
      .describe('False where it is there and cannot be opened; the counts say nothing then.'),
    active: z.number(),
    candidates: z.number(),
    olderReading: z
      .string()
      .nullable()
      .describe('Which other version has read the transcripts, and what to do; null where this one has.'),
  }),
  manifest: z.object({ there: z.boolean(), builtAt: z.string().nullable(), ageHours: z.number().nullable() }),
  agents: z.array(agentReport),
  lint: z.array(z.object({ slug: z.string(), rule: z.string(), detail: z.string() })),
  problems: z.array(z.string()),
});
type Output = z.infer<typeof output>;

export const doctor = operation({
  name: 'home.check',
  docs: 'Checks that lessons reach the agents: hooks registered, a real injection seen (the installed hook is run on a scratch folder as the agent would run it, and the last injection is looked up in the transcripts), the store, the age of the manifest, lessons that cannot fire or fire on too much, and how long the agent keeps its transcripts.',
  input: z.object({}),
  output,
  readOnly: true,
  cli: { command: ['doctor'], render: (report: Output, _input, { width }) => renderDoctor(report, width) },
  async run(context) {
    const unusable = [checkConfig(context)];
    const agents: AgentReport[] = [];
    for (const installer of agentInstallers) agents.push(await checkAgent(context, installer));
    const { store, lint, problem } = await checkStore(context);
    const manifest = checkManifest(context);
    unusable.push(problem, checkHistory(context), writingProblem(context.home));
    const problems = [...unusable.filter((each) => each !== null), ...homeProblems(context, store, manifest)];
    if (manifest.there && store.usable && problems.length === 0 && !(await isCompiled(context)))
      problems.push('lessons or settings have changed since the manifest was built: run `lessons build`');
    problems.push(...lockProblems(context.home), ...(await silenceProblems(context, store, agents)));
    return {
      ok:
        problems.length === 0 &&
        agents.some((each) => each.hooks.length > 0 || each.plugin) &&
        agents.filter(isShown).every((each) => each.ok),
      home: context.home,
      executable: executableThere(context),
      paused: context.config.paused,
      store,
      manifest,
      agents,
      lint,
      problems,
    };
  },
});

/** What is wrong with the settings, or null; the rest is then checked with the default ones. */
function checkConfig(context: Context): string | null {
  try {
    void context.config;
    return null;
  } catch (error) {
    context.config = ConfigSchema.parse({});
    return whatToDo(error);
  }
}

interface StoreReport {
  store: Output['store'];
  lint: Output['lint'];
  problem: string | null;
}

async function checkStore(context: Context): Promise<StoreReport> {
  const none = { there: false, usable: false, active: 0, candidates: 0, olderReading: null };
  if (!existsSync(homeFiles.db(context.home))) return { store: none, lint: [], problem: null };
  try {
    const opened = await context.store();
    const { active, candidate } = await opened.countLessons();
    const older = await olderReading(opened);
    const store = { there: true, usable: true, active, candidates: candidate, olderReading: older };
    const lessons = await opened.listLessons({ status: ['active'] });
    try {
      return { store, lint: await lintLessons(context, lessons), problem: null };
    } catch (error) {
      return { store, lint: [], problem: `lessons could not be checked: ${whatToDo(error)}` };
    }
  } catch (error) {
    return { store: { ...none, there: true }, lint: [], problem: whatToDo(error) };
  }
}

/** What is wrong with the index of past calls, or null. */
function checkHistory({ home }: Context): string | null {
  try {
    const index = openHistory(home);
    const sound = index?.isSound() ?? true;
    index?.close();
    return sound ? null : whatToDo(noteDamage(homeFiles.calls(home)));
  } catch (error) {
    return whatToDo(error);
  }
}

/** An error of ours in the words that its user would be given; any other is thrown on. */
function whatToDo(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return error.inFull;
}

/** Agents from whose sessions no hook is heard though `init` has registered them, a line each, as of the last scan. */
async function silenceProblems(
  context: Context,
  store: Output['store'],
  agents: AgentReport[],
): Promise<string[]> {
  if (!store.usable || executableThere(context) === null) return [];
  const registered = agents.filter((each) => each.hooks.length > 0).map((each) => each.agent);
  try {
    return (await heardSessions(context))
      .filter((each) => each.suspicious && registered.includes(each.agent))
      .map((each) => `${silenceLine(each)} The agent does not run what is registered.`);
  } catch (error) {
    return [whatToDo(error)];
  }
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
  if (isSwitchedOff(context.env)) problems.push('LESSONS_DISABLE is set in this environment');
  if (store.active > 0 && !manifest.there) {
    problems.push('there are active lessons but no readable manifest: run `lessons build`');
  }
  const mode = existsSync(context.home) ? statSync(context.home).mode & 0o077 : 0;
  if (mode !== 0 && process.platform !== 'win32')
    problems.push(`${context.home} is open to other users: chmod 700`);
  return problems;
}

function ageText(hours: number | null): string {
  if (hours === null || Number.isNaN(hours)) return 'at an unknown time';
  if (hours <= 1) return 'within the last hour';
  return hours < 48 ? `${Math.ceil(hours)} hours ago` : `${Math.round(hours / 24)} days ago`;
}

function storeText(store: Output['store']): string {
  if (!store.there) return 'none yet: run `lessons scan`';
  if (!store.usable) return 'cannot be used';
  const next =
    store.active > 0
      ? ''
      : `: no lesson can be told yet, see \`lessons ${store.candidates > 0 ? 'review' : 'scan'}\``;
  return `${store.active} active, ${counted(store.candidates, 'candidate')}${next}`;
}

/** The first findings of each rule, and how many more there are. */
function lintLines(lint: Output['lint']): string[] {
  const lines = [];
  for (const [rule, found] of Map.groupBy(lint, (each) => each.rule)) {
    for (const { slug, detail } of found.slice(0, LINT_SHOWN)) lines.push(`  ${slug}: ${rule}: ${detail}`);
    const more = found.length - LINT_SHOWN;
    if (more > 0) lines.push(`  ${rule}: ${more} more, see \`lessons doctor --json\``);
  }
  return lines;
}

/** Columns of what stands before an agent's fact. */
const NAME_COLUMNS = 13;

const fact = (name: string, text: string, width: number): string[] =>
  wrap(text, Math.max(40, width - NAME_COLUMNS)).map(
    (line, index) => (index === 0 ? `  ${name}` : '').padEnd(NAME_COLUMNS) + line,
  );

function renderDoctor(report: Output, width: number): string {
  const problemLines = (problems: readonly string[]) => problems.map((problem) => `  ! ${problem}`);
  const lines = [
    `data folder  ${report.home}`,
    `store        ${storeText(report.store)}`,
    ...(report.store.olderReading === null ? [] : [`             ${report.store.olderReading}`]),
    `manifest     ${report.manifest.there ? `built ${ageText(report.manifest.ageHours)}` : 'none'}`,
    ...problemLines(report.problems),
  ];
  const shown = report.agents.filter(isShown);
  const answers = new Map<string, string>();
  for (const agent of shown) {
    lines.push('', agent.name);
    for (const hooks of agent.hooks)
      lines.push(`  hooks      ${counted(hooks.events.length, 'event')} in ${hooks.settings}`);
    if (agent.plugin) lines.push('  plugin     enabled');
    if (agent.selfTest) lines.push(...selfTestLines(agent, answers, width));
    const seen = agent.lastInjection;
    const last = seen
      ? `last seen ${seen.at ?? 'at an unknown time'} (${seen.lessons.join(', ') || 'no lesson named'})`
      : 'none seen in its transcripts yet';
    lines.push(...fact('injection', last, width));
    lines.push(...fact('channel', agent.channel, width), ...fact('trust', agent.trusted, width));
    if (agent.retentionDays !== null)
      lines.push(`  keeps      transcripts for ${counted(agent.retentionDays, 'day')}`);
    lines.push(...problemLines(agent.problems));
  }
  if (shown.length === 0)
    lines.push(
      '',
      '  ! no agent was found on this machine: connect one by name, as `lessons init --agent claude-code`',
    );
  if (report.lint.length > 0) lines.push('', 'Lessons', ...lintLines(report.lint));
  lines.push('', verdictOf(report.ok, shown));
  return lines.join('\n');
}

/**
 * What the installed hook answered; what came back from an agent's before it is not shown again.
 * @param answers answer → the agent under whose name it was shown; one that is new is added
 */
function selfTestLines(
  { name, selfTest }: AgentReport,
  answers: Map<string, string>,
  width: number,
): string[] {
  const { ok, ms, detail, matchingCall } = selfTest!;
  const before = answers.get(matchingCall);
  const same = before === undefined ? '' : `, as shown at ${before}`;
  const told = fact('self-test', `${ok ? 'ok' : 'FAILED'}, ${ms} ms: ${detail}${same}`, width);
  if (matchingCall === '' || before !== undefined) return told;
  answers.set(matchingCall, name);
  return [...told, ...matchingCall.split('\n').map((line) => `             | ${line}`)];
}

function isShown(agent: AgentReport): boolean {
  return agent.installed || agent.hooks.length > 0;
}

function verdictOf(ok: boolean, shown: AgentReport[]): string {
  if (!ok) return 'Something needs your attention: see the lines with "!".';
  return shown.some((each) => each.problems.length > 0) ? 'What is connected works.' : 'All is well.';
}
