import { baseName } from '../../inject/paths.ts';
import type { OpenFailure } from '../failure-state.ts';

/** A name that both paths must hold to agree: no `.` or `..`, and one part. */
const NAME = /^(?!\.+$)[^/\\]+$/;

/** True where a path from an error can be the written one: all folders that both name agree. */
export function sameFile(written: string, named: string): boolean {
  const name = baseName(named);
  if (NAME.test(name) && !written.includes(name)) return false;
  const a = written.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const b = named.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  const shared = Math.min(a.length, b.length, 4);
  for (let back = 1; back <= shared; back++) if (a.at(-back) !== b.at(-back)) return false;
  return shared > 0;
}

const NAMED_FILE =
  /(?:^|[\s("']|file:\/\/)((?:[A-Za-z]:)?[\w@./\\+-]*(?:[\w+-]\.\w{1,5}|\b[A-Z][a-z]+file))(?::\[|[:(])(?=\d+)/gm;

/** `on main.tf line 12`, `'roles/app/main.yml': line 3`. */
const SPOKEN_FILE = /(?:\bon |['"])((?:[A-Za-z]:)?[\w@./\\+-]*\w\.\w{1,5})['"]?[:,]? line \d+/gm;

/** A frame of a Python trace. */
const TRACED_FILE = /^[^\S\n]*File "([^"<>\n]{1,200}\.py)", line \d+/gm;

/** A file of tests as runners head its failures: ` FAIL  src/a.test.ts > adds`, ` ❯ src/a.test.ts (2 tests | 1 failed)`. */
const FAILED_FILE =
  /^[^\S\n]*(?:FAIL|FAILED|ERROR|❯|×)\s+((?:[\w@.+-]+[/\\])*[\w@.+-]*\w\.\w{1,5})(?=\s|::|$)/gm;

const NAMES_MAX = 12;

/** Files that an error names with a position; at most 12. */
export function namedFiles(error: string): string[] {
  const text = error.slice(0, 6000);
  const found: string[] = [];
  addNames(text, NAMED_FILE, found);
  if (text.includes('", line ')) addNames(text, TRACED_FILE, found);
  if (/ line \d/.test(text)) addNames(text, SPOKEN_FILE, found);
  return found;
}

/** Looks on only until there are enough: a long log names hundreds. */
function addNames(text: string, pattern: RegExp, found: string[]): void {
  if (found.length >= NAMES_MAX) return;
  for (const match of text.matchAll(pattern)) {
    found.push(match[1]!);
    if (found.length >= NAMES_MAX) return;
  }
}

/** The files of tests that runners say have failed, without a position in them. */
function failedFiles(error: string): string[] {
  if (!/FAIL|❯/.test(error)) return [];
  const found: string[] = [];
  addNames(error.slice(0, 6000), FAILED_FILE, found);
  return found;
}

const OWN_CHARS = 1500;
const NAME_CHARS_MIN = 6;

/** True where an error holds the name of a file that this session wrote. */
const namesWritten = (error: string, written: readonly string[]): boolean =>
  written.some((path) => holdsName(error, path));

/** In these languages a file has the name of the type in it. */
const HOLDS_TYPE = /\.(?:java|kt|scala|groovy|cs|vb|fs)$/;

/** True where an error holds the name of a file, with or without its folder, or that of the type in it with what it belongs to. */
export function holdsName(error: string, path: string): boolean {
  const name = baseName(path);
  if (name.length < NAME_CHARS_MIN || !name.includes('.')) return false;
  const text = error.slice(0, OWN_CHARS);
  if (text.includes(name)) return true;
  return HOLDS_TYPE.test(name) && holdsWord(text, `.${name.slice(0, name.lastIndexOf('.'))}`);
}

function holdsWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at > 0 && /\w/.test(text[at - 1]!) && !/\w/.test(text[at + word.length] ?? '');
}

/** Where the files that an error names stand to this session's own edits. */
export function filesNamed(error: string, written: string[]): OpenFailure['files'] {
  const names = namedFiles(error);
  const isOwn = (name: string) => written.some((path) => sameFile(path, name));
  if (names.some(isOwn)) return 'own';
  const failed = failedFiles(error);
  if (failed.some(isOwn)) return 'own';
  if (names.length === 0) return namesWritten(error, written) ? 'own' : 'none';
  const vendored = names.filter((name) =>
    /(?:node_modules|site-packages|dist-packages|go\/pkg\/mod|\/vendor\/|\.cargo\/registry|\.venv|third_party|\/usr\/(?:lib|include)|\.gradle)/.test(
      name,
    ),
  );
  if (vendored.length < names.length) return namesWritten(error, written) ? 'own' : 'untouched';
  if (failed.length > 0) return 'none';
  return namesWritten(error, written) ? 'own' : 'vendored';
}

/** A script that is written to show a fault, by its name. */
const REPRODUCTION = /[\w-]*(?:repro|bug_|issue_?\d*)[\w-]*\.\w+/i;
const FRAMES = /^ {2}File "([^"]+)", line \d+/gm;

/**
 * True where a script that shows a fault ran into it: the innermost frame is in code that nobody has touched yet, or what
 * the script asserts does not hold.
 */
export function reproduces(command: string, error: string, written: readonly string[]): boolean {
  const script = REPRODUCTION.exec(command.slice(0, 600))?.[0];
  if (script === undefined || written.some((path) => baseName(path) !== script)) return false;
  const innermost = [...error.matchAll(FRAMES)].at(-1)?.[1];
  if (innermost === undefined) return false;
  return baseName(innermost) !== script || /^AssertionError\b/m.test(error);
}
