import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { projectLanguages } from './project-languages.ts';

test('a project has the languages that its root folder names, each once', () => {
  const root = scratchDir('project');
  expect(projectLanguages(root)).toEqual([]);
  for (const file of ['pyproject.toml', 'requirements.txt', 'package.json', 'tsconfig.json', 'README.md'])
    writeFileSync(join(root, file), '');
  expect(projectLanguages(root)).toEqual(['javascript', 'python', 'typescript']);
  expect(projectLanguages(join(root, 'gone'))).toEqual([]);
});
