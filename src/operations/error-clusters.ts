import { Detector } from '../capture/detect.ts';
import { shellView } from '../inject/shell-view.ts';
import { clusterFailures, deservesProposal, type FailureCluster } from '../learn/failure-clusters.ts';
import { counted } from '../model/counted.ts';
import type { Episode } from '../model/episode.ts';
import type { Failure } from '../model/failure.ts';
import type { Lesson, LessonDraft } from '../model/lesson.ts';
import { redact } from '../text/redact.ts';
import { type Backtest, mayActAtCalls } from '../triggers/backtest.ts';
import { missingProgram } from '../triggers/named-words.ts';
import {
  type CommandWords,
  meetsLine,
  type SynthesisInput,
  synthesizeTrigger,
} from '../triggers/synthesize.ts';
import { cutSummary } from './formats/record.ts';
import { backtestOver, compileForHistory } from './history/backtests.ts';
import { withUsableHistory } from './history/open-history.ts';
import { projectFailures } from './home/hook-logs.ts';
import { buildLesson } from './lesson/create-lesson.ts';
import type { Context } from './operation.ts';

/** What is said where nothing else is known; a proposal leaves the fix open then. */
const KNOWS_NO_FIX = /: it fails the same way\.$/;
const AROUND = new Set(['cd', 'echo', 'export', 'set', 'true', 'source', 'sleep']);
const LINE_CHARS_MAX = 300;
/** What says only that there is an error. */
const ERROR_LABEL = /^(?:fatal|error|err!?):\s+(?=\S)/i;
/** White space and control characters. */
const BLANK = /[\s\p{Cc}]+/gu;

interface ClusterProposal {
  /** The program that failed, or the tool. */
  program: string;
  summary: string;
  mistake: string;
  remediation: string;
  toolNames: string[];
  commandPatterns: string[];
  errorPatterns: string[];
  backtest: Pick<Backtest, 'callsSeen' | 'matched' | 'failingMet' | 'goodDisturbed'> | null;
}

export interface ProposedCluster extends FailureCluster {
  proposal: ClusterProposal | null;
  /** The lesson that is about it already. */
  lesson: Lesson | null;
}

/** Clusters with what a lesson about each would be, for those that deserve one, and the lesson that there is. */
export async function proposedClusters(context: Context): Promise<ProposedCluster[]> {
  const clusters = clusterFailures(await projectFailures(context));
  const lessons = await lessonsAbout(context, new Set(clusters.map((each) => each.fingerprint)));
  const found: ProposedCluster[] = [];
  for (const each of clusters)
    found.push({
      ...each,
      proposal: deservesProposal(each) ? await proposalFor(context, each) : null,
      lesson: lessons.get(each.fingerprint) ?? null,
    });
  return found;
}

/** By error: its own lesson, else the one that holds an episode of it. Of several the one that is furthest. */
async function lessonsAbout(context: Context, fingerprints: Set<string>): Promise<Map<string, Lesson>> {
  const store = await context.store();
  const lessons = (await store.listLessons()).sort((a, b) => RANK[a.status] - RANK[b.status]);
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const found = new Map<string, Lesson>();
  const note = (fingerprint: string | null, lesson: Lesson | undefined) => {
    if (fingerprint === null || lesson === undefined || !fingerprints.has(fingerprint)) return;
    if (!found.has(fingerprint)) found.set(fingerprint, lesson);
  };
  for (const lesson of lessons) note(lesson.fingerprint, lesson);
  if (found.size === fingerprints.size) return found;
  const owners = await store.listAssignments();
  for (const { id, fingerprint } of await store.listEpisodes({ excerpts: false }))
    note(fingerprint, byId.get(owners.get(id) ?? ''));
  return found;
}

const RANK: Record<Lesson['status'], number> = { active: 0, reviewed: 1, candidate: 2, archived: 3 };

async function proposalFor(context: Context, cluster: FailureCluster): Promise<ClusterProposal> {
  const line = redact(cluster.line).replace(BLANK, ' ').trim().slice(0, LINE_CHARS_MAX);
  const commands = cluster.failures.map(commandOf).filter((each) => each !== null);
  const program = commands[0]?.program ?? cluster.tool;
  const trigger = await chooseTrigger(context, cluster, commands);
  const told = cluster.failures[0] === undefined ? null : wordsOf(cluster.failures[0]);
  const bare = line.startsWith(`${program}:`) ? line : `${program}: ${line.replace(ERROR_LABEL, '')}`;
  const draft = {
    summary: told?.summary ?? cutSummary(bare).summary,
    mistake: `${counted(cluster.count, `failing ${cluster.tool} call`)} in ${counted(cluster.sessions, 'session')} ended with: ${line}`,
    remediation: told?.remediation ?? '',
    ...trigger,
  };
  return { program, ...draft, backtest: await backtestDraft(context, draft) };
}

/**
 * What the detector says of one logged failure: its summary, and the fix where the error itself tells it ('' where it
 * does not). Null where it says nothing.
 */
function wordsOf(failure: Failure): { summary: string; remediation: string } | null {
  const [episode] = episodesOf(failure);
  if (episode === undefined) return null;
  const { summary, remediation } = episode;
  return { summary, remediation: KNOWS_NO_FIX.test(remediation) ? '' : remediation };
}

/** The failure as the only call of a session. */
function episodesOf({ id, tool, input, error, timestamp, context, session_id }: Failure): Episode[] {
  const detector = new Detector({ agent: 'claude-code', file: '', minConfidence: 0 });
  const at = { uuid: null, timestamp };
  const cwd = context.working_dir;
  detector.push({ kind: 'session', line: 1, ...at, sessionId: session_id, cwd });
  detector.push({ kind: 'call', line: 2, ...at, callId: id, nativeTool: tool, tool, input, cwd });
  detector.push({
    kind: 'result',
    line: 3,
    ...at,
    callId: id,
    isError: true,
    exitCode: null,
    text: error,
    chars: error.length,
    denial: null,
    feedback: null,
    timedOut: false,
    durationMs: null,
  });
  return detector.finish();
}

/**
 * A command pattern is kept only where it meets most of the cluster's latest calls and the history lets it act at calls;
 * the error pattern needs no such test.
 */
async function chooseTrigger(context: Context, cluster: FailureCluster, commands: CommandWords[]) {
  const lines = cluster.failures.map((failure) => String(failure.input['command'] ?? ''));
  const input: SynthesisInput = {
    tool: cluster.tool,
    failing: sameSub(commands) ? commands : commands.map((each) => ({ ...each, sub: '' })),
    corrected: null,
    failingLine: lines[0] ?? '',
    correctedLine: null,
    salient: cluster.line,
    error: cluster.failures[0]?.error ?? '',
    missingProgram: missingProgram(cluster.line) !== null,
  };
  const trigger = synthesizeTrigger(
    input,
    (pattern) => lines.filter((line) => meetsLine(pattern, line)).length * 2 > lines.length,
  );
  const kept: string[] = [];
  for (const pattern of trigger.commandPatterns) {
    const base = {
      summary: 'x',
      mistake: '',
      remediation: '',
      toolNames: trigger.toolNames,
      commandPatterns: [pattern],
    };
    const result = await backtestDraft(context, base);
    if (result === null || mayActAtCalls(result)) kept.push(pattern);
  }
  return { toolNames: trigger.toolNames, commandPatterns: kept, errorPatterns: trigger.errorPatterns };
}

/** Whether one subcommand failed, and not the program whatever it was asked. */
const sameSub = (commands: CommandWords[]): boolean => new Set(commands.map(({ sub }) => sub)).size <= 1;

async function backtestDraft(context: Context, draft: LessonDraft): Promise<ClusterProposal['backtest']> {
  if ((draft.commandPatterns ?? []).length === 0) return null;
  const lesson = buildLesson(draft, { source: 'failure-log', status: 'candidate', now: context.clock.now() });
  const [compiled] = await compileForHistory(context, [{ ...lesson, number: 1 }]);
  if (!compiled) return null;
  return withUsableHistory(context, (index) => {
    if (index === null) return null;
    const { callsSeen, matched, failingMet, goodDisturbed } = backtestOver(index, compiled);
    return { callsSeen, matched, failingMet, goodDisturbed };
  });
}

/** The simple command that the failure is most likely about. */
function commandOf(failure: Failure): CommandWords | null {
  const command = failure.input['command'];
  if (typeof command !== 'string' || command === '') return null;
  const commands = shellView(command).commands;
  const main = commands.find((each) => !AROUND.has(each.program)) ?? commands[0];
  if (!main) return null;
  const sub = main.args.find((word) => !word.startsWith('-'));
  const hasSub = sub !== undefined && sub === main.args[0] && /^[a-z][\w:-]*$/.test(sub);
  return { program: main.program, sub: hasSub ? sub : '', args: main.args };
}
