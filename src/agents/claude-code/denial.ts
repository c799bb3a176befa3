import { anyOf } from '../../text/any-of.ts';
import type { Denial } from '../../transcripts/events.ts';
import { refusedByUs } from '../../transcripts/human-text.ts';
import { type Json, object, text } from '../../transcripts/json.ts';

/** The client did not let a command through that nobody had allowed. */
const NEEDS_APPROVAL = anyOf(
  [
    /This command requires approval|This Bash command contains multiple operations/,
    /Claude requested permissions? to|Permission to use \S+ (?:with|has been) |Permission for this/,
    /Permission to (?:read|edit|write) .{1,300} has been denied|WebFetch denied access to |Agent type '[^']{1,80}' has been denied by permission rule/,
    /<tool_use_error>File is in a directory that is denied by your permission settings/,
    /.{0,80}requires approval/,
    /Cannot write to .{1,300} while in plan mode/,
  ],
  { before: /^/ },
);

/** How the client says no in the user's name, in its versions and in what wraps it. */
const REJECTED = anyOf(
  [
    /The user doesn['’]t want to (?:proceed with this tool use|take this action right now)/,
    /The agent proposed a plan that was rejected by the user|User chose to stay in plan mode/,
    /User (?:rejected tool use|declined to answer)|Tool use rejected with user message:/,
  ],
  { before: /^(?:Error: )?(?:<tool_use_error>)?/ },
);
const SAID =
  /(?:the user said|user provided the following reason for the rejection|^Tool use rejected with user message):[ \t]*\n?/i;
const SAID_END =
  /<\/tool_use_error>|\n+(?:Note: The user's next message may contain a correction|Correction to the text above:|<system-reminder>)/;

/** The human wants to talk over what a dialog asks: nothing was refused, and these are the client's words. */
const LEAVES_DIALOG = /\n\s*The user wants to clarify these questions\./;
const DIALOG_CHARS = 600;

/** Who refused a call, and the user's words with it. */
export interface Refusal {
  denial: Denial;
  feedback: string | null;
}

/**
 * Whether a failing result is a refusal and not the tool's own failure, and what the user said with it.
 * @param line the whole transcript line, whose flags say more than the text in newer versions
 */
export function refusalOf(content: string, isError: boolean | undefined, line: Json): Refusal {
  const none: Refusal = { denial: null, feedback: null };
  if (isError !== true) return none;
  const head = content.slice(0, 400);
  const kind = text(line['toolDenialKind']);
  if (REJECTED.test(head) && LEAVES_DIALOG.test(content.slice(0, DIALOG_CHARS)))
    return { denial: 'permission', feedback: null };
  if (line['holdsPersonsWords'] === true) {
    return { denial: 'user-rejected', feedback: feedbackOf(content) ?? (content.trim() || null) };
  }
  const isHumans = kind === 'user-rejected' && deciderOf(line) !== 'config';
  if (REJECTED.test(head) || line['toolUseResult'] === 'User rejected tool use' || isHumans) {
    const stopped = content.includes('this call was stopped while running');
    const feedback = feedbackOf(content);
    return { denial: stopped && feedback === null ? 'interrupted' : 'user-rejected', feedback };
  }
  if (/^(?:\[Request interrupted by user|Interrupted by user|Request was aborted)/.test(head)) {
    return { denial: 'interrupted', feedback: null };
  }
  if (/Sibling tool call errored|Cancelled: parallel tool call/.test(head))
    return { denial: 'sibling', feedback: null };
  if (/^\w[\w-]*:[\w:.-]{1,80} hook (?:error|blocking error)/.test(head) || refusedByUs(content)) {
    return { denial: 'hook', feedback: null };
  }
  if (kind !== null)
    return {
      denial: deciderOf(line) === 'hook' ? 'hook' : 'permission',
      feedback: null,
    };
  if (NEEDS_APPROVAL.test(head)) {
    return { denial: 'permission', feedback: null };
  }
  return none;
}

/** Who refused a call: `hook`, `user_reject`, or `config` also where a headless run had nobody to ask. */
const deciderOf = (line: Json): string | null => text(object(line['permissionDecision'])?.['source']);

function feedbackOf(content: string): string | null {
  const found = SAID.exec(content);
  if (found === null) return null;
  const rest = content.slice(found.index + found[0].length);
  const end = SAID_END.exec(rest);
  const words = (end === null ? rest : rest.slice(0, end.index)).trim();
  return words === '' ? null : words;
}
