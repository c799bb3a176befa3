import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemFailure } from '../../platform/errors.ts';
import { ensureOwnDir, writeFileAtomic } from '../../platform/files.ts';
import { isAlive } from '../../platform/is-alive.ts';
import { homeFiles } from '../../platform/paths.ts';
import { renameOver } from '../../platform/rename.ts';
import { selfCommand } from '../../platform/self.ts';
import { singleQuoted } from '../../text/shell-quote.ts';
import { readIfThere } from './install-files.ts';

/** Where the hooks' executable lies. */
export function installedExecutable(home: string): string {
  return join(homeFiles.bin(home), process.platform === 'win32' ? 'lessons.exe' : 'lessons');
}

/**
 * Copies the running executable to the data folder, so that hooks outlive npx, version managers and a moved checkout.
 * Run from sources, it writes a script that starts them. True where something changed.
 */
export function installExecutable(home: string): boolean {
  const target = installedExecutable(home);
  ensureOwnDir(dirname(target));
  sweepCopies(target);
  const [program, ...args] = selfCommand();
  if (args.length > 0) return writeStarter(target, [program!, ...args]);
  const source = realpathSync(program!);
  if (existsSync(target) && (realpathSync(target) === source || isCopyOf(source, target)))
    return mayNowRun(target);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    copyFileSync(source, temporary);
    chmodSync(temporary, 0o755);
    const { atime, mtime } = statSync(source);
    utimesSync(temporary, atime, mtime);
    putInPlace(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw systemFailure(`cannot copy the executable to ${target}`, error);
  }
  return true;
}

/** Mends a copy that lost its mode. True where it had. */
function mayNowRun(target: string): boolean {
  if ((statSync(target).mode & 0o100) !== 0 || process.platform === 'win32') return false;
  chmodSync(target, 0o755);
  return true;
}

/** Windows lets a program that runs be renamed, not replaced: the old one steps aside, and goes once it has ended. */
function putInPlace(file: string, target: string): void {
  if (process.platform === 'win32' && existsSync(target))
    renameSync(target, `${target}.${crypto.randomUUID()}.old`);
  renameOver(file, target);
}

/** Copies that killed processes had begun, and on Windows programs that had stepped aside: each is of the same size. */
function sweepCopies(target: string): void {
  for (const name of readdirSync(dirname(target))) {
    const [, pid, aside] = /\.(?:(\d+)\.tmp|[\da-f-]{36}(\.old))$/.exec(name) ?? [];
    if (!name.startsWith(`${basename(target)}.`)) continue;
    if (aside === undefined && (pid === undefined || isAlive(Number(pid)))) continue;
    try {
      rmSync(join(dirname(target), name), { force: true });
    } catch {
      // It still runs: a later installation removes it.
    }
  }
}

function isCopyOf(source: string, target: string): boolean {
  const [a, b] = [statSync(source), statSync(target)];
  return a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) < 1;
}

function writeStarter(target: string, command: string[]): boolean {
  const script = `#!/bin/sh\nexec ${command.map(singleQuoted).join(' ')} "$@"\n`;
  if (readIfThere(target) === script) return false;
  writeFileAtomic(target, script, 0o755);
  return true;
}
