import { NO_PROMPT } from '../text/known-messages.ts';
import { escapeRegex } from './escape-regex.ts';
import { called } from './pattern-words.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';

const USAGE_CHARS_MAX = 3000;
/** Options, in brackets; what stands behind `--` belongs to another program. */
const OPTIONS = /\[-[^\]]*\]\]?(?:\.\.\.\])?|\[(?:global )?(?:options|flags)\]/gi;
const OPEN = /\.\.\.|[{|]|\bcommand\b|\bsubcommand\b/i;

/**
 * The arguments without a dash that a command takes, by the usage in its error: `TESTNAME` of
 * `Usage: cargo test [OPTIONS] [TESTNAME]`. Null where the error has no usage, or where that leaves their number open.
 * @param called program and subcommand, which a usage repeats
 */
export function positionals(error: string, called: readonly string[]): string[] | null {
  const usage = /^\s*usage:? +(.+(?:\n {4,}\S.*)*)/im.exec(error.slice(0, USAGE_CHARS_MAX))?.[1];
  if (usage === undefined) return null;
  const body = usage.replace(/\[-- .*$/s, ' ').replace(OPTIONS, ' ');
  if (OPEN.test(body)) return null;
  const names = body
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((word) => word.replace(/[<>[\]]/g, ''));
  return names.filter((name) => /^[A-Za-z][\w-]*$/.test(name) && !called.includes(name));
}

/** How a client of containers is called, where it knows no subcommand and takes the flag behind one for its own. */
const OF_CONTAINERS =
  /(?:^Usage:\s+|\b(?:See|Run) ')(docker|podman|nerdctl)(?: \[OPTIONS\] COMMAND|(?: --help| help)')/m;

/**
 * The word that a program was given as a subcommand and does not know, where it complains of the flag behind that word:
 * `compose` of `docker compose -f x.yml up`, without its plugin. Empty where it is none.
 */
export function unknownBehindFlag(error: string, { program, args }: CommandWords): string {
  if (OF_CONTAINERS.exec(error)?.[1] !== program || !/\bunknown (?:shorthand )?flag: /.test(error)) return '';
  return /^[a-z]\w*$/.test(args[0] ?? '') ? args[0]! : '';
}

const SURPLUS =
  /^usage:? |(?:unexpected|unrecogni[sz]ed|too many|unexpected extra) arguments?\b:? ?[(`'"]?(?!-)\S/i;

/** Where the usage takes one argument: two words behind each other. */
export function* surplusProposals(input: SynthesisInput, head: string): Generator<string> {
  const { program, sub } = input.failing[0]!;
  if (!SURPLUS.test(input.salient)) return;
  if (positionals(input.error, [program, ...sub.split(' ')])?.length === 1)
    yield `${head}\\s+[^-\\s]\\S*\\s+[^-\\s\\d>|&]`;
}

const LACKS =
  /\b(?:requires?|required|missing|specify|expected|at least|usage)\b|\bno (?:\w+ ){0,3}(?:given|specified)/i;

/** Where the corrected command is the same with arguments behind it: the command that ends without them. */
export function* shortProposals(input: SynthesisInput, head: string): Generator<string> {
  const { failing, corrected, salient } = input;
  const { program, sub, args } = failing[0]!;
  if (!corrected || corrected.program !== program || !LACKS.test(salient)) return;
  const more = corrected.args.slice(args.length);
  if (more.length === 0 || more[0]!.startsWith('-') || args.some((arg, at) => corrected.args[at] !== arg))
    return;
  const rest = sub === '' ? args : args.slice(sub.split(' ').length);
  if (args.slice(0, args.length - rest.length).join(' ') !== sub || rest.length > 4) return;
  const words = rest.map((arg) => (/^-[\w-]+$/.test(arg) ? `\\s+${escapeRegex(arg)}` : '\\s+[^-\\s]\\S*'));
  yield `${head}${words.join('')}\\s*$`;
}

const OF_FLAG =
  /\b(?:unknown|unrecogni[sz]ed|unexpected|no such) (?:shorthand )?(?:flag|option|argument):? /i;

/** True where a program answers with the subcommands that it has, and the one that it was given is none of them. */
export function isUnlisted({ error, failing, salient }: SynthesisInput): boolean {
  if (OF_FLAG.test(salient)) return false;
  const [last = ''] = failing[0]!.sub.split(' ').slice(-1);
  const list = /^[^\S\n]*(?:available )?(?:sub)?commands:?\s*$/im.exec(error.slice(0, USAGE_CHARS_MAX));
  if (last === '' || list === null) return false;
  return !new RegExp(`^\\s+${escapeRegex(last)}(?![\\w-])`, 'm').test(error.slice(list.index));
}

/** Options of Claude Code that take all words behind them. */
export const TAKES_SEVERAL = /--(?:tools|(?:dis)?allowed-?[tT]ools|add-dir|mcp-config|betas)/;
const IS_SEVERAL = new RegExp(`^${TAKES_SEVERAL.source}$`);

/** Claude Code is left without a prompt, which stands behind an option that takes all words. */
export function* takenPrompts({ salient, failing }: SynthesisInput): Generator<string> {
  const { program, args } = failing[0]!;
  const option = NO_PROMPT.test(salient) ? args.find((arg) => IS_SEVERAL.test(arg)) : undefined;
  if (option !== undefined)
    yield `${called(program)}.*\\s${escapeRegex(option)}\\s+\\S{1,60}\\s+[^-\\s\\d<>&|]`;
}
