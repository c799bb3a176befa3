import { z } from 'zod';
import { ConfigSchema } from '../../model/config.ts';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../text/json.ts';
import { suggestions } from '../suggestions.ts';
import { didYouMean } from '../words/nearest-word.ts';

/** Members of the file that say what it is. */
const HEAD = new Set(['$schema', 'type', 'version']);

/** Settings and groups of them. */
export const settingNames = (): string[] => Object.keys(ConfigSchema.shape).filter((key) => !HEAD.has(key));

/** A setting's name. */
export const settingSchema = (): z.ZodString => z.string().register(suggestions, { words: settingKeys() });

/** Settings, those of a group by their dotted names. */
function settingKeys(): string[] {
  return settingNames().flatMap((key) => {
    const group = ConfigSchema.shape[key as keyof typeof ConfigSchema.shape].unwrap();
    return group instanceof z.ZodObject ? Object.keys(group.shape).map((inner) => `${key}.${inner}`) : [key];
  });
}

/** NOT_FOUND, with the names that there are unless another hint is given. */
export function noSuchSetting(key: string, hint = `Settings are ${settingNames().join(', ')}.`): AppError {
  const meant = didYouMean(key, settingKeys());
  return new AppError('NOT_FOUND', `there is no setting ${JSON.stringify(key)}${meant}`, { hint });
}

/** Names that lead out of a plain object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** The value under a dotted key, or undefined. */
export function settingAt(settings: object, key: string): unknown {
  let value: unknown = settings;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** A copy of the settings with the value under a dotted key; undefined removes it. Null where the key cannot be one. */
export function withSetting(
  settings: Record<string, unknown>,
  key: string,
  value: unknown,
): Record<string, unknown> | null {
  const [first, ...rest] = key.split('.');
  if (first === undefined || first === '' || FORBIDDEN.has(first)) return null;
  const copy = { ...settings };
  if (rest.length === 0) {
    if (value === undefined) delete copy[first];
    else copy[first] = value;
    return copy;
  }
  const inner = copy[first];
  const changed = withSetting(isObject(inner) ? inner : {}, rest.join('.'), value);
  if (changed === null) return null;
  return { ...copy, [first]: changed };
}
