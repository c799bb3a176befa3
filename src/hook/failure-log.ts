import type { Failure } from '../model/failure.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { makeDirPath } from '../platform/session-state.ts';
import { failureCategory } from '../text/failure-category.ts';
import { redact, redactDeep } from '../text/redact.ts';
import { printsSecret } from '../text/redact-shown.ts';
import { withoutWords, wordsTakenOut } from '../text/taken-out.ts';
import type { Act } from './act.ts';

const INPUT_CHARS_MAX = 64 * 1024;
const ERROR_CHARS_MAX = 64 * 1024;
/** Where a text is cut, the word at the edge goes too: half a secret is no longer recognised as one. */
const EDGE_WORD_CHARS_MAX = 4096;

/** Appends a failing call to `errors.jsonl`: redacted, cut, one write. */
export function appendFailure(act: Act, call: ToolCall, toolUseId: string | null, error: string): void {
  const { host, event } = act;
  const at = new Date(host.now());
  // An error may repeat a word of which only the call tells that it is a secret.
  const words = new Set<string>();
  const takenOut = (raw: string, clean: string) => {
    for (const word of wordsTakenOut(raw, clean)) words.add(word);
  };
  const input = redactDeep(cutInput(call.input), takenOut);
  const said = cutError(error);
  const { command } = call.input;
  if (typeof command === 'string' && printsSecret(command)) {
    const run = `${command}\n${said}`;
    takenOut(run, redact(run));
  }
  const failure: Failure = {
    id: failureId(at),
    toolUseId,
    timestamp: at.toISOString(),
    session_id: event.base.sessionId,
    category: failureCategory(error),
    tool: call.tool,
    input,
    error: withoutWords(redact(said), words),
    context: redactDeep({
      working_dir: event.base.cwd,
      project: act.project ?? event.base.cwd.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, ''),
    }),
  };
  const path = `${host.home}/errors.jsonl`;
  const line = `${JSON.stringify(failure)}\n`;
  if (!host.io.append(path, line) && makeDirPath(host.home, host.io)) host.io.append(path, line);
}

/** `err_YYYYMMDD_HHMMSS_nnn` in UTC; nnn are the milliseconds, since parallel hooks cannot count together. */
function failureId(at: Date): string {
  return `err_${at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '_')}`;
}

/** The input with long texts cut, so that all of it takes at most about 64 KB. */
function cutInput(input: Record<string, unknown>): Record<string, unknown> {
  let left = INPUT_CHARS_MAX;
  const cut = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') {
      const kept = value.length <= left ? value : `${headWords(value, Math.max(0, left))}…`;
      left -= kept.length;
      return kept;
    }
    left -= 8;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 8 || left <= 0) return '…';
    if (Array.isArray(value)) return value.slice(0, 1000).map((item) => cut(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 200)
        .map(([key, item]) => [key.slice(0, 200), cut(item, depth + 1)]),
    );
  };
  return cut(input, 0) as Record<string, unknown>;
}

/** Head and tail of a long error. */
function cutError(error: string): string {
  if (error.length <= ERROR_CHARS_MAX) return error;
  return `${headWords(error, ERROR_CHARS_MAX / 2)}\n…\n${tailWords(error, ERROR_CHARS_MAX / 2)}`;
}

function headWords(text: string, chars: number): string {
  const head = text.slice(0, chars);
  const edge = Math.max(0, head.length - EDGE_WORD_CHARS_MAX);
  return head.slice(0, edge + Math.max(0, head.slice(edge).search(/\s\S*$/)));
}

function tailWords(text: string, chars: number): string {
  const tail = text.slice(-chars);
  const space = tail.slice(0, EDGE_WORD_CHARS_MAX).search(/\s/);
  return tail.slice(space < 0 ? EDGE_WORD_CHARS_MAX : space + 1);
}
