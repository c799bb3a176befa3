import stripJsonComments from 'strip-json-comments';
import { AppError, messageOf } from '../../platform/errors.ts';
import { isObject } from '../../text/json.ts';
import { parsedJson } from '../../transcripts/json.ts';
import type { HookProgram, ManagedFile, Registered } from '../installer.ts';
import { isHookCommand } from './hook-command.ts';
import { allowedMs, reachProblems } from './hook-reach.ts';
import { appendToArray, removeAt, replaceAt, setMember } from './json-edit.ts';

type Settings = Record<string, unknown>;
type Entry = Record<string, unknown>;
type Step = string | number;
/** Path of one handler of ours in the file; `group` is the path of the group around it, if there is one. */
interface Place {
  handler: Step[];
  group: Step[] | null;
}

/**
 * Hooks in a JSON file of the form `{hooks: {event: [entry…]}}`. An entry is a handler, or a group
 * `{matcher?, hooks: [handler…]}`; handlers are told to be ours by their command.
 */
interface JsonHooks {
  /** The word after `lessons hook`. */
  agent: string;
  path: string;
  /** One entry for each event. */
  entries(program: HookProgram): Record<string, Entry>;
  /** Members that the file must have beside `hooks`; added where they are missing. */
  members?: Record<string, unknown>;
  /** Whether the agent reads the file where it has comments. */
  comments?: boolean;
}

/** A settings file that others own, in which our hooks stand beside theirs; edited so that their bytes stay. */
export function jsonHooksFile(hooks: JsonHooks): ManagedFile {
  return {
    path: hooks.path,
    install: (current, program) => withHooks(current, hooks, program),
    uninstall: (current, before) => withoutHooks(current, hooks, before),
    runs: true,
    registered: (current) => {
      const settings = settingsOf(current, hooks);
      return { ...registeredHooks(settings, hooks), ...reachOf(settings, hooks) };
    },
  };
}

function withHooks(current: string | null, hooks: JsonHooks, program: HookProgram): string {
  let text = textOf(current);
  const settings = settingsOf(text, hooks);
  const wanted = hooks.entries(program);
  try {
    for (const [name, value] of Object.entries(hooks.members ?? {}))
      if (settings[name] === undefined) text = setMember(text, name, value);
    for (const [event, entry] of Object.entries(wanted)) text = withEntry(text, event, entry, hooks);
  } catch (error) {
    throw new AppError('INVALID_INPUT', `${hooks.path}: ${messageOf(error)}`, {
      hint: 'Nothing was changed. Correct the file, then run `lessons init` again.',
      cause: error,
    });
  }
  for (const event of registeredHooks(settingsOf(text, hooks), hooks).events)
    if (!Object.hasOwn(wanted, event)) text = withoutEvent(text, event, hooks);
  return text;
}

/**
 * Containers that were there before stay though they are empty. Members that we added go, but where hooks that came
 * after ours rely on them.
 */
function withoutHooks(current: string, hooks: JsonHooks, before: string | null | undefined): string | null {
  const { events } = registeredHooks(settingsOf(current, hooks), hooks);
  if (events.length === 0) return current;
  const known = before === undefined ? null : settingsOf(textOf(before), hooks);
  const standing = Object.keys(hooksOf(known ?? {}));
  let text = current;
  for (const event of events) text = withoutEvent(text, event, hooks, standing);
  if (countOfEntries(settingsOf(text, hooks)) > 0 && countOfEntries(known ?? {}) === 0) return text;
  if (standing.length === 0 && !Object.hasOwn(known ?? {}, 'hooks')) text = removeAt(text, ['hooks']);
  for (const [name, value] of Object.entries(hooks.members ?? {})) {
    const isAdded = known !== null && !Object.hasOwn(known, name);
    if (isAdded && settingsOf(text, hooks)[name] === value) text = removeAt(text, [name]);
  }
  const isOurs = before === null && Object.keys(settingsOf(text, hooks)).length === 0;
  return isOurs ? null : text;
}

const countOfEntries = (settings: Settings): number => Object.values(hooksOf(settings)).flat().length;

/** An empty file, or none, is one without settings. */
function textOf(file: string | null): string {
  return file === null || file.replace(/^\ufeff/, '').trim() === '' ? '{}\n' : file;
}

function registeredHooks(settings: Settings, hooks: JsonHooks): Registered {
  const events = Object.keys(hooksOf(settings)).filter(
    (event) => ownPlaces(settings, event, hooks).length > 0,
  );
  const first = events[0] === undefined ? undefined : ownPlaces(settings, events[0], hooks)[0];
  return { events, command: first === undefined ? null : commandOf(valueAt(settings, first.handler)) };
}

/** Whether the agent would run what is registered, and for how long. */
function reachOf(
  settings: Settings,
  hooks: JsonHooks,
): Pick<Registered, 'commands' | 'problems' | 'allowedMs'> {
  const standings = Object.entries(hooks.entries(ANY_PROGRAM)).flatMap(([event, wanted]) =>
    ownPlaces(settings, event, hooks).map(({ handler, group }) => ({
      event,
      handler: valueAt(settings, handler) as Entry,
      around: valueAt(settings, group ?? handler) as Entry,
      wantedHandler: (handlersOf(wanted)[0] ?? wanted) as Entry,
      wantedAround: wanted,
    })),
  );
  const times = standings.map(allowedMs).filter((each) => each !== null);
  const commands = standings.map(({ handler }) => commandOf(handler)).filter((each) => each !== null);
  return {
    commands: [...new Set(commands)],
    problems: standings.flatMap(reachProblems).map((problem) => `${hooks.path}: ${problem}`),
    allowedMs: times.length === 0 ? null : Math.min(...times),
  };
}

/** Stands in where only the rest of an entry matters. */
const ANY_PROGRAM: HookProgram = { executable: '/lessons', home: null };

/** One entry of ours for an event: added, or brought up to date where it stands. */
function withEntry(text: string, event: string, wanted: Entry, hooks: JsonHooks): string {
  const [first, ...others] = ownPlaces(settingsOf(text, hooks), event, hooks);
  if (first === undefined) return appendToArray(text, ['hooks', event], wanted);
  let out = text;
  for (const place of others.reverse()) out = withoutPlace(out, place, hooks);
  const settings = settingsOf(out, hooks);
  const siblings = first.group === null ? [] : handlersOf(valueAt(settings, first.group));
  const isShared = siblings.length > 1;
  const path = isShared ? first.handler : (first.group ?? first.handler);
  const value = isShared ? handlersOf(wanted)[0] : wanted;
  return JSON.stringify(valueAt(settings, path)) === JSON.stringify(value)
    ? out
    : replaceAt(out, path, value);
}

function withoutEvent(text: string, event: string, hooks: JsonHooks, standing: string[] = []): string {
  const places = ownPlaces(settingsOf(text, hooks), event, hooks).reverse();
  const out = places.reduce((each, place) => withoutPlace(each, place, hooks), text);
  return !standing.includes(event) && entriesOf(settingsOf(out, hooks), event).length === 0
    ? removeAt(out, ['hooks', event])
    : out;
}

/** Takes a handler out, and its group if nothing else is in it. */
function withoutPlace(text: string, place: Place, hooks: JsonHooks): string {
  const out = removeAt(text, place.handler);
  if (place.group === null) return out;
  const left = handlersOf(valueAt(settingsOf(out, hooks), place.group));
  return left.length === 0 ? removeAt(out, place.group) : out;
}

function ownPlaces(settings: Settings, event: string, hooks: JsonHooks): Place[] {
  const isOurs = (handler: unknown) => isHookCommand(commandOf(handler), hooks.agent);
  return entriesOf(settings, event).flatMap((entry, index): Place[] => {
    const group = ['hooks', event, index];
    if (!Array.isArray((entry as { hooks?: unknown } | null)?.hooks))
      return isOurs(entry) ? [{ handler: group, group: null }] : [];
    return handlersOf(entry).flatMap((handler, at) =>
      isOurs(handler) ? [{ handler: [...group, 'hooks', at], group }] : [],
    );
  });
}

/** What a handler runs: `command`, or `bash` in Copilot's own dialect. */
function commandOf(handler: unknown): string | null {
  const { command, bash } = (handler ?? {}) as { command?: unknown; bash?: unknown };
  if (typeof command === 'string') return command;
  return typeof bash === 'string' ? bash : null;
}

function handlersOf(group: unknown): unknown[] {
  const handlers = (group as { hooks?: unknown } | null | undefined)?.hooks;
  return Array.isArray(handlers) ? handlers : [];
}

function valueAt(root: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<Step, unknown> | undefined)?.[step], root);
}

function settingsOf(text: string, hooks: JsonHooks): Settings {
  return parseSettings(text, hooks.path, hooks.comments === true);
}

/** The file as an object; an empty file is one without settings. Throws where it holds none, or has comments and must not. */
export function parseSettings(file: string, path: string, comments: boolean): Settings {
  const json = textOf(file).replace(/^\ufeff/, '');
  const value = parsedJson(comments ? stripJsonComments(json) : json);
  if (value === undefined) {
    throw new AppError('INVALID_JSON', `${path} is not valid JSON`, {
      hint: `It was left as it is. ${howToCorrect(json, comments)}, then run the command again; with --agent only that agent's files are read.`,
    });
  }
  if (!isObject(value)) {
    throw new AppError('INVALID_JSON', `${path} holds no JSON object`, {
      hint: 'It was left as it is. Put its settings into { }, then run the command again.',
    });
  }
  return value as Settings;
}

function howToCorrect(json: string, comments: boolean): string {
  if (json.includes('\0')) return 'Save it as UTF-8';
  const bare = stripJsonComments(json);
  if (parsedJson(bare) !== undefined) return 'Take out the comments, which its agent does not read';
  if (parsedJson(stripJsonComments(json, { trailingCommas: true })) === undefined) return 'Correct it';
  return `Take out ${bare === json || comments ? '' : 'comments and '}the comma before a closing bracket`;
}

function hooksOf(settings: Settings): Record<string, unknown> {
  const { hooks } = settings;
  return isObject(hooks) ? hooks : {};
}

function entriesOf(settings: Settings, event: string): unknown[] {
  const entries = hooksOf(settings)[event];
  return Array.isArray(entries) ? entries : [];
}
