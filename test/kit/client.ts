import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newFolder, removeFolder } from '../support/folders.ts';
import { PATIENCE_MS } from '../support/until.ts';

/** The machine of one test: an empty home with a project in it, and a data folder of its own. */
export interface Machine {
  root: string;
  home: string;
  project: string;
  lessonsHome: string;
  env: Record<string, string>;
  remove(): void;
}

/** @param modelUrl where the scripted model server listens */
export function makeMachine(modelUrl: string): Machine {
  const root = newFolder('e2e');
  const home = join(root, 'home');
  const project = join(home, 'shop');
  const lessonsHome = join(root, 'lessons');
  mkdirSync(project, { recursive: true });
  return {
    root,
    home,
    project,
    lessonsHome,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: root,
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      IS_SANDBOX: '1',
    },
    remove: () => {
      endProcessesOf(root);
      removeFolder(root);
    },
  };
}

/**
 * Ends what hooks started in the background: a scan that goes on would make its data folder anew. Where there is no
 * `/proc` it is left to end by itself, and its folder to the next run.
 */
function endProcessesOf(root: string): void {
  if (!existsSync('/proc/self/environ')) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${root}/`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It is another user's, or has ended.
    }
  }
}

/** A headless session of the real client into which prompts are written one by one. */
export class ClientSession {
  readonly #child: ChildProcess;
  readonly #events: Record<string, unknown>[] = [];
  #waiting: { type: string; resolve: (event: Record<string, unknown>) => void } | null = null;
  #stderr = '';

  constructor(binary: string, machine: Machine, args: string[] = [], cwd = machine.project) {
    const fixed = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
    const tools = ['--allowedTools', 'Bash,Read,Edit,Write,Glob,Grep,Task,Agent'];
    this.#child = spawn(binary, [...fixed, ...tools, ...args], { cwd, env: machine.env, stdio: 'pipe' });
    this.#child.stderr?.on('data', (chunk) => {
      this.#stderr += String(chunk);
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.#take(line));
  }

  #take(line: string): void {
    let event: Record<string, unknown>;
    try {
      event = JSON.parse(line);
    } catch {
      return;
    }
    this.#events.push(event);
    const waiting = this.#waiting;
    if (waiting === null || waiting.type !== event['type']) return;
    this.#waiting = null;
    waiting.resolve(event);
  }

  /** Sends a prompt and waits for the end of its turn. */
  async prompt(text: string): Promise<Record<string, unknown>> {
    const result = new Promise<Record<string, unknown>>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no result for ${JSON.stringify(text)}: ${this.#stderr.slice(0, 2000)}`)),
        PATIENCE_MS,
      );
      this.#waiting = {
        type: 'result',
        resolve: (event) => {
          clearTimeout(timer);
          resolve(event);
        },
      };
    });
    const message = { type: 'user', message: { role: 'user', content: text } };
    this.#child.stdin!.write(`${JSON.stringify(message)}\n`);
    return result;
  }

  /** The session's id, known from the first event on. */
  get sessionId(): string {
    const ids = this.#events.map((event) => event['session_id']).filter((id) => typeof id === 'string');
    return String(ids.at(-1) ?? '');
  }

  get events(): readonly Record<string, unknown>[] {
    return this.#events;
  }

  /** Ends the session and waits for the client. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.on('close', () => resolve()));
    this.#child.stdin!.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** Transcript files that the client wrote, subagents' included. */
export function transcripts(machine: Machine): string[] {
  const folder = join(machine.home, '.claude', 'projects');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}
