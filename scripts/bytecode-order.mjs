// Runs a built executable's hook and has it write down which functions it loads: laid out in that order, the next
// build's start touches a few pages of bytecode instead of many (`--bytecode-order`).
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runBun } from './bun.mjs';

/** A call that meets no lesson of the compiled set, as most, and one that does. */
const COMMANDS = ['git status --short && npm run build', 'git push origin main --force'];
const LESSONS = '50';

/** Paths of the order files, most important first; empty where the executable cannot be run here. */
export function bytecodeOrder(executable, folder) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  if (runBun(['bench/support/make-home.ts', home, LESSONS], quiet) !== 0) return [];
  const files = COMMANDS.map((command, index) => {
    const file = join(folder, `order-${index}.txt`);
    const env = { ...process.env, LESSONS_HOME: home, BUN_BYTECODE_ORDER_OUT: file };
    delete env.LESSONS_DISABLE;
    const run = spawnSync(executable, ['hook', 'claude-code'], { input: payload(command), env, cwd: folder });
    return run.status === 0 ? file : null;
  });
  return files.includes(null) ? [] : files;
}

function payload(command) {
  return JSON.stringify({
    session_id: 'order',
    transcript_path: '',
    cwd: '/',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'order',
  });
}
