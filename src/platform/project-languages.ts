import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files in the root folder of a project that say which language it is in; the names are those of `lang:` tags. */
const MARKERS: [language: string, file: string][] = [
  ['csharp', 'global.json'],
  ['csharp', 'Directory.Build.props'],
  ['go', 'go.mod'],
  ['java', 'build.gradle'],
  ['java', 'build.gradle.kts'],
  ['java', 'pom.xml'],
  ['javascript', 'package.json'],
  ['php', 'composer.json'],
  ['python', 'pyproject.toml'],
  ['python', 'requirements.txt'],
  ['python', 'setup.py'],
  ['ruby', 'Gemfile'],
  ['rust', 'Cargo.toml'],
  ['terraform', 'main.tf'],
  ['typescript', 'tsconfig.json'],
];

/** Languages of the project in a root folder, by the files that stand there: `go`, `typescript`. */
export function projectLanguages(root: string): string[] {
  return [
    ...new Set(MARKERS.filter(([, file]) => existsSync(join(root, file))).map(([language]) => language)),
  ];
}
