/**
 * Detects mistakes in transcripts, and in the same written anew in other ways that change nothing of what happened; says
 * how many mistakes come or go. What changes with a way is special to this corpus, or to how one client writes.
 *
 *   npm run bench -- rewritten DIR [NAME...]
 *
 * `renamed` spells these names of users, organisations and products in other letters, wherever they stand.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transcriptReaders } from '../src/agents/index.ts';
import { EPISODE_CONFIDENCE_MIN } from '../src/capture/grouping/sketch.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { hash64 } from '../src/text/hash.ts';
import { isObject, type Json } from '../src/text/json.ts';
import { singleQuoted } from '../src/text/shell-quote.ts';
import { escapeRegex } from '../src/triggers/escape-regex.ts';

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('usage: npm run bench -- rewritten DIR [NAME...]');

type Rewrite = (text: string) => string;

function deep(value: unknown, change: (fields: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(change(value)).map(([key, item]) => [key, deep(item, change)]));
}

/** Every line of JSON that can be read, written by `write`. */
const byLine =
  (write: (value: unknown) => string): Rewrite =>
  (text) =>
    text
      .split('\n')
      .map((line) => {
        try {
          return line.trim() === '' ? line : write(JSON.parse(line));
        } catch {
          return line;
        }
      })
      .join('\n');

const sorted = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
const asList = (fields: Json): Json =>
  fields['type'] === 'tool_result' && typeof fields['content'] === 'string'
    ? { ...fields, content: [{ type: 'text', text: fields['content'] }] }
    : fields;
const escaped = (text: string): string =>
  text.replace(/[<>&\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const reversed = (fields: Json): Json => Object.fromEntries(Object.entries(fields).reverse());
const UNKNOWN = 'fieldOfLater';
const widened = (fields: Json): Json =>
  UNKNOWN in fields ? fields : { [UNKNOWN]: { [UNKNOWN]: ['error: failed'] }, ...fields };
/** What a call printed, wherever a client writes it. */
const printed =
  (change: (text: string) => string) =>
  (fields: Json): Json => {
    const isResult = /^(?:tool_result|(?:function|custom_tool)_call_output)$/.test(String(fields['type']));
    const key = isResult ? ['content', 'output'].find((each) => typeof fields[each] === 'string') : undefined;
    return key === undefined ? fields : { ...fields, [key]: change(String(fields[key])) };
  };

/** What a shell is told to run, where a client of Claude Code's form writes it. */
const commanded =
  (change: (command: string) => string) =>
  (fields: Json): Json => {
    const input = fields['type'] === 'tool_use' && isObject(fields['input']) ? fields['input'] : {};
    const { command } = input;
    return typeof command === 'string'
      ? { ...fields, input: { ...input, command: change(command) } }
      : fields;
  };
const changed = (change: (fields: Json) => Json): Rewrite =>
  byLine((value) => JSON.stringify(deep(value, change)));

const WAYS: Record<string, Rewrite> = {
  'keys sorted': byLine((value) => JSON.stringify(deep(value, sorted))),
  'keys sorted, signs escaped': byLine((value) => escaped(JSON.stringify(deep(value, sorted)))),
  'keys reversed': byLine((value) => JSON.stringify(deep(value, reversed))),
  'slashes escaped': byLine((value) => JSON.stringify(value).replaceAll('/', '\\/')),
  'unknown fields': byLine((value) => JSON.stringify(deep(value, widened))),
  'mark of the byte order': (text) => `\ufeff${text}`,
  'half a last line': (text) => `${text.trimEnd()}\n${text.slice(0, 60)}`,
  'output with carriage returns': byLine((value) =>
    JSON.stringify(
      deep(
        value,
        printed((text) => text.replaceAll('\n', '\r\n')),
      ),
    ),
  ),
  'commands over ssh': changed(commanded((command) => `ssh box ${singleQuoted(command)}`)),
  'commands in a container': changed(
    commanded((command) => `docker exec app sh -c ${singleQuoted(command)}`),
  ),
  'commands behind a wrapper': changed(commanded((command) => `flock /tmp/lock -c ${singleQuoted(command)}`)),
  'spaces between fields': byLine((value) => JSON.stringify(value, null, 1).replace(/\n */g, ' ')),
  'results as lists': byLine((value) => JSON.stringify(deep(value, asList))),
  'another model': (text) => text.replace(/"model":"[^"]+"/g, '"model":"other-model-1"'),
  'other call ids': (text) => text.replace(/\b(?:toolu|call)_[A-Za-z0-9]{6}(?=[A-Za-z0-9]{8})/g, 'job/'),
  'carriage returns': (text) => text.replaceAll('\n', '\r\n'),
  'a year later': (text) =>
    text.replace(/(?<=[" T\\n-])20(\d\d)-(?=\d\d-\d\d[T "])/g, (_, year) => `20${Number(year) + 1}-`),
};

/** The mistakes of all files, by file, lines and agent. */
function mistakesIn(files: ReadonlyMap<string, string>, rewrite: Rewrite): Set<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'lessons-rewritten-'));
  const found = new Set<string>();
  try {
    for (const [name, text] of files) {
      const path = join(scratch, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, rewrite(text));
      const outcome = scanFile(path, null, {
        readers: transcriptReaders,
        project: (cwd) => cwd,
        onCalls: () => {},
      });
      rmSync(path);
      if (!('episodes' in outcome)) continue;
      for (const { confidence, lines, summary } of outcome.episodes)
        if (confidence >= EPISODE_CONFIDENCE_MIN) found.add(`${name}:${lines.join(',')}  ${summary}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return found;
}

const placeOf = (mistake: string): string => mistake.slice(0, mistake.indexOf('  '));

/** The names in another spelling, wherever they stand as a word or at the beginning of one. */
function renaming(names: string[]): Rewrite {
  const longestFirst = names.sort((one, other) => other.length - one.length).map(escapeRegex);
  const pattern = new RegExp(`(?<![A-Za-z])(?:${longestFirst.join('|')})`, 'gi');
  return (text) => text.replace(pattern, otherName);
}

/** Other letters of the same case; what stands between them stays. */
function otherName(name: string): string {
  const seed = hash64(name.toLowerCase());
  return name.replace(/[a-z]/gi, (letter, at: number) => {
    const sign = String.fromCharCode(97 + ((parseInt(seed[at % seed.length]!, 16) + at) % 26));
    return letter === letter.toLowerCase() ? sign : sign.toUpperCase();
  });
}

const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
);
const before = mistakesIn(files, (text) => text);
const places = new Set([...before].map(placeOf));
console.log(`${before.size} mistakes in ${files.size} files\n`);
if (names.length > 0) WAYS['renamed'] = renaming(names);
for (const [way, rewrite] of Object.entries(WAYS)) {
  const after = mistakesIn(files, rewrite);
  const placesAfter = new Set([...after].map(placeOf));
  const gone = [...before].filter((each) => !placesAfter.has(placeOf(each)));
  const come = [...after].filter((each) => !places.has(placeOf(each)));
  console.log(`${way.padEnd(28)} ${gone.length} gone, ${come.length} come`);
  for (const each of gone.slice(0, 3)) console.log(`  - ${each}`);
  for (const each of come.slice(0, 3)) console.log(`  + ${each}`);
}
