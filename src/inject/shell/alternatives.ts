/**
 * Other spellings of one command: as it is usually written, whatever order and spelling of options was used. A
 * pattern for `git push --force` then meets `git -C d push origin main -f`. Only spellings that mean the same; never
 * one program for another, since "use X instead of Y" is what lessons are about.
 */

const HYPHEN = 45;
const LOWER_CASE = 32;

/** Options before the subcommand whose value is the next word. Tables are functions: each is made only when it is asked for. */
function globalValues(program: string): string[] | undefined {
  switch (program) {
    case 'git':
      return ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'];
    case 'docker':
      return ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level'];
    case 'podman':
      return ['--connection', '-c', '--url', '--root', '--log-level'];
    case 'kubectl':
      return [
        '-n',
        '--namespace',
        '--context',
        '--kubeconfig',
        '--cluster',
        '-s',
        '--server',
        '--user',
        '--token',
      ];
    case 'oc':
      return ['-n', '--namespace', '--context', '--kubeconfig'];
    case 'helm':
      return ['-n', '--namespace', '--kube-context', '--kubeconfig'];
    case 'terraform':
    case 'tofu':
      return [];
    case 'npm':
      return ['--prefix', '-C', '-w', '--workspace', '--registry', '--loglevel', '--userconfig', '--cache'];
    case 'pnpm':
      return ['--dir', '-C', '--filter', '-F', '--reporter'];
    case 'yarn':
    case 'bun':
      return ['--cwd'];
    case 'cargo':
      return ['--color', '--config', '-Z', '-C'];
    case 'gh':
      return ['-R', '--repo'];
    case 'aws':
      return ['--profile', '--region', '--output'];
    case 'gcloud':
      return ['--project', '--account', '--configuration'];
    case 'systemctl':
      return ['-H', '--host', '-M'];
    case 'pulumi':
      return ['-C', '--cwd', '-s', '--stack'];
    default:
      return undefined;
  }
}

/**
 * Whether a subcommand does the same wherever, and with whichever version of its program, it is run. To others, such
 * as `npm test`, the option that says where is often the very correction that a lesson asks for.
 */
export function isSameAnywhere(program: string, verb: string | undefined): boolean {
  if (verb === undefined) return false;
  switch (program) {
    case 'git':
      return /^(?:push|reset|clean|checkout|switch|restore|branch|stash|rebase|commit|merge|tag|rm|filter-\w+|update-ref|reflog|worktree|gc)$/.test(
        verb,
      );
    case 'docker':
      return /^(?:system|volume|image|container|network|builder|rm|rmi|kill|stop|compose|stack|swarm)$/.test(
        verb,
      );
    case 'podman':
      return /^(?:system|volume|image|container|rm|rmi|kill|stop|pod)$/.test(verb);
    case 'kubectl':
      return /^(?:delete|drain|cordon|replace|scale|rollout)$/.test(verb);
    case 'oc':
      return /^(?:delete|drain|scale|rollout)$/.test(verb);
    case 'helm':
      return /^(?:uninstall|delete|rollback|upgrade)$/.test(verb);
    case 'terraform':
    case 'tofu':
      return /^(?:destroy|apply|state|taint|import|workspace|force-unlock)$/.test(verb);
    case 'npm':
      return /^(?:publish|unpublish|deprecate|dist-tag|owner|access|token)$/.test(verb);
    case 'pnpm':
      return /^(?:publish|unpublish)$/.test(verb);
    case 'yarn':
      return /^(?:publish|npm)$/.test(verb);
    case 'bun':
      return verb === 'publish';
    case 'cargo':
      return /^(?:publish|yank|owner)$/.test(verb);
    case 'gh':
      return /^(?:repo|release|secret|run|pr|issue|api)$/.test(verb);
    case 'aws':
    case 'gcloud':
      return /^[a-z0-9-]+$/.test(verb);
    case 'systemctl':
      return /^(?:stop|disable|mask|kill|poweroff|reboot|halt)$/.test(verb);
    case 'pulumi':
      return /^(?:destroy|up|stack)$/.test(verb);
    default:
      return false;
  }
}

/** Global options that may also stand after the subcommand. */
function optionsAnywhere(program: string): string[] | null {
  if (program === 'kubectl') return ['-n', '--namespace', '--context', '--kubeconfig', '--cluster'];
  return program === 'aws' ? ['--profile', '--region', '--output'] : null;
}

/**
 * @param words the command as it is shown to patterns, program first
 * @returns texts that differ from the words joined by blanks; at most a handful
 */
export function alternatives(words: readonly string[]): string[] {
  const program = words[0] ?? '';
  const plain = withPlainVariables(words);
  const short = withoutGlobals(plain, program);
  const usual = usualSpelling(short, program);
  if (plain === words && short === plain && usual.length === 0) return [];
  const found = new Set<string>();
  for (const spelling of [plain, short, ...usual]) found.add(spelling.join(' '));
  found.delete(words.join(' '));
  return [...found];
}

/** `${x}` and `${x:-y}` as `$x`. */
function withPlainVariables(words: readonly string[]): readonly string[] {
  for (const word of words) {
    if (!word.includes('${')) continue;
    return words.map((each) => each.replace(/\$\{(\w{1,60})(?::?[?-][^}]{0,60})?\}/g, '$$$1'));
  }
  return words;
}

function withoutGlobals(words: readonly string[], program: string): readonly string[] {
  const anywhere = optionsAnywhere(program);
  const isGlobal = (word: string) => word.startsWith('-') || word.startsWith('+');
  if (anywhere === null && !isGlobal(words[1] ?? '')) return words;
  const values = globalValues(program);
  if (values === undefined) return words;
  let i = 1;
  while (i < words.length && isGlobal(words[i]!)) i += values.includes(words[i]!) ? 2 : 1;
  if (i >= words.length || !isSameAnywhere(program, words[i])) return words;
  const rest = words.slice(i);
  if (anywhere === null) return [program, ...rest];
  const kept: string[] = [];
  for (let j = 0; j < rest.length; j++) {
    if (anywhere.includes(rest[j]!)) j++;
    else if (!anywhere.some((option) => rest[j]!.startsWith(`${option}=`))) kept.push(rest[j]!);
  }
  return [program, ...kept];
}

function usualSpelling(words: readonly string[], program: string): string[][] {
  switch (program) {
    case 'rm':
      return removal(words);
    case 'chmod':
    case 'chown':
      return recursive(words);
    case 'git':
      return gitSpelling(words);
    case 'docker':
    case 'podman':
      return [merged(words, 1 + leadingWords(words), { '--all': 'a', '--force': 'f' }, 'af')];
    case 'kubectl':
    case 'oc':
      return words[1] === 'delete' ? namespaceNames(words) : [];
    case 'terraform':
    case 'tofu':
      return words[1] === 'apply' && words.includes('-destroy')
        ? [[program, 'destroy', ...words.slice(2).filter((word) => word !== '-destroy')]]
        : [];
    case 'npm':
      return words[1] === 'i' || words[1] === 'add' ? [[program, 'install', ...words.slice(2)]] : [];
    default:
      return [];
  }
}

/** Options and operands of words from `from` on; after `--` everything is an operand. */
function split(words: readonly string[], from: number): { options: string[]; operands: string[] } {
  const options: string[] = [];
  const operands: string[] = [];
  let open = true;
  for (let i = from; i < words.length; i++) {
    const word = words[i]!;
    if (open && word === '--') open = false;
    else if (open && word.startsWith('-') && word.length > 1) options.push(word);
    else operands.push(word);
  }
  return { options, operands };
}

/** A cluster of short options with one of these letters. No expression: this is on the way of every `git push`. */
function hasLetter(options: readonly string[], letters: string): boolean {
  for (const option of options) if (isCluster(option) && holdsAny(option, letters)) return true;
  return false;
}

/** `-` and letters, nothing else. */
function isCluster(option: string): boolean {
  if (option.length < 2 || option.charCodeAt(0) !== HYPHEN) return false;
  for (let i = 1; i < option.length; i++) {
    const code = option.charCodeAt(i) | LOWER_CASE;
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function holdsAny(text: string, letters: string): boolean {
  for (let i = 0; i < letters.length; i++) if (text.includes(letters.charAt(i))) return true;
  return false;
}

function removal(words: readonly string[]): string[][] {
  const { options, operands } = split(words, 1);
  const recursively = options.includes('--recursive') || hasLetter(options, 'rR');
  const force = options.includes('--force') || hasLetter(options, 'f');
  const flags = `${recursively ? 'r' : ''}${force ? 'f' : ''}`;
  const head = flags === '' ? ['rm'] : ['rm', `-${flags}`];
  const spellings = [[...head, ...operands]];
  // The root in another spelling: `//`, `/.`, `/*`.
  const roots = operands.map((operand) =>
    /^\/(?:\/|\.\/)*\.?$/.test(operand) ? '/' : operand.replace(/^~\/$/, '~').replace(/^\$HOME\/$/, '$HOME'),
  );
  spellings.push([...head, ...roots]);
  // Each operand in the first place, where patterns look for it.
  for (const operand of roots.slice(1, 20)) spellings.push([...head, operand]);
  return spellings;
}

function recursive(words: readonly string[]): string[][] {
  const { options, operands } = split(words, 1);
  if (!options.includes('--recursive') && !hasLetter(options, 'R')) return [[words[0]!, ...operands]];
  const mode = operands[0]?.replace(/^0+(?=[0-7]{3}$)/, '').replace(/^(?:a|ugo)?[+=]rwx$/, '777') ?? '';
  return [[words[0]!, '-R', mode, ...operands.slice(1)]];
}

/** One cluster of short options in a fixed order, then the other options, then operands. */
function merged(
  words: readonly string[],
  from: number,
  long: Record<string, string>,
  order: string,
): string[] {
  const { options, operands } = split(words, from);
  const letters = new Set<string>();
  const others: string[] = [];
  for (const option of options) {
    const letter = Object.hasOwn(long, option) ? long[option]! : null;
    if (letter !== null) letters.add(letter);
    else if (/^-[A-Za-z]+$/.test(option) && [...option.slice(1)].every((each) => order.includes(each))) {
      for (const each of option.slice(1)) letters.add(each);
    } else others.push(option);
  }
  const cluster = [...order].filter((letter) => letters.has(letter)).join('');
  return [...words.slice(0, from), ...(cluster === '' ? [] : [`-${cluster}`]), ...others, ...operands];
}

/** Words after the program that are no options: `system prune`. */
function leadingWords(words: readonly string[]): number {
  let count = 0;
  while (count + 1 < words.length && !words[count + 1]!.startsWith('-') && count < 2) count++;
  return count;
}

function gitSpelling(words: readonly string[]): string[][] {
  const { options, operands } = split(words, 2);
  switch (words[1]) {
    case 'push': {
      const forced = options.includes('--force') || hasLetter(options, 'f') || holdsForcedBranch(operands);
      const deletes = options.includes('--delete') || hasLetter(options, 'd');
      const others: string[] = [];
      for (const option of options) {
        if (option !== '--force' && option !== '--delete' && !isForceOrDelete(option)) others.push(option);
      }
      const spellings: string[][] = [];
      if (forced)
        spellings.push(
          ['git', 'push', '--force', ...others, ...operands],
          ['git', 'push', '-f', ...others, ...operands],
        );
      if (deletes) spellings.push(['git', 'push', '--delete', ...others, ...operands]);
      return spellings;
    }
    case 'reset':
      return options.includes('--hard') ? [['git', 'reset', '--hard', ...operands]] : [];
    case 'clean':
      return [merged(words, 2, { '--force': 'f' }, 'fdxX')];
    case 'branch': {
      const deletes = options.includes('--delete') || hasLetter(options, 'd');
      const forced = options.includes('--force') || hasLetter(options, 'f');
      return hasLetter(options, 'D') || (deletes && forced) ? [['git', 'branch', '-D', ...operands]] : [];
    }
    case 'commit':
      return hasLetter(options, 'n') ? [['git', 'commit', '--no-verify', ...words.slice(2)]] : [];
    case 'checkout':
    case 'restore': {
      const path = operands.at(-1) ?? '';
      if (words[1] !== 'checkout' || (path !== '.' && !words.includes('--'))) return [];
      const spellings = [['git', 'checkout', '--', path]];
      if (path === '.') spellings.push(['git', 'checkout', path]);
      return spellings;
    }
    default:
      return [];
  }
}

/** `git push origin +main` */
function holdsForcedBranch(operands: readonly string[]): boolean {
  for (let i = 1; i < operands.length; i++) if (operands[i]!.startsWith('+')) return true;
  return false;
}

/** `-f`, `-d`, `-fd` */
function isForceOrDelete(option: string): boolean {
  if (option.length < 2 || option.startsWith('--')) return false;
  for (let i = 1; i < option.length; i++) if (option[i] !== 'f' && option[i] !== 'd') return false;
  return true;
}

function namespaceNames(words: readonly string[]): string[][] {
  const kinds = ['ns', 'namespace', 'namespaces'];
  const { options, operands } = split(words, 2);
  const [kind, name] = operands[0]?.split('/', 2) ?? [];
  if (kind === undefined || !kinds.includes(kind)) return [[words[0]!, 'delete', ...operands, ...options]];
  const names = name === undefined ? operands.slice(1) : [name, ...operands.slice(1)];
  return kinds.map((each) => [words[0]!, 'delete', each, ...names]);
}
