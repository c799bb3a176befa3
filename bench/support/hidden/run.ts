import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './cases.ts';

const LIMIT_MS = 25_000;
const OUTPUT_MAX = 30_000;
/** Where the recorded outputs say that the project lies. */
const HOME_SHOWN = '/home/dev';

/** Nobody outside of the machine is asked for anything. */
const OFFLINE = {
  GOPROXY: 'off',
  npm_config_registry: 'http://127.0.0.1:59999',
  npm_config_fetch_retries: '0',
  COMPOSER_DISABLE_NETWORK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
};

export interface Ran {
  status: number | null;
  output: string;
}

/** What a command left running in the background ends with it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}

/** A folder in which the commands of the lists run; each run begins with a fresh copy of its program's project. */
export class Sandbox {
  readonly #root: string;
  readonly #modules: string;

  /** @param modules a folder with `node_modules`, for the programs that npm installs */
  constructor(root: string, modules: string) {
    this.#root = root;
    this.#modules = modules;
    for (const name of ['home', 'tmp']) mkdirSync(join(root, name), { recursive: true });
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH = '', HOME = '', PGPORT = '', PYENV_ROOT = '' } = process.env;
    const { RUSTUP_HOME = join(HOME, '.rustup') } = process.env;
    return {
      PYENV_ROOT,
      RUSTUP_HOME,
      ...OFFLINE,
      PATH: `${join(this.#modules, 'node_modules', '.bin')}:${PATH}`,
      HOME: join(this.#root, 'home'),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      BASE: this.#modules,
      PGPORT,
    };
  }

  has(program: Program): boolean {
    const found = spawnSync('bash', ['-c', `command -v ${program.needs}`], { env: this.#environment() });
    return found.status === 0;
  }

  /** Makes the project that each run of the program's commands starts from. */
  prepare(program: Program): void {
    const folder = join(this.#root, 'made', program.name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    spawnSync('bash', ['-c', program.setup], { cwd: folder, env: this.#environment() });
  }

  /** Runs a command line as an agent's shell does: no terminal, both outputs in one. */
  run(program: Program, command: string): Promise<Ran> {
    const parent = join(this.#root, 'box', program.name);
    const cwd = join(parent, program.project);
    rmSync(parent, { recursive: true, force: true });
    mkdirSync(parent, { recursive: true });
    cpSync(join(this.#root, 'made', program.name), cwd, { recursive: true, verbatimSymlinks: true });
    const child = spawn('bash', ['-c', `{ eval "$LINE"; } 2>&1`], {
      cwd,
      env: { ...this.#environment(), LINE: command.replaceAll('/tmp/', `${this.#root}/tmp/`) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data));
    child.stderr.on('data', (data: Buffer) => (output += data));
    const end = (status: number | null): Ran => ({ status, output: this.#shown(output, cwd) });
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        endGroup(child.pid!);
        resolve(end(null));
      }, LIMIT_MS);
      child.on('close', (code) => {
        clearTimeout(timer);
        endGroup(child.pid!);
        resolve(end(code));
      });
    });
  }

  #shown(output: string, cwd: string): string {
    const parent = join(cwd, '..');
    return output
      .slice(0, OUTPUT_MAX)
      .replaceAll(`${this.#modules}/node_modules`, `${cwd}/node_modules`)
      .replaceAll(parent, HOME_SHOWN)
      .replaceAll(join(this.#root, 'tmp'), '/tmp')
      .replaceAll(join(this.#root, 'home'), HOME_SHOWN)
      .trimEnd();
  }
}

/** The folder of a project as the recorded outputs name it. */
export const shownFolder = (project: string): string => join(HOME_SHOWN, project);
