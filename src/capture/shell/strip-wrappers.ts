import { baseName } from '../../inject/paths.ts';
import { hasWord } from '../../inject/shell/word-list.ts';
import { wrapperOf } from '../../inject/shell/wrapper-table.ts';
import { namesIn } from './programs.ts';
import type { Word } from './shell-words.ts';

/** They start what follows their options; others are known to the hook's view. */
const SIMPLE_WRAPPERS = new Set(['command', 'npx', 'bunx', 'pnpx', 'uvx', 'rtk']);
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
const KEYWORDS = namesIn(
  `if then else elif fi for while until do done case esac in ! function select time [[ { }`,
);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Wrappers that start each other. */
const WRAPPERS_MAX = 12;

/** Where the verb stands: `pnpm --filter web exec`. */
function pastOptions(words: Word[]): number {
  let at = 1;
  while (at < words.length && words[at]!.text.startsWith('-'))
    at += /^(?:--filter|-F|-C|--dir)$/.test(words[at]!.text) ? 2 : 1;
  return at;
}

/** The command without what only starts it, and the names of what does. */
export function stripWrappers(words: Word[]): { words: Word[]; via: string } {
  let rest = words;
  const via: string[] = [];
  for (let guard = 0; guard < WRAPPERS_MAX && rest.length > 0; guard++) {
    const head = rest[0]!.text;
    if (KEYWORDS.has(head) || ASSIGNMENT.test(head)) {
      rest = rest.slice(1);
      continue;
    }
    const base = baseName(head);
    const start = startBehind(rest, base);
    if (start === null || start >= rest.length) break;
    rest = rest.slice(start);
    via.push(base);
  }
  return { words: rest, via: via.join(' ') };
}

/** Where the command begins that a wrapper starts; null where there is no wrapper, or it starts nothing that is known. */
function startBehind(words: Word[], base: string): number | null {
  const verb = base === 'pnpm' ? pastOptions(words) : 1;
  const pair = words.length > verb ? `${base} ${words[verb]!.text}` : '';
  if (RUNNERS.has(pair)) return startBehindRunner(words, base, verb);
  if (pair === 'nix develop' || pair === 'nix shell') {
    const option = words.findIndex((word) => word.text === '-c' || word.text === '--command');
    return option < 0 ? null : option + 1;
  }
  if (!SIMPLE_WRAPPERS.has(base)) return null;
  const next = words.findIndex((word, index) => index > 0 && !word.text.startsWith('-'));
  return next < 0 || (base === 'command' && next > 1) ? null : next;
}

function startBehindRunner(words: Word[], base: string, verb: number): number | null {
  const dashes = words.findIndex((word) => word.text === '--');
  let next = dashes > 0 && dashes < 8 ? dashes + 1 : verb + 1;
  // Its folder stands before the program.
  if (base === 'direnv') next = 3;
  const values = wrapperOf(base)?.values ?? '';
  for (let word = words[next]?.text; word !== undefined; word = words[next]?.text) {
    if (!word.startsWith('-') && !(base === 'mise' && word.includes('@'))) break;
    next += hasWord(values, word) ? 2 : 1;
  }
  // `hatch run test:cov` names an environment and its script, no program.
  return /^[\w-]+:[\w-]+$/.test(words[next]?.text ?? '') ? null : next;
}
