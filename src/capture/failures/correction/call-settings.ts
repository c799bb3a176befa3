/** How a command is run, besides its text: where, for how long, in or out of the sandbox, with which variables. */
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { isConfined } from '../verdict/command-verdict.ts';

const SETTINGS = [
  'sandbox_permissions',
  'with_escalated_permissions',
  'dangerouslyDisableSandbox',
  'tty',
  'workdir',
];
const TIME_LIMITS = ['timeout', 'timeout_ms'];
const ESCALATED = /\brequire_escalated\b/;

/** A script that calls the shell holds the settings in its source. */
export const escalates = (call: SeenCall): boolean =>
  typeof call.input['script'] === 'string' && ESCALATED.test(call.input['script']);

/** True where a call is run outside of the sandbox: it asks for that, or the user has given full access. */
export const leavesSandbox = (call: SeenCall): boolean =>
  call.unconfined === true ||
  call.input['sandbox_permissions'] === 'require_escalated' ||
  call.input['with_escalated_permissions'] === true ||
  call.input['dangerouslyDisableSandbox'] === true ||
  escalates(call);

const RIGHTS = /permission|escalat|sandbox/i;

/** The argument by which a call asks for other rights than the one before it, with its value. */
export const askedRights = (before: SeenCall, call: SeenCall): [name: string, value: unknown] | undefined =>
  Object.entries(call.input).find(([name, value]) => RIGHTS.test(name) && value !== before.input[name]);

/** The settings that a call gives. */
export const settingsOf = (call: SeenCall): Record<string, unknown> =>
  Object.fromEntries(
    SETTINGS.filter((key) => call.input[key] !== undefined).map((key) => [key, call.input[key]]),
  );

/** True where both run in the same way; how long is asked of what ran out of time alone. */
export function sameSettings(open: OpenFailure, call: SeenCall): boolean {
  const keys = open.kind === 'timeout' ? [...SETTINGS, ...TIME_LIMITS] : SETTINGS;
  return (
    keys.every((key) => open.call.input[key] === call.input[key]) &&
    escalates(open.call) === escalates(call) &&
    (!isConfined(open.kind) || open.call.unconfined === call.unconfined)
  );
}

const SETTING = /(?:^|[\s;&|'"])([A-Z_][A-Z0-9_]*=\S*)/g;

/** The variables that a command sets, with their values. */
export function variablesOf(command: string): Set<string | undefined> {
  return new Set([...command.slice(0, 2000).matchAll(SETTING)].map((match) => match[1]));
}

/** In the name of a variable that says where something lies or is put. */
export const PLACE_VARIABLE = /CACHE|TMP|TEMP|HOME|DIR|PATH/;

/** Says where a program keeps what it writes beside its results. */
const KEEPS_IN = new RegExp(
  `(?:^|[\\s;&|'"])([A-Z0-9_]*(?:${PLACE_VARIABLE.source})[A-Z0-9_]*=\\S*|--(?:[a-z]+-)*(?:cache|tmp|temp|home)\\b[\\w-]*[\\s=]?\\S*)`,
  'g',
);

/** True where the command that worked names a folder of its own, in a variable or an option, that the failing one did not. */
export const addsSetting = ({ call, correction }: OpenFailure): boolean =>
  [...(correction?.command ?? '').slice(0, 2000).matchAll(KEEPS_IN)].some(
    ([, setting]) => !call.command.includes(setting!),
  );

/** Where a call ran. */
export const placeOf = ({ input: { workdir }, cwd }: OpenFailure['call']): string =>
  typeof workdir === 'string' ? workdir : (cwd ?? '');

/** Where a part of a command line runs: the last folder gone to before it, or the folder of the call. */
export function folderOf(call: OpenFailure['call'], part: ShellPart | null): string {
  const before = call.parts.slice(0, part ? Math.max(0, call.parts.indexOf(part)) : 0);
  const gone = before.findLast(({ program }) => program === 'cd')?.args[0];
  return gone ?? placeOf(call);
}
