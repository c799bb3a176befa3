import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import type { Machine } from './client.ts';
import { builtExecutable } from './executable.ts';
import { type Message, type MessagesRequest, textOf } from './model-server.ts';

/** Programs on the test machine: what each prints and with which exit code it ends. */
const PROGRAMS: Record<string, string> = {
  shipit: 'echo shipped unchecked',
  packit: 'echo packed noisily; exit 1',
  publishit: 'echo published',
  dropit: 'echo dropped',
  measureit:
    'case "$1" in --metric) echo measured;; *) echo "measureit: unknown option $1" >&2; exit 2;; esac',
  flaky: 'echo "E4711: the frobnicator is not calibrated" >&2; exit 3',
};

/** Lessons about those programs, by what they are for. */
export const SHOP_LESSONS: Record<string, Record<string, unknown>> = {
  context: {
    summary: 'shipit --force skips the release checks',
    mistake: 'Ran shipit --force, which skips every release check and shipped a broken build.',
    remediation: 'Run shipit --checked, which waits for the checks.',
    commandPatterns: ['\\bshipit\\b.*--force\\b'],
    priority: 8,
  },
  minor: {
    summary: 'packit without --quiet floods the log',
    mistake: 'Ran packit without --quiet, so that its log hid the real error.',
    remediation: 'Run packit --quiet and read the log file afterwards.',
    commandPatterns: ['\\bpackit\\b(?!.*--quiet)'],
    priority: 4,
  },
  hold: {
    summary: 'publishit needs a version tag before it runs',
    mistake: 'Ran publishit before tagging, so that the registry got a nameless version.',
    remediation: 'Tag first: git tag v1.2.3, then publishit --tag v1.2.3.',
    commandPatterns: ['\\bpublishit\\b'],
    delivery: 'hold',
    priority: 7,
  },
  block: {
    summary: 'dropit deletes the shared database',
    mistake: 'Ran dropit against the shared database, which everybody uses.',
    remediation: 'Use resetdb --local, which touches your own copy only.',
    blockReason: 'This deletes shared data: {command}',
    commandPatterns: ['\\bdropit\\b'],
    delivery: 'block',
    priority: 10,
  },
  recall: {
    summary: 'E4711 means that the frobnicator was never calibrated',
    mistake: 'The build failed with E4711 because nobody had calibrated the frobnicator.',
    remediation: 'Run frob calibrate --once, then build again.',
    toolNames: ['Bash'],
    errorPatterns: ['\\bE4711\\b'],
    injectOn: ['PostToolUseFailure'],
    priority: 6,
  },
  pitfall: {
    summary: 'Warehouse exports need the accounting calendar',
    mistake: 'Wrote a warehouse export by calendar month, but accounting closes on the 25th.',
    remediation: 'Use the accounting calendar from config/calendar for every warehouse export.',
    signature: 'warehouse export',
    injectOn: ['UserPromptSubmit'],
    tags: ['topic:warehouse'],
    priority: 6,
  },
};

/** Runs the executable in the machine's home, outside any agent. */
export function lessons(
  machine: Machine,
  args: string[],
  input = '',
): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: machine.env['PATH'], HOME: machine.home, LESSONS_HOME: machine.lessonsHome };
  const { status, stdout, stderr } = spawnSync(builtExecutable(), args, {
    cwd: machine.project,
    env,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

export interface LogEntry {
  kind: string;
  agent: string;
  slug: string | null;
  sessionId: string;
  on: string | null;
  outcome: string | null;
  evidence: string | null;
}

/** What the hooks recorded; a scan in the background may have folded it into the store already. */
export function recordedEvents(machine: Machine): LogEntry[] {
  const { stdout, stderr } = lessons(machine, ['log', '--limit', '500', '--json']);
  if (stderr !== '') throw new Error(stderr);
  return (JSON.parse(stdout) as { entries: LogEntry[] }).entries;
}

/** What the log says of the delivery that came last, judged by a scan of that agent's transcripts. */
export function lastDelivery(machine: Machine, agent: string): LogEntry | undefined {
  lessons(machine, ['scan', '--agent', agent]);
  return recordedEvents(machine).findLast((each) => each.kind === 'inject');
}

/**
 * How many failing calls the hooks recorded; asked again while that is fewer than expected, since the scan after the
 * session may be folding them in.
 */
export async function recordedFailures(machine: Machine, expected: number): Promise<number> {
  const found = (): number =>
    (JSON.parse(lessons(machine, ['errors', 'list', '--json']).stdout) as { errors: unknown[] }).errors
      .length;
  await until(() => found() >= expected);
  return found();
}

/**
 * Puts programs, lessons and (unless told otherwise) our hooks on the machine. Programs that linger end a second
 * after they printed. Answers the slugs.
 */
export function furnish(
  machine: Machine,
  options: { init?: boolean; agent?: string; linger?: boolean } = {},
): Record<string, string> {
  const bin = join(machine.root, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, body] of Object.entries(PROGRAMS)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${options.linger ? "trap 'sleep 1' EXIT\n" : ''}${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  machine.env['PATH'] = `${bin}:${machine.env['PATH']}`;
  const slugs: Record<string, string> = {};
  for (const [name, lesson] of Object.entries(SHOP_LESSONS)) {
    const added = lessons(
      machine,
      ['add', '--from-json', '-', '--json'],
      JSON.stringify({ toolNames: ['Bash'], ...lesson }),
    );
    if (added.status !== 0) throw new Error(`cannot add ${name}: ${added.stderr}`);
    slugs[name] = (JSON.parse(added.stdout) as { slug: string }).slug;
  }
  if (options.init !== false) {
    const done = lessons(machine, ['init', '--agent', options.agent ?? 'claude-code']);
    if (done.status !== 0) throw new Error(`cannot init: ${done.stderr}`);
  }
  return slugs;
}

/** What the model saw in a request, one text a message, in order. */
export function seen(request: MessagesRequest | undefined): string[] {
  return [...(request?.messages ?? [])].map((message: Message) => textOf(message.content));
}

/** How often a text occurs in everything that the model saw in a request, its system prompt included. */
export function count(request: MessagesRequest | undefined, needle: string): number {
  const all = [textOf(request?.system), ...seen(request)].join('\n');
  return all.split(needle).length - 1;
}

/** The text of a tool call's result and whatever stands beside it up to the next thing the model said. */
export function besideResult(
  request: MessagesRequest | undefined,
  toolUseId: string,
): { result: string; beside: string; isError: boolean } {
  const messages = request?.messages ?? [];
  const at = messages.findIndex(
    (message) =>
      Array.isArray(message.content) && message.content.some((block) => block.tool_use_id === toolUseId),
  );
  if (at < 0) return { result: '', beside: '', isError: false };
  const blocks = messages[at]!.content as Exclude<Message['content'], string>;
  const own = blocks.find((block) => block.tool_use_id === toolUseId)!;
  const rest = blocks.filter((block) => block.type === 'text').map((block) => block.text ?? '');
  for (const message of messages.slice(at + 1)) {
    if (message.role === 'assistant') break;
    rest.push(textOf(message.content));
  }
  return { result: textOf(own.content), beside: rest.join('\n'), isError: own.is_error === true };
}

/** Ids of the calls that the model made in its last answer before a request. */
export function lastCalls(request: MessagesRequest | undefined): string[] {
  const last = (request?.messages ?? []).findLast((message) => message.role === 'assistant');
  if (last === undefined || typeof last.content === 'string') return [];
  return last.content.flatMap((block) => (block.type === 'tool_use' && block.id ? [block.id] : []));
}
