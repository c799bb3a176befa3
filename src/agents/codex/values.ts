import { number, object, parsedJson } from '../../transcripts/json.ts';

/** A call's arguments, which are logged as JSON in a string or as they are. */
export function parsedArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return /^\s*\{/.test(value) ? (parsedJson(value) ?? value) : value;
}

/** `apply_patch <<'EOF' …` run through the shell is an edit. */
export function shellPatch(command: string | null): string | null {
  if (command === null || !/^\s*(?:apply_patch|applypatch)\b/.test(command)) return null;
  const begin = command.indexOf('*** Begin Patch');
  return begin < 0 ? null : command.slice(begin);
}

/** Milliseconds from `{secs, nanos}`; null where there are none. */
export function duration(value: unknown): number | null {
  const parts = object(value);
  const seconds = number(parts?.['secs']);
  return seconds === null ? null : Math.round(seconds * 1000 + (number(parts?.['nanos']) ?? 0) / 1e6);
}
