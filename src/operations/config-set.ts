import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../model/config.ts';
import { AGENT_IDS } from '../model/constants.ts';
import { AppError, messageOf, restated } from '../platform/errors.ts';
import { readBytes, refuseSpecial, writeFileAtomic } from '../platform/files.ts';
import { homeFiles } from '../platform/paths.ts';
import { isObject } from '../text/json.ts';
import { mayActivate } from './guard.ts';
import { parseConfig, readRaw, writeConfig } from './home/config-file.ts';
import { noSuchSetting, settingAt, settingNames, settingSchema, withSetting } from './home/config-path.ts';
import { alone } from './home/home-locks.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { type Context, operation } from './operation.ts';
import { notePause } from './outcomes/pauses.ts';
import { suggestions } from './suggestions.ts';

const output = z.object({ key: z.string(), before: z.unknown(), value: z.unknown() });

export const configSet = operation({
  name: 'config.set',
  docs: 'Changes a setting. VALUE is JSON where it parses as such, else text; `default` takes the setting back to its default. The manifest is rebuilt, since hooks read a snapshot of the settings.',
  input: z.object({ key: settingSchema(), value: z.string().register(suggestions, { words: ['default'] }) }),
  output,
  readOnly: false,
  cli: {
    command: ['config', 'set'],
    args: [
      { field: 'key', label: 'KEY', required: true },
      { field: 'value', label: 'VALUE', required: true },
    ],
    render: ({ key, value }) => `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  },
  async run(context, { key, value }) {
    const before = settingAt(settingsNow(context), key);
    await changeSetting(context, key, value === 'default' ? undefined : readValue(key, value));
    return { key, before, value: settingAt(context.config, key) };
  },
});

/** The settings, or what their file says where one of its values is refused: it is what a new value replaces. */
function settingsNow(context: Context): object {
  try {
    return context.config;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
    return readRaw(context.home);
  }
}

/** Validates and writes one setting, and tells the hooks. Throws NOT_FOUND, INVALID_INPUT, NEEDS_HUMAN or LOCKED. */
export async function changeSetting(context: Context, key: string, value: unknown): Promise<void> {
  const [top = ''] = key.split('.');
  if (!settingNames().includes(top)) throw noSuchSetting(key);
  const permission = await mayActivate(context);
  if (!permission.allowed) {
    throw new AppError('NEEDS_HUMAN', `settings stay as they are: ${permission.reason}`, {
      hint: 'Change them in a shell of your own.',
    });
  }
  await alone(context, 'config', () => changeNow(context, key, value));
}

async function changeNow(context: Context, key: string, value: unknown): Promise<void> {
  const [top] = key.split('.');
  const raw = withSetting(readRaw(context.home), key, value);
  if (raw === null) throw new AppError('INVALID_INPUT', `${JSON.stringify(key)} cannot be a setting`);
  const config: Config = parseConfig(raw, key);
  const unknown =
    value === undefined ? undefined : namesIn(key, value).find((name) => !isKnown(config, name));
  if (unknown !== undefined) {
    const hint = top === 'scanPaths' ? `Agents are ${AGENT_IDS.join(', ')}.` : 'See `lessons config get`.';
    throw noSuchSetting(unknown, hint);
  }
  const path = homeFiles.config(context.home);
  const was = readBytes(path);
  writeConfig(context.home, raw);
  try {
    await tellHooks(context, config);
  } catch (error) {
    if (was === null) rmSync(path, { force: true });
    else writeFileAtomic(path, was);
    if (!(error instanceof AppError)) throw error;
    throw restated(error, `${error.message}; ${key} stays as it was`);
  }
}

/** Has the hooks hear of the settings. Throws where they cannot, unless they are to be silent. */
async function tellHooks(context: Context, config: Config): Promise<void> {
  context.config = config;
  try {
    await notePause(context, config.paused);
    await rebuildManifest(context);
  } catch (error) {
    if (!config.paused) throw error;
    // Whatever keeps it from being compiled: hooks that find no manifest ask the settings whether to be silent.
    refuseSpecial(homeFiles.manifestPointer(context.home));
    rmSync(homeFiles.manifestPointer(context.home), { force: true });
    context.warn(messageOf(error));
  }
}

/** The settings that a value sets: one for each member of an object. */
function namesIn(key: string, value: unknown): string[] {
  if (!isObject(value)) return [key];
  return [key, ...Object.keys(value).map((name) => `${key}.${name}`)];
}

function isKnown(config: Config, name: string): boolean {
  const [top, agent] = name.split('.');
  const isAgent = agent === undefined || AGENT_IDS.some((id) => id === agent);
  return settingAt(config, name) !== undefined && (top !== 'scanPaths' || isAgent);
}

/** JSON where it is any and the setting is no text. */
function readValue(key: string, text: string): unknown {
  if (key === 'team') return text === 'null' || text === '' ? null : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
