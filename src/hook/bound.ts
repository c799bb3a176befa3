import type { ToolCall } from '../model/tool-call.ts';

const TEXT_CHARS_MAX = 256 * 1024;
const TAIL_CHARS = 32 * 1024;
const ITEMS_MAX = 500;

/** The call with every text cut to 256 K characters (head and tail kept), so that no input can stall the stages after it. */
export function boundCall(call: ToolCall): ToolCall {
  if (isSmall(call.input, 0)) return call;
  return { ...call, input: bound(call.input, 0) as Record<string, unknown> };
}

/** True where nothing needs to be cut, as of nearly every call. */
function isSmall(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.length <= TEXT_CHARS_MAX;
  if (typeof value !== 'object' || value === null) return true;
  if (depth > 8) return false;
  let count = 0;
  for (const key in value) {
    count += 1;
    if (count > ITEMS_MAX || !isSmall((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/** The same for one text. */
export function boundText(text: string): string {
  if (text.length <= TEXT_CHARS_MAX) return text;
  return `${text.slice(0, TEXT_CHARS_MAX - TAIL_CHARS)}\n${text.slice(-TAIL_CHARS)}`;
}

function bound(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return null;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => bound(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS_MAX)
      .map(([key, item]) => [key, bound(item, depth + 1)]),
  );
}
