import { join } from 'node:path';
import { readSmall } from '../../platform/files.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';

/** Lock files of large projects have some megabytes. */
const FILE_BYTES_MAX = 8_000_000;
const VERSION_CHARS_MAX = 40;

/** A file of a project, and what stands before and at the version of a tool in it: the first group. */
type Pin = [file: string, pattern: RegExp];

const FIRST_LINE = /^\s*v?([\w./*-]+)/;
const packageManager = (name: string): Pin => [
  'package.json',
  new RegExp(`"packageManager"\\s*:\\s*"${name}@([\\w.-]+)`),
];

/** Where the version of a tool stands that is no package of the project. */
const OWN = new Map<string, Pin[]>(
  Object.entries({
    node: [
      ['.nvmrc', FIRST_LINE],
      ['.node-version', FIRST_LINE],
      ['.tool-versions', /^nodejs[ \t]+(\S+)/m],
      ['package.json', /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/],
    ],
    npm: [packageManager('npm'), ['package.json', /"engines"\s*:\s*\{[^}]*"npm"\s*:\s*"([^"]+)"/]],
    pnpm: [packageManager('pnpm')],
    yarn: [packageManager('yarn')],
    bun: [packageManager('bun'), ['.bun-version', FIRST_LINE]],
    python: [
      ['.python-version', FIRST_LINE],
      ['pyproject.toml', /^requires-python[ \t]*=[ \t]*["']([^"']+)/m],
    ],
    go: [
      ['go.mod', /^toolchain[ \t]+go(\S+)/m],
      ['go.mod', /^go[ \t]+(\S+)/m],
    ],
    cargo: [
      ['rust-toolchain.toml', /^channel[ \t]*=[ \t]*"([^"]+)/m],
      ['rust-toolchain', FIRST_LINE],
    ],
    ruby: [
      ['.ruby-version', FIRST_LINE],
      ['Gemfile.lock', /^RUBY VERSION\s+ruby ([\w.]+)/m],
    ],
    terraform: [['.terraform-version', FIRST_LINE]],
  } satisfies Record<string, Pin[]>),
);
/** Tools that are called by another name than their package's. */
const PACKAGES = new Map([
  ['tsc', 'typescript'],
  ['ng', '@angular/cli'],
]);

/** Where package managers pin a package of this name, and version managers a tool. */
function packagePins(name: string): Pin[] {
  const word = escapeRegex(name);
  return [
    ['.tool-versions', new RegExp(`^${word}[ \\t]+(\\S+)`, 'm')],
    ['mise.toml', new RegExp(`^"?${word}"?[ \\t]*=[ \\t]*["']([^"']+)`, 'm')],
    ['.mise.toml', new RegExp(`^"?${word}"?[ \\t]*=[ \\t]*["']([^"']+)`, 'm')],
    ['package-lock.json', new RegExp(`"node_modules/${word}":\\s*\\{\\s*"version":\\s*"([^"]+)`)],
    ['pnpm-lock.yaml', new RegExp(`^ {2}['"]?/?${word}@(\\d[\\w.-]*)`, 'm')],
    ['yarn.lock', new RegExp(`^"?${word}@[^\\n]*:\\n[ \\t]+version:? "?([^"\\s]+)`, 'm')],
    ['package.json', new RegExp(`"${word}"\\s*:\\s*"([~^]?\\d[^"]*)"`)],
    ...['uv.lock', 'poetry.lock', 'Cargo.lock'].map(
      (file): Pin => [file, new RegExp(`^name = "${word}"\\nversion = "([^"]+)`, 'm')],
    ),
    ...['requirements.txt', 'requirements-dev.txt'].map(
      (file): Pin => [file, new RegExp(`^${word}(?:\\[[^\\]\\n]*\\])?[ \\t]*[=~]=[ \\t]*([\\w.]+)`, 'im')],
    ),
    [
      'pyproject.toml',
      new RegExp(`["']${word}(?:\\[[^\\]\\n]*\\])?[ \\t]*(?:[=~]=|>=)[ \\t]*(\\d[\\w.]*)`, 'i'),
    ],
    ['Gemfile.lock', new RegExp(`^ {4}${word} \\(([\\w.]+)\\)`, 'm')],
  ];
}

/** The version of a tool that the files of a project pin; null where they pin none. Nothing is run. */
export function pinnedVersion(root: string, tool: string): string | null {
  const texts = new Map<string, string>();
  for (const [file, pattern] of [...(OWN.get(tool) ?? []), ...packagePins(PACKAGES.get(tool) ?? tool)]) {
    const text = texts.get(file) ?? readSmall(join(root, file), FILE_BYTES_MAX)?.toString('utf8') ?? '';
    texts.set(file, text);
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return version.slice(0, VERSION_CHARS_MAX);
  }
  return null;
}
