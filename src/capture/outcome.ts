import { INJECTION_HEADER } from '../model/constants.ts';
import type { CallEvent, ResultEvent } from '../transcripts/events.ts';
import { isFilter, mainPart, type ShellPart } from './shell.ts';

/** What a result says about its call, whatever the agent's way of saying it. */
export interface Outcome {
  /** failed: the log says so. hidden: the log says nothing or success, the text shows a failure. */
  state: 'ok' | 'failed' | 'hidden' | 'denied';
  /** Error text without the frame that the agent puts around it. */
  error: string;
  timedOut: boolean;
}

const FRAME_LINE =
  /^(?:Chunk ID: .*|Wall time:? .*|Process (?:exited with code -?\d+|running with session ID .*)|Original token count: .*|Total output lines: .*|Output:|Command: .*|Exit code:? -?\d+|Script (?:completed|failed).*|\(exit code:? \d+\)|<shellId: .*>|Directory: .*|Stdout: .*|Stderr: \(empty\)|Error: \(none\)|Signal: .*|Background PIDs: .*|Process Group PGID: .*)$/;

/** The output inside a result that is itself a JSON object, as script tools print it. */
function jsonOutput(text: string): string | null {
  if (!/^\{[^{}]{0,400}"(?:output|stderr|stdout)"\s*:/.test(text)) return null;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
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
    : out.replace(/\s*(?:<exited with exit code \d+>|<shellId: [^>]{0,80}>)\s*$/, '');
}

const TIMED_OUT =
  /(?:timed out after|moved to the background|exceeded (?:the )?time ?out|timeout of \d+|deadline exceeded waiting)/i;

/** Strong signs of a failure in the first or last lines of an output that nobody flagged. */
const HIDDEN_START =
  /^(?:(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: |1: )?\S|\(eval\):|zsh:\d+:|fatal: |error(?:\[E\d+\])?: |Error: |ERROR: (?!\d)|usage: |Usage: |npm (?:ERR!|error) |unknown (?:flag|command|shorthand|option)|unrecognized |Traceback \(most recent call last\)|panic: |[\w./-]+: (?:command not found|No such file or directory|illegal option|invalid option|unrecognized option|unknown option|permission denied)|(?:\.{0,2}\/)?[\w@./-]+\.\w{1,5}:\d+:\d+: |\w+(?:Error|Exception): |jq: error|curl: \(\d+\)|sed: |awk: |make: \*\*\*|go: (?!downloading|finding|extracting|added|upgraded)|no (?:configuration|go|test) files|The term '|Cannot find |Could not |command not found|could not |GraphQL: |HTTP [45]\d\d)/;
const HIDDEN_END =
  /^(?:[\w.]+(?:Error|Exception): \S|(?:\w+ ?){0,3}command not found|\S+: command not found|(?:ba|z)?sh: .*(?:not found|No such file)|fatal: |error: |Error: |exit status \d+$|FAIL$|FAIL\t|FAILED(?: |$)|make: \*\*\*|npm (?:ERR!|error) |SyntaxError|.*\(no such file or directory\)$|ERR_\w+|unknown (?:flag|command|shorthand flag|option): |error Command failed|.* \[build failed\]$|.*too many errors$)/;

/** Readers show other text that may hold the word "error"; their output is never taken for a failure. */
const READERS = new Set([
  'cat',
  'bat',
  'head',
  'tail',
  'less',
  'more',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'ack',
  'sed',
  'awk',
  'find',
  'fd',
  'ls',
  'tree',
  'echo',
  'printf',
  'strings',
  'xxd',
  'hexdump',
  'od',
  'nl',
  'wc',
  'diff',
  'comm',
  'sort',
  'uniq',
  'journalctl',
  'dmesg',
  'tac',
  'zcat',
  'zgrep',
  'column',
  'glow',
  'open',
  'gh',
  'glab',
  'entr',
  'script',
  'expect',
  'history',
  'man',
  'info',
  'help',
  'stat',
  'file',
  'which',
  'type',
  'whereis',
  'env',
  'printenv',
  'ps',
  'pgrep',
  'lsof',
  'top',
  'curl',
  'wget',
  'ssh',
  'logs',
]);
const GIT_READERS =
  /^(?:log|show|diff|grep|blame|cat-file|status|branch|config|rev-parse|reflog|shortlog|ls-files|ls-tree|ls-remote|show-ref|for-each-ref|describe|notes|tag|remote|stash|rev-list|merge-base|name-rev|check-ignore|symbolic-ref|fsck)$/;
/** Shell complaints are about the command itself, whichever program it was to run. */
const SHELL_COMPLAINT =
  /^(?:(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: )?[^:]{1,60}: (?:command )?not found|\(eval\):\w*:?\d+: |zsh:\d+: |(?:ba)?sh: (?:-c: )?line \d+: (?:syntax error|unexpected)|[\w.-]{1,30}: command not found$|(?:ba)?sh: \S+: No such file)/;

const EDGE_CHARS = 1500;

function edgeLines(body: string, text: string): { first: string; last: string[] } {
  const head = body
    .slice(0, 400)
    .split('\n', 6)
    .map((line) => line.trim())
    .filter(Boolean);
  const tail = text
    .slice(-500)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-2);
  return { first: head[0] ?? '', last: tail };
}

function hasReader(parts: ShellPart[]): boolean {
  return parts.some(
    (part) =>
      !isFilter(part) &&
      (READERS.has(part.program) || (part.program === 'git' && GIT_READERS.test(part.sub))),
  );
}

/** Whether an unflagged shell output shows that its command failed. */
function hiddenFailure(command: string, text: string, parts: () => ShellPart[]): boolean {
  const body = stripFrame(text.slice(0, EDGE_CHARS));
  if (body === '') return false;
  const { first, last } = edgeLines(body, text);
  const head = HIDDEN_START.test(first);
  const tail = last.some((line) => HIDDEN_END.test(line));
  if (!head && !tail) return false;
  if (
    /\|\|\s*(?:echo|true|:|printf)\b|\|\| *\(|2>\s*\/dev\/null|\bset \+e\b|; *echo "?(?:exit|rc|EXIT|status)|\$\?/.test(
      command,
    )
  )
    return false;
  const list = parts();
  if (SHELL_COMPLAINT.test(first) || last.some((line) => SHELL_COMPLAINT.test(line))) {
    return !/\b(?:which|command -v|type|whereis|hash)\b/.test(command);
  }
  if (hasReader(list)) return false;
  const main = mainPart(list);
  if (!main) return false;
  // Without a pipe or a chain a zero exit is to be believed, except where the agent reports no status at all.
  return true;
}

/**
 * Reads a result in the light of its call.
 * @param parts gives the split command; called only where an unflagged output looks like a failure
 */
export function judgeResult(call: CallEvent | null, result: ResultEvent, parts: () => ShellPart[]): Outcome {
  const { text } = result;
  const failed = result.isError === true || (result.exitCode !== null && result.exitCode !== 0);
  const mayTimeOut = failed || (call?.tool === 'Bash' && result.isError !== false);
  const timedOut = result.timedOut || (mayTimeOut && TIMED_OUT.test(text.slice(0, 300)));
  const make = (state: Outcome['state']): Outcome => ({
    state,
    error: state === 'ok' ? '' : stripFrame(text),
    timedOut,
  });
  if (result.denial !== null || text.startsWith(INJECTION_HEADER)) return make('denied');
  if (failed) return make('failed');
  if (timedOut) return make('hidden');
  if (call?.tool === 'Bash' && text.length > 0) {
    const command = typeof call.input['command'] === 'string' ? call.input['command'] : '';
    const masked = /[|;\n]|&&/.test(command);
    const statusKnown = result.isError === false || result.exitCode === 0;
    if ((masked || !statusKnown) && hiddenFailure(command, text, parts)) return make('hidden');
  }
  return make('ok');
}
