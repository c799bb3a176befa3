import { z } from 'zod';
import type { LessonStatus } from '../../model/lesson.ts';
import type { OperationEntry } from '../entry.ts';
import { bareSchema, type FlagType, flagsOf, type Operation, places } from '../operation.ts';
import { suggestions } from '../suggestions.ts';

/** What a shell offers in one place of a command. */
export interface Offer {
  words: readonly string[];
  /** Slugs of lessons of these statuses. */
  lessons: readonly LessonStatus[];
  backups: boolean;
  files: boolean;
  /** Whether several stand there, with commas between them. */
  isList: boolean;
}

/** One command with what can follow it. */
export interface CompletedCommand {
  words: string[];
  aliases: string[][];
  summary: string;
  flags: { flag: string; value: Offer | null }[];
  /** Its arguments in their order; the last one comes again where `more` says so. */
  args: Offer[];
  more: boolean;
}

const NOTHING: Offer = { words: [], lessons: [], backups: false, files: false, isList: false };

/** What a command of the registry takes, by the schema of its operation. */
export function completedCommand(entry: OperationEntry, operation: Operation): CompletedCommand {
  const fields = operation.input.shape;
  const args = operation.cli.args ?? [];
  const flags = flagsOf(operation).map(({ flag, field, type }) => ({
    flag,
    value: type === 'boolean' ? null : { ...offerOf(fields[field], type), isList: type === 'csv' },
  }));
  const known = new Set(flags.map(({ flag }) => flag));
  const common = ['--json', '--help'].filter((flag) => !known.has(flag));
  return {
    words: entry.command.split(' '),
    aliases: (entry.aliases ?? []).map((alias) => alias.split(' ')),
    summary: entry.summary,
    flags: [...flags, ...common.map((flag) => ({ flag, value: null }))],
    args: args.map(({ field }) => offerOf(fields[field])),
    more: args.at(-1)?.variadic === true,
  };
}

/** A command that speaks a protocol: its words, and what they say it takes. */
export function protocolCommand(
  { command, summary }: Pick<OperationEntry, 'command' | 'summary'>,
  words: Record<string, readonly string[]>,
): CompletedCommand {
  const all = command.split(' ');
  const args = all.filter((word) => word in words).map((word) => ({ ...NOTHING, words: words[word] ?? [] }));
  const own = all.filter((word) => !(word in words));
  return { words: own, aliases: [], summary, flags: [{ flag: '--help', value: null }], args, more: false };
}

function offerOf(field: unknown, type?: FlagType): Offer {
  if (type?.endsWith('-file')) return { ...NOTHING, files: true };
  if (!(field instanceof z.ZodType)) return NOTHING;
  const known = suggestions.get(field);
  if (known !== undefined)
    return {
      ...NOTHING,
      words: known.words ?? [],
      lessons: known.lessons ?? [],
      backups: known.backups === true,
    };
  if (places.get(field) !== undefined) return { ...NOTHING, files: true };
  if (field instanceof z.ZodEnum) return { ...NOTHING, words: field.options.map(String) };
  if (field instanceof z.ZodArray) return offerOf(field.element);
  const bare = bareSchema(field);
  return bare === field ? NOTHING : offerOf(bare);
}
