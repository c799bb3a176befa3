import { escapeRegex } from './escape-regex.ts';
import { isInterpreter, namesOf, usable } from './pattern-words.ts';
import { COMMAND_START } from './run-names.ts';
import { viewedLine } from './shell-proposals.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';

/** The program itself, its version or its rights are wrong, not what it was given. */
const OF_THE_CALLER =
  /No module named|Cannot find (?:module|package)|already activated|permission denied|are you root|must be (?:run as )?root|not permitted|does not match|externally[- ]managed|getaddrinfo|could not resolve host|name resolution/i;
const NOT_THERE = /introuvable|not (?:found|installed)|is not set/i;

const bareName = (program: string): string => program.replace(/[\d.]+$/, '');

/**
 * Where the same command worked through another program (`uv run pytest`, `sudo apt-get install`), or by the path of its
 * own: the command as one that begins with the program.
 */
export function* callerProposals(input: SynthesisInput): Generator<string> {
  const { corrected, correctedLine, failingLine, salient, failing } = input;
  const first = failing[0]!;
  if (!corrected || !correctedLine || !isOfTheCaller(salient, first) || !isSameCall(first, corrected)) return;
  const next = nextWord(first);
  if (next === null || !isCalledBare(first, failingLine) || isCalledBare(first, correctedLine)) return;
  const name = escapeRegex(first.program);
  // An environment is activated by a command of its own, which stands before it in the line.
  const isOfVenv = /\b\.?v?env\//.test(correctedLine);
  if (!isOfVenv) yield `^(?!.*\\/${name}(?:\\s|$))${name}${next}`;
  yield isOfVenv
    ? `raw:${COMMAND_START}${namesOf([first.program])}${next}(?!.*\\bactivate\\b)`
    : `raw:${COMMAND_START}${namesOf([first.program])}${next}`;
}

const isOfTheCaller = (salient: string, { program }: CommandWords): boolean =>
  OF_THE_CALLER.test(salient) || (NOT_THERE.test(salient) && salient.includes(program));

/** True where the words of the first stand in the other one, behind what calls it. */
function isSameCall({ program, args }: CommandWords, other: CommandWords): boolean {
  const words = [other.program, ...other.args];
  const at = words.findIndex((word) => bareName(word.replace(/^.*\//, '')) === bareName(program));
  return at >= 0 && (args[0] === undefined || words[at + 1] === args[0]);
}

/** What is certain to stand behind the program; null where any call of an interpreter would be met. */
function nextWord({ program, sub, args }: CommandWords): string | null {
  const [first = '', second = ''] = args;
  if (first === '') return '\\s*$';
  if (sub !== '' && args.slice(0, sub.split(' ').length).join(' ') === sub)
    return `\\s+${namesOf(sub.split(' '))}`;
  if (!isInterpreter(program)) return '\\s+\\S';
  if (first === '-m' && usable(second)) return `\\s+-m\\s+${namesOf([second])}`;
  return /^[\w./-]+\.\w{1,4}$/.test(first) && usable(first) ? `\\s+${escapeRegex(first)}` : null;
}

/** A shell, here or on another machine, has the programs that it has. */
const NO_CALLER = /^(?:top|ssh|(?:ba|z|da|k)?sh -c)$/;

/** True where a command of the line begins with the program, without a path before it. */
function isCalledBare({ program }: CommandWords, line: string): boolean {
  const byPath = new RegExp(`^(?:\\w+=\\S*\\s+)*[^\\s=]*/${escapeRegex(program)}(?:\\s|$)`);
  return viewedLine(line).commands.some(
    (each) =>
      each.program === program && NO_CALLER.test(each.via) && !each.alt?.some((text) => byPath.test(text)),
  );
}
