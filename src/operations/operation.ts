import { z } from 'zod';
import type { Config } from '../model/config.ts';
import { AGENT_IDS } from '../model/constants.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/paths.ts';
import type { Store } from '../store/port.ts';

/** Who asks: decides what may be activated (`guard.ts`). */
export interface Actor {
  /** Agent whose environment we run in, or null for a human's shell. */
  agent: string | null;
  /** Session of that agent. */
  sessionId: string | null;
  /** True where standard input is a terminal. */
  terminal: boolean;
}

/** What every operation is given; surfaces make it, tests fake parts of it. */
export interface Context {
  home: string;
  cwd: string;
  env: Env;
  clock: Clock;
  actor: Actor;
  config: Config;
  /** Opened on first use. */
  store(): Promise<Store>;
  /** One line for the human, on stderr. */
  warn(line: string): void;
  /** Progress on stderr, only where that is a terminal. */
  progress(line: string): void;
}

/** What the screen can show; a renderer that ignores it gets plain text. */
export interface Screen {
  /** True on a terminal without `NO_COLOR`. */
  color: boolean;
  /** Columns; 80 where there is no terminal. */
  width: number;
}

/**
 * How a flag's text becomes the field's value: `list` may be repeated, `csv` may be repeated and split at commas,
 * `json` is parsed, `json-file` names a file (or `-` for standard input) whose JSON is the value.
 */
export type FlagType = 'string' | 'number' | 'boolean' | 'list' | 'csv' | 'json' | 'json-file';

/** What the field and its schema do not say of a flag: `minConfidence` is `--min-confidence`, and a number. */
interface FlagShape {
  flag?: string;
  type?: Extract<FlagType, 'csv' | 'json' | 'json-file'>;
  label?: string;
  help: string;
}

export interface Flag extends Omit<FlagShape, 'type'> {
  flag: string;
  field: string;
  type: FlagType;
}

/** For what can be narrowed to one agent. */
export const AGENT_FLAG = { label: 'A', help: `Only this agent: ${AGENT_IDS.join(', ')}.` } as const;

/** For what reads transcripts on several cores. */
export const WORKERS_FLAG = {
  label: 'N',
  help: 'Worker processes; as many as there are cores unless given.',
} as const;

/** Says that a name is none of the agents we know: a runtime of one's own may have any, and so may a slip. */
export function warnOfAgent(context: Context, name: string | undefined): void {
  if (name === undefined || AGENT_IDS.some((known) => known === name)) return;
  context.warn(`${JSON.stringify(name)} is none of the agents we know: ${AGENT_IDS.join(', ')}`);
}

/** What names a file or a folder: shells complete it as one. */
export const places = z.registry<{ place: true }>();

/** A file or folder that the user names. The empty text, of a variable that is not set, would be the current folder. */
export const PathSchema = z.string().min(1, 'a path is empty').register(places, { place: true });

/** What a list is narrowed to. The empty text, of a variable that is not set, would find nothing and say so. */
export const FilterSchema = z.string().min(1, 'is empty');

/** How an operation appears on the command line. */
export interface CliShape<I = Record<string, unknown>, O = unknown> {
  /** Words after `lessons`, such as `['review', 'apply']`. */
  command: string[];
  /** Positional arguments: input field, and whether it takes many. */
  args?: { field: keyof I & string; label: string; required?: boolean; variadic?: boolean }[];
  /** By input field. A flag `--json` of its own also switches JSON output on. */
  flags?: { [Field in keyof I & string]?: FlagShape };
  /** Fields that a command line always gives, and other surfaces do not. */
  given?: Partial<I>;
  /** Text for a human; JSON is printed where it is absent. */
  render?(output: O, input: I, screen: Screen): string;
  /** Values that are printed one JSON object a line, with or without `--json`, instead of one document. */
  lines?(output: O): Iterable<unknown>;
  /** What `--json` prints, where it is not the output itself. */
  json?(output: O): unknown;
  /** Exit code of a run that did not throw; 0 where absent. */
  exitCode?(output: O): number;
}

/**
 * One use case: the command, its help and completions, the MCP tool and the reference page all derive from this
 * record.
 */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** `resource.verb`, singular. */
  name: string;
  docs: string;
  input: I;
  output: O;
  /** True where it changes nothing. */
  readOnly: boolean;
  /** Input fields that only a command line takes: they name a program to run or a file to write. */
  shellOnly?: readonly string[];
  cli: CliShape<z.infer<I>, z.infer<O>>;
  run(context: Context, input: z.infer<I>): Promise<z.infer<O>>;
}

/** Keeps the schema types of a record while it is written. */
export function operation<I extends z.ZodObject, O extends z.ZodType>(
  record: Operation<I, O>,
): Operation<I, O> {
  return record;
}

/** The flags of a command, in their order. */
export function flagsOf({ cli, input }: Pick<Operation, 'cli' | 'input'>): Flag[] {
  return Object.entries(cli.flags ?? {}).flatMap(([field, shape]) => {
    if (shape === undefined) return [];
    const flag = `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return { flag, field, ...shape, type: shape.type ?? typeOf(input.shape[field]) };
  });
}

function typeOf(schema: unknown): FlagType {
  const field = bareSchema(schema);
  if (field instanceof z.ZodNumber) return 'number';
  if (field instanceof z.ZodBoolean) return 'boolean';
  return field instanceof z.ZodArray ? 'list' : 'string';
}

/** A field's schema without what says that it may be absent. */
export function bareSchema(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return isWrapped ? bareSchema(schema.unwrap()) : schema;
}
