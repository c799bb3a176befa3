import type { OpenFailure } from '../../failure-state.ts';
import type { Slip } from '../../wording/waiting.ts';

/** What every shell does that can start at all, and does nothing else. */
const CANNOT_FAIL = /^\s*(?:pwd|true|:|date|whoami|exit 0|echo [\w .-]{1,40}|echo (["'])[\w .-]{1,40}\1)\s*$/;

/** True where a shell fails at what cannot fail, and says nothing: it has nowhere to start in. */
export const isShellGone = (command: string, text: string): boolean =>
  text.trim() === '' && CANNOT_FAIL.test(command);

/** True of a failure of a shell whose folder was removed under it. */
export const ofGoneShell = ({ kind, call, error }: OpenFailure): boolean =>
  kind === 'wrong-directory' && isShellGone(call.command, error);

/** What is said of it. */
export const shellGone = (open: OpenFailure): Slip | null =>
  ofGoneShell(open)
    ? {
        say: 'The shell fails at all it is given: its folder may be gone',
        remedy:
          'Never remove the folder that the shell stands in: `cd` to the root of the project before. Once it is gone, make it anew with a tool that writes files, or have the session started again.',
      }
    : null;
