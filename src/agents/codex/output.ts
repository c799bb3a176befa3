import { anyOf } from '../../text/any-of.ts';
import { contentText } from '../../transcripts/content.ts';
import type { Denial } from '../../transcripts/events.ts';
import { number, object, parsedJson } from '../../transcripts/json.ts';

/** What Codex wrote around a command's output, and the output. */
export interface CodexOutput {
  body: string;
  isError: boolean | undefined;
  exitCode: number | null;
  denial: Denial;
  /** Id of the process that goes on running, for later `write_stdin` calls. */
  runningSession: string | null;
  timedOut: boolean;
  durationMs: number | null;
}

const EXIT = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
const RUNNING = /^Process running with session ID (\S+)$/m;
const WALL = /^Wall time:? ([\d.]+) seconds?/m;
const FAILED = anyOf(
  [
    /apply_patch verification failed|unsupported (?:custom tool )?call: /,
    /failed to parse function arguments|exec_command failed|write_stdin failed|execution error: /,
    /collab spawn failed|err: |Error: |error: |Script failed|tool call error: |invalid patch/,
    /patch rejected|failed in sandbox|Failed to (?:create|find|apply|read|parse|start)|unable to /,
    /Unknown process id|stdin is closed|`[\s\S]{1,8000}?` rejected: \w/,
    /approval policy is [\s\S]{1,400}?; reject command |approval required by policy, but AskForApproval/,
  ],
  { before: /^/ },
);
const HEADER_CHARS = 1200;
const SCRIPT_ERROR = /^Script failed\n[\s\S]{0,200}?\nScript error:\n/;
/** A process that was not begun, and why. */
const NOT_BEGUN = /^exec_command failed\b[\s\S]{0,20000}?: CreateProcess \{ message: "Rejected\(\\?"?/;
/** The settings of sandbox and approval forbid the call, whatever it is. */
const FORBIDDEN = /^patch rejected: .{0,200}rejected by user approval settings/;
const FORBIDDEN_TOOL = 'MCP tool call requires approval, but approval policy is never';

/** What a call's output says, in every form that Codex has used: plain text, JSON with an exit code, parts. */
export function readOutput(output: unknown): CodexOutput {
  const wrapped = object(output);
  // Parts stand in a list, or one by itself.
  const parts = wrapped === null ? output : (wrapped['content'] ?? wrapped['output'] ?? [wrapped]);
  let body = contentText(parts);
  let exitCode: number | null = null;
  let seconds: number | null = null;
  if (body.startsWith('{"output":')) {
    const inner = object(parsedJson(body));
    if (inner !== null && typeof inner['output'] === 'string') {
      body = inner['output'];
      const metadata = object(inner['metadata']);
      exitCode = number(metadata?.['exit_code']);
      seconds = number(metadata?.['duration_seconds']);
    }
  }
  const header = headerOf(body);
  const exit = EXIT.exec(header);
  if (exit) exitCode = Number(exit[1]);
  const wall = WALL.exec(header);
  if (wall) seconds = Number(wall[1]);
  const denial = denialOf(body);
  const failed = denial !== null || FAILED.test(body) || wrapped?.['success'] === false;
  return {
    body,
    isError: failed ? true : exitCode === null ? undefined : exitCode !== 0,
    exitCode,
    denial,
    runningSession: RUNNING.exec(header)?.[1] ?? null,
    timedOut:
      (exitCode === 124 && /timed out/.test(body)) ||
      /^(?:command timed out after|Process timed out)/m.test(header),
    durationMs: seconds === null ? null : Math.round(seconds * 1000),
  };
}

/** Who did not let the call come about: said at once, or with the error of the script that made it. */
function denialOf(body: string): Denial {
  const said = body.replace(SCRIPT_ERROR, '').replace(NOT_BEGUN, '');
  if (/^(?:Command|Tool call|Patch) blocked by PreToolUse hook: /.test(said)) return 'hook';
  if (/^(?:exec command rejected by user|patch rejected by user|rejected by user)/i.test(said))
    return 'user-rejected';
  if (FORBIDDEN.test(said) || said.includes(FORBIDDEN_TOOL)) return 'permission';
  return /^aborted(?: by user)?\b/.test(said) ? 'interrupted' : null;
}

/** The lines before `Output:`; what a program prints cannot pose as the header. */
function headerOf(body: string): string {
  const head = body.slice(0, HEADER_CHARS);
  const end = head.search(/^Output:$/m);
  if (end >= 0) return head.slice(0, end);
  // A long command in the header can push `Output:` away.
  if (!head.startsWith('Command: ')) return head.slice(0, 400);
  const far = body.indexOf('\nOutput:\n');
  return far < 0 ? head : body.slice(0, far);
}

/**
 * Results of the commands inside a code-mode script, as its text shows them.
 * @returns the exit code that is not zero where one is shown, else 0 where one is shown, else null
 */
export function scriptExitCode(body: string): number | null {
  let seen: number | null = null;
  for (const match of body.matchAll(/"exit_code":\s?(-?\d+)|^exit(?:[ _]code)?[=:] ?(-?\d+)$/gm)) {
    const code = Number(match[1] ?? match[2]);
    if (code !== 0) return code;
    seen = code;
  }
  return seen;
}
