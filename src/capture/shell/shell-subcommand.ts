import { anyOf } from '../../text/any-of.ts';
import { CONTAINER_CLIENTS, namesIn } from './programs.ts';

/** Programs whose first plain word is a subcommand. */
const WITH_SUBCOMMANDS = namesIn(
  `git gh glab go cargo npm pnpm yarn bun deno pip pip3 uv poetry docker docker-compose podman kubectl oc
  helm terraform tofu aws gcloud az mise brew apt apt-get systemctl rustup dotnet mvn gradle make just
  task rails bundle gem composer php flutter dart mix swift xcodebuild adb firebase vercel netlify
  wrangler supabase prisma npx nx turbo lerna pulumi ansible vault consul nomad skaffold kustomize
  minikube kind flyctl heroku stripe ollama hg svn jj conda mamba pixi nix stack cabal opam dune buf
  goreleaser golangci-lint ruff hatch alembic flask django-admin wp doctl op tmux ip nmcli snap pacman
  launchctl defaults diskutil security openssl claude codex gemini`,
);

/** Options of these programs that come before the subcommand and take a value. */
const VALUE_OPTIONS = namesIn(
  `-C -c --git-dir --work-tree --namespace -n --context --profile --region -R --repo --cwd --prefix --dir
  --project -f --file -p -scheme -workspace -destination -configuration -sdk`,
);

/** Subcommands that only name a group or run a task: the word after them says what is done. */
const GROUPS = anyOf(
  [
    /run|run-script|exec|mod|work|tool|compose|container|image|volume|network|buildx|worktree|stash/,
    /submodule|remote|bundle|lfs|sparse-checkout|workspace|workspaces|state|plugin|config|secret|auth/,
    /ef|db/,
  ],
  { before: /^/, after: /$/ },
);
const ALWAYS_GROUPED =
  /^(?:gh|glab|gcloud|az|aws|doctl|flyctl|heroku|pulumi|supabase|firebase|stripe|op|vault|prisma)$/;

/** Programs that take data, not subcommands: their first plain word is a pattern, a file or a script. */
const PLAIN = anyOf(
  [
    /grep|egrep|fgrep|rg|ag|ack|sed|awk|gawk|cat|bat|head|tail|less|more|ls|find|fd|rm|cp|mv|ln|mkdir/,
    /rmdir|touch|chmod|chown|stat|file|wc|sort|uniq|cut|tr|tee|diff|cmp|comm|cd|pushd|popd|echo/,
    /printf|test|which|type|kill|pkill|killall|pgrep|ps|lsof|xargs|curl|wget|ssh|scp|rsync|tar|zip/,
    /unzip|gzip|gunzip|jq|yq|python[\d.]*|node|ruby|perl|php|deno|bash|sh|zsh|source|export|sleep|env/,
    /date|open|code|vim|vi|nano|man|true|false|basename|dirname|realpath|readlink|sqlite3|psql|mysql/,
    /gofmt|prettier|eslint|tsc|jest|pytest|rustc|javac|java|gcc|g\+\+|clang|cmake|patch|read|wait/,
    /exit|return|local|set|unset|eval|tree|du|df|uname|whoami|hostname|ping|nc|dig|nslookup|md5sum/,
    /sha\d+sum|shasum|base64|xxd|od|strings|column|paste|join|seq|yes|tac|rev|nl|fold|expand|split/,
    /csplit|shuf|truncate|mktemp|install|dd/,
  ],
  { before: /^/, after: /$/ },
);

/** Where code lies, in most projects: what a program is given, not what it is to do. */
const FOLDERS = /^(?:src|lib|libs|tests|docs|packages|apps|dist)$/;

/** `tool thing do --flag`: lower-case words right behind a program of which nothing is known. */
function unknownSub(program: string, args: string[], plain: number): string {
  if (PLAIN.test(program) || /\.\w+$/.test(program)) return '';
  const words = args.slice(0, Math.min(2, plain));
  const end = words.findIndex((word) => !/^[a-z][a-z-]{1,20}$/.test(word) || FOLDERS.test(word));
  return words.slice(0, end < 0 ? words.length : end).join(' ');
}

/** True for a subcommand that only names a group: what it does stands behind it. */
export const isGroup = (program: string, word: string): boolean =>
  (GROUPS.test(word) || ALWAYS_GROUPED.test(program)) &&
  !(program === 'git' && word === 'config') &&
  // The name of what to run it in comes behind it.
  !(word === 'exec' && CONTAINER_CLIENTS.test(program));

/**
 * What a program is asked to do: its first plain word, and the word after it where that one only names a group.
 * Empty where the program has no subcommands.
 * @param plain how many of the words stand before the first quoted one: of a program that is not known that is data
 */
export function subcommand(program: string, args: string[], plain: number): string {
  if (!WITH_SUBCOMMANDS.has(program)) return unknownSub(program, args, plain);
  for (let index = 0; index < args.length && index < 12; index++) {
    const arg = args[index]!;
    if (arg.startsWith('-')) {
      if (VALUE_OPTIONS.has(arg)) index++;
    } else {
      if (!/^[\w:.@-]{1,40}$/.test(arg)) return '';
      const next = args[index + 1] ?? '';
      return isGroup(program, arg) && /^[a-z][\w:-]{1,30}$/.test(next) ? `${arg} ${next}` : arg;
    }
  }
  return '';
}
