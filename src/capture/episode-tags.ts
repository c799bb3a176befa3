import { missingProgram } from '../triggers/named-words.ts';
import type { OpenFailure } from './failure-state.ts';
import { CODE_KINDS } from './failures/kind/error-kind.ts';
import { isToolRefusal } from './wording/message/message.ts';

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

/** Programs that run another, and are no part of the command then: only their own complaint names them. */
const RUNNER = /^(?:xargs|timeout|env|sudo|nice|nohup|stdbuf|setsid)(?=: [^:]*$)/;

/** Slips in how the agent's own tool, or the shell, is called: of no language, whatever the call was on. */
const OF_NO_LANGUAGE = new Set(['shell-syntax', 'tool-validation', 'stale-edit', 'edit-mismatch']);

/** True where the shell itself complains, of what is no part of the program's own arguments. */
function isOfShell({ kind, call, culprit, salient }: OpenFailure): boolean {
  if (kind !== 'shell-syntax' || call.nativeTool === 'PowerShell' || !culprit) return false;
  const word = missingProgram(salient) ?? /(\S+?)[`'".]*$/.exec(salient)?.[1] ?? '';
  return !salient.startsWith(`${culprit.program}:`) && !culprit.args.some((arg) => arg.includes(word));
}

/** The program that is to blame, or that is not there; else the tool of the agent. */
function programOf(open: OpenFailure): string {
  const { call, kind, salient } = open;
  const runner = RUNNER.exec(salient)?.[0];
  if (runner) return runner;
  if (isToolRefusal(open.error)) return /^(\w+) failed: /.exec(salient)?.[1] ?? call.nativeTool;
  if (isOfShell(open)) return call.tool;
  const missing = kind === 'command-not-found' || kind === 'platform' ? missingProgram(salient) : null;
  const program = missing ?? open.culprit?.program ?? '';
  return /^\W*$|^-/.test(program) ? call.tool : program;
}

const languageOf = (text: string): string | undefined =>
  LANGUAGES.find(([, pattern]) => pattern.test(text))?.[0];

/** `tool:`, `lang:`, `topic:`, `severity:` and `platform:` tags of a failure. */
export function tagsOf(open: OpenFailure, severity: string): string[] {
  const program = programOf(open);
  const tags = [`tool:${program.toLowerCase().replace(/[^\w.+-]/g, '')}`];
  const said = open.salient.slice(0, 200);
  // A runner of tasks is of no language, the file that it complains of is.
  const isOfCode = CODE_KINDS.has(open.kind) && /\.\w{1,5}[:(]\d+/.test(said);
  const where = open.call.tool !== 'Bash' ? `${open.call.target} ${said}` : isOfCode ? said : '';
  const language = languageOf(program) ?? languageOf(where);
  if (language && !OF_NO_LANGUAGE.has(open.kind)) tags.push(`lang:${language}`);
  tags.push(`topic:${open.kind}`, `severity:${severity}`);
  if (open.kind === 'platform') tags.push(`platform:${platformOf(open)}`);
  return tags.filter((tag) => !tag.endsWith(':'));
}

/** What cmd.exe, PowerShell and programs of Windows answer. */
const OF_WINDOWS =
  /not recognized|ParserError|A parameter cannot|statement separator|running scripts is disabled|CommandNotFoundException|codec can't encode|'[A-Z]:\\/;
/** GNU programs put an option between quotes; `pbcopy` and `brew` are missed where macOS is not. */
const OF_LINUX =
  /(?:invalid|unknown) option -- '|stat: cannot read file system|date: invalid|externally-managed|GLIBC|(?:pbcopy|brew|gsed|gdate)\b.*not found|not found: (?:pbcopy|brew|gsed|gdate)/;
/** Another processor's program or image, or another version of a language: of no system. */
const OF_NONE = /exec format error|\bmanifest\b|must support \w+\/|unsupported operand/i;

/** The system that refused what another one has; empty where the message does not tell. */
function platformOf({ call, salient }: OpenFailure): string {
  if (call.nativeTool === 'PowerShell' || OF_WINDOWS.test(salient)) return 'windows';
  if (OF_NONE.test(salient)) return '';
  return OF_LINUX.test(salient) ? 'linux' : 'macos';
}
