/**
 * A cheap split of a command line for the detector, which sees every call of every transcript.
 * The exact view that triggers are matched on is `inject/shell-view.ts`; this one only has to name
 * programs, subcommands and flags, in one pass, without failing on anything.
 */

export interface ShellPart {
  /** Program without its folder; empty for a bare assignment. */
  program: string;
  /** First plain word after the program for programs that have subcommands, else empty. */
  sub: string;
  /** Words after the program, quotes taken off; here-documents are left out. */
  args: string[];
  /** Operator before it: empty for the first, else `;`, `&&`, `||`, `|` or `&`. */
  op: string;
  /** True where wrappers (`env`, `sudo`, `npx`, `mise exec --`…) were removed. */
  wrapped: boolean;
  /** Program and arguments after wrappers, single-spaced. */
  text: string;
}

const TEXT_MAX = 8192;
const PARTS_MAX = 40;

const SIMPLE_WRAPPERS = new Set([
  'sudo',
  'doas',
  'env',
  'time',
  'nohup',
  'command',
  'exec',
  'nice',
  'stdbuf',
  'setsid',
  'caffeinate',
  'builtin',
  'noglob',
  'timeout',
  'gtimeout',
  'xargs',
  'npx',
  'bunx',
  'pnpx',
  'uvx',
  'rtk',
]);
/** Two-word runners whose target program follows (after an optional `--`). */
const RUNNERS = new Set([
  'mise exec',
  'mise x',
  'asdf exec',
  'bundle exec',
  'poetry run',
  'uv run',
  'pipenv run',
  'pnpm exec',
  'pnpm dlx',
  'yarn dlx',
  'npm exec',
  'bun x',
  'direnv exec',
  'nix run',
  'hatch run',
  'rye run',
  'pdm run',
  'conda run',
]);
/** Programs whose first plain word is a subcommand. */
const WITH_SUBCOMMANDS = new Set([
  'git',
  'gh',
  'glab',
  'go',
  'cargo',
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'deno',
  'pip',
  'pip3',
  'uv',
  'poetry',
  'docker',
  'docker-compose',
  'podman',
  'kubectl',
  'oc',
  'helm',
  'terraform',
  'tofu',
  'aws',
  'gcloud',
  'az',
  'mise',
  'brew',
  'apt',
  'apt-get',
  'systemctl',
  'rustup',
  'dotnet',
  'mvn',
  'gradle',
  'make',
  'just',
  'task',
  'rails',
  'bundle',
  'gem',
  'composer',
  'php',
  'flutter',
  'dart',
  'mix',
  'swift',
  'xcodebuild',
  'adb',
  'firebase',
  'vercel',
  'netlify',
  'wrangler',
  'supabase',
  'prisma',
  'npx',
  'nx',
  'turbo',
  'lerna',
  'pulumi',
  'ansible',
  'vault',
  'consul',
  'nomad',
  'skaffold',
  'kustomize',
  'minikube',
  'kind',
  'flyctl',
  'heroku',
  'stripe',
  'ollama',
  'hg',
  'svn',
  'jj',
  'conda',
  'mamba',
  'pixi',
  'nix',
  'stack',
  'cabal',
  'opam',
  'dune',
  'buf',
  'goreleaser',
  'golangci-lint',
  'ruff',
  'hatch',
  'alembic',
  'flask',
  'django-admin',
  'wp',
  'doctl',
  'op',
  'tmux',
  'ip',
  'nmcli',
  'snap',
  'pacman',
  'launchctl',
  'defaults',
  'diskutil',
  'security',
  'openssl',
  'claude',
  'codex',
  'gemini',
]);

interface Word {
  text: string;
  /** True where any part of it was quoted. */
  quoted: boolean;
}

/** Reads words and operators; quotes are taken off, here-documents and comments skipped. */
function tokenise(command: string): (Word | string)[] {
  const out: (Word | string)[] = [];
  const heredocs: string[] = [];
  let word: Word | null = null;
  const flush = () => {
    if (word) out.push(word);
    word = null;
  };
  for (let i = 0; i < command.length; i++) {
    const c = command[i]!;
    if (c === '\\' && i + 1 < command.length) {
      if (command[i + 1] === '\n') i++;
      else {
        word ??= { text: '', quoted: false };
        word.text += command[++i];
      }
    } else if (c === "'" || c === '"') {
      const end = closing(command, i);
      word ??= { text: '', quoted: true };
      word.quoted = true;
      word.text += command.slice(i + 1, end);
      i = end;
    } else if (c === '$' && command[i + 1] === '(') {
      const end = matchingParen(command, i + 1);
      word ??= { text: '', quoted: false };
      word.text += command.slice(i, end + 1);
      i = end;
    } else if (c === '<' && command[i + 1] === '<' && command[i + 2] !== '<') {
      const label = /^<<-?\s*(['"]?)([\w-]+)\1/.exec(command.slice(i, i + 80));
      if (label) {
        heredocs.push(label[2]!);
        i += label[0].length - 1;
      }
    } else if (c === '\n') {
      flush();
      if (heredocs.length > 0) i = afterHeredoc(command, i, heredocs.shift()!);
      out.push(';');
    } else if (c === ' ' || c === '\t' || c === '\r') flush();
    else if (c === '#' && !word) {
      const end = command.indexOf('\n', i);
      if (end < 0) break;
      i = end - 1;
    } else if (c === ';' || c === '|' || c === '&') {
      const previous = command[i - 1];
      if (c === '&' && (previous === '>' || previous === '<' || command[i + 1] === '>')) {
        word ??= { text: '', quoted: false };
        word.text += c;
        continue;
      }
      flush();
      const double = command[i + 1] === c && c !== ';';
      if (double) i++;
      else if (c === '|' && command[i + 1] === '&') i++;
      out.push(double ? c + c : c);
    } else if (
      (c === '(' || c === ')' || c === '{' || c === '}') &&
      !word &&
      /[\s;)]|^$/.test(command[i + 1] ?? '')
    ) {
      flush();
    } else if ((c === '(' || c === ')') && (!word || c === ')')) flush();
    else {
      word ??= { text: '', quoted: false };
      word.text += c;
    }
  }
  flush();
  return out;
}

function closing(command: string, start: number): number {
  const quote = command[start];
  for (let i = start + 1; i < command.length; i++) {
    if (command[i] === '\\' && quote === '"') i++;
    else if (command[i] === quote) return i;
  }
  return command.length;
}

function matchingParen(command: string, start: number): number {
  let depth = 0;
  for (let i = start; i < command.length; i++) {
    const c = command[i];
    if (c === "'" || c === '"') i = closing(command, i);
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  return command.length;
}

function afterHeredoc(command: string, newline: number, label: string): number {
  let at = newline + 1;
  while (at < command.length) {
    const end = command.indexOf('\n', at);
    const line = command.slice(at, end < 0 ? command.length : end);
    if (line.trim() === label) return end < 0 ? command.length : end;
    if (end < 0) return command.length;
    at = end + 1;
  }
  return command.length;
}

const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'in',
  '!',
  'function',
  'select',
  'time',
  '[[',
  '{',
  '}',
]);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const REDIRECT = /^\d*(?:>>?|<)&?\d*-?$|^&>>?$/;
const REDIRECT_WITH_TARGET = /^(?:\d*(?:>>?|<)|&>>?)&?[^&\s]/;

function stripWrappers(words: Word[]): { words: Word[]; wrapped: boolean } {
  let rest = words;
  let wrapped = false;
  for (let guard = 0; guard < 12 && rest.length > 0; guard++) {
    const head = rest[0]!.text;
    const base = baseName(head);
    const pair = rest.length > 1 ? `${base} ${rest[1]!.text}` : '';
    if (KEYWORDS.has(head) || ASSIGNMENT.test(head)) rest = rest.slice(1);
    else if (RUNNERS.has(pair)) {
      const dashes = rest.findIndex((word) => word.text === '--');
      let next = dashes > 0 && dashes < 8 ? dashes + 1 : 2;
      while (
        next < rest.length &&
        (rest[next]!.text.startsWith('-') || (base === 'mise' && /@/.test(rest[next]!.text)))
      )
        next++;
      if (next >= rest.length) break;
      rest = rest.slice(next);
      wrapped = true;
    } else if (SIMPLE_WRAPPERS.has(base) && rest.length > 1) {
      let next = 1;
      while (
        next < rest.length &&
        (/^-/.test(rest[next]!.text) ||
          (/^-[ugn]$/.test(rest[next - 1]!.text) && /sudo|doas|nice/.test(base)) ||
          ASSIGNMENT.test(rest[next]!.text) ||
          (/timeout|nice|xargs/.test(base) && /^\d+[smhd]?$/.test(rest[next]!.text)))
      )
        next++;
      if (next >= rest.length) break;
      if (base === 'command' && rest[1]!.text.startsWith('-')) break;
      rest = rest.slice(next);
      wrapped = true;
    } else break;
  }
  return { words: rest, wrapped };
}

function baseName(word: string): string {
  const slash = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\'));
  return slash >= 0 && slash < word.length - 1 ? word.slice(slash + 1) : word;
}

function toPart(words: Word[], op: string, depth: number): ShellPart[] {
  if (/^(?:for|case|select|function)$/.test(words[0]?.text ?? '')) return [];
  const { words: rest, wrapped } = stripWrappers(words);
  if (rest.length === 0) return [];
  const program = baseName(rest[0]!.text).replace(/\.exe$/i, '');
  if (/^(?:ba|z|da|k)?sh$/.test(program) && depth < 3) {
    const at = rest.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word.text));
    const inner = at > 0 ? rest[at + 1] : undefined;
    if (inner) {
      const parts = split(inner.text, depth + 1);
      if (parts.length > 0)
        return parts.map((part, index) => (index === 0 ? { ...part, op, wrapped: true } : part));
    }
  }
  const args: string[] = [];
  for (let index = 1; index < rest.length; index++) {
    const word = rest[index]!;
    if (!word.quoted && REDIRECT.test(word.text)) {
      if (/[<>]$/.test(word.text)) index++;
    } else if (word.quoted || !REDIRECT_WITH_TARGET.test(word.text)) args.push(word.text);
  }
  return [{ program, sub: subcommand(program, args), args, op, wrapped, text: [program, ...args].join(' ') }];
}

/** Options of these programs that come before the subcommand and take a value. */
const VALUE_OPTIONS = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '-n',
  '--context',
  '--profile',
  '--region',
  '-R',
  '--repo',
  '--cwd',
  '--prefix',
  '--dir',
  '--project',
  '-f',
  '--file',
  '-p',
]);

/** Subcommands that only name a group or run a task: the word after them says what is done. */
const GROUPS =
  /^(?:run|run-script|exec|mod|work|tool|compose|container|image|volume|network|buildx|worktree|stash|submodule|remote|bundle|lfs|sparse-checkout|workspace|workspaces|state|plugin|config|secret|auth)$/;
const ALWAYS_GROUPED =
  /^(?:gh|glab|gcloud|az|aws|doctl|flyctl|heroku|pulumi|supabase|firebase|stripe|op|vault)$/;

/** Programs that take data, not subcommands: their first plain word is a pattern, a file or a script. */
const PLAIN =
  /^(?:grep|egrep|fgrep|rg|ag|ack|sed|awk|gawk|cat|bat|head|tail|less|more|ls|find|fd|rm|cp|mv|ln|mkdir|rmdir|touch|chmod|chown|stat|file|wc|sort|uniq|cut|tr|tee|diff|cmp|comm|cd|pushd|popd|echo|printf|test|which|type|kill|pkill|killall|pgrep|ps|lsof|xargs|curl|wget|ssh|scp|rsync|tar|zip|unzip|gzip|gunzip|jq|yq|python[\d.]*|node|ruby|perl|php|deno|bash|sh|zsh|source|export|sleep|env|date|open|code|vim|vi|nano|man|true|false|basename|dirname|realpath|readlink|sqlite3|psql|mysql|gofmt|prettier|eslint|tsc|jest|pytest|rustc|javac|java|gcc|g\+\+|clang|cmake|patch|read|wait|exit|return|local|set|unset|eval|tree|du|df|uname|whoami|hostname|ping|nc|dig|nslookup|md5sum|sha\d+sum|shasum|base64|xxd|od|strings|column|paste|join|seq|yes|tac|rev|nl|fold|expand|split|csplit|shuf|truncate|mktemp|install|dd)$/;

/** `tool thing do --flag`: lower-case words right behind a program of which nothing is known. */
function unknownSub(program: string, args: string[]): string {
  if (PLAIN.test(program) || /\.\w+$/.test(program)) return '';
  const words = args.slice(0, 2);
  const end = words.findIndex((word) => !/^[a-z][a-z-]{1,20}$/.test(word));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
}

function subcommand(program: string, args: string[]): string {
  if (!WITH_SUBCOMMANDS.has(program)) return unknownSub(program, args);
  for (let index = 0; index < args.length && index < 12; index++) {
    const arg = args[index]!;
    if (arg.startsWith('-')) {
      if (VALUE_OPTIONS.has(arg)) index++;
    } else {
      if (!/^[\w:.@-]{1,40}$/.test(arg)) return '';
      const next = args[index + 1] ?? '';
      const grouped =
        (GROUPS.test(arg) || ALWAYS_GROUPED.test(program)) && !(program === 'git' && arg === 'config');
      return grouped && /^[a-z][\w:-]{1,30}$/.test(next) ? `${arg} ${next}` : arg;
    }
  }
  return '';
}

function split(command: string, depth: number): ShellPart[] {
  const parts: ShellPart[] = [];
  let words: Word[] = [];
  let op = '';
  for (const token of [...tokenise(command.slice(0, TEXT_MAX)), ';']) {
    if (typeof token !== 'string') words.push(token);
    else {
      if (words.length > 0) parts.push(...toPart(words, op, depth));
      if (words.length > 0 || token !== ';') op = token;
      words = [];
      if (parts.length >= PARTS_MAX) break;
    }
  }
  return parts;
}

/** The simple commands of a command line, in order; at most 40, over the first 8 KB. Never throws. */
export function shellParts(command: string): ShellPart[] {
  return split(command, 0);
}

/** Programs that only move about or set things up; the real work is elsewhere in the line. */
const SCAFFOLD = new Set([
  'cd',
  'echo',
  'printf',
  'export',
  'set',
  'source',
  '.',
  'true',
  ':',
  'pwd',
  'sleep',
  'pushd',
  'popd',
  'unset',
  'wait',
  'tee',
  'local',
  'shopt',
  'setopt',
  'trap',
  'exit',
  'return',
  'test',
  '[',
]);
/** Programs that shape another's output at the end of a pipe. */
const FILTERS = new Set([
  'head',
  'tail',
  'grep',
  'egrep',
  'rg',
  'sed',
  'awk',
  'sort',
  'uniq',
  'wc',
  'cut',
  'tr',
  'jq',
  'less',
  'more',
  'cat',
  'column',
  'tee',
  'xargs',
  'python3',
  'python',
  'fold',
  'nl',
  'rev',
  'tac',
]);

/** The part that the line is about: the first that is neither scaffolding nor a filter behind a pipe. */
export function mainPart(parts: ShellPart[]): ShellPart | null {
  const work = parts.filter((part) => !SCAFFOLD.has(part.program));
  return work.find((part) => !(part.op === '|' && FILTERS.has(part.program))) ?? work[0] ?? parts[0] ?? null;
}

export function isFilter(part: ShellPart): boolean {
  return part.op === '|' && FILTERS.has(part.program);
}
