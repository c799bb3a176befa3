import { anyOf } from '../../../text/any-of.ts';
import {
  NO_BROWSER,
  NO_TOOL,
  PARAMETER_REQUIRED,
  PARAMETER_TYPE,
  REQUIRED_PARAMETER,
  UNEXPECTED_PARAMETER,
} from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { code } from '../prose.ts';
import { type Shape, shortest } from './shape.ts';

const parameterOf = (m: RegExpExecArray) => code((m[1] ?? m[2])!);

const GIVEN_MAX = 2;
const listed = (names: readonly string[]): string => names.map((name) => code(name)).join(' and ');

/** Several arguments that a tool does not have, and those that it requires instead: the call is that of another tool. */
function mixedUp(error: string): { given: string[]; lacking: string[] } {
  const names = (pattern: RegExp) =>
    [...error.slice(0, 1500).matchAll(new RegExp(pattern, 'g'))]
      .map((match) => match[1]!)
      .slice(0, GIVEN_MAX);
  const given = names(UNEXPECTED_PARAMETER);
  const lacking = given.length > 1 ? names(REQUIRED_PARAMETER) : [];
  return { given, lacking };
}

/** Validators of many languages name the parameter that a tool does not have. */
const NO_PARAMETER = anyOf(
  [
    /un(?:expected|known|recogni[sz]ed|supported)[ _](?:keyword )?(?:parameter|argument|property|field|option)s?:?\s+/,
    /Unrecognized key\(s\) in object: |Additional properties are not allowed \(/,
  ],
  { after: /[`'"]?(\w+)/, flags: 'i' },
);

const VALUE_CHARS_MAX = 40;

const inVersion = (version: string | undefined): string => (version ? ` in version ${version}` : '');

/** The arguments that a validator misses, in JSON of one line or of several. */
const unpassed = (error: string): string[] =>
  [...error.slice(0, 2000).matchAll(MISSED_ARGUMENT)].map((match) => match[1]!).slice(0, 3);
const MISSED_ARGUMENT =
  /"path"\s*:\s*\[\s*"?(\w+)"?\s*\],\s*"message"\s*:\s*"(?:[^"\n]{0,60}received undefined|Required)"/g;

/** How the agent's own tools are called. */
export const TOOLS: readonly Shape[] = [
  {
    pattern: /^write_stdin failed: stdin is closed/,
    say: () => 'write_stdin goes to a session without a TTY, whose stdin is closed',
    remedy: () =>
      'Start a command that is to get input (or Ctrl-C) with `tty: true`; end another one by its process id.',
  },
  {
    pattern: /^write_stdin failed: Unknown process id/,
    say: () => 'write_stdin goes to a session that has ended, or that there never was',
    remedy: () =>
      'Give the `session_id` that the call of a command returned which still runs; start one that has ended again.',
  },
  {
    pattern: /^failed to parse function arguments: (duplicate|missing|unknown) field [`'"]?(\w+)/,
    slip: (m) => m[1] === 'duplicate',
    say: (m) =>
      `The call of the tool ${m[1] === 'duplicate' ? `gives ${code(m[2]!)} twice` : m[1] === 'missing' ? `lacks ${code(m[2]!)}` : `has no field ${code(m[2]!)}`}`,
    remedy: (m) =>
      m[1] === 'missing'
        ? `Pass ${code(m[2]!)}.`
        : `Pass ${code(m[2]!)} ${m[1] === 'duplicate' ? 'once' : 'no more'}.`,
  },
  {
    pattern: /^params must have required property [`'"](\w+)/,
    say: (m, { open }) => `The call of the tool ${code(open.call.nativeTool)} lacks ${code(m[1]!)}`,
    remedy: (m, { open }) => {
      const input = open.correction?.input ?? {};
      const given = Object.hasOwn(input, m[1]!) ? input[m[1]!] : undefined;
      const isShort = given !== undefined && JSON.stringify(given).length <= VALUE_CHARS_MAX;
      return isShort
        ? `Pass ${code(m[1]!)}: it worked with ${code(JSON.stringify(given))}.`
        : `Pass ${code(m[1]!)}.`;
    },
  },
  {
    pattern: /schema was not sent to the API/,
    anyLine: true,
    slip: (_m, { open }) => mixedUp(open.error).lacking.length > 0,
    say: (_m, { who, open }) => {
      const { given, lacking } = mixedUp(open.error);
      return lacking.length > 0
        ? `${who} is given arguments that it does not have: ${listed(given)}`
        : `${who} is called before its schema was loaded`;
    },
    tool: true,
    remedy: (_m, { who, open }) => {
      const { given, lacking } = mixedUp(open.error);
      return lacking.length > 0
        ? `${who} takes ${listed(lacking)}: ${listed(given)} belong to another tool. Load a tool's schema before calling it.`
        : "Load the tool's schema first (search for the tool by name), then call it with the parameters that it lists.";
    },
  },
  {
    pattern: PARAMETER_TYPE,
    say: (m, { program }) =>
      `${program} takes ${code(m[1]!)} as ${article(m[2]!)}${m[3] ? `, and is given ${article(m[3])}` : ''}`,
    tool: true,
  },
  {
    pattern: /"path":\["?(\w+)"?\],"message":"[^"]{0,60}received undefined"/,
    anyLine: true,
    say: (m, { program }) => `${program} is called without its required parameter ${code(m[1]!)}`,
    tool: true,
    hint: (m) => `Pass ${code(m[1]!)}: the tool requires it.`,
  },
  {
    pattern: anyOf([REQUIRED_PARAMETER, /"path":\["?(\w+)"?\],"message":"Required"/], { flags: 'i' }),
    say: (m, { program }) => `${program} is called without its required parameter ${parameterOf(m)}`,
    tool: true,
  },
  {
    pattern: /"path":\["?(\w+)[^\]]{0,60}\],"message":"([^"]{4,80})"/,
    anyLine: true,
    say: (m, { program }) => `${program}: ${code(m[1]!)}: ${m[2]}`,
    tool: true,
  },
  {
    pattern: NO_PARAMETER,
    say: (m, { program }) => `${program} has no parameter ${code(m[1]!)}`,
    tool: true,
  },
  {
    pattern: /[`'"](\w+)[`'"] is a required (?:property|field|parameter)|(Field required) \[type=missing/i,
    anyLine: true,
    say: (m, { program, open }) => {
      // The line before names it.
      const name = m[1] ?? /^\s*(\w+)\s*\n\s*Field required/m.exec(open.error.slice(0, 2000))?.[1];
      return `${program} is called without ${name ? `its required parameter ${code(name)}` : 'a required parameter'}`;
    },
    tool: true,
  },
  {
    pattern: NO_TOOL,
    say: (m) => `This session has no tool ${code(m[1]!)}`,
    tool: true,
  },
  {
    pattern: PARAMETER_REQUIRED,
    say: (m, { program }) =>
      shortest(
        `${program} is called without its required parameter ${code(m[1]!)}`,
        `${program} requires ${code(m[1]!)}`,
        `The tool requires ${code(m[1]!)}`,
      ),
    tool: true,
  },
  {
    pattern: NO_BROWSER,
    say: (m, { program }) =>
      shortest(
        `${program}: the browser ${code(m[1]!.toLowerCase())} is not installed${inVersion(m[2])}`,
        `${program}: the browser ${code(m[1]!.toLowerCase())} is not installed`,
        `The tool finds no ${m[1]}: it is not installed`,
      ),
    tool: true,
  },
  {
    pattern: /^Unknown skill: (\S+?)(?=\.?(?:\s|$))/,
    say: (m) => `There is no skill ${code(m[1]!)}`,
    tool: true,
  },
  {
    pattern: /Argument Validation Error|Invalid arguments/i,
    say: (_m, { who, open }) => {
      const lacking = unpassed(open.error);
      return lacking.length > 0
        ? `${who} is called without ${listed(lacking)}`
        : `${who} refuses ${differing(open)}`;
    },
    tool: true,
    hint: (_m, { open }) => {
      const lacking = unpassed(open.error);
      return lacking.length > 0
        ? `Pass ${listed(lacking)}: the tool requires ${lacking.length > 1 ? 'them' : 'it'}.`
        : '';
    },
  },
  {
    pattern: /Tool "([\w.-]+)" not found(?:.{0,90}? Did you mean one of: (.{3,120}?)\?)?/,
    say: (m) => `There is no tool ${code(m[1]!)} here`,
    tool: true,
    remedy: (m) =>
      m[2] === undefined
        ? `Do not call ${code(m[1]!)}, which this session does not have: do it in the shell or with another tool.`
        : `Call one of the tools that there are: ${m[2].replace(/"([\w.-]+)"/g, '`$1`')}.`,
  },
];

/** What was looked up before the call worked: `list_teams`. */
const LOOKS_UP = /(?:^|_)(?:list|get|search|find|lookup|query)_(\w+?)s?$/i;

/** The parameters without which, or with another value of which, the call then worked: of several the one that was looked up. */
function differing({ call: { input: given }, correction, asked = [] }: OpenFailure): string {
  const worked = correction?.input;
  if (!worked) return 'its arguments as invalid';
  const keys = [...new Set([...Object.keys(given), ...Object.keys(worked)])];
  const other = keys.filter((key) => JSON.stringify(given[key]) !== JSON.stringify(worked[key]));
  const things = asked.map((name) => LOOKS_UP.exec(name)?.[1]?.toLowerCase());
  const known = other.filter((key) => things.includes(key.toLowerCase()));
  const [key, ...others] = known.length === 1 ? known : other;
  if (key === undefined || others.length > 1) return 'its arguments as invalid';
  const value = given[key];
  return others.length === 0 && typeof value === 'string' && key in worked && value.length <= VALUE_CHARS_MAX
    ? `${code(value)} as its ${code(key)}`
    : `its ${[key, ...others].map((each) => code(each)).join(' or ')}`;
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
