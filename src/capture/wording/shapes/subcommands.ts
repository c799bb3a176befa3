import { IS_NO_SUBCOMMAND, MISSING_SCRIPT, NO_SUBCOMMAND } from '../../../text/known-messages.ts';
import { buildOf } from '../fixes/usage-fix.ts';
import { code } from '../prose.ts';
import { type Account, placeIn, type Shape } from './shape.ts';

/** The command that the word was given to: `git maintenance` for the status of `git maintenance status`. */
function parentOf(word: string, { open, part, program, who }: Account): string {
  if (part === null) return program;
  const subs = part.sub.split(' ').filter(Boolean);
  const at = subs.indexOf(word);
  if (at < 0) return part.args.includes(word) ? who : program;
  const build = buildOf(open, part);
  const parent = code([build || part.program, ...subs.slice(0, at)].join(' '));
  return build === '' ? parent : `${parent}, as it was built here,`;
}

const PLUGGED_IN = /\b(?:plugin|extension|addon)s? (?:install|add|link)\b(.{1,120})/;

/** A word that the program does not know as a subcommand, for want of a plugin where one was then installed. */
export function noSubcommand(word: string, account: Account): string {
  const { correction, done = [] } = account.open;
  const plugin = [correction?.command ?? '', ...done].map((line) => PLUGGED_IN.exec(line)?.[1] ?? '');
  const why = plugin.some((given) => given.includes(word)) ? ': its plugin is not installed' : '';
  return `${parentOf(word, account)} has no subcommand ${code(word)}${why}`;
}

/** The first word that an error names; where that is of the command before it, as Docker tells it, the last one that was given. */
function refusedWord(words: string[], { part }: Account): string {
  const isGiven = (word: string) => part?.args.includes(word) === true;
  return words[0] === part?.program || (words.length > 1 && isGiven(words[0]!) && isGiven(words.at(-1)!))
    ? (words.findLast(isGiven) ?? words[0]!)
    : words[0]!;
}

/** Subcommands, tasks and targets that there are none of, and files in the place of one. */
export const SUBCOMMANDS: readonly Shape[] = [
  {
    pattern: /named files must be \.go files: (\S+)/,
    say: (m, { who }) => `${who} is given single files and the package ${code(m[1]!)} at once`,
  },
  {
    pattern: /cannot run \*_test\.go files \((?:\S*\/)?([^\s/)]+)\)/,
    say: (m) => `\`go run\` takes ${code(m[1]!)} for a test: files of that name cannot be run`,
    remedy: () =>
      'Give a file that is to be run another name: Go keeps `*_test.go` for tests, which `go test` runs.',
  },
  {
    pattern: /cannot write test binary \S+ for multiple packages/,
    say: () => '`go test -c` is given several packages whose test binaries have one name',
    hint: (_m, { open }) =>
      /\bGO(?:OS|ARCH)=/.test(open.call.command)
        ? 'Give one package at a time, or only build all and run none: `go test -exec=true ./...`, `go vet ./...`.'
        : 'Give one package, or only build what the tests need: `go test -run ^$ ./...`, `go vet ./...`.',
  },
  {
    pattern: /no (tasks|targets|scripts|recipes) (?:are )?defined in (\S+?)\.?(?:\s|$)/,
    say: (m, a) => `${a.part ? code(a.part.program) : a.who} finds no ${m[1]} in ${placeIn(m[2]!, a)}`,
  },
  {
    pattern: /^(?:\[[\w:.-]+\] )?(?:vet: )?\S+\.go:\d+:\d+: undefined: (\w+)/,
    kind: 'usage',
    say: (m, { part, who }) =>
      `${part ? code(`${part.program} ${part.sub}`.trim()) : who} on single files of a package misses ${code(m[1]!)}`,
    hint: () => 'Give the package or its folder (`./path/...`), not single files of it.',
  },
  {
    pattern: NO_SUBCOMMAND,
    say: (m, account) => noSubcommand(refusedWord(m[1]!.split(' '), account), account),
    named: true,
  },
  {
    pattern: /unknown (?:[a-z]+ )?(?:action|verb): [`'"]?([\w:-]+)/i,
    say: (m, account) => noSubcommand(m[1]!, account),
    named: true,
  },
  {
    pattern:
      /(?:could not find|couldn't find|no) (?:a )?(?:sub-?)?command (?:named|called) [`'"‘]([\w:.-]+)/i,
    say: (m, account) => noSubcommand(m[1]!, account),
    named: true,
  },
  {
    pattern: IS_NO_SUBCOMMAND,
    say: (m, account) => noSubcommand(m[1]!, account),
    named: true,
  },
  {
    pattern: /unable to invoke subcommand: [a-z]+-([\w-]+) \(/,
    say: (m, account) => noSubcommand(m[1]!, account),
    named: true,
  },
  {
    pattern: /There are no commands defined in the "([\w-]+)" namespace/,
    anyLine: true,
    say: (m, { who }) => `${who} has no commands of ${code(`${m[1]}:`)}: nothing installed brings them`,
    hint: (m) => `Install the package that has the ${code(`${m[1]}:`)} commands first, or do without them.`,
  },
  {
    pattern: /Command [`'"]([\w:.-]+)[`'"] not found/,
    say: (m, { program }) => `${program} has no command or script ${code(m[1]!)}`,
    named: true,
  },
  { pattern: MISSING_SCRIPT, say: (m) => `package.json has no script ${code(m[1]!)}` },
  {
    pattern: /No rule to make target [`'"]?([^`'"\s]+)['"]?, needed by [`'"]?([^`'"\s]+?)['"]?\.? +Stop/i,
    say: (m) => `make finds no ${code(m[1]!)}, which ${code(m[2]!)} needs, and has no rule that makes it`,
  },
  {
    pattern: /No rule to make target [`'"]?([^`'"\s]+)/i,
    say: (m) => `The Makefile here has no target ${code(m[1]!)}`,
  },
  {
    pattern:
      /(?:task|recipe|target) [`'"]([\w:.-]+)[`'"] (?:not found|does not exist)|does not contain (?:the )?(?:recipe|task|target) [`'"]([\w:.-]+)/i,
    say: (m, { program }) => `${program} has no task ${code((m[1] ?? m[2])!)} here`,
  },
  {
    pattern: /does not have (?:the |a )?feature [`'"]([\w-]+)/,
    say: (m, { who }) => `${who} asks for a feature that the package lacks: ${code(m[1]!)}`,
    named: true,
  },
  {
    pattern: /doesn't have a resource type [`'"]([\w.-]+)/,
    say: (m, { who }) => `${who} knows no resource type ${code(m[1]!)}`,
    named: true,
  },
];
