import { type Argument, type Role, rolesOf } from './data.ts';
import { programName } from './programs.ts';
import { innerCommands, isSameInside } from './wrappers.ts';

/** Wrappers around wrappers in one command. */
const WRAPPERS_MAX = 8;
/** Commands that one wrapper is given: `hyperfine 'make a' 'make b'`. */
const GIVEN_MAX = 50;

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
  /** Where the command line begins in the first of them: `--command=git …`. */
  offset: number;
  /** What they are the arguments of, where they are no command line. */
  program: string | undefined;
}

/** A command with its wrappers: what each word is, what starts what, and the scripts that are handed to a shell. */
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
  visit(resolved, args, values, whole, 'all', 0);
  return resolved;
}

/** Which commands are shown: all, those that do the same in any environment, or none. */
type Shown = 'all' | 'system' | 'none';

function visit(
  resolved: Resolved,
  args: readonly Argument[],
  values: readonly string[],
  link: Link,
  shown: Shown,
  depth: number,
): void {
  const { at, to } = link;
  const program = link.program || programName(values[at]!);
  resolved.last = { ...link, program };
  const emitted = shown === 'all' || (shown === 'system' && isSameInside(program, values[at + 1]));
  if (emitted) resolved.links.push(resolved.last);
  const words = values.slice(at, to);
  const roles = rolesOf(args.slice(at, to), words, program);
  for (let i = 0; i < roles.length; i++) resolved.roles[at + i] = roles[i]!;
  if (depth >= WRAPPERS_MAX) return;
  for (const inner of innerCommands(words, 0, program).slice(0, GIVEN_MAX)) {
    const from = at + inner.from;
    const end = at + inner.to;
    if (inner.kind === 'script') {
      const { via, offset = 0, program } = inner;
      resolved.scripts.push({ from, to: end, via, offset, program });
      for (let i = from; i < end; i++) resolved.roles[i] = { from: i === from ? offset : 0 };
    } else if (from < end) {
      const { via, program = '' } = { program: undefined, ...inner };
      const next = { at: from, to: end, via, program };
      const outer = emitted ? 'all' : shown;
      const limit = inner.kind === 'inside' ? (inner.system ? 'system' : 'none') : outer;
      visit(resolved, args, values, next, shown === 'none' ? 'none' : limit, depth + 1);
    }
  }
}
