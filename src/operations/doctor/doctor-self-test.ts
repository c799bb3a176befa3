import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentInstaller } from '../../agents/installer.ts';
import { withoutOpening } from '../../agents/shared/hook-command.ts';
import { ConfigSchema } from '../../model/config.ts';
import { PROTOCOL_OPEN } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { systemErrorCode } from '../../platform/errors.ts';
import { installedExecutable } from '../install/install-executable.ts';
import { buildLesson } from '../lesson/create-lesson.ts';
import type { Context } from '../operation.ts';
import { executableThere } from '../outcomes/silence.ts';
import { inScratch } from './doctor-scratch.ts';

interface SelfTest {
  ok: boolean;
  /** What the hook said at a session start and at a matching call, cut. */
  sessionStart: string;
  matchingCall: string;
  /** Milliseconds that the second took, the shell included. */
  ms: number;
  detail: string;
}

const SHOWN_CHARS = 400;
/** A start takes some 20 ms, also on a busy machine rarely more than this. */
const SLOW_MS = 500;
const COMMAND = 'lessons-self-test --now';

/**
 * Runs a registered command as the agent would (through the shell, with the agent's payloads) on a data folder of its
 * own with one lesson, and reads what comes back. The lesson must come with one of the call's events, in the time that
 * the agent gives a hook.
 */
export async function testHook(
  context: Context,
  installer: AgentInstaller,
  command: string,
  allowedMs: number,
): Promise<SelfTest> {
  return inScratch(async (scratch) => {
    const { writeManifest } = await import('../../manifest/write.ts');
    await writeManifest(scratch, { lessons: [selfTestLesson(context)], config: ConfigSchema.parse({}) });
    linkExecutable(context, scratch);
    const payloads = installer.selfTest(scratch, COMMAND);
    const run = (payload: Record<string, unknown>) =>
      runHook(context, command, { home: scratch, allowedMs }, payload);
    const start = run(payloads.start);
    const answers = payloads.call.map(run);
    const call = answers.find((each) => each.text.includes('self-test')) ?? answers.at(-1)!;
    const ok = start.text.includes(PROTOCOL_OPEN) && call.text.includes('self-test');
    return {
      ok,
      sessionStart: start.text.slice(0, SHOWN_CHARS),
      matchingCall: call.text.slice(0, SHOWN_CHARS),
      ms: Math.round(call.ms),
      detail: ok
        ? 'protocol and lesson came back'
        : start.problem || call.problem || silence(Math.max(start.ms, call.ms)),
    };
  });
}

/** A plugin's script looks for the executable in the data folder. */
function linkExecutable(context: Context, scratch: string): void {
  const executable = executableThere(context);
  if (executable === null || process.platform === 'win32') return;
  const link = installedExecutable(scratch);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(executable, link);
}

/** A hook is quiet where it is late, which says nothing of how it is installed. */
function silence(ms: number): string {
  const said = 'the hook ran and said nothing';
  return ms < SLOW_MS ? said : `${said}: it took ${Math.round(ms)} ms here, too long for an answer in time`;
}

function selfTestLesson(context: Context): Lesson {
  const draft = {
    summary: 'The self-test of lessons doctor reached the hook',
    mistake: 'Nothing: this lesson stands in for a real one in a scratch folder.',
    remediation: 'Nothing is to be done: the hook answers.',
    toolNames: ['Bash'],
    commandPatterns: ['\\blessons-self-test\\b'],
  };
  const options = { now: context.clock.now(), status: 'active', source: 'manual' } as const;
  return { ...buildLesson(draft, options), number: 1 };
}

function runHook(
  context: Context,
  command: string,
  { home, allowedMs }: { home: string; allowedMs: number },
  payload: Record<string, unknown>,
): { text: string; problem: string; ms: number } {
  const started = performance.now();
  const { LESSONS_DISABLE: _, ...env } = context.env;
  const said = withoutOpening(command);
  const result = spawnSync(said, {
    shell: shellFor(said),
    input: `${JSON.stringify(payload)}\n`,
    env: { ...env, LESSONS_HOME: home, LESSONS_SELF_TEST: '1', CLAUDECODE: '1' },
    timeout: Math.max(1, Math.round(allowedMs)),
    encoding: 'utf8',
  });
  const ms = performance.now() - started;
  if (systemErrorCode(result.error) === 'ETIMEDOUT')
    return {
      text: '',
      problem: `no answer within ${allowedMs / 1000} s, after which the agent goes on without it`,
      ms,
    };
  if (result.error) return { text: '', problem: result.error.message, ms };
  if (result.status !== 0) {
    const error = result.stderr.trim().split('\n')[0] ?? '';
    const why = error === '' ? '' : `: ${error}`;
    return { text: '', problem: `it ended with ${result.status ?? result.signal}${why}`, ms };
  }
  return { text: answerText(result.stdout), problem: '', ms };
}

/** On Windows cmd.exe reads neither PowerShell's call operator nor a path with slashes that is not quoted. */
function shellFor(command: string): string | true {
  return process.platform === 'win32' && /^(?:& |[^"\s]*\/)/.test(command) ? 'powershell.exe' : true;
}

/** The longest text in an answer, whichever field the agent takes it in. */
function answerText(stdout: string): string {
  let longest = '';
  try {
    JSON.parse(stdout, (_key, value: unknown) => {
      if (typeof value === 'string' && value.length > longest.length) longest = value;
      return value;
    });
  } catch {
    return '';
  }
  return longest;
}
