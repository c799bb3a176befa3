import type { OperationEntry } from '../../operations/entry.ts';
import { protocolCommands } from '../../operations/index.ts';
import { nearestWord } from '../../operations/words/nearest-word.ts';
import { AppError } from '../../platform/errors.ts';

interface Route {
  entry: OperationEntry;
  /** The words that chose it: its command, or another name of it. */
  typed: string;
  /** What follows the command's words. */
  rest: string[];
}

const wordsOf = (command: string) => command.split(' ').filter((word) => word !== '');

/** The entry whose words come first in the arguments; the longest wins. Global flags may stand before the command. */
export function findRoute(argv: string[], entries: readonly OperationEntry[]): Route | null {
  const before: string[] = [];
  let args = argv;
  while (args[0] === '--json') {
    before.push('--json');
    args = args.slice(1);
  }
  let best: { entry: OperationEntry; typed: string; length: number } | null = null;
  for (const entry of entries) {
    for (const command of [entry.command, ...(entry.aliases ?? [])]) {
      const words = wordsOf(command);
      if (words.length === 0 || words.length <= (best?.length ?? 0)) continue;
      if (words.every((word, index) => args[index] === word))
        best = { entry, typed: command, length: words.length };
    }
  }
  if (best === null) return null;
  return { entry: best.entry, typed: best.typed, rest: [...args.slice(best.length), ...before] };
}

/** Words that other programs use, and the command that does it here. */
const CALLED_HERE: Readonly<Record<string, string>> = {
  accept: 'promote',
  approve: 'promote',
  activate: 'promote',
  reject: 'archive',
  delete: 'archive',
  remove: 'archive',
  rm: 'archive',
  undo: 'restore',
  unarchive: 'restore',
  why: 'match --explain',
  explain: 'match --explain',
  report: 'stats --html FILE',
  dashboard: 'stats --html FILE',
  merge: 'review',
  install: 'init',
  setup: 'init',
  uninstall: 'init --uninstall',
  update: 'init',
  status: 'doctor',
  check: 'doctor',
  disable: 'pause',
  enable: 'resume',
  history: 'log',
  new: 'add',
  get: 'show',
  find: 'search',
  settings: 'config get',
};

/** Why there is no such command, and which was meant. */
export function unknownCommand(argv: string[], entries: readonly OperationEntry[]): AppError {
  const word = argv.find((each) => !each.startsWith('-')) ?? argv[0] ?? '';
  const under = entries
    .map((entry) => wordsOf(entry.command))
    .filter((words) => words.length > 1 && words[0] === word);
  if (under.length > 0) {
    const list = under.map((words) => words.slice(1).join(' ')).join(', ');
    return new AppError('USAGE', `${word} needs one of: ${list}`, { hint: `See \`lessons help ${word}\`.` });
  }
  if (protocolCommands.some((each) => each.command.split(' ')[0] === word)) {
    return new AppError('USAGE', `${word} takes no such arguments`, {
      hint: `See \`lessons help ${word}\`.`,
    });
  }
  if (word.startsWith('-'))
    return new AppError('USAGE', `unknown option ${JSON.stringify(word)}`, { hint: 'See `lessons --help`.' });
  const firsts = new Set(
    entries.map((entry) => wordsOf(entry.command)[0]).filter((each) => each !== undefined),
  );
  if (firsts.has(word))
    return new AppError('USAGE', `what stands before ${JSON.stringify(word)} is no option`, {
      hint: `Begin with the command: \`lessons ${word}\`.`,
    });
  const meant = Object.hasOwn(CALLED_HERE, word) ? CALLED_HERE[word]! : nearestWord(word, firsts);
  return new AppError(
    'USAGE',
    `unknown command ${JSON.stringify(word)}${meant === null ? '' : `, did you mean ${JSON.stringify(meant)}?`}`,
    {
      hint: 'See `lessons --help`.',
    },
  );
}
