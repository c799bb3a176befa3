/** What a command of the shell puts in place of what, where its own text says so. Pure. */

const TEXT_MAX = 1500;
const PAIRS_MAX = 12;
/** `sed -i 's/old/new/'`, also behind other options. */
const SED = /\bsed\s[^|;&\n]*?-i/;
const SUBSTITUTION =
  /(?<=['";\s])s([/|#,@])((?:\\.|(?!\1)[^\n\\]){1,300}?)\1((?:\\.|(?!\1)[^\n\\]){0,300}?)\1[gI\d]*(?=['";\s])/g;
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
  if (SED.test(command))
    for (const [, , old, now] of command.matchAll(SUBSTITUTION)) pairs.push([plain(old!), placed(now!)]);
  else if (command.includes('.replace'))
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
