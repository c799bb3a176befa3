import type { ErrorKind } from './error-kind.ts';

/** A program that lists its subcommands instead of doing anything, as those made with Cobra do. */
const LISTING = /^(?:Exit code \d+\n)?Usage:\s+([\w-]+(?: [\w-]+){0,3}) \[(?:command|flags|options)\]/;

/** True where a word was given as a subcommand that the program does not have, and all it prints is its list of them. */
export function misnamedSubcommand(command: string, text: string): string {
  if (!text.includes('Available Commands:')) return '';
  const parent = LISTING.exec(text)?.[1];
  const at = parent === undefined ? -1 : command.indexOf(`${parent} `);
  return at < 0 ? '' : (/^[a-z][\w-]*/.exec(command.slice(at + parent!.length + 1))?.[0] ?? '');
}

/** What a shell says of a line of a file that it was told to source. */
const SOURCED =
  /^(\S{1,200}?):(?: line )?\d+:? (?:command not found: \S|no matches found: |[^\s:]{1,200}: command not found$)/;

/** True where a file was sourced that is no script of the shell: `source .env`. */
function isNoScript(line: string, command: string): boolean {
  const file = SOURCED.exec(line)?.[1];
  return file !== undefined && (command.includes(`source ${file}`) || command.includes(`. ${file}`));
}

/** The kind of a failure that only the call and its whole text tell. */
export function miscallKind(line: string, command: string, text: string): ErrorKind | null {
  if (isNoScript(line, command)) return 'shell-syntax';
  if (line.endsWith(' 403') && /^remote: Permission to \S+ denied/m.test(text)) return 'permission';
  if (line === 'undefined' && /^ ?ERR_PNPM_\w+ +Command "[^"\n]+" not found$/m.test(text)) return 'usage';
  // A file where git wants a revision.
  if (/^fatal: bad revision '(?:\/|\.\.?\/)/.test(line)) return 'usage';
  return misnamedSubcommand(command, text) === '' ? null : 'usage';
}

/** What was refused is an option that the call itself gives. */
const REFUSED_OPTION =
  /(?:unknown|unrecogni[sz]ed|unexpected|no such|invalid) (?:option|argument|flag)s?(?: found)?:? [`'"]?(-{1,2}[a-z][\w-]*)/i;
/** The alternative says that the call was to find out whether there is such an option. */
const ASKS_SUPPORT = /unsupported|not supported|no support|does(?: not|n't) support/i;

/** True where a program refuses an option of the call, though the call may go on with `|| echo …`. */
export function refusesOption(command: string, body: string): boolean {
  if (!body.includes(' option') && !body.includes(' argument') && !body.includes(' flag')) return false;
  const option = REFUSED_OPTION.exec(body)?.[1];
  return option !== undefined && command.includes(option) && !ASKS_SUPPORT.test(command);
}
