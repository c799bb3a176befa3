import { runnerOf } from './runner-table.ts';

/** How the command that a program runs is found among its arguments. */
export interface Wrapper {
  /** Options whose value is the next word. */
  values?: string[];
  /** Words between the options and the command, such as a duration. */
  operands?: number;
  /** Leading `NAME=value` words belong to the wrapper. */
  assigns?: boolean;
  /** Options with which it runs nothing. */
  never?: string[];
  /** Option whose value is a whole command line. */
  script?: string[];
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

const TIMEOUT: Wrapper = { values: '-s --signal -k --kill-after'.split(' '), operands: 1 };
const NICE: Wrapper = { values: ['-n', '--adjustment'] };
const TIME: Wrapper = { values: '-f --format -o --output'.split(' '), assigns: true };
const SUDO: Wrapper = {
  values: '-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D --chdir -R'.split(' '),
  assigns: true,
  never: '-l --list -v -k -K -e --edit'.split(' '),
};

/**
 * How a program runs the command given in its arguments; undefined for one that runs none. A function and no table: of so
 * many, a call needs a few.
 */
export function wrapperOf(program: string): Wrapper | undefined {
  switch (program) {
    case 'env':
      return { values: '-u --unset -C --chdir'.split(' '), assigns: true, script: ['-S', '--split-string'] };
    case 'sudo':
      return SUDO;
    case 'doas':
      return { values: ['-u', '-C'] };
    case 'pkexec':
      return { values: ['--user'] };
    case 'run0':
      return { values: ['--user', '-u'] };
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
    case 'time':
    case 'gtime':
      return TIME;
    case 'nice':
    case 'gnice':
      return NICE;
    case 'ionice':
      return { values: '-c -n --class --classdata'.split(' ') };
    case 'chrt':
    case 'setarch':
    case 'gosu':
    case 'su-exec':
    case 'mosh':
    case 'setuidgid':
    case 's6-setuidgid':
    case 'faketime':
    case 'envchain':
      return { operands: 1 };
    case 'taskset':
      return { values: ['-p'], operands: 1 };
    case 'timeout':
    case 'gtimeout':
      return TIMEOUT;
    case 'stdbuf':
      return { values: '-i -o -e --input --output --error'.split(' ') };
    case 'retry':
      return { values: '-t --times -d --delay -m --max'.split(' ') };
    case 'watchexec':
      return { values: '-w --watch -e --exts -i --ignore -f --filter'.split(' '), joined: true };
    case 'nodemon':
      return { values: '-w --watch -e --ext'.split(' '), script: ['-x', '--exec'], never: ['*'] };
    case 'sshpass':
      return { values: '-p -f -d -P'.split(' ') };
    case 'numactl':
      return { values: '-C -N -m -i'.split(' ') };
    case 'cpulimit':
      return { values: ['-l', '-p', '-e'] };
    case 'setpriv':
      return { values: ['--reuid', '--regid', '--groups'] };
    case 'wsl':
      return { values: '-d --distribution -u --user --cd'.split(' '), joined: true };
    case 'vagrant':
      return { verb: /^ssh$/, script: ['-c', '--command'], never: ['*'] };
    case 'heroku':
      return { verb: /^run$/, values: '-a --app -s --size'.split(' '), joined: true };
    case 'autossh':
      return { values: ['-M'], operands: 1, joined: true };
    case 'perf':
      return { verb: /^(?:stat|record|trace)$/, values: ['-e', '-o', '-r'] };
    case 'sem':
      return { values: ['-j', '--id'], joined: true };
    case 'chpst':
      return { values: ['-u', '-e', '-n'] };
    case 'bwrap':
    case 'onchange':
      return { after: /^--$/ };
    case 'lxc':
    case 'incus':
    case 'multipass':
      return { verb: /^exec$/, after: /^--$/, operands: 1 };
    case 'limactl':
      return { verb: /^shell$/, operands: 1 };
    case 'distrobox':
      return { verb: /^enter$/, after: /^--$/, operands: 1 };
    case 'toolbox':
      return { verb: /^run$/, values: ['-c', '--container'] };
    case 'fly':
    case 'flyctl':
      return { verb: /^ssh$/, script: ['-C', '--command'], never: ['*'] };
    case 'expect':
    case 'sg':
      return { script: ['-c'], never: ['*'] };
    case 'gsudo':
      return { values: ['-u'] };
    case 'cross-env':
      return { assigns: true };
    case 'cross-env-shell':
      return { assigns: true, joined: true };
    case 'env-cmd':
      return { values: ['-f', '-e'] };
    case 'chokidar':
    case 'script':
      return { script: ['-c', '--command'], never: ['*'] };
    case 'caffeinate':
      return { values: ['-t', '-w'] };
    case 'command':
      return { never: ['-v', '-V'] };
    case 'exec':
      return { values: ['-a'] };
    case 'xargs':
      return {
        values:
          '-I -n -P -L -d -a -E -s -J -R --replace --max-args --max-procs --max-lines --delimiter --arg-file --max-chars'.split(
            ' ',
          ),
      };
    case 'gxargs':
      return { values: '-I -n -P -L -d -a -E -s'.split(' ') };
    case 'parallel':
      return {
        values: '-j --jobs -N -n -a --arg-file -I -C --colsep -S --timeout --delay --joblog --results'.split(
          ' ',
        ),
        until: /^:::\+?$|^::::$/,
        joined: true,
      };
    case 'strace':
      return { values: '-e -o -p -s -u -E -P'.split(' ') };
    case 'ltrace':
      return { values: '-e -o -p -s -u -n'.split(' ') };
    case 'chroot':
      return { values: ['--userspec', '--groups'], operands: 1 };
    case 'nsenter':
      return { values: '-t --target -S -G'.split(' ') };
    case 'flock':
      return {
        values: '-w --timeout -E --conflict-exit-code'.split(' '),
        operands: 1,
        script: ['-c', '--command'],
      };
    case 'watch':
      return { values: ['-n', '--interval'], joined: true };
    case 'systemd-run':
      return { values: '-p --property -u --unit -E --setenv --uid --gid --slice'.split(' ') };
    case 'xvfb-run':
      return { values: '-s --server-args -n -e -f -l -p -w'.split(' ') };
    case 'proxychains':
    case 'proxychains4':
      return { values: ['-f'] };
    case 'su':
      return { script: ['-c', '--command', '--session-command'], never: ['*'] };
    case 'runuser':
      return { values: '-u --user -g -G'.split(' '), script: ['-c', '--command'] };
    case 'hyperfine':
      return {
        values: '-w --warmup -r --runs -n --export-json --export-markdown -N -L -P'.split(' '),
        joined: true,
      };
    case 'eval':
      return { joined: true };
    case 'aws-vault':
      return { verb: /^exec$/, values: ['-d', '--duration'], operands: 1 };
    case 'chamber':
    case 'direnv':
      return { verb: /^exec$/, operands: 1 };
    case 'op':
      return { verb: /^run$/, values: ['--env-file'] };
    case 'doppler':
      return {
        verb: /^run$/,
        values: '-p --project -c --config --command'.split(' '),
        script: ['--command'],
      };
    case 'infisical':
      return { verb: /^run$/, values: ['--env', '--path'] };
    case 'dotenv':
      return { values: ['-e', '-f'] };
    case 'dotenvx':
      return { verb: /^run$/, values: ['-f'] };
    case 'railway':
      return { verb: /^run$/ };
    case 'teller':
      return { verb: /^run$/, after: /^--$/ };
    case 'nix-shell':
      return { script: ['--run', '--command'], never: ['*'] };
    case 'ssh':
      return {
        values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B -P'.split(' '),
        operands: 1,
        joined: true,
      };
    case 'gcloud':
      return { verb: /^compute$/, script: ['--command'], never: ['*'] };
    case 'ansible':
      return { script: ['-a', '--args'], never: ['*'] };
    case 'devcontainer':
      return { verb: /^exec$/, values: ['--workspace-folder', '--container-id'] };
    default:
      return runnerOf(program);
  }
}
