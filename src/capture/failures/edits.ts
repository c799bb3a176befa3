import { EDIT_TOOLS } from '../../model/edit-tools.ts';
import type { DetectorState } from '../detector-state.ts';
import type { EditSeen, SeenCall } from '../failure-state.ts';

/** Which files a call writes and what it puts in place of what; how much was written since tests last passed. */

const TEXT_MAX = 1500;
const PAIRS_MAX = 12;
/** `sed -i 's/old/new/'`, also behind other options. */
const SED = /\bsed\s[^|;&\n]*?-i/;
const SUBSTITUTION =
  /(?<=['";\s])s([/|#,@])((?:\\.|(?!\1)[^\n\\]){1,300}?)\1((?:\\.|(?!\1)[^\n\\]){0,300}?)\1[gI\d]*(?=['";\s])/g;
/** `sed -i '/old/d'`. */
const DELETION = /(?<=['";\s])\/((?:\\.|[^/\n\\]){1,300}?)\/d(?=['";\s])/g;
/** A script that reads a file, replaces and writes it. */
const REPLACE =
  /\.replace(?:All)?\(\s*([rbf]?)('{3}|"{3}|['"`])([\s\S]{1,1200}?)(?<!\\)\2\s*,\s*[rbf]?('{3}|"{3}|['"`])([\s\S]{0,1200}?)(?<!\\)\4/g;

interface Replaced {
  old: string;
  new: string;
}

const NOTHING: Replaced = { old: '', new: '' };

/** The text of a quoted string of a script. */
const unescaped = (text: string, isRaw: boolean): string =>
  isRaw ? text : text.replace(/\\([ntr"'`\\])/g, (_all, mark: string) => ESCAPES[mark] ?? mark);
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '' };

/** A basic expression as the text that it stands for. */
const plain = (text: string): string => text.replace(/^\^|(?<!\\)\$$/g, '').replace(/\\([^\w\s])/g, '$1');

/** What stands in its place, over several lines where it says so. */
const placed = (text: string): string => text.replace(/\\n/g, '\n').replace(/\\([^\w\s])/g, '$1');

/** The texts that a command replaces and what stands there then, all of them under each other; empty where it shows none. */
export function replacedBy(command: string): Replaced {
  const pairs: [string, string][] = [];
  if (SED.test(command)) {
    for (const [, , old, now] of command.matchAll(SUBSTITUTION)) pairs.push([plain(old!), placed(now!)]);
    for (const [, old] of command.matchAll(DELETION)) pairs.push([plain(old!), '']);
  } else if (command.includes('.replace'))
    for (const [, prefix, , old, , now] of command.matchAll(REPLACE)) {
      const isRaw = prefix === 'r';
      pairs.push([unescaped(old!, isRaw), unescaped(now!, isRaw)]);
    }
  if (pairs.length === 0) return NOTHING;
  const side = (at: 0 | 1) =>
    pairs
      .slice(0, PAIRS_MAX)
      .map((pair) => pair[at])
      .join('\n')
      .slice(0, TEXT_MAX);
  return { old: side(0), new: side(1) };
}

/** A file that a script opens for writing under a name of its own. */
const OPENED = /\bopen\(\s*([A-Za-z_]\w{0,30})\s*,\s*(?:mode=)?['"][wax]/;
const FILE = /['"]([\w@./+-]*\w\.\w{1,6})['"]/g;

/** The files that such a name stands for: `p = 'src/a.go'`, `for p in ['src/a.go', 'src/b.go']`. */
export function namedFilesOf(command: string): string[] {
  const name = OPENED.exec(command)?.[1];
  if (name === undefined) return [];
  const given = new RegExp(`\\b${name}\\s*=\\s*['"]|\\bfor\\s+${name}\\s+in\\s*[[(]`).exec(command);
  if (!given) return [];
  const isList = given[0].startsWith('for');
  const from = given.index + given[0].length - 1;
  const end = isList ? command.slice(from).search(/[\])]/) : command.slice(from + 1).search(/['"\n]/) + 2;
  const text = command.slice(from, from + (end < 0 ? TEXT_MAX : end));
  return [...text.matchAll(FILE)].map((match) => match[1]!);
}

const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;
const SHELL_WRITE =
  /(?:>>?\s*|\btee\s+(?:-a\s+)?|\bsed\s+-i\S*\s+(?:(?:''|"")\s+)?(?:'[^']*'|"[^"]*"|\S+)\s+|\b(?:mv|cp)\s+\S+\s+|open\(['"](?=[^'"\n]{1,160}['"], *(?:mode=)?['"][wax]))([\w@./+-]*\w\.\w{1,6})\b/g;
const TEST_FILE =
  /(?:[._-]test\.|\.spec\.|_spec\.|(?:^|[/\\])(?:tests?|spec|__tests__|testdata|fixtures)[/\\]|(?:^|[/\\])(?:test_|conftest))/i;

/** True for a file of tests, or of what they read, by its name or folder. */
export const isTestFile = (path: string): boolean => TEST_FILE.test(path);

/** Files that a call writes, where it worked: edits, patches, and the commonest ways of writing from a shell. */
export function editsOf(event: SeenCall): EditSeen[] {
  const text = (key: string) => (typeof event.input[key] === 'string' ? (event.input[key] as string) : '');
  if (EDIT_TOOLS.has(event.tool)) {
    const patch = text('patch') || text('command') || text('content');
    const heads = patch.includes('*** ') ? [...patch.matchAll(PATCH_FILE)] : [];
    const files = heads.map((match) => (match[1] ?? match[2])!.trim());
    if (files.length > 1) return sectionsOf(patch, heads, files);
    if (files.length === 0 && event.target) files.push(event.target);
    return files.slice(0, 8).map((file) => ({
      file,
      old: wholeLines(text('old_string')),
      new: wholeLines(
        text('new_string') || (files.length === 1 ? addedLine(patch) || shortText(text('content')) : ''),
      ),
      test: isTestFile(file),
    }));
  }
  if (event.tool !== 'Bash' || !/[>]|\btee\b|sed\s+-i|\bmv\b|\bcp\b|open\(/.test(event.command)) return [];
  const literal = [...event.command.matchAll(SHELL_WRITE)].map((match) => match[1]!);
  const files = [...literal, ...namedFilesOf(event.command)];
  if (files.length === 0) return [];
  const change = replacedBy(event.command);
  return files
    .filter((file) => !/\.log$/.test(file))
    .slice(0, 4)
    .map((file) => ({ file, ...change, test: isTestFile(file) }));
}

/** A file of a few words: what it says is what was mended. */
const shortText = (content: string): string => (content.length <= 200 ? content : '');

/** What a patch of several files changes in each of them. */
function sectionsOf(patch: string, heads: readonly RegExpExecArray[], files: readonly string[]): EditSeen[] {
  return files.slice(0, 8).map((file, at) => {
    const lines = patch.slice(heads[at]!.index + heads[at]![0].length, heads[at + 1]?.index).split('\n');
    const side = (mark: string) =>
      wholeLines(
        lines
          .filter((line) => line.startsWith(mark))
          .map((line) => line.slice(1))
          .join('\n'),
      );
    return { file, old: side('-'), new: side('+'), test: isTestFile(file) };
  });
}

/** The text up to the last line that is whole. */
function wholeLines(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  const end = text.lastIndexOf('\n', TEXT_MAX);
  return end > 0 ? text.slice(0, end) : '';
}

function addedLine(patch: string): string {
  return /^\+(?!\+\+)\s*(\S.*)$/m.exec(patch)?.[1] ?? '';
}

const PATHS_MAX = 300;
const PATH_CHARS_MAX = 160;

/** Notes the files that a call wrote, first of all for the words that may object to them. */
export function noteWritten(state: DetectorState, edits: EditSeen[]): void {
  for (const objection of state.objections)
    if (edits.length > 0)
      objection.reworked ??= edits.some((edit) => state.written.includes(pathKey(edit.file)));
  if (edits.length > 0) state.edits = (state.edits ?? 0) + edits.length;
  for (const edit of edits) {
    const path = pathKey(edit.file);
    if (!state.written.includes(path)) state.written.push(path);
    if (state.written.length > PATHS_MAX) state.written.shift();
    if (edit.test) state.editsSinceGreen.tests++;
    else state.editsSinceGreen.sources++;
  }
}

/** Begins to count edits anew where a call that worked runs tests or checks. */
export function noteGreen(state: DetectorState, call: SeenCall): void {
  if (/\btest|\bcheck\b|\bspec\b/.test(call.command.slice(0, 300)))
    state.editsSinceGreen = { tests: 0, sources: 0 };
}

const pathKey = (path: string): string => path.slice(-PATH_CHARS_MAX);
