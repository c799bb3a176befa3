import { hasLetter, hasLong, mergedOptions, splitOptions } from './option-words.ts';

/** Git commands that lose something, as they are usually written. */
export function gitSpellings(words: readonly string[]): string[][] {
  const { options, operands } = splitOptions(words, 2);
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
      return hasLong(options, '--hard') ? [['git', 'reset', '--hard', ...operands]] : [];
    case 'clean':
      return [mergedOptions(words, 2, { '--force': 'f' }, 'fdxX')];
    case 'branch': {
      const deletes = options.includes('--delete') || hasLetter(options, 'd');
      const forced = options.includes('--force') || hasLetter(options, 'f');
      return hasLetter(options, 'D') || (deletes && forced) ? [['git', 'branch', '-D', ...operands]] : [];
    }
    case 'commit':
      return hasLetter(options, 'n') ? [['git', 'commit', '--no-verify', ...words.slice(2)]] : [];
    case 'checkout': {
      const path = operands.at(-1) ?? '';
      if (path !== '.' && !words.includes('--')) return [];
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
