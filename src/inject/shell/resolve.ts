import { type Argument, type Role, rolesOf } from './data.ts';
import { programName } from './programs.ts';
import { innerCommands } from './wrappers.ts';

/** Wrappers around wrappers in one command. */
const WRAPPERS_MAX = 8;

/** One command that the words of a stage run: the words themselves, or what a wrapper in them runs. */
export interface Link {
  at: number;
  to: number;
  via: string;
  program: string;
}

/** Words that are a command line, such as the one after `bash -c`. */
export interface Script {
  from: number;
  to: number;
  via: string;
}

export interface Resolved {
  roles: Role[];
  links: Link[];
  scripts: Script[];
  /** The innermost command, whether it is shown as one of its own or not. */
  last: Link;
}

/** Sorts out the words of one command: what runs what, and which words are data. */
export function resolveWords(args: readonly Argument[], via: string): Resolved {
  const whole: Link = { at: 0, to: args.length, via, program: '' };
  const resolved: Resolved = { roles: new Array<Role>(args.length), links: [], scripts: [], last: whole };
  const values = args.map((argument) => argument.value);
  visit(resolved, args, values, whole, true, 0);
  return resolved;
}

function visit(
  resolved: Resolved,
  args: readonly Argument[],
  values: readonly string[],
  link: Link,
  emitted: boolean,
  depth: number,
): void {
  const { at, to } = link;
  const program = programName(values[at]!);
  resolved.last = { ...link, program };
  if (emitted) resolved.links.push(resolved.last);
  const roles = rolesOf(args.slice(at, to), 0, program);
  for (let i = 0; i < roles.length; i++) resolved.roles[at + i] = roles[i]!;
  if (depth >= WRAPPERS_MAX) return;
  for (const inner of innerCommands(values.slice(at, to), 0, program)) {
    const from = at + inner.from;
    const end = at + inner.to;
    if (inner.kind === 'script') {
      resolved.scripts.push({ from, to: end, via: inner.via });
      for (let i = from; i < end; i++) resolved.roles[i] = { from: 0, bare: true, executed: true };
    } else if (from < end) {
      const next = { at: from, to: end, via: inner.via, program: '' };
      visit(resolved, args, values, next, emitted && inner.kind === 'words', depth + 1);
    }
  }
}
