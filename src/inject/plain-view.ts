import { alternatives } from './shell/alternatives.ts';
import { PROSE } from './shell/prose.ts';
import { hasWord } from './shell/word-list.ts';
import type { ShellView, SimpleCommand } from './types.ts';

/**
 * The shell view of plain commands without the shell's parser: words of harmless characters, joined by `&&`, `||`,
 * `;` and `|`, of programs of which nothing special is known but their other spellings. Most calls are such, and the
 * parser's first run takes longer than all the rest of the hook. A test holds it against `shellView`.
 */

const CHARS_MAX = 2000;
const WORDS_MAX = 100;
/** They run no other program, read no command from their input, and none of their plain words is data. */
const PROGRAMS =
  'git npm cargo make cmake tsc eslint prettier biome pip pip3 mvn gradle rustc gcc ls cd mkdir rmdir cp mv ' +
  'rm ln touch pwd tree du df cat head tail wc sort uniq diff chmod chown terraform helm brew apt apt-get systemctl kill';
/** Tools that are shells of Windows, with rules of their own. */
export const OTHER_SHELLS = 'powershell pwsh cmd cmd.exe';
/** Subcommands that run something, or take words as data, and words that ask for help. */
const SPECIAL_VERBS = 'grep submodule bisect rebase help exec x explore run-script watch';

/**
 * The view of a plain command, or null where only `shellView` can tell.
 * @param nativeTool the agent's own name of the tool; the shells of Windows have rules of their own
 */
export function plainView(command: string, nativeTool = ''): ShellView | null {
  if (command.length > CHARS_MAX || hasWord(OTHER_SHELLS, nativeTool.toLowerCase())) return null;
  const view: Required<Pick<ShellView, 'commands' | 'pipelines' | 'lists'>> = {
    commands: [],
    pipelines: [],
    lists: [],
  };
  let words: string[] = [];
  let pipeline = '';
  let stages = 0;
  let list = '';
  let pipelines = 0;
  for (let at = 0; at <= command.length; ) {
    const end = wordEnd(command, at);
    if (end > at) {
      words.push(command.slice(at, end));
      if (words.length > WORDS_MAX) return null;
      at = end;
      continue;
    }
    if (command.charCodeAt(at) === SPACE) {
      at += 1;
      continue;
    }
    const operator = at === command.length ? '' : operatorAt(command, at);
    if (operator === null) return null;
    const simple = plainCommand(words);
    if (simple === null) return null;
    // It may only pass on what it is given.
    if (operator === '|' && stages > 0 && simple.program === 'cat') return null;
    view.commands.push(simple);
    pipeline = stages === 0 ? simple.text : `${pipeline} | ${simple.text}`;
    stages += 1;
    words = [];
    at += operator.length || 1;
    if (operator === '|') continue;
    if (stages > 1 && !view.pipelines.includes(pipeline)) view.pipelines.push(pipeline);
    list += pipeline;
    pipelines += 1;
    stages = 0;
    list += operator === '' ? '' : operator === ';' ? '; ' : ` ${operator} `;
  }
  if (pipelines > 1) view.lists.push(list);
  return view;
}

const SPACE = 32;

/** Where a run of `[A-Za-z0-9_./:=@,+-]` ends. */
function wordEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code | 32;
    const plain =
      (letter >= 97 && letter <= 122) ||
      // `+` to `:` are `+`, `,`, `-`, `.`, `/`, digits and `:`.
      (code >= 43 && code <= 58) ||
      code === 95 ||
      code === 61 ||
      code === 64;
    if (!plain || code > 122) break;
  }
  return at;
}

function operatorAt(text: string, at: number): string | null {
  const two = text.slice(at, at + 2);
  if (two === '&&' || two === '||') return two;
  const one = two.charAt(0);
  return (one === ';' && two !== ';;' && two !== ';&') || (one === '|' && two !== '|&') ? one : null;
}

/** One command of plain words; null where a word may be more than that. */
function plainCommand(words: string[]): SimpleCommand | null {
  const program = words[0] ?? '';
  if (!hasWord(PROGRAMS, program)) return null;
  let option = false;
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i]!;
    if (word.startsWith('-')) {
      if (isTelling(word)) return null;
      option = true;
    } else if (hasWord(SPECIAL_VERBS, word)) return null;
  }
  // Before the subcommand, an option may take a value or change which word the subcommand is.
  if (option && words[1]!.startsWith('-') && program === 'git') return null;
  let alt: string[] | null = null;
  return {
    program,
    text: words.join(' '),
    args: words.slice(1),
    via: 'top',
    get alt(): string[] {
      alt ??= alternatives(words).slice(0, ALTERNATIVES_MAX);
      return alt;
    },
  };
}

/** As in `shell/describe.ts`. */
const ALTERNATIVES_MAX = 24;

/** True for an option that may take prose, be a dry run or ask for help: only the parser's tables tell. */
function isTelling(option: string): boolean {
  if (!option.startsWith('--')) {
    // Clusters with an `m` (a message), an `n` (a dry run, no verification), or anything but letters.
    for (let i = 1; i < option.length; i += 1) {
      const letter = option.charCodeAt(i) | 32;
      if (letter < 97 || letter > 122 || letter === 109 || letter === 110) return true;
    }
    return option === '-help' || option === '-h' || option.length === 1;
  }
  if (option === '--' || option === '--help' || option === '--version') return true;
  const name = option.includes('=') ? option.slice(0, option.indexOf('=')) : option;
  if (hasWord(PROSE, name) || name === '--format' || name === '--pretty') return true;
  const lower = name.toLowerCase();
  return lower.includes('dry') || lower.includes('just') || lower.includes('simul') || lower.includes('what');
}
