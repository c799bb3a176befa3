import { clip } from '../../transcripts/content.ts';
import type { Denial, ResultEvent } from '../../transcripts/events.ts';
import { injectionCount, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, list, object, text } from '../../transcripts/json.ts';
import { withoutSpans } from '../../transcripts/spans.ts';

type ResultFields = Omit<ResultEvent, 'line' | 'uuid' | 'timestamp' | 'thread' | 'kind' | 'callId'>;

/** Text of a `functionResponse.response`: what came out, or the error. */
export function responseText(response: Json | null): { body: string; failed: boolean } {
  const error = response?.['error'];
  if (typeof error === 'string' && error !== '') return { body: error, failed: true };
  const message = text(object(error)?.['message']);
  if (message !== null) return { body: message, failed: true };
  const output = response?.['output'] ?? response?.['content'] ?? response?.['result'];
  if (typeof output === 'string') return { body: output, failed: false };
  return { body: output === undefined ? '' : JSON.stringify(output), failed: false };
}

/** The `functionResponse` of a call among parts, which may hold those of the calls beside it; else the first. */
export function functionResponse(parts: unknown, callId: string): Json | null {
  const found = list(parts).map((part) => object(object(part)?.['functionResponse']));
  return found.find((each) => each?.['id'] === callId) ?? found.find((each) => each !== null) ?? null;
}

/**
 * Result fields from a tool's response. A shell that exits non-zero is a "success" for these agents:
 * its exit code is in the text.
 */
export function geminiResult(
  isShell: boolean,
  status: string | null,
  response: { body: string; failed: boolean },
  errorType: string | null,
  durationMs: number | null,
): ResultFields & { injections: number } {
  const whole = withoutHooks(response.body.replace(/<\/?untrusted_context>\n?/g, ''));
  const fields = isShell ? fieldsBehind(whole) : undefined;
  const exit = /^Exit Code: (-?\d+)$/m.exec(fields?.[0] ?? '')?.[1];
  const exitCode = exit === undefined ? null : Number(exit);
  const failed = response.failed || status === 'error' || (exitCode !== null && exitCode !== 0);
  const body = isShell ? shellOutput(whole, fields?.index) : whole;
  const denial = denialOf(whole, status, errorType);
  return {
    isError:
      failed || status === 'cancelled' ? true : status === null && exitCode === null ? undefined : false,
    exitCode,
    text: clip(withoutOurs(body)),
    chars: whole.length,
    denial,
    feedback: null,
    timedOut:
      /^(?:Command (?:was )?(?:automatically )?(?:cancelled|timed out|killed)[^\n]{0,80}(?:timeout|timed out|inactivity)|Command timed out)/m.test(
        whole,
      ),
    durationMs,
    ...(LEFT.test(body) ? { unended: true as const } : {}),
    injections: injectionCount(response.body),
  };
}

/** Without what hooks said, which stands behind the rest. */
function withoutHooks(body: string): string {
  const own = withoutSpans(body, '<hook_context>', '</hook_context>', 'keep');
  return own === body ? body : own.trimEnd();
}

const FIELDS = /(?:^(?:Exit Code|Signal|Background PIDs|Process Group PGID): .*(?:\n|(?![\s\S])))+/gm;

/** The fields behind the output, which may hold such lines of its own; what hooks say comes after an empty line. */
const fieldsBehind = (whole: string): RegExpExecArray | undefined =>
  [...whole.matchAll(FIELDS)].findLast(({ 0: fields, index }) =>
    ['\n', ''].includes(whole.charAt(index + fields.length)),
  );

/** The command goes on in the background. */
const LEFT = /^(?:Monitor started\.|Background shell started\.|Command moved to background \(PID)/;

function denialOf(body: string, status: string | null, errorType: string | null): Denial {
  if (/^Tool execution blocked: /.test(body) || errorType === 'execution_denied') return 'hook';
  if (
    status === 'cancelled' ||
    /^\[Operation Cancelled\]|^User (?:denied|cancelled|did not allow)/.test(body)
  ) {
    return /User denied|did not allow/.test(body) ? 'user-rejected' : 'interrupted';
  }
  return /requires (?:user )?(?:approval|confirmation)|denied by policy/i.test(body.slice(0, 200))
    ? 'permission'
    : null;
}

const ERROR_FIELD = '\nError: ';

/**
 * What the command printed, out of the labelled block that wraps it.
 * @param end where the fields behind it begin, if there are any
 */
function shellOutput(whole: string, end?: number): string {
  const start = /^(?:Output|Stdout): ?/m.exec(whole);
  if (start === null) return whole;
  const block = whole.slice(start.index + start[0].length, end);
  // The field follows the output, which may hold such lines of its own, or begin with one.
  const at = end === undefined ? -1 : block.lastIndexOf(ERROR_FIELD);
  const printed = (at < 0 ? block : block.slice(0, at)).replace(/^Stderr: ?/m, '');
  const error = at < 0 ? '' : block.slice(at + ERROR_FIELD.length).trimEnd();
  return [printed.trim() === '(empty)' ? '' : printed.trimEnd(), error === '(none)' ? '' : error]
    .filter((part) => part !== '')
    .join('\n');
}
