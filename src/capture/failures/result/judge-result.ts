import { INJECTION_HEADER } from '../../../model/constants.ts';
import { anyOf } from '../../../text/any-of.ts';
import { notFound } from '../../../text/shell-says.ts';
import type { CallEvent, ResultEvent } from '../../../transcripts/events.ts';
import { unreadInput } from '../../../triggers/unread-input.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { shellRefused } from '../../shell/shell-complaint.ts';
import { otherEnvironment } from '../causes/installed-elsewhere.ts';
import { askingAlias, tookForPath } from '../causes/miscall.ts';
import { LOST_VARIABLE } from '../causes/misread-script.ts';
import { ranQuotedCode } from '../causes/misread-words.ts';
import { stripFrame, withoutAsides } from './bare-output.ts';
import { failedSection, hiddenFailure } from './hidden-failure.ts';
import { refusedOfScript, refusedRequest } from './http-reply.ts';
import { failedTests, isFailedReport, sendsInput } from './json-reply.ts';
import { beforeToldFailure } from './printed-status.ts';
import { suspectedIn } from './suspect.ts';

/*
 * Asked in this order: was the call denied; does the log say that it failed, or that it did not end in time; does its output show
 * that it failed, where a pipe or a further command hides its status (`hiddenIn`); may it have failed (`suspect.ts`).
 */

/** What a result says about its call, whatever the agent's way of saying it. */
export interface JudgedResult {
  /** failed: the log says so. hidden: the log says nothing or success, the text shows a failure. */
  state: 'ok' | 'failed' | 'hidden' | 'denied';
  /** Error text without the frame that the agent puts around it. */
  error: string;
  timedOut: boolean;
  /** The command printed the status itself. */
  told: boolean;
  /** ok, but a checker complains of a place in a file, in the midst of what was printed: whether that was a failure shows later. */
  suspect?: string;
}

const TIMED_OUT =
  /(?:timed out after|moved to the background|exceeded (?:the )?time ?out|timeout of \d+|deadline exceeded waiting)/i;

/** A hook of the user's refused the call before it was made, in the words of any agent. */
const HOOK_REFUSAL = anyOf(
  [
    /(?:Hook )?(?:Pre|Post)ToolUse\S* (?:hook )?(?:denied|blocked|error|blocking error|returned)\b/,
    /(?:Command|Tool call|Tool execution|Patch) (?:was )?(?:blocked|denied) by (?:a |the )?(?:\w+ )?hook\b/,
    /[^\n]{0,60}\bhook (?:has )?(?:denied|blocked) (?:this|the) (?:tool|command|call)\b/,
  ],
  { before: /^(?:Error: )?/, flags: 'i' },
);

/** A server of tools gives the error in place of the answer. */
const TOOL_FAILED = /^Error (?:executing|calling|running) tool\b/;

/** Programs that report a refusal and exit with 0 all the same. */
const EXITS_ZERO =
  /^(?:\(error\) [A-Z]{3,} |No projects matched the filters|(?:ERROR|Error): [A-Z]|(?:\w+ ){0,2}(?:[Ff]ile|[Ff]older|[Dd]irectory|[Pp]ath) not found: (?:[A-Za-z]:\\|[~.]{0,2}\/)\S)/;

/** Asked something, and took it for a no that nobody answered. */
const GAVE_UP = /^[^\w\n]{0,4}Operation cancell?ed\.?\s*$/im;
const GAVE_UP_CHARS = 200;

/** True where a word in backticks, which was meant as text, was run. */
function runsBackticks(command: string, beginning: string): boolean {
  if (!command.includes('`')) return false;
  const name = notFound(beginning);
  return name !== undefined && command.includes(`\`${name}`);
}

const runsQuotedCode = (command: string, text: string): boolean =>
  command.includes('`') && ranQuotedCode(stripFrame(text.slice(0, 600)), command);

/** A package manager or builder tells the status of what it ran, and that is one of a failure. */
const TELLS_STATUS = anyOf(
  [
    /npm (?:error|ERR!) code (?:[1-9]|ELIFECYCLE)/,
    /(?:\[?ELIFECYCLE\]? +|error )Command failed with exit code [1-9]/,
    /make(?:\[\d+\])?: \*\*\* [^\n]{1,200} Error [1-9]/,
    /error: script "[^"\n]{1,80}" exited with code [1-9]/,
  ],
  { before: /^/, flags: 'm' },
);
const STATUS_CHARS = 400;
const RUNS_SCRIPTS = /\b(?:npm|pnpm|yarn|bun|make)\b/;

/** What a command that ends well may say all the same. */
function maySayNo(command: string, text: string): boolean {
  const beginning = stripFrame(text.slice(0, 600));
  return (
    EXITS_ZERO.test(beginning) ||
    GAVE_UP.test(text.slice(-GAVE_UP_CHARS)) ||
    (RUNS_SCRIPTS.test(command) && TELLS_STATUS.test(text.slice(-STATUS_CHARS))) ||
    refusedRequest(command, beginning) !== '' ||
    refusedOfScript(command, beginning) !== '' ||
    otherEnvironment(command, beginning) !== '' ||
    (beginning.startsWith('{') && sendsInput(command)) ||
    (command.includes('$_') && text.includes(LOST_VARIABLE)) ||
    runsBackticks(command, beginning) ||
    runsQuotedCode(command, beginning) ||
    askingAlias(command, beginning) !== '' ||
    tookForPath(command, beginning)
  );
}

/** The detector and the call index ask for the same result one after the other. */
let last: { result: ResultEvent; judged: JudgedResult } | null = null;

/**
 * Reads a result in the light of its call.
 * @param parts gives the split command; called only where an unflagged output looks like a failure
 */
export function judgeResult(
  call: CallEvent | null,
  result: ResultEvent,
  parts: () => ShellPart[],
): JudgedResult {
  if (last?.result !== result) last = { result, judged: judge(call, result, parts) };
  return last.judged;
}

/** An error in a form that says it in lines. */
function readable(call: CallEvent | null, error: string): string {
  const command = call?.input['command'];
  return error.startsWith('{') && typeof command === 'string' && isFailedReport(command, error)
    ? failedTests(error)
    : error;
}

/** What was printed by what ran. */
const bareOutput = (call: CallEvent | null, text: string): string =>
  call?.tool === 'Bash'
    ? withoutAsides(stripFrame(text), String(call.input['command'] ?? ''))
    : stripFrame(text);

/** An empty output, as agents show it. */
const NOTHING = /^\s*(?:\((?:no output|no content|[^()\n]{0,40} completed with no output)\)\s*)?$/i;

/** What stands around an empty output. */
const FRAME_CHARS = 400;

const HIDES = /[|;\n&]/;

/** `&&` passes a failure on; a pipe, `;` or `&` hides it. */
const isMasked = (command: string): boolean =>
  HIDES.test(command) && HIDES.test(command.replace(/&&|\d?>&\d?|&>/g, ' '));

function judge(call: CallEvent | null, result: ResultEvent, parts: () => ShellPart[]): JudgedResult {
  const { text } = result;
  const failed = result.isError === true || (result.exitCode !== null && result.exitCode !== 0);
  const mayTimeOut = failed || (call?.tool === 'Bash' && result.isError !== false);
  const timedOut = result.timedOut || (mayTimeOut && TIMED_OUT.test(text.slice(0, 300)));
  const make = (state: JudgedResult['state'], shown = text, told = false): JudgedResult => ({
    state,
    error: state === 'ok' ? '' : readable(call, bareOutput(call, shown)),
    timedOut,
    told,
  });
  if (result.denial !== null || text.startsWith(INJECTION_HEADER)) return make('denied');
  if (failed) return make(HOOK_REFUSAL.test(stripFrame(text.slice(0, 600))) ? 'denied' : 'failed');
  if (timedOut) return make('hidden');
  if (call !== null && call.tool !== 'Bash' && TOOL_FAILED.test(text)) return make('hidden');
  if (call?.tool === 'Bash' && printedNothing(call, text)) return make('hidden', '');
  const hidden = call?.tool === 'Bash' && text.length > 0 ? hiddenIn(call, result, parts) : null;
  if (hidden !== null) return make('hidden', hidden.shown, hidden.told);
  const suspect = call?.tool === 'Bash' ? suspectedIn(call, text, parts) : '';
  return suspect === '' ? make('ok') : { ...make('ok'), suspect: bareOutput(call, suspect) };
}

/** True where a program printed nothing since its input never reached it. */
const printedNothing = ({ input }: CallEvent, text: string): boolean =>
  text.length < FRAME_CHARS &&
  !text.includes('session ID') &&
  NOTHING.test(stripFrame(text)) &&
  typeof input['command'] === 'string' &&
  unreadInput(input['command']) !== null;

/** What of a shell's output shows that its command failed, where the log tells nothing of it; null where nothing does. */
function hiddenIn(
  call: CallEvent,
  { text, isError, exitCode }: ResultEvent,
  parts: () => ShellPart[],
): { shown: string; told: boolean } | null {
  const command = typeof call.input['command'] === 'string' ? call.input['command'] : '';
  const masked = isMasked(command);
  const statusKnown = isError === false || exitCode === 0;
  if (!masked && statusKnown && !maySayNo(command, text)) return null;
  const bare = bareOutput(call, text);
  const before = beforeToldFailure(command, bare, parts);
  if (before !== null) return { shown: before, told: true };
  if (
    hiddenFailure(command, bare, parts) ||
    shellRefused(command, bare, parts) ||
    runsQuotedCode(command, bare)
  )
    return { shown: text, told: false };
  const shown = failedSection(command, bare);
  return shown === null ? null : { shown, told: false };
}
