import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installTool, nodeFromNpm } from '../../scripts/npm-tools.mjs';
import { PATIENCE_MS } from '../support/until.ts';
import type { Machine } from './client.ts';
import { chatDialect, type Dialect, geminiDialect, responsesDialect, type Step } from './scripted-model.ts';

/** A real agent client from npm, run headless against a scripted model. */
interface AgentClient {
  agent: string;
  package: string;
  version: string;
  program: string;
  /** True where a headless run has no session start, so that the protocol is told in the terminal UI only. */
  noHeadlessStart?: boolean;
  /** True where a headless run has no end that hooks hear of: what it wrote is read at the next start. */
  noHeadlessEnd?: boolean;
  /** True where the output of a program that ends at once is lost now and then: its result is read at the exit, not once the pipe closed. */
  losesLastOutput?: boolean;
  /** Oldest Node, where the client runs on the machine's own; null where it brings its runtime. */
  nodeMin: number | null;
  dialect: Dialect;
  /** The model's call of a shell command. */
  shell(command: string): NonNullable<Step['call']>;
  /** Writes the settings that make it ask the scripted model, and names its environment. */
  configure(machine: Machine, modelUrl: string): Record<string, string>;
  args(prompt: string): string[];
  /** Arguments that resume the last session, where the client does not keep all that hooks added to it. */
  resumeArgs?: string[];
}

function put(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

export const AGENT_CLIENTS: AgentClient[] = [
  {
    agent: 'codex',
    package: '@openai/codex',
    version: '0.171.0',
    program: 'codex',
    nodeMin: 16,
    dialect: responsesDialect,
    shell: (command) => ({ name: 'exec_command', args: { cmd: command, login: false } }),
    configure(machine, modelUrl) {
      const config = [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${modelUrl}/v1"`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        '[analytics]',
        'enabled = false',
      ];
      put(join(machine.home, '.codex', 'config.toml'), `${config.join('\n')}\n`);
      return { SCRIPTED_KEY: 'dummy' };
    },
    args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  },
  {
    agent: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    nodeMin: 20,
    dialect: geminiDialect,
    shell: (command) => ({ name: 'run_shell_command', args: { command, description: 'Run it' } }),
    configure(machine, modelUrl) {
      put(join(machine.home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      });
      return {
        GEMINI_API_KEY: 'dummy',
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_TELEMETRY_ENABLED: 'false',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        NO_BROWSER: 'true',
      };
    },
    args: (prompt) => ['--approval-mode', 'yolo', '--model', 'gemini-2.5-flash', '-p', prompt],
    resumeArgs: ['--resume', 'latest'],
  },
  {
    agent: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    noHeadlessEnd: true,
    nodeMin: 16,
    dialect: chatDialect,
    shell: (command) => ({ name: 'bash', args: { command, description: 'Run it' } }),
    configure(machine, modelUrl) {
      put(join(machine.home, '.config', 'opencode', 'opencode.json'), {
        autoupdate: false,
        share: 'disabled',
        model: 'scripted/model',
        small_model: 'scripted/model',
        permission: { bash: 'allow' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'scripted',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
            models: { model: { name: 'model', tool_call: true, limit: { context: 100_000, output: 4000 } } },
          },
        },
      });
      return {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        // With a plugin it would fetch its plugin package: the model server has none, and says so at once.
        npm_config_registry: modelUrl,
      };
    },
    args: (prompt) => ['run', '--format', 'json', prompt],
  },
  {
    agent: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    nodeMin: 20,
    dialect: chatDialect,
    shell: (command) => ({ name: 'bash', args: { command, description: 'Run it', mode: 'sync' } }),
    configure: (_machine, modelUrl) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'scripted',
    }),
    args: (prompt) => ['-p', prompt, '--allow-all-tools'],
    resumeArgs: ['--continue'],
  },
  qwenCode({ version: '0.15.10', nodeMin: 20, noHeadlessStart: true }),
  qwenCode({ version: '0.24.4', nodeMin: 22, resumeArgs: ['--continue'] }),
];

function qwenCode(
  own: Pick<AgentClient, 'version' | 'nodeMin' | 'noHeadlessStart' | 'resumeArgs'>,
): AgentClient {
  return {
    ...own,
    agent: 'qwen-code',
    package: '@qwen-code/qwen-code',
    program: 'qwen',
    losesLastOutput: true,
    noHeadlessEnd: true,
    dialect: chatDialect,
    shell: (command) => ({
      name: 'run_shell_command',
      args: { command, description: 'Run it', is_background: false },
    }),
    configure(machine, modelUrl) {
      put(join(machine.home, '.qwen', 'settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      });
      return {
        OPENAI_API_KEY: 'dummy',
        OPENAI_BASE_URL: `${modelUrl}/v1`,
        OPENAI_MODEL: 'scripted',
      };
    },
    args: (prompt) => ['--yolo', '-p', prompt],
  };
}

/** Why no client is run here, or null. */
export function whyNot(): string | null {
  const skipped = process.env['LESSONS_SKIP_CLIENT'];
  return skipped ? `LESSONS_SKIP_CLIENT=${skipped}` : null;
}

/** Path of the client's program, installed now if it is not there yet. */
export function clientProgram(client: AgentClient): string {
  const folder = installTool(client.package, client.version);
  return join(folder, 'node_modules', '.bin', client.program);
}

/** Settings of the user, there before ours are merged into them, and the environment of the client. */
export function prepareClient(client: AgentClient, machine: Machine, modelUrl: string): void {
  for (const name of Object.keys(machine.env)) if (/ANTHROPIC|CLAUDE/.test(name)) delete machine.env[name];
  Object.assign(machine.env, client.configure(machine, modelUrl));
  machine.env['PATH'] = `${dirname(nodeFor(client))}${delimiter}${machine.env['PATH']}`;
}

/** Runs one headless session in the machine's environment and waits for its end. */
export function runClient(
  client: AgentClient,
  machine: Machine,
  prompt: string,
  more: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(clientProgram(client), [...client.args(prompt), ...more], {
    cwd: machine.project,
    env: machine.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: chunks.join('') });
    });
  });
}

/** The machine's own Node where the client runs on it, else one from npm. */
function nodeFor({ nodeMin }: AgentClient): string {
  const asked = ['-p', 'process.versions.node.split(".")[0] + " " + process.execPath'];
  const [major, path] = (spawnSync('node', asked, { encoding: 'utf8' }).stdout ?? '').trim().split(' ');
  return path !== undefined && Number(major) >= (nodeMin ?? 0) ? path : nodeFromNpm();
}
