import { PROSE } from './prose.ts';
import { hasWord, rowOf, wordList } from './word-list.ts';
import { gitVerb } from './wrappers.ts';

/** How a word is shown to patterns. */
export interface Role {
  /** Offset in the word's value from which it is data; `Infinity` where it is none. */
  from: number;
  /**
   * `sql`: a statement, shown without its literals. `name`: a file name, shown with its blanks closed up. `operand`:
   * no option, though it begins like one.
   */
  as?: 'sql' | 'name' | 'operand';
}

export interface Argument {
  value: string;
  quoted: boolean;
}

const SHOWN: Role = { from: Number.POSITIVE_INFINITY };
const DATA: Role = { from: 0 };

/** Every argument that is no option is text to print, to look up or to compare. */
const ALL_DATA = wordList(
  'echo printf print say banner figlet cowsay toilet logger wall notify-send osascript terminal-notifier man info apropos ' +
    'whatis tldr cheat which whereis type hash compgen help test [ [[ expr bc fzf espeak mail sendmail qrencode cowthink lolcat abbr : true false',
);
const TESTS = new Set(['test', '[', '[[']);
/** The first argument is a pattern or a script over text; the others are files. */
const FIRST_DATA = wordList(
  'grep egrep fgrep zgrep rg ripgrep ag ack ugrep sed gsed awk gawk mawk nawk sd comby ast-grep sg pcregrep pcre2grep jq yq gron dasel jaq xq htmlq pup mlr',
);
/** Options of those whose value is the pattern, so that no other argument is one. */
const PATTERN_OPTIONS = wordList('-e --regexp --expression -f --file -p --pattern');
const FIRST_VALUES = wordList(
  '-A -B -C -m -g -t -T -d -D --max-count --glob --type --include --exclude --exclude-dir --context --after-context --before-context -F -v -i.bak -j --color --sort --iglob --max-depth --arg --argjson',
);
/** Programs that call a short `-m` a message, and the like. */
const SHORT_PROSE: Record<string, string> = {
  git: '--pretty --format',
  hg: '-m -k',
  jj: '-m',
  svn: '-m',
  bd: '-d -t',
  gh: '-b -t -n -f -F -q --jq --raw-field --field',
  glab: '-b -t -d -m',
  docker: '-m -c',
  claude: '-p',
  gemini: '-p',
  curl: '-d -H --data --data-raw --data-binary --header -A -F --form --data-urlencode --json',
  wget: '--post-data --header',
  python: '-c',
  node: '-e --eval -p --print',
  deno: 'eval',
  bun: '-e --eval -p',
  perl: '-e -E -ne -pe -i -lane -nle -0pe -0777pe',
  ruby: '-e -ne -pe',
  php: '-r',
  lua: '-e',
  R: '-e',
  Rscript: '-e',
  pytest: '-k -m',
  jest: '-t --testNamePattern',
  vitest: '-t --testNamePattern',
  go: '-run --run -bench -skip',
  mocha: '-g --fgrep',
  find: '-name -iname -path -ipath -regex -iregex -wholename -printf -lname',
  kubectl: '-l --selector',
  ssh: '-o',
  date: '-d --date +',
  ps: '-o -C',
  stat: '-c -f --format --printf',
};
/** Their statements are what is executed. */
const SQL_CLIENTS = wordList(
  'psql mysql mariadb sqlite3 sqlite duckdb clickhouse-client clickhouse cqlsh sqlcmd snowsql bq usql pgcli mycli litecli mongosh mongo redis-cli cockroach spanner-cli trino presto vertica beeline hive spark-sql impala-shell turso pscale wrangler',
);
/** Their quoted arguments are what they act on. */
const FILE_PROGRAMS = wordList(
  'rm rmdir unlink shred dd chmod chown chgrp truncate wipefs mkfs fdisk parted rimraf trash del Remove-Item',
);

/** True for a program that prints, looks up or compares its arguments and does nothing else with them. */
export function isTextProgram(program: string): boolean {
  return ALL_DATA.has(program) || FIRST_DATA.has(program);
}

/** True for a program whose arguments are the files that it changes. */
export function isFileProgram(program: string): boolean {
  return FILE_PROGRAMS.has(program);
}

/**
 * A client of a database, or a subcommand of another program that hands on to one: `heroku pg:psql`, `wp db query`.
 * @param values words of the command from the program on
 */
export function isSqlClient(program: string, values: readonly string[] = []): boolean {
  return (
    SQL_CLIENTS.has(program) ||
    /^(?:\S+ )?(?:pg:psql|pg connect|sql:?q\w*|dbshell|dbconsole|db (?:query|execute)|athena|rds-data|redshift-data)\b/.test(
      values.slice(1, 4).join(' '),
    )
  );
}

/**
 * What of a command's arguments is data and what is part of the command.
 * @param args the program and its arguments
 * @param values the same, quotes taken off
 */
export function rolesOf(args: readonly Argument[], values: readonly string[], program: string): Role[] {
  const roles = args.map(byDefault);
  const verb = program === 'git' ? gitVerb(values, 0) : -1;
  if (ALL_DATA.has(program) || program === 'command') hideAll(args, program, roles);
  else if (FIRST_DATA.has(program)) hideFirst(args, 0, roles);
  else if (program === 'set') hideOperands(values, roles);
  else if (isSqlClient(program, values) && program !== 'redis-cli') exposeStatements(values, roles);
  else if (FILE_PROGRAMS.has(program) || program.startsWith('mkfs.')) exposeNames(roles);
  if (values[verb] === 'grep') hideFirst(args, verb, roles);
  hideProse(values, program, COMMITTING.test(values[verb] ?? ''), roles);
  if (program === 'git' || FILE_PROGRAMS.has(program)) markOperands(values, roles);
  return roles;
}

/** True for text with blanks or operators in it, which only quotes can have put into one word. */
export function isData(value: string): boolean {
  return /[\s;|&`]|[<>](?!\()/.test(value);
}

/** A quoted word with blanks or operators in it is data; one without is a word like any other. */
function byDefault(argument: Argument): Role {
  if (!isData(argument.value) || argument.value === ';') return SHOWN;
  const option = /^-{0,2}[A-Za-z_][\w.-]{0,60}=/.exec(argument.value.slice(0, 64));
  return { from: option === null ? 0 : option[0].length };
}

function hideAll(args: readonly Argument[], program: string, roles: Role[]): void {
  for (let i = 1; i < args.length; i++) {
    const { value, quoted } = args[i]!;
    const option = /^-{1,2}[A-Za-z][\w-]{0,30}$/.test(value) && !quoted;
    if (option && (i === 1 || TESTS.has(program))) continue;
    if (/^(?:\$\w+|\$[?#@*!$-]|\$\{\w+\}|\]{1,2})$/.test(value)) continue;
    roles[i] = DATA;
  }
}

function hideFirst(args: readonly Argument[], at: number, roles: Role[]): void {
  let first = true;
  for (let i = at + 1; i < args.length; i++) {
    const { value } = args[i]!;
    if (PATTERN_OPTIONS.has(value)) {
      if (i + 1 < args.length) roles[i + 1] = DATA;
      first = false;
      i++;
    } else if (/^(?:-e|--regexp=|--expression=|--pattern=)./.test(value)) {
      roles[i] = { from: value.startsWith('--') ? value.indexOf('=') + 1 : 2 };
      first = false;
    } else if (value === '--' && !args[i]!.quoted) {
      // What follows is no option.
    } else if (value.startsWith('-') && value.length > 1) {
      if (FIRST_VALUES.has(value) && i + 1 < args.length) {
        i++;
        roles[i] = DATA;
      }
    } else if (first) {
      roles[i] = DATA;
      first = false;
    }
  }
}

/** `set -- a b`: the words are kept, not run. */
function hideOperands(values: readonly string[], roles: Role[]): void {
  const dashes = values.indexOf('--', 1);
  if (dashes > 0) roles.fill(DATA, dashes + 1);
}

function exposeStatements(values: readonly string[], roles: Role[]): void {
  for (let i = 1; i < values.length; i++) roles[i] = /\s/.test(values[i]!) ? { ...SHOWN, as: 'sql' } : SHOWN;
}

const exposeNames = (roles: Role[]): Role[] => roles.fill({ ...SHOWN, as: 'name' }, 1);

/** `git push origin -- -f` forces nothing. */
function markOperands(values: readonly string[], roles: Role[]): void {
  let i = values.indexOf('--', 1);
  while (i > 0 && ++i < values.length) if (values[i]!.startsWith('-')) roles[i] = { ...DATA, as: 'operand' };
}

/** Messages, titles, bodies; code in another language; names of tests. */
function hideProse(values: readonly string[], program: string, commits: boolean, roles: Role[]): void {
  const short = rowOf(SHORT_PROSE, program) ?? (/^python[\d.]*$/.test(program) ? SHORT_PROSE['python']! : '');
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (!value.startsWith('-') && !hasWord(short, value)) continue;
    const equals = value.slice(0, 64).indexOf('=');
    const name = equals > 0 ? value.slice(0, equals) : value;
    if (equals > 0 && (isProse(name) || (name.startsWith('-') && hasWord(short, name)))) {
      roles[i] = { from: equals + 1 };
    } else if (isProse(value) || hasWord(short, value)) {
      // `claude --print --model opus`: it takes no value there.
      const bare = /^--?p(?:rint)?$/.test(value) && values[i + 1]?.[0] === '-';
      if (i + 1 < values.length && !bare) roles[++i] = DATA;
    } else if (commits && /^-[A-Za-z]*m$/.test(value)) {
      if (i + 1 < values.length) roles[++i] = DATA;
    } else if (commits && /^-(?:aq?|qa?)?m./.test(value)) {
      roles[i] = { from: value.indexOf('m') + 1 };
    }
  }
}

const isProse = (option: string): boolean => option.startsWith('--') && hasWord(PROSE, option);

/** Subcommands of git that take a message with `-m`; to others, such as `branch`, it means something else. */
const COMMITTING = /^(?:commit|tag|notes|stash|merge|revert|cherry-pick|am|submit)$/;

/** A statement without its literals and comments, on one line: what it does, not what it says. */
export function maskSql(statement: string): string {
  return statement
    .slice(0, 8192)
    .replace(/'(?:[^']|'')*'?/g, "''")
    .replace(/"[^"\s]*\s[^"]*"?/g, '""')
    .replace(/(?<!\b(?:DO|AS)\s{0,4})\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/gi, "''")
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/\s+/g, ' ');
}
