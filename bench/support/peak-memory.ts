import { spawnSync } from 'node:child_process';

/**
 * Started by a small process, since Linux counts the memory of whoever starts a program into its peak.
 */
const SCRIPT = `
import os, resource, subprocess, sys
subprocess.run(sys.argv[1:], input=sys.stdin.buffer.read(), stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
`;

/** Peak memory of one run in MB, or null where it cannot be measured (no python3). */
export function peakMegabytes(command: string[], env: Record<string, string>, input: string): number | null {
  const result = spawnSync('python3', ['-c', SCRIPT, ...command], {
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (result.status !== 0) return null;
  const value = Number(result.stdout.trim());
  return process.platform === 'darwin' ? value / 1e6 : value / 1e3;
}
