import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigSchema } from '../model/config.ts';
import { INJECTION_META_OPEN, PROTOCOL_OPEN } from '../model/constants.ts';
import type { Lesson } from '../model/lesson.ts';
import { buildLesson } from './create-lesson.ts';
import type { Context } from './operation.ts';

export interface SelfTest {
  ok: boolean;
  /** What the hook said at a session start and at a matching call, cut. */
  sessionStart: string;
  matchingCall: string;
  /** Milliseconds that the second took, the shell included. */
  ms: number;
  detail: string;
}

const SHOWN_CHARS = 400;
const TIMEOUT_MS = 5000;
const COMMAND = 'lessons-self-test --now';

/**
 * Runs a registered command as the agent would (through the shell, with the agent's payload) on a data folder of its
 * own with one lesson, and reads what comes back.
 */
export async function testHook(context: Context, command: string): Promise<SelfTest> {
  const scratch = mkdtempSync(join(tmpdir(), 'lessons-doctor-'));
  try {
    const { writeManifest } = await import('../manifest/write.ts');
    await writeManifest(scratch, { lessons: [selfTestLesson(context)], config: ConfigSchema.parse({}) });
    const base = { session_id: 'lessons-doctor', transcript_path: null, cwd: scratch };
    const start = runHook(context, command, scratch, {
      ...base,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const call = runHook(context, command, scratch, {
      ...base,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: COMMAND },
      tool_use_id: 'toolu_doctor',
    });
    const ok = start.text.includes(PROTOCOL_OPEN) && call.text.includes('self-test');
    return {
      ok,
      sessionStart: start.text.slice(0, SHOWN_CHARS),
      matchingCall: call.text.slice(0, SHOWN_CHARS),
      ms: Math.round(call.ms),
      detail: ok
        ? 'protocol and lesson came back'
        : start.problem || call.problem || 'the hook ran and said nothing',
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
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
  home: string,
  payload: Record<string, unknown>,
): { text: string; problem: string; ms: number } {
  const started = performance.now();
  const { LESSONS_DISABLE: _, ...env } = context.env;
  const result = spawnSync(command, {
    shell: true,
    input: `${JSON.stringify(payload)}\n`,
    env: { ...env, LESSONS_HOME: home, CLAUDECODE: '1' },
    timeout: TIMEOUT_MS,
    encoding: 'utf8',
  });
  const ms = performance.now() - started;
  if (result.error) return { text: '', problem: result.error.message, ms };
  if (result.status !== 0) {
    const said = result.stderr.trim().split('\n')[0] ?? '';
    return { text: '', problem: `the hook ended with ${result.status}: ${said}`, ms };
  }
  return { text: answerText(result.stdout), problem: '', ms };
}

function answerText(stdout: string): string {
  try {
    const output = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
    return output.hookSpecificOutput?.additionalContext ?? '';
  } catch {
    return '';
  }
}

export interface SeenInjection {
  file: string;
  at: string | null;
  sessionId: string | null;
  lessons: string[];
}

const FILES_MAX = 300;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const MARK = Buffer.from(INJECTION_META_OPEN);

/** The last injection that a transcript shows, looking through the newest files first; null where none does. */
export function lastInjection(roots: readonly string[]): SeenInjection | null {
  for (const { path } of newestFiles(roots)) {
    const found = lastIn(path);
    if (found !== null) return found;
  }
  return null;
}

function newestFiles(roots: readonly string[]): { path: string; mtime: number }[] {
  const files: { path: string; mtime: number }[] = [];
  for (const root of roots) {
    let names: string[];
    try {
      names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    } catch {
      continue;
    }
    for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
      const path = join(root, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isFile()) files.push({ path, mtime: stat.mtimeMs });
    }
  }
  return files.sort((a, b) => b.mtime - a.mtime).slice(0, FILES_MAX);
}

/** Only lines that a hook's output is stored in count; text that an agent read or wrote does not. */
function lastIn(path: string): SeenInjection | null {
  const bytes = readTail(path);
  for (let at = bytes.lastIndexOf(MARK); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(MARK, at - 1)) {
    const start = bytes.lastIndexOf(10, at) + 1;
    const end = bytes.indexOf(10, at);
    const line = bytes.toString('utf8', start, end < 0 ? bytes.length : end);
    const found = injectionOf(line);
    if (found !== null) return { file: path, ...found };
    at = start;
  }
  return null;
}

function injectionOf(line: string): Omit<SeenInjection, 'file'> | null {
  let record: { type?: unknown; attachment?: { type?: unknown }; timestamp?: unknown; sessionId?: unknown };
  try {
    record = JSON.parse(line);
  } catch {
    return null;
  }
  const isHook = record.type === 'attachment' && String(record.attachment?.type).startsWith('hook_');
  const isDenial = record.type === 'user' && line.includes('"is_error":true');
  if (!isHook && !isDenial) return null;
  const slugs = [...line.matchAll(/\\"lessons\\+":\[(.*?)\]/g)].flatMap(
    (match) => match[1]!.match(/[a-z0-9][a-z0-9-]+/g) ?? [],
  );
  return {
    at: typeof record.timestamp === 'string' ? record.timestamp : null,
    sessionId: typeof record.sessionId === 'string' ? record.sessionId : null,
    lessons: [...new Set(slugs)],
  };
}

function readTail(path: string): Buffer {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const { size } = statSync(path);
    const start = Math.max(0, size - FILE_BYTES_MAX);
    const bytes = Buffer.alloc(size - start);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
  } finally {
    closeSync(fd);
  }
}
