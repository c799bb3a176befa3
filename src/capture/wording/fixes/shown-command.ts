import { baseName } from '../../../inject/paths.ts';
import type { SeenCall } from '../../failure-state.ts';
import { prepares } from '../../failures/correction/prepared.ts';
import { asWritten } from '../../shell/raw-command.ts';
import { withCarriers } from '../../shell/remote.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { cut } from '../prose.ts';
import { LOOKS } from './folder-fix.ts';
import { isThrowaway } from './throwaway.ts';

/** A command line that is longer is shown by the part that does the job. */
const WHOLE_CHARS_MAX = 160;
export const SHOWN_CHARS_MAX = 240;
/** A longer quoted text in a command says nothing about its form. */
const QUOTED_CHARS_MAX = 60;
const SCRIPT_CHARS_MAX = 100;

/** A command with its long texts left out; of a script that is all that it is given, the beginning stays. */
export const shortened = (command: string): string =>
  command.replace(
    /(\s-[ce] ?)?("(?:[^"\\]|\\.)*"|'[^']*')/g,
    (_all, flag: string | undefined, quoted: string) => {
      const isOneLine = !quoted.includes('\n');
      if (isOneLine && quoted.length <= QUOTED_CHARS_MAX) return `${flag ?? ''}${quoted}`;
      const shown = flag && isOneLine ? quoted.slice(1, SCRIPT_CHARS_MAX).trim() : '';
      return `${flag ?? ''}${quoted[0]}${shown}…${quoted[0]}`;
    },
  );

/** Only asks where things stand. */
const ASKS =
  /^(?:git (?:status|log|diff|show|branch(?: -\S+)?|stash list|remote -v)|docker (?:ps|images|logs))\b/;

/** The step before it, on the same line or in the same script, that the failing line lacked: `git worktree unlock`. */
function stepBefore(command: string, part: ShellPart, failed: SeenCall): ShellPart | undefined {
  const parts = shellParts(command);
  const at = parts.findIndex((each) => each.text === part.text);
  const step = parts
    .slice(0, Math.max(0, at))
    .findLast(
      (each) => !ASKS.test(each.text) && (each.program === part.program || !LOOKS.test(each.program)),
    );
  // What stands in a line for another machine is shown with that line.
  if (!step || step.by || failed.parts.some((each) => each.text === step.text)) return undefined;
  const isNext = part.op === '&&' && step.program === part.program && step.sub !== part.sub;
  return isNext || prepares(step, part) ? step : undefined;
}

/** A program that was built into a folder for temporary files, by its name: another day it lies elsewhere. */
function byName(command: string): string {
  const [first = ''] = command.split(/\s/, 1);
  return isThrowaway(first) ? `${baseName(first)}${command.slice(first.length)}` : command;
}

/** True where the line does nothing else but tell or what the failing one did as well, so that the part says it all. */
function standsApart(command: string, part: ShellPart, failed: SeenCall): boolean {
  const parts = shellParts(command);
  const at = parts.findIndex((each) => each.text === part.text);
  const next = parts.findIndex((each, index) => index > at && each.op === ';');
  const isIdle = (each: ShellPart) =>
    /^(?:echo|printf|ls|cat|head|tail|grep|wc)$/.test(each.program) ||
    ASKS.test(each.text) ||
    failed.parts.some((other) => other.text === each.text);
  const others = [...parts.slice(0, Math.max(0, at)), ...(next > 0 ? parts.slice(next) : [])];
  return (
    at >= 0 &&
    others.length > 0 &&
    (at === 0 || parts[at]!.op === ';') &&
    !/[$`(){}<]|\bdo\b|\bthen\b/.test(command.replace(/\$\?/g, '')) &&
    others.every(isIdle)
  );
}

/** What only picks lines of an output, or sends errors elsewhere, at the end of a line. */
const VIEW = /\s*(?:2>&1|2> ?\/dev\/null|\|\s*(?:tail|head)(?:\s+-\S+|\s+\d+)*)$/;
/** A hash of a commit, or an id: another day it is another one. */
const OF_THE_DAY = /(?<=\s)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?=\s|$)/g;
const UUID = /(?<=\s)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\s|$)/g;

/** A command without what only says how it was looked at that day, and on what. */
function timeless(command: string): string {
  let text = command;
  while (VIEW.test(text)) text = text.replace(VIEW, '');
  return (text || command).replace(UUID, 'ID').replace(OF_THE_DAY, 'HASH');
}

/** The corrected command line, or the part of it that does the job with the `cd` before it. */
export function shownCommand(command: string, part: ShellPart | null, failed: SeenCall): string {
  const isWhole =
    command.length <= WHOLE_CHARS_MAX &&
    !/\n\s*\S/.test(command) &&
    (!part || !standsApart(command, part, failed));
  if (!part || isWhole) return cut(timeless(byName(command)), SHOWN_CHARS_MAX);
  const step = stepBefore(command, part, failed);
  const whole = withCarriers(part).at(-1)!;
  const does = byName(asWritten(command, whole)).replace(/^([^>]*) 2>&1$/, '$1');
  const [gone, folder = ''] = /^cd (\S+) && /.exec(command) ?? [''];
  const isLeft = gone === `${does} && ` || (isThrowaway(folder) && failed.command.includes(folder));
  const cd = isLeft ? '' : gone;
  const written = timeless(`${cd}${step ? `${asWritten(command, step)} && ` : ''}${does}`);
  return cut(
    written.length > WHOLE_CHARS_MAX && whole.program !== 'ssh' ? shortened(written) : written,
    SHOWN_CHARS_MAX,
  );
}
