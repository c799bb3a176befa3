import { describe, expect, test } from 'bun:test';

import { shellParts } from '../../shell/shell.ts';
import { bypassed, isForgivenPart } from './proof.ts';

const told = (before: string, after: string): string => bypassed(shellParts(after).at(-1)!, before, after);

describe('a command that works because it gives up what had refused', () => {
  test.each([
    ['git commit -m x', 'git commit --no-verify -m x', '--no-verify', 'hooks'],
    ['git commit -m x', 'HUSKY=0 git commit -m x', 'HUSKY=0', 'hooks'],
    ['pytest -q', 'pytest -q --deselect a.py::b', '--deselect', 'test'],
    ['mvn package', 'mvn package -DskipTests', '-DskipTests', 'test'],
    ['curl -sS https://quay.test', 'curl -ksS https://quay.test', '-ksS', 'certificate'],
    ['npm ci', 'NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'certificate'],
    ['terraform apply', 'terraform apply -lock=false', '-lock=false', 'lock'],
    ['git push', 'git push --force', '--force', 'remote'],
  ])('%s, then %s', (before, after, option, lost) => {
    expect(told(before, after)).toContain(`only with \`${option}\``);
    expect(told(before, after)).toContain(lost);
  });

  test('the option left out is told as such', () => {
    expect(told('eslint src --max-warnings 0', 'eslint src')).toContain('only without `--max-warnings`');
  });

  test.each([
    ['git add dist', 'git add --force dist'],
    ['git push', 'git push --force-with-lease'],
    ['git commit --no-verify -m x', 'git commit --no-verify -m y'],
    ['npm install', 'npm install --legacy-peer-deps'],
    ['tar -xf a.tar', 'tar -kxf a.tar'],
  ])('%s, then %s is none', (before, after) => {
    expect(told(before, after)).toBe('');
  });
});

describe('a part that may fail and the line ends well', () => {
  test.each([
    ['make lint || true', true],
    ['make lint 2>&1 | tail -5 || echo none', true],
    ['make lint || make fmt', false],
    ['make lint && echo done', false],
    ['make lint; make test || true', false],
  ])('%s: %p', (command, excused) => {
    const parts = shellParts(command);
    expect(isForgivenPart(parts, parts[0]!)).toBe(excused);
  });
});
