import { toDotPath } from 'zod/v4/core';
import { type Config, ConfigSchema } from '../../model/config.ts';
import { plainIssue } from '../../model/plain-issue.ts';
import { schemaUrl } from '../../model/schema-url.ts';
import { AppError } from '../../platform/errors.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { isObject } from '../../text/json.ts';
import { settingNames } from './config-path.ts';

/** The settings in `config.json`, defaults filled in. Throws INVALID_JSON, INVALID_INPUT or NEWER_FORMAT. */
export function readConfig(home: string): Config {
  return parseConfig(readRaw(home), homeFiles.config(home));
}

/** What the file itself says, without defaults; an empty record where there is none. Throws INVALID_JSON or NEWER_FORMAT. */
export function readRaw(home: string): Record<string, unknown> {
  const path = homeFiles.config(home);
  const text = readText(path);
  const raw = text === null ? {} : parseObject(text, path);
  if (typeof raw['version'] === 'number' && raw['version'] > 1) {
    throw new AppError('NEWER_FORMAT', `${path} was written by a newer version of lessons`, {
      hint: 'Update lessons.',
    });
  }
  return raw;
}

function parseObject(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isObject(value)) return value;
  } catch (error) {
    throw new AppError('INVALID_JSON', `${path} is not valid JSON`, {
      hint: 'Mend or remove it.',
      cause: error,
    });
  }
  throw new AppError('INVALID_JSON', `${path} is not a JSON object`, { hint: 'Mend or remove it.' });
}

/** Validates settings; `where` names them in the error. */
export function parseConfig(raw: Record<string, unknown>, where: string): Config {
  const parsed = ConfigSchema.safeParse(raw, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const at = toDotPath(issue.path);
  const isGiven = at === where || at.startsWith(`${where}.`) || at.startsWith(`${where}[`);
  throw new AppError('INVALID_INPUT', `${isGiven ? at : `${where}: ${at}`}: ${issue.message}`, {
    hint: isGiven ? 'See `lessons config get` for the settings there are.' : mendHint(String(issue.path[0])),
  });
}

const mendHint = (setting: string): string =>
  settingNames().includes(setting)
    ? `Run \`lessons config set ${setting} default\`, or correct the file.`
    : 'Correct or remove the file.';

/** Replaces the file as a whole. */
export function writeConfig(home: string, raw: Record<string, unknown>): void {
  const { $schema = schemaUrl('config'), type: _type, version: _version, ...settings } = raw;
  const head = { $schema, type: 'lessons-learned-config', version: 1 };
  writeFileAtomic(homeFiles.config(home), `${JSON.stringify({ ...head, ...settings }, null, 2)}\n`);
}
