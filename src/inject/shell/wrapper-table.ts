import { REMOTE } from './remote-table.ts';
import { RUNNERS } from './runner-table.ts';
import { hasWord, rowOf } from './word-list.ts';

/** How the command that a program runs is found among its arguments. */
export interface Wrapper {
  /** Options whose value is the next word. */
  values?: string;
  /** Words between the options and the command, such as a duration. */
  operands?: number;
  /** Leading `NAME=value` words belong to the wrapper. */
  assigns?: boolean;
  /** Options with which it runs nothing. */
  never?: string;
  /** Option whose value is a whole command line. */
  script?: string;
  /** A single remaining word with blanks in it is a command line; several are joined. */
  joined?: boolean;
  /** Subcommand that must come first: `aws-vault exec`. */
  verb?: RegExp;
  /**
   * It makes the tools of one project visible, so the command inside is not the same as without it: "use `poetry run
   * pytest`, not `pytest`" is what lessons are about. Only programs of the system are looked at inside.
   */
  environment?: boolean;
  /** A word that may stand before the command: the version of `nvm exec 20 npm test`. */
  optional?: RegExp;
  /** Where there is such a word, the command begins behind it. */
  after?: RegExp;
  /** Word at which the command ends. */
  until?: RegExp;
}

/** They run what follows their options. */
const PLAIN =
  'nohup setsid unbuffer chronic entr fakeroot winpty torify prlimit firejail tini dumb-init rlwrap ssh-agent valgrind ifne ' +
  'lima spawn catchsegv builtin noglob nocorrect busybox toybox unshare systemd-inhibit dbus-run-session torsocks';
/** The same after one word of their own. */
const ONE_OPERAND = 'gosu su-exec setuidgid s6-setuidgid chrt repeat setarch faketime envchain mosh';
/** The same, with options whose value is the next word. */
const VALUES: Record<string, string> = {
  'env-cmd': '-f -e',
  exec: '-a',
  xargs:
    '-I -n -P -L -d -a -E -s -J -R --replace --max-args --max-procs --max-lines --delimiter --arg-file --max-chars',
  dotenv: '-e -f',
  doas: '-u -C',
  pkexec: '--user',
  run0: '--user -u',
  setpriv: '--reuid --regid --groups',
  chpst: '-u -e -n',
  gsudo: '-u',
  nsenter: '-t --target -S -G',
  nice: '-n --adjustment',
  ionice: '-c -n --class --classdata',
  stdbuf: '-i -o -e --input --output --error',
  retry: '-t --times -d --delay -m --max',
  numactl: '-C -N -m -i',
  cpulimit: '-l -p -e',
  arch: '-arch -d -e',
  caffeinate: '-t -w',
  strace: '-e -o -p -s -u -E -P',
  ltrace: '-e -o -p -s -u -n',
  'systemd-run': '-p --property -u --unit -E --setenv --uid --gid --slice',
  'xvfb-run': '-s --server-args -n -e -f -l -p -w',
  sshpass: '-p -f -d -P',
  orb: '-m -u -w',
  proxychains: '-f',
  proxychains4: '-f',
};

const SUDO: Wrapper = {
  values: '-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D --chdir -R',
  assigns: true,
  never: '-l --list -v -k -K -e --edit',
};

/** How a program runs the command given in its arguments; undefined for one that runs none. */
export function wrapperOf(name: string): Wrapper | undefined {
  // As Homebrew installs those of GNU beside the system's own.
  const program = hasWord('gxargs gnice gtime gtimeout', name) ? name.slice(1) : name;
  if (hasWord(PLAIN, program)) return {};
  if (hasWord(ONE_OPERAND, program)) return { operands: 1 };
  const values = rowOf(VALUES, program);
  if (values !== undefined) return { values };
  return rowOf(LOCAL, program) ?? rowOf(REMOTE, program) ?? rowOf(RUNNERS, program);
}

const CHAMBER: Wrapper = { verb: /^exec$/, operands: 1 };

/** Programs that run a command here: with other variables, as another user, with a limit, again and again. */
const LOCAL: Record<string, Wrapper> = {
  env: { values: '-u --unset -C --chdir', assigns: true, script: '-S --split-string' },
  expect: { script: '-c', never: '*' },
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true, joined: true },
  script: { script: '-c --command', operands: 1 },
  command: { never: '-v -V' },
  parallel: {
    values: '-j --jobs -N -n -a --arg-file -I -C --colsep -S --timeout --delay --joblog --results',
    until: /^:::\+?$|^::::$/,
    joined: true,
  },
  eval: { joined: true },
  dotenvx: { verb: /^run$/, values: '-f' },
  sudo: SUDO,
  bwrap: { after: /^--$/ },
  sg: { script: '-c', never: '*' },
  chroot: { values: '--userspec --groups', operands: 1 },
  su: { script: '-c --command --session-command', never: '*' },
  runuser: { values: '-u --user -g -G -l', script: '-c --command' },
  time: { values: '-f --format -o --output', assigns: true },
  taskset: { values: '-p', operands: 1 },
  timeout: { values: '-s --signal -k --kill-after', operands: 1 },
  watchexec: { values: '-w --watch -e --exts -i --ignore -f --filter', joined: true },
  nodemon: { values: '-w --watch -e --ext', script: '-x --exec', never: '*' },
  perf: { verb: /^(?:stat|record|trace)$/, values: '-e -o -r' },
  sem: { values: '-j --id', joined: true },
  onchange: { after: /^--$/ },
  chokidar: { script: '-c --command', never: '*' },
  flock: {
    values: '-w --timeout -E --conflict-exit-code',
    operands: 1,
    script: '-c --command',
  },
  watch: { values: '-n --interval', joined: true },
  tmux: {
    verb: /^(?:new|neww|new-\w+|split-window|splitw|respawn-\w+)$/,
    values: '-L -S -f -s -n -c -t -F -x -y -e -l -p',
    until: /^;$/,
    joined: true,
  },
  hyperfine: {
    values: '-w --warmup -r --runs -n --export-json --export-markdown -N -L -P',
    joined: true,
  },
  'aws-vault': { verb: /^exec$/, values: '-d --duration', operands: 1 },
  chamber: CHAMBER,
  direnv: CHAMBER,
  op: { verb: /^run$/, values: '--env-file' },
  doppler: {
    verb: /^run$/,
    values: '-p --project -c --config --command',
    script: '--command',
  },
  infisical: { verb: /^run$/, values: '--env --path' },
  teller: { verb: /^run$/, after: /^--$/ },
  'nix-shell': { script: '--run --command', never: '*' },
};
