import { remoteWrapper } from './remote-table.ts';
import { runnerOf } from './runner-table.ts';

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

const TIMEOUT: Wrapper = { values: '-s --signal -k --kill-after', operands: 1 };
const NICE: Wrapper = { values: '-n --adjustment' };
const TIME: Wrapper = { values: '-f --format -o --output', assigns: true };
const SUDO: Wrapper = {
  values: '-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D --chdir -R',
  assigns: true,
  never: '-l --list -v -k -K -e --edit',
};

/**
 * How a program runs the command given in its arguments; undefined for one that runs none. Functions and no table: of so
 * many, a call needs a few.
 */
export function wrapperOf(program: string): Wrapper | undefined {
  return (
    shellWrapper(program) ??
    userWrapper(program) ??
    processWrapper(program) ??
    plainWrapper(program) ??
    remoteWrapper(program) ??
    secretsWrapper(program) ??
    runnerOf(program)
  );
}

/** The shell’s own words, and programs that make the words or the variables of a command. */
function shellWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'env':
      return { values: '-u --unset -C --chdir', assigns: true, script: '-S --split-string' };
    case 'expect':
      return { script: '-c', never: '*' };
    case 'cross-env':
      return { assigns: true };
    case 'cross-env-shell':
      return { assigns: true, joined: true };
    case 'env-cmd':
      return { values: '-f -e' };
    case 'script':
      return { script: '-c --command', operands: 1 };
    case 'command':
      return { never: '-v -V' };
    case 'exec':
      return { values: '-a' };
    case 'xargs':
      return {
        values:
          '-I -n -P -L -d -a -E -s -J -R --replace --max-args --max-procs --max-lines --delimiter --arg-file --max-chars',
      };
    case 'gxargs':
      return { values: '-I -n -P -L -d -a -E -s' };
    case 'parallel':
      return {
        values: '-j --jobs -N -n -a --arg-file -I -C --colsep -S --timeout --delay --joblog --results',
        until: /^:::\+?$|^::::$/,
        joined: true,
      };
    case 'eval':
      return { joined: true };
    case 'dotenv':
      return { values: '-e -f' };
    case 'dotenvx':
      return { verb: /^run$/, values: '-f' };
    default:
      return undefined;
  }
}

/** Programs that run a command as another user, or with other rights. */
function userWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'sudo':
      return SUDO;
    case 'doas':
      return { values: '-u -C' };
    case 'pkexec':
      return { values: '--user' };
    case 'run0':
      return { values: '--user -u' };
    case 'gosu':
    case 'su-exec':
    case 'setuidgid':
    case 's6-setuidgid':
      return { operands: 1 };
    case 'setpriv':
      return { values: '--reuid --regid --groups' };
    case 'chpst':
      return { values: '-u -e -n' };
    case 'bwrap':
      return { after: /^--$/ };
    case 'sg':
      return { script: '-c', never: '*' };
    case 'gsudo':
      return { values: '-u' };
    case 'chroot':
      return { values: '--userspec --groups', operands: 1 };
    case 'nsenter':
      return { values: '-t --target -S -G' };
    case 'su':
      return { script: '-c --command --session-command', never: '*' };
    case 'runuser':
      return { values: '-u --user -g -G', script: '-c --command' };
    default:
      return undefined;
  }
}

/** Programs that time, limit, trace, repeat or wait for a command. */
function processWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'time':
    case 'gtime':
      return TIME;
    case 'nice':
    case 'gnice':
      return NICE;
    case 'ionice':
      return { values: '-c -n --class --classdata' };
    case 'chrt':
    case 'repeat':
    case 'setarch':
    case 'faketime':
      return { operands: 1 };
    case 'taskset':
      return { values: '-p', operands: 1 };
    case 'timeout':
    case 'gtimeout':
      return TIMEOUT;
    case 'stdbuf':
      return { values: '-i -o -e --input --output --error' };
    case 'retry':
      return { values: '-t --times -d --delay -m --max' };
    case 'watchexec':
      return { values: '-w --watch -e --exts -i --ignore -f --filter', joined: true };
    case 'nodemon':
      return { values: '-w --watch -e --ext', script: '-x --exec', never: '*' };
    case 'numactl':
      return { values: '-C -N -m -i' };
    case 'cpulimit':
      return { values: '-l -p -e' };
    case 'perf':
      return { verb: /^(?:stat|record|trace)$/, values: '-e -o -r' };
    case 'sem':
      return { values: '-j --id', joined: true };
    case 'onchange':
      return { after: /^--$/ };
    case 'chokidar':
      return { script: '-c --command', never: '*' };
    case 'arch':
      return { values: '-arch -d -e' };
    case 'caffeinate':
      return { values: '-t -w' };
    case 'strace':
      return { values: '-e -o -p -s -u -E -P' };
    case 'ltrace':
      return { values: '-e -o -p -s -u -n' };
    case 'flock':
      return {
        values: '-w --timeout -E --conflict-exit-code',
        operands: 1,
        script: '-c --command',
      };
    case 'watch':
      return { values: '-n --interval', joined: true };
    case 'systemd-run':
      return { values: '-p --property -u --unit -E --setenv --uid --gid --slice' };
    case 'xvfb-run':
      return { values: '-s --server-args -n -e -f -l -p -w' };
    case 'hyperfine':
      return {
        values: '-w --warmup -r --runs -n --export-json --export-markdown -N -L -P',
        joined: true,
      };
    default:
      return undefined;
  }
}

/** Programs that run what follows their options. */
function plainWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'nohup':
    case 'setsid':
    case 'unbuffer':
    case 'chronic':
    case 'entr':
    case 'fakeroot':
    case 'winpty':
    case 'torify':
    case 'prlimit':
    case 'firejail':
    case 'tini':
    case 'dumb-init':
    case 'rlwrap':
    case 'ssh-agent':
    case 'valgrind':
    case 'ifne':
    case 'lima':
    case 'spawn':
    case 'catchsegv':
    case 'builtin':
    case 'noglob':
    case 'nocorrect':
    case 'busybox':
    case 'toybox':
    case 'unshare':
    case 'systemd-inhibit':
    case 'dbus-run-session':
    case 'torsocks':
      return {};
    default:
      return undefined;
  }
}

/** Programs that give a command its secrets and settings. */
function secretsWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'envchain':
      return { operands: 1 };
    case 'aws-vault':
      return { verb: /^exec$/, values: '-d --duration', operands: 1 };
    case 'chamber':
    case 'direnv':
      return { verb: /^exec$/, operands: 1 };
    case 'op':
      return { verb: /^run$/, values: '--env-file' };
    case 'doppler':
      return {
        verb: /^run$/,
        values: '-p --project -c --config --command',
        script: '--command',
      };
    case 'infisical':
      return { verb: /^run$/, values: '--env --path' };
    case 'teller':
      return { verb: /^run$/, after: /^--$/ };
    case 'nix-shell':
      return { script: '--run --command', never: '*' };
    default:
      return undefined;
  }
}
