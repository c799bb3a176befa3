import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFromNpm } from '../../scripts/npm-tools.mjs';
import { scratchDir } from '../support/scratch.ts';

const root = join(import.meta.dir, '..', '..');

const SCRIPT = `
import { makeContext, runOperation, shellView, parseWrits, openManifest } from 'lessons-learned';
const context = makeContext({ home: process.argv[2], env: {}, actor: { agent: null, sessionId: null, terminal: false } });
await runOperation(context, 'lesson.add', { lesson: {
  summary: 'Pushes with force over the work of others',
  mistake: 'git push --force overwrites commits that others pushed meanwhile',
  remediation: 'git push --force-with-lease refuses if the remote has moved',
  toolNames: ['Bash'], commandPatterns: ['^git push --force(?!-with-lease)'],
} });
const { lessons } = await runOperation(context, 'lesson.list', {});
await context.close();
const manifest = openManifest(process.argv[2]);
console.log(JSON.stringify({
  node: process.versions.node,
  bun: process.versions.bun ?? null,
  lessons: lessons.map((lesson) => lesson.status),
  compiled: manifest?.candidates('Bash', ['git', 'push']).length === 1,
  programs: shellView('cd app && git push').commands.map((command) => command.program),
  writs: parseWrits('/lesson sig: some text').length,
}));
`;

test('the library runs on Node from npm: store, manifest, shell view, writs', () => {
  const home = scratchDir('node');
  const compiled = spawnSync('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.lib.json'], {
    cwd: root,
  });
  expect(`${compiled.stdout}`).toBe('');
  // A script inside the package may import it by its name, through the `exports` of package.json.
  const script = join(root, 'dist', 'library-test.mjs');
  writeFileSync(script, SCRIPT);
  const ran = spawnSync(nodeFromNpm(), ['--no-warnings', script, home], { cwd: root, env: { HOME: home } });
  expect(`${ran.stderr}`).toBe('');
  const answer = JSON.parse(`${ran.stdout}`);
  expect(Number(answer.node.split('.')[0])).toBeGreaterThanOrEqual(22);
  expect(answer).toMatchObject({
    bun: null,
    lessons: ['active'],
    compiled: true,
    programs: ['cd', 'git'],
    writs: 1,
  });
});
