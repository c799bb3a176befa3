// macOS runs no program whose signature does not fit its bytes. Bun signs what it compiles for Apple's own processors;
// for Intel's it leaves the signature of the Bun that it has copied.
import { spawnSync } from 'node:child_process';

/**
 * Signs an executable for this machine alone (`codesign --sign -`), unless its signature is valid already; true where
 * it is valid in the end, also where the machine has no `codesign` or needs none.
 */
export function signForMac(executable, { platform = process.platform, codesign = 'codesign' } = {}) {
  if (platform !== 'darwin') return true;
  const run = (...args) => spawnSync(codesign, [...args, executable], { stdio: 'ignore' });
  const checked = run('--verify', '--strict');
  if (checked.error || checked.status === 0) return true;
  // One that it cannot read stands in the way of another.
  run('--remove-signature');
  return run('--force', '--sign', '-').status === 0;
}
