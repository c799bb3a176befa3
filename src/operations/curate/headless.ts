import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import type { Env } from '../../platform/paths.ts';
import { startGroup } from '../../platform/program-group.ts';
import { programPath } from '../../platform/program-path.ts';
import { temporaryFolder } from '../../platform/temporary-folder.ts';
import { isObject } from '../../text/json.ts';
import { oneLine } from '../../text/one-line.ts';
import { redact } from '../../text/redact.ts';
import { parsedJson } from '../../transcripts/json.ts';

/** How an agent is run once, without a screen, without tools, with the prompt on standard input. */
interface HeadlessAgent {
  program: string;
  /** @param answerFile where the agent may be told to write its last message */
  args(answerFile: string): string[];
  /** The model's text out of what the agent printed or wrote. Throws where the agent reports a failure. */
  answer(stdout: string, answerFile: string): string;
}

/** Agents that can be run so. Tools are switched off or confined to reading: the answer is all that is wanted. */
const AGENTS: Record<string, HeadlessAgent> = {
  'claude-code': {
    program: 'claude',
    args: () => [
      '-p',
      '--output-format',
      'json',
      '--tools',
      '',
      '--strict-mcp-config',
      '--no-session-persistence',
      '--disable-slash-commands',
    ],
    answer: (stdout) => resultField(stdout, 'result'),
  },
  codex: {
    program: 'codex',
    args: (answerFile) => ['exec', '--sandbox', 'read-only', '--skip-git-repo-check', '-o', answerFile, '-'],
    answer: (stdout, answerFile) => (existsSync(answerFile) ? readFileSync(answerFile, 'utf8') : stdout),
  },
  'gemini-cli': {
    program: 'gemini',
    args: () => ['--output-format', 'json', '--approval-mode', 'default'],
    answer: (stdout) => resultField(stdout, 'response'),
  },
  'qwen-code': {
    program: 'qwen',
    args: () => ['--output-format', 'json', '--approval-mode', 'default'],
    answer: (stdout) => resultField(stdout, 'response'),
  },
};

export const CURATORS = Object.keys(AGENTS);

interface HeadlessOptions {
  agent: string;
  prompt: string;
  /** Milliseconds after which the whole process group is ended. */
  timeoutMs: number;
  env: Env;
  /** Another program than the agent's usual one. */
  program?: string | undefined;
}

const OUTPUT_BYTES_MAX = 4 * 1024 * 1024;
const KILL_GRACE_MS = 2000;

/** Variables that would make the agent think that it runs inside itself, or talk to the session we run in. */
const DROPPED =
  /^(?:CLAUDECODE$|CLAUDE_CODE_(?:SESSION_ID|CHILD_|ENTRYPOINT|MESSAGING_|SESSION_ATTENDED)|CLAUDE_PROJECT_DIR$|CLAUDE_PLUGIN_|CODEX_THREAD_ID$|CODEX_SANDBOX|GEMINI_SESSION_ID$|AI_AGENT$)/;

/**
 * Runs the user's own agent once in an empty folder and answers the model's text.
 * Throws NOT_FOUND without the program, AGENT_FAILED where it fails, says too much or does not end in time.
 */
export async function runHeadless(options: HeadlessOptions): Promise<string> {
  const agent = AGENTS[options.agent];
  if (!agent)
    throw new AppError('INVALID_INPUT', `${options.agent} cannot be run headless`, {
      hint: `Agents that can: ${CURATORS.join(', ')}.`,
    });
  const program = atItsPath(options.program ?? agent.program);
  if (!isThere(program, options.env))
    throw new AppError('NOT_FOUND', `${program} is not installed`, {
      hint: 'Install it, or name it with --command.',
    });
  const folder = temporaryFolder('lessons-curate-');
  try {
    const answerFile = join(folder, 'answer.txt');
    const stdout = await run(program, agent.args(answerFile), folder, options);
    return agent.answer(stdout, answerFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** It runs in another folder than ours, where a relative path would lead elsewhere. */
function atItsPath(program: string): string {
  return /[\\/]/.test(program) ? resolve(program) : program;
}

function isThere(program: string, env: HeadlessOptions['env']): boolean {
  return /[\\/]/.test(program) ? existsSync(program) : programPath(program, env) !== null;
}

async function run(
  program: string,
  args: string[],
  cwd: string,
  { prompt, timeoutMs, env }: HeadlessOptions,
): Promise<string> {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== undefined && !DROPPED.test(name)),
  );
  const { child, end } = startGroup(program, args, {
    cwd,
    env: { ...kept, LESSONS_DISABLE: '1' },
    graceMs: KILL_GRACE_MS,
    scratch: cwd,
  });
  let failure: AppError | null = null;
  const stop = (message: string, hint: string) => {
    failure ??= new AppError('AGENT_FAILED', message, { hint });
    end();
  };
  const timer = setTimeout(
    () =>
      stop(
        `${program} did not answer within ${Math.round(timeoutMs / 1000)} s and was ended`,
        'Raise --timeout, or lower --max.',
      ),
    timeoutMs,
  );
  const out = collect(child.stdout, () => stop(`${program} wrote more than 4 MB`, 'Nothing was proposed.'));
  const err = collect(child.stderr, () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(prompt);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
      // What left the group may keep the pipes open: then the end of the program itself is enough.
      child.on('exit', (exitCode) => setTimeout(() => resolve(exitCode), KILL_GRACE_MS + 1000).unref());
    });
    if (failure !== null) throw failure;
    if (code !== 0) throw failed(program, code, err() || out());
    return out();
  } finally {
    clearTimeout(timer);
    end();
  }
}

function collect(stream: NodeJS.ReadableStream, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= OUTPUT_BYTES_MAX) chunks.push(chunk);
    else tooMuch();
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function failed(program: string, code: number | null, said: string): AppError {
  const [line = ''] = redact(said.slice(0, 4000)).trim().split('\n');
  const why = line === '' ? '' : `: ${line.trim().slice(0, 300)}`;
  return new AppError('AGENT_FAILED', `${program} ended with ${code ?? 'a signal'}${why}`, {
    hint: 'Nothing was proposed.',
  });
}

/** The text in the JSON document that an agent prints; what is no such document is taken as the text. */
function resultField(stdout: string, field: string): string {
  const value = parsedJson(stdout);
  const document: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (!isObject(document)) return stdout;
  const { [field]: text, is_error: isError } = document;
  if (isError === true)
    throw new AppError(
      'AGENT_FAILED',
      `the agent reports an error: ${oneLine(redact(String(text))).slice(0, 300)}`,
      { hint: 'Nothing was proposed.' },
    );
  return typeof text === 'string' ? text : stdout;
}
