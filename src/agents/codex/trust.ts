import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { VERSION } from '../../platform/version.ts';
import type { Env, HookTrust } from '../installer.ts';
import { isHookCommand } from '../shared/hook-command.ts';

const TIMEOUT_MS = 5000;
const LIST_ID = 2;

interface ListedHook {
  eventName?: unknown;
  command?: unknown;
  trustStatus?: unknown;
  enabled?: unknown;
}

/**
 * Asks Codex itself (`codex app-server`, JSON-RPC by the line, method `hooks/list`) which of our hooks it would run.
 * @param program path of the codex executable
 * @returns null where it does not answer in time
 */
export function codexTrust(program: string, cwd: string, env: Env): Promise<HookTrust[] | null> {
  return new Promise((resolve) => {
    const child = spawn(program, ['app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const finish = (found: HookTrust[] | null) => {
      clearTimeout(timer);
      child.kill();
      resolve(found);
    };
    const timer = setTimeout(() => finish(null), TIMEOUT_MS);
    child.on('error', () => finish(null));
    child.on('close', () => finish(null));
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      const hooks = listedHooks(line);
      if (hooks !== null) finish(hooks.filter((each) => isHookCommand(each.command, 'codex')).map(trustOf));
    });
    const clientInfo = { name: 'lessons-learned', version: VERSION };
    const messages = [
      { id: 1, method: 'initialize', params: { clientInfo } },
      { method: 'initialized' },
      { id: LIST_ID, method: 'hooks/list', params: { cwds: [cwd] } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  });
}

function listedHooks(line: string): ListedHook[] | null {
  try {
    const { id, result } = JSON.parse(line) as {
      id?: unknown;
      result?: { data?: { hooks?: (ListedHook | null)[] }[] };
    };
    return id === LIST_ID
      ? (result?.data ?? []).flatMap(({ hooks }) => hooks ?? []).filter((each) => each !== null)
      : null;
  } catch {
    return null;
  }
}

function trustOf({ eventName, trustStatus, enabled }: ListedHook): HookTrust {
  const isTrusted = trustStatus === 'trusted' || trustStatus === 'managed';
  return { event: String(eventName), runs: isTrusted && enabled !== false };
}
