import { anyOf } from '../../../text/any-of.ts';
import { FRAME_LINE } from '../../../text/salient.ts';

/** What a program itself printed: without what agents put around it, and what others say before, beside and behind it. */

/** The output inside a result that is itself a JSON object, as script tools print it. */
function jsonOutput(text: string): string | null {
  if (!/^\{[^{}]{0,400}"(?:output|stderr|stdout)"\s*:/.test(text)) return null;
  const line = text.indexOf('\n');
  // Several results can follow one another, a line each: the first is read.
  const first = line > 0 && text[line - 1] === '}' ? text.slice(0, line) : text;
  try {
    const value = JSON.parse(first) as Record<string, unknown>;
    const parts = [value['stderr'], value['output'], value['stdout']].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    return parts.join('\n');
  } catch {
    return null;
  }
}

/** The text that the tool itself produced: agents' headers and exit-code lines are taken off both ends. */
export function stripFrame(text: string): string {
  const inner = text.startsWith('{') ? jsonOutput(text) : null;
  if (inner !== null) return inner;
  let start = 0;
  for (let guard = 0; guard < 10; guard++) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    if (line !== '' && !FRAME_LINE.test(line)) break;
    if (end < 0) return '';
    start = end + 1;
  }
  const body = text.slice(start);
  const nested = start > 0 && body.startsWith('{') ? jsonOutput(body) : null;
  const out = nested ?? body;
  return !out.trimEnd().endsWith('>')
    ? out
    : out.replace(
        /(?<!\s)\s*(?:<exited with exit code \d+>|<shellId: [^>]{0,80}>|<(?:waiting for )?command with \w+: \S+ (?:to [\w ]{1,20}timed out|is still running|moved to) [^>]{0,400}>)\s*$/,
        '',
      );
}

const TEXT_CHARS_MAX = 262_144;
const LINES_MAX = 40;
const PREFIXES_MAX = 2;

/** Another one before each line: when it was printed. */
const CLOCKS = [
  /^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:? /,
  /^#\d+ \d+\.\d+ /,
  /^[^\t\n]{1,60}\t[^\t\n]{1,80}\t\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z ?/,
];
/** The same one before each line: a service, a package or a task. */
const LABEL = anyOf(
  [
    /\[[\w./@:-]{1,40}\] /,
    /[\w.-]{1,40} +\| /,
    /[\w@/.-]{1,60}:[a-z][\w:-]{0,40}: /,
    /[\w@-]*[/.][\w@/.-]{1,60} [a-z][\w:-]{0,40}: /,
    /@[\w-]+\/[\w.-]+: /,
  ],
  { before: /^/ },
);
/** How a run of CI marks a line. */
const ANNOTATION = /^(?:##\[(?:error|warning|group|section|command)\]|::error[^:\n]{0,200}::)/gm;
const SAYS_MORE = /err|warn|fatal|fail|info|debug|usage|note|exception|panic|\.\w{1,5}:/i;

/** What shells, runtimes and package managers say of themselves, whatever they are asked to do. */
const ASIDE = anyOf(
  [
    /(?:(?:\S*\/)?(?:ba|z|da)?sh: (?:line \d+: )?warning: setlocale: |perl: warning: (?:Setting|Falling back))/,
    /\(node:\d+\) (?:\[\w+\] )?(?:Deprecation|Experimental)Warning: |\(Use `node --trace-/,
    /npm (?:warn|WARN) (?:deprecated|config) |npm notice(?: |$)|\[notice\] (?:A new release|To update)/,
    /warning: (?:The `requires-python` specifier |`VIRTUAL_ENV=\S+` does not match )/,
    /Picked up \w*JAVA_\w*OPTIONS: |mise WARN |Warning: Permanently added .* to the list of known hosts/,
    /\S+\.py:\d+: \w*Warning: | {2}warnings\.warn\(|(?:DEPRECATION|WARNING): (?:Running pip as |There was an error checking the latest)/,
    /ERROR: pip's dependency resolver does not currently |\S+ \S+ requires [^\n]{1,200}, but you have [^\n]{1,200} which is incompatible\.$/,
    /Shell cwd was reset to |(?:real|user|sys)\t\d+m[\d.]+s$|command terminated with exit code \d+$/,
  ],
  { before: /^/ },
);

/** What keeps versions of tools apart says that one is not there; once that is called, it says why. */
const NOT_INSTALLED = /^mise WARN +missing: ([\w-]+)@/m;

/** What an interactive shell says of a name that it does not find. */
const OF_PROFILE = /^zsh: command not found: (\S+)$/;

/** What a program itself printed; the same text where nothing stands beside it, or nothing else is there. */
export function withoutAsides(text: string, command?: string): string {
  if (text.length > TEXT_CHARS_MAX) return text;
  const bare = withoutPrefixes(text);
  const lacked = NOT_INSTALLED.exec(bare)?.[1];
  if (lacked !== undefined && bare.includes(`not found: ${lacked}`)) return bare;
  const [start, end] = [pastAsides(bare, command), beforeAsides(bare)];
  return start >= end ? bare : bare.slice(start, end);
}

function withoutPrefixes(text: string): string {
  let bare = /##\[|::error/.test(text) ? text.replace(ANNOTATION, '') : text;
  for (let guard = 0; guard < PREFIXES_MAX; guard++) {
    const prefix = prefixOf(bare);
    if (prefix === null) break;
    const lines = bare.split('\n');
    bare = lines
      .map((line) =>
        typeof prefix === 'string'
          ? line.startsWith(prefix)
            ? line.slice(prefix.length)
            : line
          : line.replace(prefix, ''),
      )
      .join('\n');
  }
  return bare;
}

/** What the first lines all begin with; null where they do not. */
function prefixOf(text: string): RegExp | string | null {
  const head = /\S[^\n]*/.exec(text.slice(0, 4000))?.[0] ?? '';
  const clock = CLOCKS.find((each) => each.test(head));
  const label = clock ? '' : (LABEL.exec(head)?.[0] ?? '');
  if (!clock && (label === '' || SAYS_MORE.test(label))) return null;
  const lines = text
    .slice(0, 8000)
    .split('\n', LINES_MAX)
    .filter((line) => line.trim() !== '');
  if (clock) return lines.every((line) => clock.test(line)) ? clock : null;
  const bare = label.trimEnd();
  const isEverywhere = lines.every((line) => line.startsWith(label) || line.trimEnd() === bare);
  return isEverywhere && (lines.length > 1 || /^@|\| $/.test(label)) ? label : null;
}

function pastAsides(text: string, command?: string): number {
  let start = 0;
  for (let guard = 0; guard < LINES_MAX; guard++) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (!isAside(line) && !isOfProfile(line, command)) return start;
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}

function beforeAsides(text: string): number {
  let end = text.length;
  for (let guard = 0; guard < LINES_MAX && end > 0; guard++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    if (!isAside(text.slice(start, end))) return end;
    end = Math.max(0, start - 1);
  }
  return end;
}

/** True where the shell misses what the command does not name: the files that it reads at its start do. */
function isOfProfile(line: string, command: string | undefined): boolean {
  const name = command === undefined ? undefined : OF_PROFILE.exec(line)?.[1];
  return name !== undefined && !command!.includes(name);
}

const isAside = (line: string): boolean => line.trim() === '' || ASIDE.test(line);
