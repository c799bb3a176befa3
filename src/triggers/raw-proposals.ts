import { EMPTY_SUFFIX, SED_OF_BSD, SED_OF_GNU } from '../text/known-messages.ts';
import { escapeRegex } from './escape-regex.ts';
import { namedWords } from './named-words.ts';
import { called } from './pattern-words.ts';
import { OWN_WORDS } from './run-names.ts';
import { isTextChanged } from './swap-proposals.ts';
import type { SynthesisInput } from './synthesize.ts';

/** Letters of flags before a pattern; `-e` takes it, and `-E` of rg names an encoding. */
const flagsBefore = (program: string): string => (program === 'rg' ? 'A-DF-Za-df-z' : 'A-Za-df-z');

/** Where the error quotes a part of a quoted argument: the mask hides it, so the raw text is looked at. */
export function* rawProposals(input: SynthesisInput, head: string): Generator<string> {
  yield* moduleProposals(input.salient, head);
  yield* searchProposals(input);
  yield* messageProposals(input, head);
  const [, owner, attribute] =
    /\bmodule ['"]([\w.]+)['"] has no attribute ['"](\w+)['"]/.exec(input.salient) ?? [];
  if (owner !== undefined && attribute !== undefined) {
    yield `raw:${head}.*\\b${escapeRegex(owner)}\\.${attribute}\\b`;
    yield `raw:${head}.*\\b${escapeRegex(owner)}\\b.*\\b${attribute}\\b`;
    return;
  }
  yield* wordProposals(input, head);
}

/** Code on the command line that imports what is not there. */
function* moduleProposals(salient: string, head: string): Generator<string> {
  const module = /(?:No module named|Cannot find (?:module|package)) [`'"]?([\w@/.-]{2,60})/.exec(
    salient,
  )?.[1];
  if (module === undefined) return;
  const name = escapeRegex(module.split('.')[0]!);
  if (head.includes(`-m\\s+${name}(?`)) yield head;
  yield `raw:${head}.*(?:\\b(?:import|from)|\\s-m)\\s+${name}(?![\\w-])`;
  yield `raw:${head}.*(?:require\\(|import\\(|from )['"]${name}['"]`;
}

/** What a search does not take in its pattern. */
function* searchProposals({ salient, failing, failingLine }: SynthesisInput): Generator<string> {
  const { program } = failing[0]!;
  if (
    /unrecogni[sz]ed (?:option|flag):? *[`'"]?--/.test(salient) &&
    /^(?:[ef]?grep|rg|ag|ack)$/.test(program)
  )
    yield `raw:${called(program)}(?:\\s+-[${flagsBefore(program)}]+)?\\s+['"]--`;
  // `-U` allows it, and `[^\n]` is no line break.
  const quote = /^rg: the literal "\\n" is not allowed/.test(salient)
    ? /\brg\s+(?:-[A-TV-Za-z]+\s+)?(["'])/.exec(failingLine)?.[1]
    : undefined;
  if (quote !== undefined)
    yield `raw:${called('rg')}\\s+(?:-[A-TV-Za-z]+\\s+)?${quote}[^${quote}\\n]*[^\\\\^]\\\\n`;
  if (program !== 'rg') return;
  // Letters that mean nothing behind a backslash.
  if (/unrecognized escape sequence/.test(salient))
    yield `raw:${called('rg')}[^"'|;&]*["'][^"']*[^\\\\]\\\\[eghijklmoqyCE-OQRTVX-Z](?!.*\\s(?:-\\w*F|--fixed-strings))`;
  if (/\blook-around\b/.test(salient))
    yield `raw:${called('rg')}(?!.*\\s(?:-\\w*P|--pcre2)\\b)[^"'|;&]*["'][^"']*\\(\\?<?[=!]`;
}

/** Where the message alone says what form of a line it refuses. */
function* messageProposals({ salient, failingLine }: SynthesisInput, head: string): Generator<string> {
  if (/^Blocked: sleep/.test(salient)) {
    yield 'raw:^\\s*sleep\\s+\\d{2,}\\s*;';
    yield 'raw:^\\s*sleep\\s+\\d{3,}\\s*[;&]';
  }
  const parameter = /\bthe parameter name '(\w+)' is ambiguous/.exec(salient)?.[1];
  const script = /([\w-]+\.ps1)\b/.exec(failingLine)?.[1];
  if (parameter !== undefined && script !== undefined)
    yield `raw:^[^"']*\\b${escapeRegex(script)}\\b[^"']*\\s-${parameter}:`;
  // What stands before it in quotes may hold it as text.
  if (/token '(?:&&|\|\|)' is not a valid statement separator/.test(salient))
    yield `raw:^[^'"#]*\\s(?:&&|\\|\\|)\\s`;
  if (/(?:^|: )printf: -.*invalid option|printf: bad option: -/.test(salient))
    yield `raw:${called('printf')}\\s+["']-`;
  if (/\.\$\$?[a-z]\w*\(/.test(failingLine) && /^\S*Error: /.test(salient))
    yield `raw:${head}\\s+-[ep]\\s+"[^"]*\\.\\$[a-z]\\w*\\(`;
  // One binary comes of one package: not of all of a module, though often of a folder's wildcard.
  if (/for multiple packages/.test(salient)) {
    yield `raw:${head}.*\\s-[co]\\b.*\\s\\./\\.\\.\\.`;
    yield `raw:${head}.*\\s\\./\\.\\.\\..*\\s-[co]\\b`;
  }
  if (/^find: paths must precede expression/.test(salient))
    yield `raw:${called('find')}[^'"|;&]*\\s-i?name\\s+[^'"\\s|;&\\\\]*\\*`;
  if (SED_OF_BSD.test(salient)) yield `raw:${called('sed')}\\s+-i\\s+(?:'[^']|"[^"])`;
  if (SED_OF_GNU.test(salient) && EMPTY_SUFFIX.test(failingLine))
    yield `raw:${called('sed')}\\s+(?:-[A-Za-z]{1,3}\\s+)?-[A-Za-z]{0,3}i\\s+(?:''|"")\\s`;
  if (namedWords(salient).some((word) => word.startsWith('`') && failingLine.includes(word)))
    yield `raw:${head}[^|;&]*"[^"\\\\]*\`\\w`;
}

/** The words that the error names, where the corrected line does not hold them. */
function* wordProposals(input: SynthesisInput, head: string): Generator<string> {
  const lacked = lackedNames(input.salient);
  for (const word of [...namedWords(input.salient), ...lacked]) {
    const telling = word.length >= 5 || /[^\w\s]/.test(word) || lacked.includes(word) || isTextChanged(input);
    if (!telling || word.length < 2 || !input.failingLine.includes(word)) continue;
    if (word.startsWith('-') && !/^-{1,2}\p{L}[\w\p{L}\p{M}-]+$/u.test(word)) continue;
    if (!onlyInFailing(word, input)) continue;
    const open = /^\w/.test(word) ? '(?<![\\w-])' : '';
    const named = `${open}${escapeRegex(word)}${/\w$/.test(word) ? '(?![\\w-])' : ''}`;
    // A word that no quote holds is no word of what stands behind it on the line.
    yield* [`raw:${head}${OWN_WORDS}${named}`, `raw:${head}.*${named}`];
  }
}

/** What a database lacks: `no such table: session`, `relation "session" does not exist`, `Table 'app.session' doesn't exist`. */
const lackedNames = (salient: string): string[] =>
  (
    /\bno such (?:table|column|function|index|collection): ([\w.]+)/.exec(salient) ??
    /\b(?:[Tt]able|relation|column) ["'](?:\w+\.)?(\w+)["'] (?:of relation \S{1,80} )?does(?: not|n't) exist/.exec(
      salient,
    )
  )?.slice(1) ?? [];

/** True where the corrected line does not hold the word as a word of its own. */
function onlyInFailing(word: string, { correctedLine }: SynthesisInput): boolean {
  if (!correctedLine) return true;
  return !new RegExp(`(?<![\\w-])${escapeRegex(word)}(?![\\w-])`).test(correctedLine);
}
