import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../scripts/build.mjs';
import { scratchDir } from '../support/scratch.ts';

test('the executable runs nothing of the folder that it is started in', () => {
  const folder = scratchDir('foreign');
  const source = join(folder, 'probe.ts');
  const probe = join(folder, 'probe');
  writeFileSync(source, 'console.log(`own ${process.env["PROBE_VARIABLE"] ?? "unset"}`);');
  expect(build(source, probe)).toBe(0);
  writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./foreign.ts"]\n');
  writeFileSync(join(folder, 'foreign.ts'), 'console.log("foreign code");');
  writeFileSync(join(folder, '.env'), 'PROBE_VARIABLE=foreign\n');
  const { PROBE_VARIABLE: _, ...env } = process.env;
  const result = spawnSync(probe, [], { cwd: folder, encoding: 'utf8', env });
  expect(result.stdout).toBe('own unset\n');
});
