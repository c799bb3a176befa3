import { anyOf } from '../../../text/any-of.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import { bounded, called } from '../../../triggers/pattern-words.ts';
import { isFilter, isScaffold, mainPart, type ShellPart, shellParts } from '../../shell/shell.ts';
import { isGroup } from '../../shell/shell-subcommand.ts';
import { tellsFinding } from '../words/finding.ts';
import { pasted } from '../words/own-words.ts';

/** A command that a message objects to: its text, and the pattern that finds it again. */
export interface ObjectedCommand {
  pattern: string;
  command: string;
  /** The command line that it stands in. */
  line: string;
}

/** Words that every sentence may hold and that name no command. */
const COMMON = anyOf(
  [
    /add|run|test|get|set|show|list|new|use|the|this|file|name|go|make|all|build|check|branch|message/,
    /status|log|diff|create|view|update|install|start|repo|issue|body|title|json|path|output|config/,
    /version|help|limit|-\w/,
  ],
  { before: /^/, after: /$/ },
);

/** True for a word that a human uses of any command: it names none. */
export const isCommon = (word: string): boolean => COMMON.test(word);

/**
 * The command that a human objects to: among the last ones, the newest whose subcommand or long flag the message
 * names; null where the words name none.
 * @param commands newest last
 */
export function objectedCommand(
  message: string,
  commands: string[],
  rejected: string | null,
): ObjectedCommand | null {
  const said = message.toLowerCase().slice(0, 600);
  // A name stands in Japanese or Chinese words without a space.
  const found = [
    ...(said.match(/[\p{L}\d][\p{L}\d:_-]*/gu) ?? []),
    ...(said.match(/[a-z\d][a-z\d:_-]*/g) ?? []),
  ];
  const words = new Set(found.flatMap((word) => [stem(word), borrowed(word)]));
  const lines = rejected ? [rejected] : [...commands].reverse();
  for (const patternOf of [flagPattern, wordPattern])
    for (const line of lines)
      for (const part of shellParts(line)) {
        const pattern =
          hasPlainName(part) && isNamedIn(message, part) ? patternOf(part, words, message) : null;
        if (pattern) return { pattern, command: part.text, line };
      }
  return null;
}

/** Longer words speak of many things. */
const ORDER_CHARS_MAX = 600;

/** True where words that are shown, find something or go on for long name the command itself, or a flag by its dashes: a word of theirs alone is none. */
function isNamedIn(message: string, { program, sub, args }: ShellPart): boolean {
  if (message.length <= ORDER_CHARS_MAX && !pasted(message) && !tellsFinding(message)) return true;
  const isGiven = (arg: string) =>
    /^--[a-z]/.test(arg) && new RegExp(`${escapeRegex(arg.split('=')[0]!)}(?![\\w-])`).test(message);
  return message.toLowerCase().includes(`${program} ${sub}`.trim().toLowerCase()) || args.some(isGiven);
}

/** The first command of a line that does something of its own. */
export function chiefPart(line: string): ShellPart | null {
  const parts = shellParts(line);
  return parts.find((part) => !isScaffold(part) && !isFilter(part)) ?? mainPart(parts);
}

const stem = (word: string) => word.replace(/(?:ing|ed|s)$/, '');

const isNamed = (word: string, words: Set<string>) =>
  words.has(stem(word.toLowerCase())) && !COMMON.test(word);

/** True for a program whose name can stand in a pattern. */
export const hasPlainName = ({ program }: ShellPart): boolean => /^[\w.+-]{2,40}$/.test(program);

/** What a group that does something by itself does besides, where that is known. */
const BESIDES: Record<string, string> = {
  stash: '(?:apply|branch|clear|create|drop|list|pop|show|store)\\b',
};

/** A pattern of the program with its subcommand; a group without one spares what else it does. */
export function headOf(part: ShellPart): string {
  const words = part.sub.split(' ').filter(Boolean);
  const head = called(part.program, ...words);
  const [word = ''] = words;
  const isBare = part.args.slice(part.args.indexOf(word) + 1).every((arg) => arg.startsWith('-'));
  if (words.length !== 1 || !isBare || !isGroup(part.program, word)) return head;
  return `${head}(?!\\s+${BESIDES[word] ?? '[a-z]'})`;
}

/** Verbs that other languages take over: `committen`, `pushear`, `merger`. */
const BORROWED = /^(commit|push|merg|rebas|stash|deploy|amend|squash|releas|publish)[\p{L}]{1,6}$/u;
const VERBS: Record<string, string> = { merg: 'merge', rebas: 'rebase', releas: 'release' };

function borrowed(word: string): string {
  const root = BORROWED.exec(word)?.[1] ?? word;
  return VERBS[root] ?? root;
}

/** By a long flag that the message names: a command that is told by it is the one that is meant. */
function flagPattern(part: ShellPart, words: Set<string>): string | null {
  const flag = part.args.find(
    (arg) => /^--[a-z]/.test(arg) && isNamed(arg.replace(/^--/, '').split('=')[0]!, words),
  );
  return flag ? `${headOf(part)}.*${bounded(flag.split('=')[0]!)}` : null;
}

function wordPattern(part: ShellPart, words: Set<string>, message: string): string | null {
  const named = (word: string) => isNamed(word, words);
  const head = headOf(part);
  const sub = part.sub.split(' ').at(-1) ?? '';
  if (sub !== '' && named(sub)) return head;
  const task = taskOf(part, words);
  if (task) return `${head}\\s+${escapeRegex(task)}(?:\\s|$)`;
  return sub !== '' && isForbidden(part.program, message) ? head : null;
}

/** The task that a runner is given, where the message names all its parts: `test:ci`. */
function taskOf(part: ShellPart, words: Set<string>): string | null {
  if (!/^(?:run|exec)$/.test(part.sub)) return null;
  const task = part.args[part.args.indexOf(part.sub) + 1] ?? '';
  const pieces = task.toLowerCase().split(/[:_.-]+/);
  return pieces.length > 1 && pieces.every((piece) => piece.length > 1 && words.has(stem(piece)))
    ? task
    : null;
}

/** Says not to use the program, in a few languages. */
function isForbidden(program: string, message: string): boolean {
  if (program.length < 2 || COMMON.test(program)) return false;
  const words = message.slice(0, 600);
  if (!words.toLowerCase().includes(program.toLowerCase())) return false;
  const name = escapeRegex(program);
  return new RegExp(
    `(?:do(?:n't| not)|never|not|stop|instead of|without|nicht|kein(?:e|en)?|nie|nunca|no uses?|jamais|n'utilise[sz]? (?:pas|jamais)|niet|nooit|non usare) (?:(?:use|using|run|running|call|mit|de|la) )?${name}(?![\\w-])`,
    'i',
  ).test(words);
}
