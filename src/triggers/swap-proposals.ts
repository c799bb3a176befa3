import { escapeRegex } from './escape-regex.ts';
import { namedWords } from './named-words.ts';
import { called, usable } from './pattern-words.ts';
import { OWN_WORDS } from './run-names.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';

/** Where the corrected command is the same with one word for another, or quoted otherwise. */
export function* swapProposals(input: SynthesisInput, head: string): Generator<string> {
  yield* optionValues(input, head);
  yield* insertedOperands(input, head);
  yield* brokenQuotes(input);
  if (input.failing[0]!.program === 'sleep' && /^sleep: /.test(input.salient))
    yield `${called('sleep')}\\s+\\d[\\w.]*\\s+[A-Za-z.\\/]`;
}

/** The only place at which two commands differ; -1 where they differ otherwise. */
function differingAt(one: CommandWords, other: CommandWords | null): number {
  if (other === null || one.program !== other.program || one.args.length !== other.args.length) return -1;
  const places = one.args.flatMap((arg, at) => (arg === other.args[at] ? [] : [at]));
  return places.length === 1 ? places[0]! : -1;
}

const UNKNOWN_NAME = /\b(?:unknown|no such|does not exist|not found|missing)\b/i;

/** True where one argument that holds more than a word was changed and nothing else, for a name in it that is unknown. */
export function isTextChanged({ failing, corrected, salient }: SynthesisInput): boolean {
  const at = differingAt(failing[0]!, corrected);
  return at >= 0 && /\s/.test(failing[0]!.args[at]!) && UNKNOWN_NAME.test(salient);
}

const VALUE = /^(?=.*[A-Za-z])\w[\w@%+:.,~^-]{1,60}$/;

/** A value that the option does not take, as the message tells, and that says too little by itself: `--since 1h`. */
function* optionValues({ failing, corrected, salient }: SynthesisInput, head: string): Generator<string> {
  const first = failing[0]!;
  const at = differingAt(first, corrected);
  if (at < 0) return;
  const [given = '', before = ''] = [first.args[at], first.args[at - 1]];
  const [name = '', own] = given.split(/=(.*)/s);
  const joined = own !== undefined && /^--?[A-Za-z]/.test(name);
  const [flag, value] = joined ? [name, own] : [before, given];
  if (!/^--?[A-Za-z][\w:-]*$/.test(flag) || !VALUE.test(value)) return;
  if (joined && corrected!.args[at]!.split('=')[0] !== flag) return;
  // A word that the error names by itself is asked for wherever it stands.
  if (!joined && usable(value) && namedWords(salient).includes(value)) return;
  if (!new RegExp(`(?<![\\w-])${escapeRegex(value)}(?![\\w-])`).test(salient)) return;
  const valued = `\\s${escapeRegex(flag)}[\\s=]${escapeRegex(value)}(?![\\w.-])`;
  // Where the value is masked as data (`git log --format`, `rg --type`), the raw line shows it.
  yield* [`${head}.*${valued}`, `raw:${head}${OWN_WORDS}${valued}`];
}

const LACKS = /\b(?:requires?|required|missing|specify|expected|at least)\b/i;

/** The command with its flags alone, where the corrected one is the same with an argument among them: `gh run view --log`. */
function* insertedOperands({ failing, corrected, salient }: SynthesisInput, head: string): Generator<string> {
  const { program, sub, args } = failing[0]!;
  if (corrected?.program !== program || sub === '' || !LACKS.test(salient)) return;
  const rest = args.slice(sub.split(' ').length);
  if (args.slice(0, args.length - rest.length).join(' ') !== sub || rest.length === 0) return;
  const at = corrected.args.findIndex((arg, place) => arg !== args[place]);
  const inserted = corrected.args[at] ?? '-';
  if (inserted.startsWith('-') || corrected.args.toSpliced(at, 1).join('\n') !== args.join('\n')) return;
  if (rest.every((arg) => /^--?[a-z][\w-]*$/.test(arg)))
    yield `${head}${rest.map((arg) => `\\s+${escapeRegex(arg)}`).join('')}\\s*$`;
}

/** `'Don't'`: an apostrophe that ends the string. */
const APOSTROPHE = `\\s'[^'"\\n]*\\w'(?:t|s|re|ll|ve|d|m)\\s`;
const UNCLOSED = /unexpected EOF while looking for matching|[Uu]nmatched|unterminated quoted/;
/** `-c "open("a.json")"`: code in quotes that hold the same quotes. */
const NESTED = /\s(-{1,2}(?:[ceE]|execute|eval))\s+"[^"\\]*"[\w./-]+"/;

function* brokenQuotes({ failing, failingLine, correctedLine, salient }: SynthesisInput): Generator<string> {
  if (UNCLOSED.test(salient) && new RegExp(`^[^'"]*${APOSTROPHE}`).test(failingLine))
    yield `raw:^[^'"]*${APOSTROPHE}`;
  const flag = NESTED.exec(failingLine)?.[1];
  if (flag !== undefined && correctedLine && !NESTED.test(correctedLine))
    yield `raw:${called(failing[0]!.program)}${OWN_WORDS}\\s${flag}\\s+"[^"\\\\]*"[\\w./-]+"`;
}
