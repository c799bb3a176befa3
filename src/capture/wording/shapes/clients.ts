import { DOCKER_REFUSES, NO_DOCKER, SUDO_ASKS } from '../../../text/known-messages.ts';
import { NO_UNIT, UNIT_STATUS } from '../../failures/causes/miscall.ts';
import { FEW_BYTES } from '../../failures/result/http-reply.ts';
import { code } from '../prose.ts';
import type { Shape } from './shape.ts';

/** What systemd had to have before it ran the program of a unit, by the status that it ends with. */
const UNIT_LACKS: Readonly<Record<string, string>> = {
  '200/CHDIR': 'the folder of its `WorkingDirectory=`',
  '203/EXEC': 'a program that can be run as its `ExecStart=`',
  '216/GROUP': 'the group of its `Group=`',
  '217/USER': 'the user of its `User=`',
};

/** What the shell tool of an agent's client answers in place of a command's output. */
export const CLIENTS: readonly Shape[] = [
  {
    pattern: FEW_BYTES,
    anyLine: true,
    kind: 'api-misuse',
    say: (m, { who }) => `${who} keeps ${m[1]} bytes, which is no such file: its address is not there`,
    hint: () => 'Ask for the status as well (`curl -f`), and look the address up where the files are listed.',
  },
  {
    pattern: /^The model's answer is cut off: no more tokens/,
    say: (_m, { who }) => `${who}: the model's answer is cut off, for it was allowed too few tokens`,
    remedy: () =>
      'Allow more tokens (`max_tokens`; a model that thinks needs many before its answer), and look at `finish_reason` before the answer is used.',
  },
  {
    pattern: /^could not add label: '([^'\n]{1,50})' not found/,
    anyLine: true,
    say: (m, { who }) => `${who}: the repository has no label ${code(m[1]!)}`,
    remedy: (m) =>
      `Make the label first (${code(`gh label create '${m[1]}'`)}), or take one of \`gh label list\`.`,
  },
  {
    pattern: NO_UNIT,
    anyLine: true,
    say: (m) => `systemd has no unit ${code(m[1]!)}`,
    hint: (_m, { open }) =>
      open.correction !== null && open.changed
        ? ''
        : 'Put its unit file into `/etc/systemd/system` first and let systemd read it, or look its name up: `systemctl list-unit-files`.',
  },
  {
    pattern: UNIT_STATUS,
    anyLine: true,
    say: (m, { who }) => `${who}: the unit ends with ${code(`status=${m[1]}`)} before its program runs`,
    hint: (m, { open }) =>
      open.correction !== null && open.changed
        ? ''
        : `It lacks ${UNIT_LACKS[m[1]!]!}: make that, or name another in the unit file.`,
  },
  {
    pattern: /^E: Could not open lock file (\S+) - open \(13: Permission denied\)/,
    anyLine: true,
    say: (m, { program }) => `${program} needs root: this user may not open ${code(m[1]!)}`,
    hint: ({ input }, { open }) =>
      open.correction === null && !/\bsudo\b/.test(input)
        ? 'Run it with `sudo`, or do without the package of the system.'
        : '',
  },
  {
    pattern: /(?:Operation not permitted|\b(?:root|superuser)\b.*)$/,
    kind: 'environment',
    say: (_m, { who }) => `${who} does nothing for a user who is not root`,
    hint: (_m, { open: { call } }) =>
      /\bsudo\b/.test(call.command) ? '' : 'Run it with `sudo`, or ask the user to run it.',
  },
  {
    pattern: /error while loading shared libraries: (\S+?): /,
    anyLine: true,
    say: (m, { program }) => `${program} needs the library ${code(m[1]!)}, which is not installed`,
    hint: (m) => `Install the package of the system that has ${code(m[1]!)}, or ask the user to.`,
  },
  {
    pattern: NO_DOCKER,
    anyLine: true,
    say: (_m, { who }) => `${who}: Docker is not running, or nobody listens where it is asked`,
    hint: (_m, { open }) =>
      open.correction !== null && open.changed
        ? ''
        : 'Start Docker first (Docker Desktop, or its service), or ask the user to; `docker info` says when it is there.',
  },
  {
    pattern: DOCKER_REFUSES,
    anyLine: true,
    say: (_m, { who }) => `${who} has no access to the socket of the Docker that is running`,
  },
  {
    pattern: SUDO_ASKS,
    anyLine: true,
    say: () => '`sudo` asks for a password, and nobody can type one here',
    hint: () => 'Do it without `sudo` (as your own user, or in a container), or ask the user to run it.',
  },
  {
    pattern: /Invalid base64: /,
    kind: 'usage',
    say: (_m, { who }) => `${who} takes such data in base64`,
    remedy: () => 'Add `--cli-binary-format raw-in-base64-out`, or encode the data.',
  },
  {
    pattern: /^(?:Error: )?Invalid inputs: (\w+) is required/,
    say: (m, { who }) => `${who} is called without ${code(m[1]!)}`,
    remedy: (m) =>
      m[1]!.startsWith('old')
        ? `Pass ${code(m[1]!)} as it stands in the file; a new file is made by another tool, or by the shell.`
        : `Pass ${code(m[1]!)}.`,
  },
  {
    pattern: /^(?:Error: )?(?:The )?parent (?:directory|folder) (?:\S+ )?does not exist/i,
    say: (_m, { who }) => `${who}: its directory does not exist`,
    remedy: () => 'Make the folder first (`mkdir -p`), then the file.',
  },
  {
    pattern: /PowerShell 6\+ \(pwsh\) is not available/,
    anyLine: true,
    say: () => 'The shell tool needs PowerShell 7 (`pwsh`), which is not installed',
    remedy: () =>
      'Each command fails so: ask the user to install it (`winget install Microsoft.PowerShell`), and do without the shell.',
  },
  {
    pattern: /^<command with (?:shellId|id): (\S+) is already running/,
    say: (m) => `The shell ${code(m[1]!)} is given a command while it still runs another one`,
    remedy: () =>
      "Wait for that command's output with the tool that reads it, or name another shell for the new one.",
  },
  {
    pattern: /^Command not executed\. The '([^'\n]{1,60})' command is not allowed/,
    say: (m) => `${code(m[1]!)} is not allowed: the client runs no such command`,
  },
  {
    pattern: /^Command not executed\. The '([\w-]{1,30})' command must specify (?:at least )?(.{1,60}?)\./,
    say: (m) => `The client does not run ${code(m[1]!)} without ${m[2]}`,
    hint: (m) => `Look it up in a call of its own, and write it out behind ${code(m[1]!)}.`,
  },
];
