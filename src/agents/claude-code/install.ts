import { AppError } from '../../platform/errors.ts';
import { appendToArray, removeAt, replaceAt } from '../../platform/json-edit.ts';
import { homeDir } from '../../platform/paths.ts';

type Env = Record<string, string | undefined>;

/** Seconds after which the client gives up on a hook; the hook's own deadline is far shorter. */
const TIMEOUT_S = 2;
/** Tools that lessons are about; a hook at every other call would cost and say nothing. */
export const CLAUDE_CODE_MATCHER = 'Bash|Read|Edit|MultiEdit|Write|NotebookEdit|Glob|Grep';
/** Events, all of them known to the oldest supported client (2.1.197), which drops a whole file over an unknown one. */
export const CLAUDE_CODE_EVENTS: { event: string; matcher?: string }[] = [
  { event: 'SessionStart' },
  { event: 'SubagentStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: CLAUDE_CODE_MATCHER },
  { event: 'PostToolUseFailure' },
  { event: 'SessionEnd' },
];
const OURS = /(?:^|[\s"'\\/])lessons(?:\.exe)?["']?\s+hook\s+claude-code\b/;

interface Handler {
  type: 'command';
  command: string;
  timeout: number;
}
interface Group {
  matcher?: string;
  hooks: Handler[];
}

/** Folder of the user's own settings. */
export function claudeConfigDir(env: Env): string {
  return env['CLAUDE_CONFIG_DIR'] || `${homeDir(env)}/.claude`;
}

/** Settings file of a scope. `project` is the folder of the project. */
export function claudeSettingsPath(scope: 'user' | 'project', env: Env, project: string): string {
  return scope === 'user' ? `${claudeConfigDir(env)}/settings.json` : `${project}/.claude/settings.json`;
}

/** The settings with our hooks in them, everything else unchanged. `current` is null where there is no file. */
export function withHooks(current: string | null, command: string, path: string): string {
  const isEmpty = current === null || current.replace(/^\ufeff/, '').trim() === '';
  let text = isEmpty ? '{}\n' : current;
  parseSettings(text, path);
  for (const { event, matcher } of CLAUDE_CODE_EVENTS) {
    const wanted: Group = {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', command, timeout: TIMEOUT_S }],
    };
    text = withGroup(text, event, wanted, path);
  }
  return text;
}

/** The settings without our hooks; what others have put into the same group stays. */
export function withoutHooks(current: string, path: string): string {
  let text = current;
  for (const event of Object.keys(hooksOf(parseSettings(text, path)))) {
    for (const place of ownPlaces(text, event, path).reverse()) {
      text = removeAt(text, ['hooks', event, place.group, 'hooks', place.handler]);
      if (groupsOf(parseSettings(text, path), event)[place.group]?.hooks?.length === 0)
        text = removeAt(text, ['hooks', event, place.group]);
    }
    if (text !== current && groupsOf(parseSettings(text, path), event).length === 0)
      text = removeAt(text, ['hooks', event]);
  }
  if (text !== current && Object.keys(hooksOf(parseSettings(text, path))).length === 0)
    text = removeAt(text, ['hooks']);
  return text;
}

/** Events in which our hook is registered. */
export function registeredEvents(current: string, path: string): string[] {
  return Object.keys(hooksOf(parseSettings(current, path))).filter(
    (event) => ownPlaces(current, event, path).length > 0,
  );
}

/** The command of our registered hook, or null. */
export function registeredCommand(current: string, path: string): string | null {
  const settings = parseSettings(current, path);
  for (const event of Object.keys(hooksOf(settings))) {
    const place = ownPlaces(current, event, path)[0];
    if (place) return groupsOf(settings, event)[place.group]?.hooks?.[place.handler]?.command ?? null;
  }
  return null;
}

/** One group of ours for an event: added, or brought up to date where it stands. */
function withGroup(text: string, event: string, wanted: Group, path: string): string {
  const places = ownPlaces(text, event, path);
  const first = places[0];
  if (first === undefined) {
    try {
      return appendToArray(text, ['hooks', event], wanted);
    } catch (error) {
      throw new AppError(
        'INVALID_INPUT',
        `${path}: ${error instanceof Error ? error.message : 'unexpected shape'}`,
        {
          hint: 'Nothing was changed. Correct the file, then run `lessons init` again.',
          cause: error,
        },
      );
    }
  }
  let out = text;
  for (const place of places.slice(1).reverse())
    out = removeAt(out, ['hooks', event, place.group, 'hooks', place.handler]);
  const group = groupsOf(parseSettings(out, path), event)[first.group];
  const alone = group?.hooks?.length === 1;
  const same = alone
    ? JSON.stringify(group) === JSON.stringify(wanted)
    : JSON.stringify(group?.hooks?.[first.handler]) === JSON.stringify(wanted.hooks[0]);
  if (same) return out;
  return alone
    ? replaceAt(out, ['hooks', event, first.group], wanted)
    : replaceAt(out, ['hooks', event, first.group, 'hooks', first.handler], wanted.hooks[0]);
}

interface Settings {
  hooks?: Record<string, Partial<Group>[]>;
}

function parseSettings(text: string, path: string): Settings {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new AppError('INVALID_JSON', `${path} is not valid JSON, and was left as it is`, {
      hint: 'Correct the file, then run the command again.',
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('INVALID_JSON', `${path} holds no JSON object, and was left as it is`);
  }
  return value as Settings;
}

function hooksOf(settings: Settings): Record<string, unknown> {
  const { hooks } = settings;
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? hooks : {};
}

function groupsOf(settings: Settings, event: string): Partial<Group>[] {
  const groups = hooksOf(settings)[event];
  return Array.isArray(groups) ? (groups as Partial<Group>[]) : [];
}

function ownPlaces(text: string, event: string, path: string): { group: number; handler: number }[] {
  return groupsOf(parseSettings(text, path), event).flatMap((group, groupIndex) =>
    (Array.isArray(group?.hooks) ? group.hooks : []).flatMap((handler, handlerIndex) =>
      typeof handler?.command === 'string' && OURS.test(handler.command)
        ? [{ group: groupIndex, handler: handlerIndex }]
        : [],
    ),
  );
}
