import { callerProposals } from './caller-proposals.ts';
import { causeProposals, cloneProposal, endpointProposals, folderProposals } from './cause-proposals.ts';
import { alone, differing, specific, tells } from './differing-proposals.ts';
import { escapeRegex } from './escape-regex.ts';
import { missingWord, namedWords } from './named-words.ts';
import {
  bounded,
  called,
  flagIn,
  flagName,
  globStem,
  headOf,
  inCommand,
  isInterpreter,
  namesOf,
  onlyIn,
  usable,
} from './pattern-words.ts';
import { rawProposals } from './raw-proposals.ts';
import { emptyVariableProposals, settingProposals } from './setting-proposals.ts';
import { shellProposals } from './shell-proposals.ts';
import { swapProposals } from './swap-proposals.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';
import {
  isUnlisted,
  shortProposals,
  surplusProposals,
  takenPrompts,
  unknownBehindFlag,
} from './usage-arguments.ts';

const UNMATCHED = /no matches found: --/;

/** Words of the error that stand in the command, as the patterns know them; the whole command where it is its subcommand. */
function* blamedWords(input: SynthesisInput): Generator<string | null> {
  // An option whose value a shell took for a glob is right where its value is quoted.
  if (UNMATCHED.test(input.salient)) return;
  const first = input.failing[0]!;
  const subs = first.sub.split(' ');
  const rest = first.args.filter((arg) => !subs.includes(arg));
  for (const word of namedWords(input.salient)) {
    const found = inCommand(word, rest);
    if (found && usable(globStem(found))) yield globStem(found);
    else if (first.sub !== '' && subs.includes(word)) yield null;
  }
}

/** How getopt words it, which takes several short flags in one word; others have long flags behind one dash. */
const GETOPT = /(?:illegal|invalid|unknown|unrecogni[sz]ed) option -- /;

/** A short flag among others: `-oP` is met as `-P` too. A flag that is the beginning of the right one ends there. */
function flagPattern(word: string, named: readonly string[], { salient, corrected }: SynthesisInput): string {
  if (word.startsWith('--') && corrected?.args.some((arg) => arg.startsWith(`${word}-`)))
    return `(?:^|\\s)${escapeRegex(word)}(?:[\\s=]|$)`;
  const letter = named.find((each) => /^-\w$/.test(each) && word.includes(each[1]!))?.[1];
  const isAmongOthers = GETOPT.test(salient) || word.length > 2;
  return letter && isAmongOthers && /^-[A-Za-z]{1,6}$/.test(word)
    ? `(?:^|\\s)-[A-Za-z]*${letter}`
    : bounded(word);
}

/** Those that hold a word of the command that is to blame. */
function* wordProposals(
  word: string,
  input: SynthesisInput,
  head: string,
  rest: string[],
): Generator<string> {
  const first = input.failing[0]!;
  const pattern = flagPattern(word, namedWords(input.salient), input);
  const asWord = `${head}\\s+${escapeRegex(word)}(?:\\s|$)`;
  // As its first word, not as the name of another thing: `git checkout -b fix main`.
  if (/^\w[\w-]*$/.test(word) && rest[0] === word) yield asWord;
  yield `${head}.*${pattern}`;
  if (isMovedBehind(word, input)) yield `${headOf(first, '(?!.*\\s--\\s)')}.*${pattern}`;
  if (/^\w/.test(word)) yield* [alone(head, word), asWord];
  yield* beforeSub(first, word, pattern);
  yield* narrowed(head, rest, word);
}

/**
 * Candidates from the most to the least telling. Where the error names a word of the command the pattern holds that
 * word: others of the command only make it more specific.
 */
export function* proposals(input: SynthesisInput): Generator<string> {
  const first = input.failing[0]!;
  const head = headOf(first);
  const subs = first.sub.split(' ');
  const rest = first.args.filter((arg) => !subs.includes(arg));
  // Where the shell stands decides on a folder that is named from there.
  if (/^(?:cd|pushd)$/.test(first.program) && !/^[~/]|^[A-Za-z]:/.test(rest[0] ?? '/')) return;
  const ofClone = cloneProposal(input);
  if (ofClone !== null) return yield ofClone;
  if (CONFLICT.test(input.salient)) {
    const pair = conflicting(input, rest);
    if (pair) return yield `${head}${pair.map((word) => `.*${bounded(word)}`).join('')}`;
  }
  // Further behind, it may be an option of what runs there.
  if (NO_TTY.test(input.salient) && ASKS_TTY.test(rest[0] ?? ''))
    return yield `${head}\\s+(?:-[a-z]*t[a-z]*|--tty)(?:\\s|$)`;
  yield* causeProposals(input, head);
  yield* surplusProposals(input, head);
  yield* shortProposals(input, head);
  yield* swapProposals(input, head);
  yield* takenPrompts(input);
  if (isUnlisted(input)) yield head;
  const unknown = unknownBehindFlag(input.error, first);
  if (unknown !== '') yield called(first.program, unknown);
  yield* emptyVariableProposals(input);
  yield* callerProposals(input);
  if (first.sub !== '' && (ASKS_INPUT.test(input.salient) || namesItself(input))) yield head;
  const blamed = [...blamedWords(input)];
  for (const word of blamed) {
    if (word === null) yield head;
    else yield* wordProposals(word, input, head, rest);
  }
  if (blamed.length === 0) yield* folderProposals(input);
  yield* missingFlagProposals(input);
  yield* missingArgumentProposals(input, head);
  yield* shellProposals(input);
  yield* settingProposals(input, head);
  yield* endpointProposals(input, head);
  const raws = [...rawProposals(input, head)];
  yield* raws;
  const flag = blamed.find((word) => word !== null) ?? '';
  if (flag.startsWith('-')) return yield* lackedFlags(input, flag);
  const isLacking = LACKS_MODULE.test(input.salient);
  const runsCode = (arg: string) => isInterpreter(first.program) && /^-[ce]$/.test(arg);
  const { corrected } = input;
  const lacked = missingWord(input.salient);
  // A flag is no fault by itself, unless the same command worked without it or the error speaks of it.
  const isNoFault = (arg: string) =>
    arg === lacked ||
    isBundle(first, arg) ||
    (METHOD.test(arg) && !tells(input.error, arg)) ||
    (arg.startsWith('-') && corrected?.program !== first.program && !tells(input.error, flagName(arg)));
  const telling = rest.filter(
    (arg) => !(isLacking ? arg.startsWith('-') : HOW_MUCH.test(arg) || runsCode(arg)) && !isNoFault(arg),
  );
  if (!corrected) {
    if (raws.length === 0) yield* specific(input, head, telling);
    return;
  }
  const isOtherwise = first.program !== corrected.program || onlyIn(first, corrected).length === 0;
  if (!isLacking || isOtherwise) yield* differing(input, corrected, head);
  yield* specific(input, head, telling);
}

/** Options in one word without a dash: `tar xzf`, `ps aux`. */
const isBundle = ({ program, args }: CommandWords, arg: string): boolean =>
  /^(?:(?:bsd|g)?tar|ar|ps)$/.test(program) && arg === args[0] && /^[A-Za-z]+$/.test(arg);

/** How a service is asked says nothing of what it is asked. */
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** How much a program says, whatever it is asked to do. */
const HOW_MUCH = /^--(?:quiet|verbose|silent|no-color|no-progress)$/;

/** Of a module that is not there no option of its interpreter tells. */
const LACKS_MODULE = /\bNo module named\b|Cannot find (?:module|package) [`'"]/;

/** True where the corrected command gives the flag to what it runs: `cargo test -- --nocapture`. */
function isMovedBehind(word: string, { failing, corrected }: SynthesisInput): boolean {
  if (!word.startsWith('-') || !corrected || failing[0]!.args.includes('--')) return false;
  const at = corrected.args.indexOf('--');
  return at >= 0 && corrected.args.indexOf(word) > at;
}

/** A client of containers was asked for a terminal. */
const NO_TTY = /\binput device is not a TTY\b/i;
const ASKS_TTY = /^(?:-[a-z]*t[a-z]*|--tty)$/;

const ASKS_INPUT = /\bnon-interactive\b|\b(?:not|requires?|needs?) an? (?:tty|(?:interactive )?terminal)\b/i;

/** The message is about the command as such: `npm ci` can only install with a lockfile. */
function namesItself({ salient, failing }: SynthesisInput): boolean {
  const { program, sub } = failing[0]!;
  if (/argument|option|flag/i.test(salient)) return false;
  return new RegExp(`[\`'"]${escapeRegex(`${program} ${sub}`)}[\`'"]`).test(salient);
}

/** Two options that exclude each other: either alone is right. */
const CONFLICT =
  /(?:cannot|can't|can not|must not|may not) be (?:used|combined|specified|given|set|passed)\b.{0,30}\b(?:with|together|at the same time)|mutually exclusive|not allowed with|conflicts? with|incompatible with/i;

/** Both options of a conflict, in the order in which the command has them. */
function conflicting({ salient }: SynthesisInput, rest: string[]): string[] | null {
  const flags = rest.map(flagName);
  const found = [...new Set(namedWords(salient).flatMap((word) => inCommand(word, flags) ?? []))]
    .filter((word) => word.startsWith('-'))
    .sort((a, b) => flags.indexOf(a) - flags.indexOf(b));
  return found.length === 2 ? found : null;
}

/** A word that stands before the subcommand: `git --flag log`. */
function* beforeSub({ program, sub, args }: CommandWords, word: string, pattern: string): Generator<string> {
  const at = sub === '' ? -1 : args.findIndex((arg) => flagName(arg) === word);
  if (at < 0 || at > args.indexOf(sub.split(' ')[0]!)) return;
  yield `${called(program)}.*${pattern}.*\\s${namesOf(sub.split(' '))}`;
}

/** Where the error asks for a flag that the command lacks: the command without it. */
function* missingFlagProposals(input: SynthesisInput): Generator<string> {
  if (
    !/\b(?:must (?:provide|specify|be (?:specified|given|set))|(?:is|are) required|required (?:flag|option|argument)|missing required)/i.test(
      input.salient,
    )
  )
    return;
  for (const word of namedWords(input.salient)) {
    if (/^--[a-z][\w-]+$/.test(word) && !input.failingLine.includes(word))
      yield headOf(input.failing[0]!, `(?!.*${anyOfFlags(word, input)})`);
  }
}

/** The flag, its short form, and those that the message lets stand for it: `--title`, `-t`, or `--fill`. */
function anyOfFlags(word: string, { salient, error }: SynthesisInput): string {
  const others = [...salient.matchAll(/\bor [`'"]?(--[a-z][\w-]+)/g)].map((match) => match[1]!);
  const flags = [...new Set([word, ...others])];
  const short = flags.flatMap((flag) => {
    const letter = new RegExp(`(?:^|\\s)-(\\w), ${escapeRegex(flag)}(?![\\w-])`).exec(error)?.[1];
    return letter === undefined ? [] : [`-${letter}\\b`];
  });
  const all = [...flags.map(escapeRegex), ...short];
  return all.length === 1 ? all[0]! : `\\s(?:${all.join('|')})`;
}

const ARGUMENT_MISSING =
  /(?:arguments? (?:are|is) required|required arguments? (?:\w+ )?not provided|missing (?:required )?(?:argument|operand|positional))|requires? (?:at least|exactly|an?) (?:\d+ )?(?:arg|operand|positional)|accepts \d+ arg\S* received 0/i;

/** Where the error asks for an argument and the script, or the subcommand, was given none: the call of it alone. */
function* missingArgumentProposals({ salient, failing }: SynthesisInput, head: string): Generator<string> {
  if (!ARGUMENT_MISSING.test(salient)) return;
  const { args, sub } = failing[0]!;
  if (sub !== '' && args.join(' ') === sub) yield `${head}\\s*$`;
  if (args.length === 1 && /[\w-]\.\w{1,4}$/.test(args[0]!)) yield `${head}\\s*$`;
}

/** The word that the error names with one that stands before or behind it, as in `go run ./cmd/x … --flag`. */
function* narrowed(head: string, rest: string[], word: string): Generator<string> {
  const at = rest.findIndex((arg) => globStem(flagName(arg)) === word || globStem(arg) === word);
  if (at < 0) return;
  for (const before of rest.slice(0, at)) {
    if (before.startsWith('-') || !usable(before) || before.length < 3) continue;
    yield `${head}.*${bounded(before)}.*${bounded(word)}`;
  }
}

/** A flag that was kept is not wrong by itself: another one goes with it. */
function* lackedFlags({ failing, corrected }: SynthesisInput, kept: string): Generator<string> {
  if (!corrected?.args.map(flagName).includes(kept)) return;
  const added = onlyIn(corrected, failing[0]!).find((word) => /^--?\w/.test(word));
  if (added !== undefined) yield `${headOf(failing[0]!, `(?!.*${flagIn(added)})`)}.*${bounded(kept)}`;
}
