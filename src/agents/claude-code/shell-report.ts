/** What a background shell is found to have printed: `BashOutput`, later `TaskOutput`. */

const OPENS = /^<(?:status|retrieval_status)>/;
const FIELDS_MAX = 600;
/** Ended from outside, by a signal. */
export const STOPPED = new Set<string | undefined>(['130', '137', '143', '144']);
const PRINTED = ['stderr', 'stdout', 'output'];

/** How a shell in the background ended. */
export interface ShellReport {
  exitCode: number | null;
  /** What the command printed, without the tags around it. */
  text: string;
}

/** The end of a background shell; `unended` for one that still runs or was stopped, and for tasks that are no shell. */
export function shellReport(whole: string): ShellReport | 'unended' | null {
  if (!OPENS.test(whole)) return null;
  const fields = whole.slice(0, FIELDS_MAX);
  const kind = /<task_type>(\w+)<\/task_type>/.exec(fields)?.[1] ?? 'local_bash';
  const status = /<status>(\w+)<\/status>/.exec(fields)?.[1];
  if (kind !== 'local_bash' || (status !== 'failed' && status !== 'completed')) return 'unended';
  const exit = /<exit_code>(-?\d+)<\/exit_code>/.exec(fields)?.[1];
  if (STOPPED.has(exit)) return 'unended';
  const text = PRINTED.map((tag) => between(whole, tag)).filter((part) => part !== '');
  return { exitCode: exit === undefined ? null : Number(exit), text: text.join('\n') };
}

/** Id of the background shell that a call's result leaves its command to; null where it ended in the foreground. */
export function shellLeftTo(whole: string): string | null {
  if (!whole.startsWith('Command ')) return null;
  return /^Command [^\n]{1,160}?(?: with ID:|\(ID:) ?([\w-]+)/.exec(whole)?.[1] ?? null;
}

/** What stands between two tags; of a text that was cut, up to its end. */
function between(whole: string, tag: string): string {
  const start = whole.indexOf(`<${tag}>`);
  if (start < 0) return '';
  const end = whole.lastIndexOf(`</${tag}>`);
  return whole.slice(start + tag.length + 2, end < 0 ? whole.length : end).trim();
}
