import { programName } from './programs.ts';
import { wordList } from './word-list.ts';
import { gitVerb } from './wrappers.ts';

/** Programs whose `-n` means a dry run, with the subcommands of git for which it does. */
const DRY_N = wordList('rsync make gmake ansible-playbook logrotate rename pacman');
const GIT_DRY_N = wordList('clean push add rm mv prune fetch');
const DRY = /^--(?:dry-?run|just-print|simulate|what-?if)(?:=(?!none$|false$).*)?$/i;
/** Programs with `prog help topic`. */
const HELP_VERBS = wordList(
  'git npm pnpm yarn cargo go docker podman kubectl helm terraform gh glab aws gcloud az brew pip pip3 rustup poetry uv svn hg bd lessons',
);

/** Whether `-n` is a dry run to a subcommand. */
function isDryVerb(program: string, verb: string): boolean {
  return program === 'git' ? GIT_DRY_N.has(verb) : program === 'cargo' && verb === 'publish';
}

/**
 * Whether a command changes nothing, whatever it is: help, or a dry run.
 * @param at index of the program that is run in the end
 */
export function inertness(values: readonly string[], at: number): 'help' | 'dry-run' | null {
  const program = programName(values[at] ?? '');
  let dry: 'dry-run' | null = null;
  const verb = program === 'git' ? gitVerb(values, at) : at + 1;
  if (values.length === at + 2 && values[at + 1] === '--version') return 'help';
  if (HELP_VERBS.has(program) && ((verb > 0 && values[verb] === 'help') || values.at(-1) === '-h'))
    return 'help';
  for (let i = at + 1; i < values.length; i++) {
    const value = values[i]!;
    if (value === '--') break;
    if (value === '--help' || (value === '-help' && program !== 'find')) return 'help';
    if (!value.startsWith('-')) continue;
    if (value.startsWith('--') && DRY.test(value)) dry = 'dry-run';
    else if (value.includes('n') && /^-[A-Za-z]+$/.test(value)) {
      if (DRY_N.has(program) || isDryVerb(program, values[verb] ?? '')) dry = 'dry-run';
    }
  }
  return dry;
}
