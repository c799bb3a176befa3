import { TIME_NAMES, timesAsLong } from './hook-entries.ts';

type Entry = Record<string, unknown>;

/** How one of our hooks stands in a file, and how it was meant to. */
interface Standing {
  event: string;
  handler: Entry;
  /** What carries the matcher: the group around the handler, or the handler itself. */
  around: Entry;
  wantedHandler: Entry;
  wantedAround: Entry;
}

/** `init` registers a call's hook with this time, in the agent's own unit. */
const WANTED_MS = 2000;

/** What keeps the agent from running a hook of ours that is registered, a line each: another type, another matcher. */
export function reachProblems({ event, handler, around, wantedHandler, wantedAround }: Standing): string[] {
  const problems: string[] = [];
  if (wantedHandler['type'] !== undefined && handler['type'] !== wantedHandler['type'])
    problems.push(`our ${event} hook is no command (type ${JSON.stringify(handler['type'] ?? null)})`);
  const wanted = wantedAround['matcher'];
  const missed = typeof wanted === 'string' ? missedTools(around['matcher'], wanted) : [];
  if (missed.length > 0)
    problems.push(
      `our ${event} hook is not called for ${missed.join(', ')} (matcher ${JSON.stringify(around['matcher'])})`,
    );
  return problems;
}

/** Milliseconds that the agent gives the hook; null where that is not said. */
export function allowedMs({ event, handler, wantedHandler }: Standing): number | null {
  for (const name of TIME_NAMES) {
    const [own, wanted] = [handler[name], wantedHandler[name]];
    if (typeof own === 'number' && typeof wanted === 'number')
      return (own / wanted) * WANTED_MS * timesAsLong(event);
  }
  return null;
}

/** Tools of our matcher that another one leaves out. Agents read names alone as names, anything else as a pattern. */
function missedTools(matcher: unknown, wanted: string): string[] {
  if (matcher === wanted || matcher === undefined || matcher === '' || matcher === '*') return [];
  const isPattern = wanted.startsWith('^');
  return wanted
    .replace(/^\^\(|\)\$$/g, '')
    .split('|')
    .filter((tool) => typeof matcher !== 'string' || !meets(matcher, tool, isPattern));
}

function meets(matcher: string, tool: string, isPattern: boolean): boolean {
  if (!isPattern && /^[\w|, -]+$/.test(matcher))
    return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}
