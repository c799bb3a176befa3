import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { counted } from '../model/counted.ts';
import type { Lesson } from '../model/lesson.ts';
import { calledAs } from '../platform/called-as.ts';
import { AppError } from '../platform/errors.ts';
import { selfCommand } from '../platform/self.ts';
import { temporaryFolder } from '../platform/temporary-folder.ts';
import { makeContext } from './context.ts';
import { demoTranscripts } from './demo-transcripts.gen.ts';
import { type Context, operation } from './operation.ts';
import { runOperation } from './run-operation.ts';

const PROMOTED_COMMAND = 'git push';
const OTHER_COMMAND = 'git status';

const output = z.object({
  sessions: z.int(),
  candidates: z.array(
    z.object({
      number: z.int(),
      summary: z.string(),
      mistake: z.string(),
      remediation: z.string(),
      from: z.string(),
    }),
  ),
  promoted: z.object({ slug: z.string(), summary: z.string() }),
  told: z.object({ command: z.string(), answer: z.unknown(), text: z.string() }),
  silent: z.object({ command: z.string(), answer: z.string() }),
});
type Output = z.infer<typeof output>;

/** What the hook prints for one Bash call of a session; the same process that an agent starts. */
function askHook(home: string, command: string, toolUseId: string): string {
  const [program = '', ...args] = selfCommand();
  const payload = {
    session_id: 'demo',
    transcript_path: join(home, 'demo.jsonl'),
    cwd: '/home/dev/shop',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: toolUseId,
  };
  const env = { ...process.env, LESSONS_HOME: home, LESSONS_DISABLE: '' };
  const ran = spawnSync(program, [...args, 'hook', 'claude-code'], {
    input: JSON.stringify(payload),
    env,
    encoding: 'utf8',
  });
  if (ran.error || ran.status !== 0)
    throw new AppError('INTERNAL', `the hook did not run: ${ran.error?.message ?? ran.stderr}`);
  return ran.stdout.trim();
}

function contextOf(answer: unknown): string {
  const output = (
    answer as { hookSpecificOutput?: { additionalContext?: string; permissionDecisionReason?: string } }
  ).hookSpecificOutput;
  return output?.additionalContext ?? output?.permissionDecisionReason ?? '';
}

function writeTranscripts(folder: string): string {
  const sessions = join(folder, 'projects', '-home-dev-shop');
  mkdirSync(sessions, { recursive: true });
  for (const [name, text] of Object.entries(demoTranscripts)) writeFileSync(join(sessions, name), text);
  return sessions;
}

function pick(candidates: Lesson[]): Lesson {
  const found = candidates.find(
    (each) => each.source === 'heuristic' && each.commandPatterns.some((pattern) => pattern.includes('push')),
  );
  if (found === undefined) throw new AppError('INTERNAL', 'the demo found no candidate to promote');
  return found;
}

const KINDS: Record<string, string> = {
  structured: 'a #lesson tag that the agent wrote itself',
  heuristic: 'a call that failed, and what worked instead',
};

function fromOf(lesson: Lesson): string {
  if (lesson.signals.includes('user-correction')) return 'the user corrected the agent';
  return KINDS[lesson.source] ?? lesson.source;
}

async function play(context: Context, folder: string): Promise<Output> {
  const sessions = writeTranscripts(folder);
  const scan = await runOperation<{ filesChanged: number }>(context, 'transcript.scan', {
    paths: [sessions],
  });
  const { lessons } = await runOperation<{ lessons: Lesson[] }>(context, 'lesson.list', {
    status: ['candidate'],
  });
  const promoted = pick(lessons);
  await runOperation(context, 'lesson.promote', { ids: [promoted.id] });
  const said = askHook(context.home, PROMOTED_COMMAND, 'toolu_demo1');
  if (said === '')
    throw new AppError('IO', 'the hook ran and said nothing: it gives up where it has no answer in time', {
      hint: 'Is this machine very busy, or does it emulate another processor? `lessons doctor` says how long a hook takes.',
    });
  const answer: unknown = JSON.parse(said);
  return {
    sessions: scan.filesChanged,
    candidates: lessons.map((each) => ({
      number: each.number,
      summary: each.summary,
      mistake: each.mistake,
      remediation: each.remediation,
      from: fromOf(each),
    })),
    promoted: { slug: promoted.slug, summary: promoted.summary },
    told: { command: PROMOTED_COMMAND, answer, text: contextOf(answer) },
    silent: { command: OTHER_COMMAND, answer: askHook(context.home, OTHER_COMMAND, 'toolu_demo2') },
  };
}

const indent = (text: string) => text.replace(/^/gm, '   ');

function render(result: Output): string {
  const candidates = result.candidates.map((each) =>
    [
      `   #${each.number} ${each.summary}`,
      `      found in: ${each.from}`,
      `      mistake:  ${each.mistake}`,
      `      fix:      ${each.remediation}`,
    ].join('\n'),
  );
  return [
    'lessons: a demonstration in a temporary folder; nothing of yours is read or changed.',
    `1. Capture. Scanned ${counted(result.sessions, 'recorded session')} of a coding agent and found ${counted(result.candidates.length, 'candidate')}:`,
    candidates.join('\n\n'),
    `2. Review. A human says yes to one of them: "${result.promoted.summary}".`,
    '3. Compile. The active lesson went into the manifest that the hook opens.',
    `4. Inject. In a later session the agent is about to run \`${result.told.command}\`. Its hook asks lessons, and the agent is told:`,
    indent(result.told.text),
    `   For \`${result.silent.command}\` it is told ${result.silent.answer === '' ? 'nothing' : result.silent.answer}.`,
    `Next: \`${calledAs()} init\` connects your agents, \`${calledAs()} scan\` reads their sessions, \`${calledAs()} review\` decides.`,
  ].join('\n\n');
}

/** The whole loop on recorded sessions, in a folder that is removed afterwards. */
export const demo = operation({
  name: 'demo.run',
  docs: 'Plays the whole loop in a temporary folder: scans three recorded sessions, shows the candidates, approves one, compiles it and asks the hook about a call that would repeat the mistake.',
  input: z.object({}),
  output,
  readOnly: true,
  cli: { command: ['demo'], render },
  async run(context) {
    const folder = temporaryFolder('lessons-demo-');
    const own = makeContext({
      home: join(folder, 'home'),
      cwd: folder,
      env: {},
      actor: { agent: null, sessionId: null, terminal: false },
      warn: (line) => context.warn(line),
    });
    try {
      return await play(own, folder);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
