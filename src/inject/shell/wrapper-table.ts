import { REMOTE } from './remote-table.ts';
import { RUNNERS } from './runner-table.ts';
import { hasWord } from './word-list.ts';

/** How the command that a program runs is found among its arguments. Lists are words separated by blanks. */
export interface Wrapper {
  /** Options whose value is the next word. */
  values: string;
  /** How many words stand between the options and the command, such as a duration: one or none. */
  operands: number;
  /** Leading `NAME=value` words belong to the wrapper. */
  assigns: boolean;
  /** Options with which it runs nothing. */
  never: string;
  /** Options whose value is a whole command line. */
  script: string;
  /** What follows such a value are further words of that line. */
  splits: boolean;
  /** It runs nothing but what those options are given. */
  only: boolean;
  /** Every word is a command line of its own. */
  each: boolean;
  /** Several words are joined to a command line. */
  joined: boolean;
  /** Subcommands of which one must come first: `aws-vault exec`. */
  verbs: string;
  /**
   * It makes the tools of one project visible, so the command inside is not the same as without it: "use `poetry run
   * pytest`, not `pytest`" is what lessons are about. Only programs of the system are looked at inside.
   */
  environment: boolean;
  /** Words of which one may stand before the command; null where none may. A version always may: `nvm exec 20 npm test`. */
  optional: string | null;
  /** Words behind which the command begins. */
  after: string;
  /** Words at which it ends. */
  until: string;
  /** What it starts goes on in a terminal of its own, or as a service. */
  background: boolean;
}

/**
 * Programs and how each wraps, the names of those that are alike in one. A word of the description says by its first
 * character what it is: `-` an option with a value, `1` that one operand comes first, `=` that assignments may lead, `!`
 * an option with which it runs nothing, `$` one whose value is a command line, `+` that the line goes on behind that
 * value, `:` that nothing else is run, `*` that every word is a line, `~` that the words are joined, `.` a verb, `@`
 * that it makes an environment, `?` a word that may lead, `>` a word behind which the command begins, `<` one at which
 * it ends, `&` that nobody waits for the command. One word with blanks in it is a command line anyway.
 */
export type WrapperTable = Record<string, string>;

/** Programs that run a command here: with other variables, as another user, with a limit, again and again. */
const LOCAL: WrapperTable = {
  'nohup setsid unbuffer chronic entr fakeroot fakechroot winpty torify prlimit firejail tini dumb-init rlwrap ssh-agent valgrind ifne lima spawn catchsegv builtin noglob nocorrect busybox toybox unshare systemd-inhibit dbus-run-session dbus-launch torsocks flatpak-spawn with-contenv linux32 linux64 daemon':
    '',
  'gosu su-exec setuidgid s6-setuidgid chrt repeat setarch faketime envchain mosh': '1',
  'env-cmd': '-f -e',
  exec: '-a',
  'xargs gxargs':
    '-I -n -P -L -d -a -E -s -J -R -S --replace --max-args --max-procs --max-lines --delimiter --arg-file --max-chars --process-slot-var',
  dotenv: '-e -f ?run',
  doas: '-u -C -a',
  pkexec: '--user',
  run0: '--user -u',
  setpriv: '--reuid --regid --groups',
  chpst: '-u -e -n',
  gsudo: '-u',
  nsenter: '-t --target -S -G',
  'nice gnice choom': '-n --adjustment',
  ionice: '-c -n --class --classdata',
  stdbuf: '-i -o -e --input --output --error',
  retry: '-t --times -d --delay -m --max',
  numactl: '-C -N -m -i',
  cpulimit: '-l -p -e',
  arch: '-arch -d -e',
  caffeinate: '-t -w',
  strace: '-e -o -p -s -u -E -P',
  ltrace: '-e -o -p -s -u -n',
  'dtach abduco': '& -n -c -A -N -a -r -e',
  'systemd-run':
    '& -p --property -u --unit -E --setenv --uid --gid --slice --on-active --on-boot --on-calendar --timer-property --description --working-directory --nice -M --machine -H --host',
  'xvfb-run': '-s --server-args -n -e -f -l -p -w',
  sshpass: '-p -f -d -P',
  orb: '-m -u -w',
  'proxychains proxychains4': '-f',
  env: '-u --unset -C --chdir -a --argv0 -P = $-S $--split-string +',
  'cross-env': '=',
  'cross-env-shell': '= ~',
  script: '$-c $--command 1',
  command: '!-v !-V',
  parallel:
    '!--dry-run -j --jobs -N -n -P -L -a --arg-file -I -C --colsep -S --timeout --delay --joblog --results --retries --tagstring --halt --env --wd --workdir --max-args --max-procs --block --load --memfree --nice ~ <::: <:::+ <::::',
  eval: '~',
  dotenvx: '.run -f',
  sudo: '-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D --chdir -R = !-l !--list !-v !-K !-e !--edit',
  sg: '1 $-c ~',
  chroot: '--userspec --groups 1',
  'su expect capsh watchman-make nodemon chokidar nix-shell':
    '-s --shell -g --group -e --exts -w --watch --ext $-c $--command $--session-command $--run $-x $--exec :',
  runuser: '-u --user -g -G',
  'time gtime': '-f --format -o --output =',
  taskset: '-p 1',
  'timeout gtimeout': '-s --signal -k --kill-after 1',
  watchexec: '-w --watch -e --exts -i --ignore -f --filter ~',
  reflex: '-r --regex -g --glob -R -G -d',
  perf: '.stat .record .trace -e -o -r',
  sem: '-j --id ~',
  'bwrap onchange': '>--',
  'xterm uxterm urxvt st alacritty kitty foot konsole terminator gnome-terminal x-terminal-emulator zellij wezterm':
    '>-e >-x >-- &',
  screen:
    '& -S -t -c -e -h -p -s -T -Logfile !-X !-ls !-list !-wipe !-r !-R !-x !-dr !-dR !-dRR !-Dr !-DR !-DRR !-rd !-rx !-Q',
  flock: '-w --timeout -E --conflict-exit-code 1 $-c $--command',
  watch: '-n --interval -q --equexit ~',
  tmux: '& .new .neww .new-session .new-window .split-window .splitw .respawn-pane .respawnp .respawn-window .respawnw .run .run-shell .popup .display-popup .pipe-pane -L -S -f -s -n -c -t -T -F -x -y -w -e -l -p <; ~',
  hyperfine:
    '-w --warmup -r --runs -m -M -n --command-name --export-json --export-markdown -S --shell $-p $--prepare $-s $--setup $-c $--cleanup *',
  concurrently: '-n --names -p --prefix -c --prefix-colors -m --max-processes -s --success *',
  pm2: '& .start -n --name -i -l --log -o -e --interpreter *',
  sops: '.exec-env 1 ~',
  'aws-vault': '.exec -d --duration 1',
  'chamber direnv': '.exec 1',
  op: '.run --env-file',
  'doppler infisical': '.run -p --project -c --config --env --path $--command',
  teller: '.run >--',
  foreman: '.run -f -e -d',
  cargo: '.watch $-s $--shell >--',
  guix: '.shell .environment >--',
  repo: '.forall >-c ~',
  'fd fdfind': '>-x >--exec >-X >--exec-batch',
  tar: '$--checkpoint-action=exec $--to-command :',
  'git/bisect': '.run',
  'git/submodule': '.foreach ~',
  'git/rebase': '$-x $--exec :',
  'git/difftool': '$-x $--extcmd :',
  'git/filter-branch':
    '$--tree-filter $--index-filter $--msg-filter $--env-filter $--commit-filter $--parent-filter $--tag-name-filter :',
};

let rows: Map<string, string> | undefined;

/** How a program runs the command given in its arguments; undefined for one that runs none. */
export function wrapperOf(name: string): Wrapper | undefined {
  rows ??= new Map([LOCAL, REMOTE, RUNNERS].flatMap(rowsOf));
  const row = rows.get(name);
  return row === undefined ? undefined : described(row);
}

/** Its programs, each with its description. */
function rowsOf(table: WrapperTable): [name: string, row: string][] {
  return Object.entries(table).flatMap(([names, row]) =>
    names.split(' ').map((name): [string, string] => [name, row]),
  );
}

function described(row: string): Wrapper {
  const words = (sign: string): string =>
    row
      .split(' ')
      .flatMap((word) => (word[0] === sign ? word.slice(1) : []))
      .join(' ');
  return {
    values: row,
    operands: Number(hasWord(row, '1')),
    assigns: hasWord(row, '='),
    never: words('!'),
    script: words('$'),
    splits: hasWord(row, '+'),
    only: hasWord(row, ':'),
    each: hasWord(row, '*'),
    joined: hasWord(row, '~'),
    verbs: words('.'),
    environment: hasWord(row, '@'),
    optional: row.includes('?') ? words('?') : null,
    after: words('>'),
    until: words('<'),
    background: hasWord(row, '&'),
  };
}
