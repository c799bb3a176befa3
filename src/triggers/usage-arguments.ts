import type { SynthesisInput } from './synthesize.ts';

const USAGE_CHARS_MAX = 3000;
/** Options, in brackets; what stands behind `--` belongs to another program. */
const OPTIONS = /\[-[^\]]*\]\]?(?:\.\.\.\])?|\[(?:global )?(?:options|flags)\]/gi;
const OPEN = /\.\.\.|[{|]|\bcommand\b|\bsubcommand\b/i;

/**
 * The arguments without a dash that a command takes, by the usage in its error: `TESTNAME` of
 * `Usage: cargo test [OPTIONS] [TESTNAME]`. Null where the error has no usage, or where that leaves their number open.
 * @param called program and subcommand, which a usage repeats
 */
export function positionals(error: string, called: readonly string[]): string[] | null {
  const usage = /^\s*usage:? +(.+(?:\n {4,}\S.*)*)/im.exec(error.slice(0, USAGE_CHARS_MAX))?.[1];
  if (usage === undefined) return null;
  const body = usage.replace(/\[-- .*$/s, ' ').replace(OPTIONS, ' ');
  if (OPEN.test(body)) return null;
  const names = body
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((word) => word.replace(/[<>[\]]/g, ''));
  return names.filter((name) => /^[A-Za-z][\w-]*$/.test(name) && !called.includes(name));
}

const SURPLUS =
  /^usage:? |(?:unexpected|unrecogni[sz]ed|too many|unexpected extra) arguments?\b:? ?[(`'"]?(?!-)\S/i;

/** Where the usage takes one argument: two words behind each other. */
export function* surplusProposals(input: SynthesisInput, head: string): Generator<string> {
  const { program, sub } = input.failing[0]!;
  if (!SURPLUS.test(input.salient)) return;
  if (positionals(input.error, [program, ...sub.split(' ')])?.length === 1)
    yield `${head}\\s+[^-\\s]\\S*\\s+[^-\\s\\d>|&]`;
}
