import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { pinnedVersion } from './tool-pins.ts';

const pins: [tool: string, version: string | null, file: string, text: string][] = [
  ['node', '20.11', '.nvmrc', 'v20.11\n'],
  ['node', '>=22', 'package.json', '{"name": "x", "engines": {"npm": ">=10", "node": ">=22"}}'],
  ['node', '22.1.0', '.tool-versions', 'ruby 3.3.0\nnodejs 22.1.0\n'],
  ['pnpm', '9.1.0', 'package.json', '{"packageManager": "pnpm@9.1.0"}'],
  ['python', '>=3.11', 'pyproject.toml', '[project]\nrequires-python = ">=3.11"\n'],
  ['go', '1.22', 'go.mod', 'module example.org/x\n\ngo 1.22\n'],
  ['go', '1.22.4', 'go.mod', 'module example.org/x\n\ngo 1.22\n\ntoolchain go1.22.4\n'],
  ['cargo', '1.79', 'rust-toolchain.toml', '[toolchain]\nchannel = "1.79"\n'],
  ['eslint', '9.1.0', 'package-lock.json', '{"packages": {"node_modules/eslint": {\n  "version": "9.1.0"}}}'],
  ['eslint', '^9.1.0', 'package.json', '{"devDependencies": {"eslint-plugin-x": "1.0", "eslint": "^9.1.0"}}'],
  ['eslint', '9.1.0', 'yarn.lock', 'eslint@^9.0.0:\n  version "9.1.0"\n'],
  ['eslint', '9.1.0', 'pnpm-lock.yaml', 'packages:\n\n  eslint@9.1.0:\n    resolution: {}\n'],
  ['tsc', '5.4.5', 'package.json', '{"devDependencies": {"typescript": "5.4.5"}}'],
  ['pytest', '8.0.1', 'requirements.txt', 'pytest-cov==5.0\npytest==8.0.1\n'],
  ['pytest', '7.4', 'pyproject.toml', 'dependencies = ["pytest>=7.4"]\n'],
  ['pytest', '8.0.1', 'uv.lock', '[[package]]\nname = "pytest"\nversion = "8.0.1"\n'],
  ['rspec', '3.13.0', 'Gemfile.lock', 'GEM\n  specs:\n    rspec (3.13.0)\n'],
  ['ruff', '0.4.1', 'mise.toml', '[tools]\nruff = "0.4.1"\n'],
  ['pip', null, 'requirements.txt', 'pip-tools==7.0\n'],
  ['git', null, 'package.json', '{"name": "git", "repository": {"type": "git"}}'],
  ['c++', null, 'requirements.txt', 'cython==3\n'],
];

test.each(pins)('the version of %s is %s in %s', (tool, version, file, text) => {
  const root = scratchDir();
  writeFileSync(join(root, file), text);
  expect(pinnedVersion(root, tool)).toBe(version);
});

test('a version manager goes before a lock file', () => {
  const root = scratchDir();
  writeFileSync(join(root, '.tool-versions'), 'ruff 0.5.0\n');
  writeFileSync(join(root, 'requirements.txt'), 'ruff==0.4.0\n');
  expect(pinnedVersion(root, 'ruff')).toBe('0.5.0');
});
