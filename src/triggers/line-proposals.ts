import { escapeRegex } from './escape-regex.ts';
import { called, usable } from './pattern-words.ts';
import { COMMAND_START, OUTSIDE_QUOTES } from './run-names.ts';
import type { SynthesisInput } from './synthesize.ts';

/** Where no simple command is to blame: what the line as a whole can only have got wrong. */
export function* lineProposals(input: SynthesisInput): Generator<string> {
  yield* fishStatements(input);
  yield* scriptsElsewhere(input);
}

/** `set NAME (command)` of fish: no other shell can parse it. */
function* fishStatements({ salient, failingLine }: SynthesisInput): Generator<string> {
  if (/(?:parse|syntax) error near/.test(salient) && /(?:^|[;\n]\s*)set (?:-\w+ )?\w+ \(/.test(failingLine))
    yield `raw:${OUTSIDE_QUOTES}${COMMAND_START}set\\s+(?:-\\w+\\s+)?[A-Za-z_]\\w*\\s+\\((?!.*\\bfish\\b)`;
}

const NOT_THERE =
  /no such file or directory: ([^\s/~$][^\s:]*\/[^\s:]+)$|: ([^\s/~$:][^\s:]*\/[^\s:]+): (?:No such file or directory|not found)$/;
const GOES = /(?:^|[;&\n])[^\S\n]*cd\s+["']?([/~][^\s"';&|$]+?)\/?["']?\s*&&/;

/** A script by a path that does not lead to it from the folder which the line goes into first. */
function* scriptsElsewhere({ salient, failingLine }: SynthesisInput): Generator<string> {
  const found = NOT_THERE.exec(salient);
  const script = found?.[1] ?? found?.[2];
  const went = GOES.exec(failingLine);
  const name = went?.[1]?.split('/').at(-1) ?? '';
  if (!script || !went || !usable(name) || script.length > 60) return;
  const run = new RegExp(`(?:&&|[;|\\n])\\s*${escapeRegex(script)}(?![\\w/.-])`);
  if (!run.test(failingLine.slice(went.index))) return;
  yield `raw:${called('cd')}\\s+\\S*\\/${escapeRegex(name)}\\/?["']?\\s*&&.*\\s${escapeRegex(script)}(?:\\s|$)`;
}
