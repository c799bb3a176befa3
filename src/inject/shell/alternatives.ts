/**
 * Other spellings of one command: as it is usually written, whatever order and spelling of options was used. A
 * pattern for `git push --force` then meets `git -C d push origin main -f`. Only spellings that mean the same; never
 * one program for another, since "use X instead of Y" is what lessons are about.
 */
import { gitSpellings } from './git-spellings.ts';
import { withoutGlobals } from './global-options.ts';
import { hasLetter, hasLong, mergedOptions, splitOptions } from './option-words.ts';

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

function usualSpelling(words: readonly string[], program: string): string[][] {
  switch (program) {
    case 'rm':
      return removal(words);
    case 'chmod':
    case 'chown':
      return recursive(words);
    case 'git':
      return gitSpellings(words);
    case 'docker':
    case 'podman':
      return [mergedOptions(words, 1 + leadingWords(words), { '--all': 'a', '--force': 'f' }, 'af')];
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

function removal(words: readonly string[]): string[][] {
  const { options, operands } = splitOptions(words, 1);
  const recursively = hasLong(options, '--recursive') || hasLetter(options, 'rR');
  const force = hasLong(options, '--force') || hasLetter(options, 'f');
  const flags = `${recursively ? 'r' : ''}${force ? 'f' : ''}`;
  const head = flags === '' ? ['rm'] : ['rm', `-${flags}`];
  const spellings = [[...head, ...operands]];
  // The root in another spelling: `//`, `/.`, `/*`.
  const roots = operands.map((operand) =>
    /^\/(?:\.{0,2}\/)*\.{0,2}$/.test(operand)
      ? '/'
      : operand.replace(/^~\/$/, '~').replace(/^\$HOME\/$/, '$HOME'),
  );
  spellings.push([...head, ...roots]);
  // Each operand in the first place, where patterns look for it.
  for (const operand of roots.slice(1, 20)) spellings.push([...head, operand]);
  return spellings;
}

function recursive(words: readonly string[]): string[][] {
  const { options, operands } = splitOptions(words, 1);
  if (!hasLong(options, '--recursive') && !hasLetter(options, 'R')) return [[words[0]!, ...operands]];
  const mode = operands[0]?.replace(/^0+(?=[0-7]{3}$)/, '').replace(/^(?:a|ugo)?[+=]rwx$/, '777') ?? '';
  return [[words[0]!, '-R', mode, ...operands.slice(1)]];
}

/** Words after the program that are no options: `system prune`. */
function leadingWords(words: readonly string[]): number {
  let count = 0;
  while (count + 1 < words.length && !words[count + 1]!.startsWith('-') && count < 2) count++;
  return count;
}

function namespaceNames(words: readonly string[]): string[][] {
  const kinds = ['ns', 'namespace', 'namespaces'];
  const { options, operands } = splitOptions(words, 2);
  const [kind, name] = operands[0]?.split('/', 2) ?? [];
  if (kind === undefined || !kinds.includes(kind)) return [[words[0]!, 'delete', ...operands, ...options]];
  const names = name === undefined ? operands.slice(1) : [name, ...operands.slice(1)];
  return kinds.map((each) => [words[0]!, 'delete', each, ...names]);
}
