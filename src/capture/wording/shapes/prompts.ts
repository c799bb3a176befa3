import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { CONTAINER_CLIENTS } from '../../shell/programs.ts';
import { code, firstFit } from '../prose.ts';
import type { Account, Shape } from './shape.ts';

/** The component of `gcloud` that a command belongs to, and that is not installed. */
const COMPONENT =
  /do not currently have this command group installed[\s\S]{0,120}?components: \[([\w-]{1,30})\]/;

/** ssh asked for a password, and was refused without one. */
const WANTS_PASSWORD = /^(\S+@[\w.-]+): Permission denied \([\w,-]*\bpassword\b[\w,-]*\)/m;
const HOST_KEY = /^Host key verification failed/m;
const HOST_CHANGED = /REMOTE HOST IDENTIFICATION HAS CHANGED/;
/** Programs that reach another machine by ssh. */
const BY_SSH = /^(?:ssh|scp|sftp|rsync|git|mosh|ansible(?:-playbook)?)$/;

/** By the program that reaches the other machine: nothing was run there. */
function hostKey({ open, who }: Account): string {
  const client = open.call.parts.find(({ program }) => BY_SSH.test(program));
  const stopped = client?.program === 'git' || !client ? who : code(client.program);
  return HOST_CHANGED.test(open.error)
    ? `${stopped} stops: the host has another key than is known here`
    : `${stopped} stops at a host key that is not known here`;
}

const hostKeyFix = ({ error }: Account['open']): string =>
  HOST_CHANGED.test(error)
    ? 'Ask the user whether the host was set up anew; only then take its old key out: `ssh-keygen -R HOST`.'
    : 'Add the key of the host first: `ssh-keyscan HOST >> ~/.ssh/known_hosts`.';

/** What `expo` would have asked, behind the line that says that nobody can answer. */
const ASKED = /^> ([^\n]{4,60})$/m;

/** The question of a prompt that is drawn with marks. */
const PROMPTED = /^[◆◇?] {1,3}([^\n]{4,70}?)(?:[.:] [^\n]*)?$/m;

/** How a program that cannot ask says that it is called. */
const givenBy = (error: string): string => {
  const usage = /^[^\n]*\bUsage: ([\w-][^\n]{3,80})$/m.exec(error)?.[1];
  return usage ? `Pass what it asks for: ${code(usage)}.` : '';
};

/** Programs that ask something where nobody can answer. */
export const PROMPTS: readonly Shape[] = [
  {
    pattern: /^Input is required, but '[^'\n]{1,40}' is in non-interactive mode/,
    anyLine: true,
    say: (_m, { who, open }) => {
      const asked = ASKED.exec(open.error)?.[1];
      return asked
        ? firstFit([`${who} asks, and nobody can answer: ${asked}`], [`${who} asks, and nobody can answer`])
        : `${who} asks for input: it fails in a non-interactive shell`;
    },
  },
  {
    pattern: /^(?:must provide )?(\S[^\n]{0,60}?)(?: is)?(?: required)? when not running interactively/i,
    anyLine: true,
    say: (m, { who }) => `${who} asks for ${wanted(m[1]!)}, and nobody can answer`,
    hint: (m, { open }) => (isGiven(m[1]!, open) ? '' : `Give ${wanted(m[1]!)} in the call.`),
  },
  {
    pattern: /^\W{0,4}Operation cancell?ed\.?$/i,
    anyLine: true,
    say: (_m, { who, open }) => {
      const asked = PROMPTED.exec(open.error)?.[1];
      return asked
        ? firstFit([`${who} asks, and nobody can answer: ${asked}`], [`${who} asks, and nobody can answer`])
        : `${who} asks something, and takes it for a no that nobody answers`;
    },
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Pass the answer as an option (`--help` lists them), or call it where it has nothing to ask.'
        : '',
  },
  {
    pattern:
      /(?:environment|mode|shell|terminal|session) is non-interactive|in non-interactive mode|prompt during non-interactive/i,
    say: (_m, { who, open }) => {
      const component = COMPONENT.exec(open.error)?.[1];
      return component
        ? `${who} needs the component ${code(component)}, which is not installed`
        : `${who} asks for input: it fails in a non-interactive shell`;
    },
    remedy: (_m, { open }) => {
      const component = COMPONENT.exec(open.error)?.[1];
      return component ? `Install it first: ${code(`gcloud components install ${component} --quiet`)}.` : '';
    },
    hint: (_m, { open }) =>
      open.correction === null
        ? givenBy(open.error) ||
          'Let the user run it in a terminal of their own, or pass what it asks for (a token, `--yes`).'
        : '',
  },
  {
    pattern: HOST_KEY,
    anyLine: true,
    say: (_m, account) => hostKey(account),
    remedy: (_m, { open }) => hostKeyFix(open),
  },
  {
    pattern: anyOf(
      [
        /input device is not a TTY|could not open (?:a )?(?:new )?TTY|open \/dev\/tty: /,
        /(?:stdin|input|stdout) is not a (?:tty|terminal)|inappropriate ioctl for device/,
        /ssh_askpass: exec|no askpass program/,
      ],
      { flags: 'i' },
    ),
    say: (_m, account) => {
      const { open, part, who } = account;
      if (HOST_KEY.test(open.error)) return hostKey(account);
      const login = WANTS_PASSWORD.exec(open.error)?.[1];
      if (login) return `${code('ssh')} wants the password of ${code(login)}, and nobody can type it`;
      return CONTAINER_CLIENTS.test(part?.program ?? '')
        ? `${who} asks for a TTY (\`-t\`) where there is none`
        : `${who} wants a terminal to ask in, and there is none`;
    },
    remedy: (_m, { open }) =>
      HOST_KEY.test(open.error)
        ? hostKeyFix(open)
        : WANTS_PASSWORD.test(open.error) && open.correction === null
          ? 'Log in by a key: let the user run `ssh-copy-id` for it once in a terminal of their own.'
          : open.error.includes('ssh_askpass') && open.correction === null
            ? 'Let the user unlock the key in a terminal of their own (`ssh-add`), or take another way in: nobody can type here.'
            : '',
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Pass what it asks for, or an output that asks nothing (`--yes`, `-o json`).'
        : '',
  },
];

/** True where what worked gives it. */
const isGiven = (name: string, { correction }: OpenFailure): boolean =>
  correction !== null && (!name.startsWith('-') || correction.command.includes(name));

/** An option, or something in words, that a program wants to be given: `--title`, `run or job ID`. */
const wanted = (name: string): string =>
  /^[`-]/.test(name) ? code(name.replaceAll('`', '')) : `the ${name}`;
