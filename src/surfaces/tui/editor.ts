import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, isSystemError, systemReason } from '../../platform/errors.ts';
import type { Env } from '../../platform/paths.ts';
import { temporaryFolder } from '../../platform/temporary-folder.ts';
import { editorText, readEditorText } from './fields.ts';
import type { Patch, ReviewRow } from './types.ts';

/**
 * Opens the row's fields in `$VISUAL` or `$EDITOR` and returns what was changed.
 * The terminal must be free: the screen is taken down before and put up again after.
 */
export function editInEditor(
  row: ReviewRow,
  env: Env,
): { ok: true; patch: Patch } | { ok: false; problem: string } {
  try {
    return edited(row, env['VISUAL'] || env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi'));
  } catch (error) {
    if (!(error instanceof AppError) && !isSystemError(error)) throw error;
    return { ok: false, problem: `the editor was not opened: ${systemReason(error)}` };
  }
}

function edited(row: ReviewRow, command: string): ReturnType<typeof editInEditor> {
  const folder = temporaryFolder('lessons-edit-');
  const file = join(folder, `${row.slug || row.id}.json`);
  try {
    writeFileSync(file, editorText(row), { mode: 0o600 });
    const { status } = runInShell(command, file);
    if (status === 127 || status === null)
      return { ok: false, problem: `cannot start ${command}: set $EDITOR` };
    if (status !== 0) return { ok: false, problem: `${command} ended with ${status}: nothing was changed` };
    return readEditorText(row, readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As git does: the command may quote its program's path, and have arguments of its own. */
function runInShell(command: string, file: string): { status: number | null } {
  return process.platform === 'win32'
    ? spawnSync(`${command} "${file}"`, { stdio: 'inherit', shell: true })
    : spawnSync('sh', ['-c', `${command} "$0"`, file], { stdio: 'inherit' });
}
