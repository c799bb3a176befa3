import type { OpenFailure } from './failure-state.ts';

const LANGUAGES: [string, RegExp][] = [
  ['go', /^(?:go|gofmt|golangci-lint|gopls)$|\.go\b/],
  ['python', /^(?:python[\d.]*|pip3?|pytest|uv|poetry|ruff|mypy|tox|conda)$|\.py\b/],
  ['typescript', /^(?:tsc|tsx|ts-node)$|\.tsx?\b/],
  ['javascript', /^(?:node|npm|pnpm|yarn|npx|bun|deno|eslint|jest|vitest)$|\.[cm]?jsx?\b/],
  ['rust', /^(?:cargo|rustc|rustup|clippy)$|\.rs\b/],
  ['java', /^(?:java|javac|mvn|gradle|gradlew)$|\.(?:java|kt)\b/],
  ['ruby', /^(?:ruby|bundle|gem|rails|rake|rspec)$|\.rb\b/],
  ['csharp', /^dotnet$|\.cs\b/],
  ['php', /^(?:php|composer|phpunit)$|\.php\b/],
  ['shell', /^(?:bash|sh|zsh)$|\.sh\b/],
  ['terraform', /^(?:terraform|tofu)$|\.tf\b/],
];

/** `tool:`, `lang:`, `topic:`, `severity:` and `platform:` tags of a failure. */
export function tagsOf(open: OpenFailure, severity: string): string[] {
  const program = open.culprit?.program ?? '';
  const tags = [`tool:${(program || open.call.tool).toLowerCase().replace(/[^\w.+-]/g, '')}`];
  const where = `${open.call.target} ${open.salient.slice(0, 200)}`;
  const language =
    LANGUAGES.find(([, pattern]) => pattern.test(program)) ??
    (open.call.tool === 'Bash' ? undefined : LANGUAGES.find(([, pattern]) => pattern.test(where)));
  if (language) tags.push(`lang:${language[0]}`);
  tags.push(`topic:${open.kind}`, `severity:${severity}`);
  if (open.kind === 'platform')
    tags.push(
      /not recognized|ParserError|A parameter cannot/.test(open.salient)
        ? 'platform:windows'
        : 'platform:macos',
    );
  return tags.filter((tag) => !tag.endsWith(':'));
}
