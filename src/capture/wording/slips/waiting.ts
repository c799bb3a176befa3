import type { OpenFailure } from '../../failure-state.ts';
import { heldOutput, stoppedAt, waitsForLogin } from '../../failures/causes/time-limit.ts';
import { code, cut } from '../prose.ts';
import type { Slip } from './call-slips.ts';

/** What a call that did not end waited for. */

/** What fetches a package to run it, and asks before. */
const FETCHES = /\b(?:npx|npm (?:create|init|exec|x)|yarn create|pnpm dlx)\b/;

/** It waits for a key that nobody presses. */
export function waiting(open: OpenFailure, program: string): Slip | null {
  const at = stoppedAt(open);
  const who = code(FETCHES.exec(open.call.command)?.[0] ?? 'npx');
  if (at === 'fetch')
    return {
      say: `${who} asks before it fetches a package, and nobody can answer`,
      remedy: `Answer in advance: ${code('npx --yes PACKAGE')}, ${code('npm create --yes …')}.`,
    };
  if (at === 'question')
    return {
      say: `${program} asks for a yes or no, and nobody can answer`,
      remedy: 'Give the option that answers in advance (`--yes`), or pipe the answer in (`yes | …`).',
    };
  if (at === null) return null;
  const { program: name = '', sub = '' } = open.culprit ?? {};
  const isGit = name === 'git';
  return {
    say: `${code(cut([name, sub].filter(Boolean).join(' ') || 'the program', 30))} opens a pager, which waits for a key`,
    remedy: isGit
      ? 'Turn the pager off: `git --no-pager …`, or `… | cat`.'
      : 'Turn the pager off (`PAGER=cat`, `--no-pager`), or pipe it: `… | cat`.',
  };
}

/** What the call waited for in vain. */
export function waitsForOthers(open: OpenFailure): Slip | null {
  const { program = '', sub = '' } = open.culprit ?? {};
  if (waitsForLogin(open))
    return {
      say: `${code(cut(`${program} ${sub}`.trim(), 40))} waits for a login in a browser, which nobody gives`,
      remedy: 'Ask the user to log in, or give a token: the call cannot end by itself.',
    };
  const held = heldOutput(open);
  return held === ''
    ? null
    : {
        say: `${code(`${cut(held, 40)} &`)} holds the call open: its output still goes there`,
        remedy:
          'Send its output to a file, too (`COMMAND > FILE 2>&1 &`), or let the tool run it in the background.',
      };
}
