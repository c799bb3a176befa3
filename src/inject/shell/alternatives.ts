/**
 * Other spellings of one command: as it is usually written, whatever order and spelling of options was used. A
 * pattern for `git push --force` then meets `git -C d push origin main -f`. Only spellings that mean the same; never
 * one program for another, since "use X instead of Y" is what lessons are about.
 */

/** Options before the subcommand whose value is the next word. */
const GLOBAL_VALUES: Record<string, string[]> = {
  git: ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'],
  docker: ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level'],
  podman: ['--connection', '-c', '--url', '--root', '--log-level'],
  kubectl: [
    '-n',
    '--namespace',
    '--context',
    '--kubeconfig',
    '--cluster',
    '-s',
    '--server',
    '--user',
    '--token',
  ],
  oc: ['-n', '--namespace', '--context', '--kubeconfig'],
  helm: ['-n', '--namespace', '--kube-context', '--kubeconfig'],
  terraform: [],
  tofu: [],
  npm: ['--prefix', '-C', '-w', '--workspace', '--registry', '--loglevel', '--userconfig', '--cache'],
  pnpm: ['--dir', '-C', '--filter', '-F', '--reporter'],
  yarn: ['--cwd'],
  bun: ['--cwd'],
  cargo: ['--color', '--config', '-Z', '-C'],
  gh: ['-R', '--repo'],
  aws: ['--profile', '--region', '--output', '--endpoint-url'],
  gcloud: ['--project', '--account', '--configuration'],
  systemctl: ['-H', '--host', '-M'],
  pulumi: ['-C', '--cwd', '-s', '--stack'],
};
/**
 * Subcommands that are the same wherever they are run. To others, such as `npm test`, the option that says where is
 * often the very correction that a lesson asks for.
 */
const ANYWHERE_VERBS: Record<string, () => RegExp> = {
  git: () =>
    /^(?:push|reset|clean|checkout|switch|restore|branch|stash|rebase|commit|merge|tag|rm|filter-\w+|update-ref|reflog|worktree|gc)$/,
  docker: () => /^(?:system|volume|image|container|network|builder|rm|rmi|kill|stop|compose|stack|swarm)$/,
  podman: () => /^(?:system|volume|image|container|rm|rmi|kill|stop|pod)$/,
  kubectl: () => /^(?:delete|drain|cordon|replace|scale|rollout)$/,
  oc: () => /^(?:delete|drain|scale|rollout)$/,
  helm: () => /^(?:uninstall|delete|rollback|upgrade)$/,
  terraform: () => /^(?:destroy|apply|state|taint|import|workspace|force-unlock)$/,
  tofu: () => /^(?:destroy|apply|state|taint|import|workspace|force-unlock)$/,
  npm: () => /^(?:publish|unpublish|deprecate|dist-tag|owner|access|token)$/,
  pnpm: () => /^(?:publish|unpublish)$/,
  yarn: () => /^(?:publish|npm)$/,
  bun: () => /^publish$/,
  cargo: () => /^(?:publish|yank|owner)$/,
  gh: () => /^(?:repo|release|secret|run|pr|issue|api)$/,
  aws: () => /^[a-z0-9-]+$/,
  gcloud: () => /^[a-z0-9-]+$/,
  systemctl: () => /^(?:stop|disable|mask|kill|poweroff|reboot|halt)$/,
  pulumi: () => /^(?:destroy|up|stack)$/,
};
/** Whether a subcommand does the same wherever, and with whichever version of its program, it is run. */
export function isSameAnywhere(program: string, verb: string | undefined): boolean {
  return (
    verb !== undefined && Object.hasOwn(ANYWHERE_VERBS, program) && ANYWHERE_VERBS[program]!().test(verb)
  );
}

/** Global options that may also stand after the subcommand. */
const ANYWHERE: Record<string, string[]> = {
  kubectl: ['-n', '--namespace', '--context', '--kubeconfig', '--cluster'],
  aws: ['--profile', '--region', '--output'],
};

/**
 * @param words the command as it is shown to patterns, program first
 * @returns texts that differ from the words joined by blanks; at most a handful
 */
export function alternatives(words: readonly string[]): string[] {
  const program = words[0] ?? '';
  const plain = words.map((word) =>
    word.includes('${') ? word.replace(/\$\{(\w{1,60})(?::?[?-][^}]{0,60})?\}/g, '$$$1') : word,
  );
  const short = withoutGlobals(plain, program);
  const usual = usualSpelling(short, program);
  const found = new Set<string>();
  for (const spelling of [plain, short, ...usual]) found.add(spelling.join(' '));
  found.delete(words.join(' '));
  return [...found];
}

function withoutGlobals(words: readonly string[], program: string): string[] {
  const values = Object.hasOwn(GLOBAL_VALUES, program) ? GLOBAL_VALUES[program] : undefined;
  if (values === undefined) return [...words];
  let i = 1;
  while (i < words.length && (words[i]!.startsWith('-') || words[i]!.startsWith('+')))
    i += values.includes(words[i]!) ? 2 : 1;
  if (i >= words.length || !isSameAnywhere(program, words[i])) return [...words];
  const rest = words.slice(i);
  const anywhere = Object.hasOwn(ANYWHERE, program) ? ANYWHERE[program]! : [];
  if (anywhere.length === 0) return [program, ...rest];
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
  for (const word of words.slice(from)) {
    if (open && word === '--') open = false;
    else if (open && word.startsWith('-') && word.length > 1) options.push(word);
    else operands.push(word);
  }
  return { options, operands };
}

function hasLetter(options: readonly string[], letters: string): boolean {
  return options.some(
    (option) => /^-[A-Za-z]+$/.test(option) && [...letters].some((letter) => option.includes(letter)),
  );
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
      const forced =
        options.includes('--force') ||
        hasLetter(options, 'f') ||
        operands.slice(1).some((operand) => operand.startsWith('+'));
      const deletes = options.includes('--delete') || hasLetter(options, 'd');
      const others = options.filter(
        (option) => !/^-[fd]+$/.test(option) && option !== '--force' && option !== '--delete',
      );
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

function namespaceNames(words: readonly string[]): string[][] {
  const kinds = ['ns', 'namespace', 'namespaces'];
  const { options, operands } = split(words, 2);
  const [kind, name] = operands[0]?.split('/', 2) ?? [];
  if (kind === undefined || !kinds.includes(kind)) return [[words[0]!, 'delete', ...operands, ...options]];
  const names = name === undefined ? operands.slice(1) : [name, ...operands.slice(1)];
  return kinds.map((each) => [words[0]!, 'delete', each, ...names]);
}
