import type { Episode } from '../../model/episode.ts';
import { isFilter, isScaffold, type ShellPart, shellParts } from '../shell/shell.ts';

/** What carries a command to another machine, or into a container. */
const ELSEWHERE: [string, RegExp][] = [
  ['ssh', /^(?:ssh|mosh) /],
  ['wsl', /^wsl(?:\.exe)? /],
  ['pod', /^(?:kubectl|oc)\b.{0,80}? exec /],
  ['container', /^(?:docker|podman|nerdctl|docker-compose)\b.{0,80}? (?:exec|run) /],
];

const MAY_CARRY = /\b(?:ssh|mosh|wsl|docker|docker-compose|podman|nerdctl|kubectl|oc)\b/;

const carrierOf = (part: ShellPart): string => ELSEWHERE.find(([, form]) => form.test(part.text))?.[0] ?? '';

/**
 * Where a failing command ran: empty for this machine, else by what it was carried elsewhere. What is not there, or
 * refused, in one place says nothing of the other. A line that works in several places counts as run here.
 */
export function whereRun({ failure }: Pick<Episode, 'failure'>): string {
  const { command } = failure.input;
  if (failure.tool !== 'Bash' || typeof command !== 'string') return '';
  if (!MAY_CARRY.test(command)) return '';
  const work = shellParts(command).filter((part) => !isScaffold(part) && !isFilter(part));
  const carriers = new Set(work.map(carrierOf));
  return carriers.size === 1 ? [...carriers][0]! : '';
}
