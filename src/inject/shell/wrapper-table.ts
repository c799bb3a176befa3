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
  /** Word at which the command ends. */
  until?: RegExp;
}

const TIMEOUT: Wrapper = { values: ['-s', '--signal', '-k', '--kill-after'], operands: 1 };
const NICE: Wrapper = { values: ['-n', '--adjustment'] };
const TIME: Wrapper = { values: ['-f', '--format', '-o', '--output'], assigns: true };
const SUDO: Wrapper = {
  values: [
    '-u',
    '--user',
    '-g',
    '--group',
    '-h',
    '--host',
    '-p',
    '--prompt',
    '-C',
    '-r',
    '-t',
    '-T',
    '-U',
    '-D',
    '--chdir',
    '-R',
  ],
  assigns: true,
  never: ['-l', '--list', '-v', '-k', '-K', '-e', '--edit'],
};

/** Programs that run the command given in their arguments. */
export const WRAPPERS = new Map<string, Wrapper>(
  Object.entries({
    env: { values: ['-u', '--unset', '-C', '--chdir'], assigns: true, script: ['-S', '--split-string'] },
    sudo: SUDO,
    doas: { values: ['-u', '-C'] },
    pkexec: { values: ['--user'] },
    run0: { values: ['--user', '-u'] },
    nohup: {},
    time: TIME,
    gtime: TIME,
    nice: NICE,
    gnice: NICE,
    ionice: { values: ['-c', '-n', '--class', '--classdata'] },
    chrt: { operands: 1 },
    taskset: { values: ['-p'], operands: 1 },
    timeout: TIMEOUT,
    gtimeout: TIMEOUT,
    stdbuf: { values: ['-i', '-o', '-e', '--input', '--output', '--error'] },
    setsid: {},
    setarch: { operands: 1 },
    unbuffer: {},
    rlwrap: {},
    catchsegv: {},
    caffeinate: { values: ['-t', '-w'] },
    command: { never: ['-v', '-V'] },
    builtin: {},
    exec: { values: ['-a'] },
    noglob: {},
    nocorrect: {},
    busybox: {},
    toybox: {},
    xargs: {
      values: [
        '-I',
        '-n',
        '-P',
        '-L',
        '-d',
        '-a',
        '-E',
        '-s',
        '-J',
        '-R',
        '--replace',
        '--max-args',
        '--max-procs',
        '--max-lines',
        '--delimiter',
        '--arg-file',
        '--max-chars',
      ],
    },
    gxargs: { values: ['-I', '-n', '-P', '-L', '-d', '-a', '-E', '-s'] },
    parallel: {
      values: [
        '-j',
        '--jobs',
        '-N',
        '-n',
        '-a',
        '--arg-file',
        '-I',
        '-C',
        '--colsep',
        '-S',
        '--timeout',
        '--delay',
        '--joblog',
        '--results',
      ],
      until: /^:::\+?$|^::::$/,
      joined: true,
    },
    strace: { values: ['-e', '-o', '-p', '-s', '-u', '-E', '-P'] },
    ltrace: { values: ['-e', '-o', '-p', '-s', '-u', '-n'] },
    chroot: { values: ['--userspec', '--groups'], operands: 1 },
    unshare: {},
    nsenter: { values: ['-t', '--target', '-S', '-G'] },
    flock: {
      values: ['-w', '--timeout', '-E', '--conflict-exit-code'],
      operands: 1,
      script: ['-c', '--command'],
    },
    watch: { values: ['-n', '--interval'], joined: true },
    'systemd-run': {
      values: ['-p', '--property', '-u', '--unit', '-E', '--setenv', '--uid', '--gid', '--slice'],
    },
    'systemd-inhibit': {},
    'dbus-run-session': {},
    'xvfb-run': { values: ['-s', '--server-args', '-n', '-e', '-f', '-l', '-p', '-w'] },
    faketime: { operands: 1 },
    proxychains: { values: ['-f'] },
    proxychains4: { values: ['-f'] },
    torsocks: {},
    su: { script: ['-c', '--command'], never: ['*'] },
    runuser: { values: ['-u', '--user', '-g', '-G'], script: ['-c', '--command'] },
    sg: { script: ['-c'], never: ['*'] },
    script: { script: ['-c', '--command'], never: ['*'] },
    hyperfine: {
      values: [
        '-w',
        '--warmup',
        '-r',
        '--runs',
        '-n',
        '--export-json',
        '--export-markdown',
        '-N',
        '-L',
        '-P',
      ],
      joined: true,
    },
    eval: { joined: true },
    'aws-vault': { verb: /^exec$/, values: ['-d', '--duration'], operands: 1 },
    chamber: { verb: /^exec$/, operands: 1 },
    envchain: { operands: 1 },
    op: { verb: /^run$/, values: ['--env-file'] },
    doppler: {
      verb: /^run$/,
      values: ['-p', '--project', '-c', '--config', '--command'],
      script: ['--command'],
    },
    infisical: { verb: /^run$/, values: ['--env', '--path'] },
    dotenv: { values: ['-e', '-f'] },
    dotenvx: { verb: /^run$/, values: ['-f'] },
    direnv: { verb: /^exec$/, operands: 1 },
    npx: { environment: true, values: ['-p', '--package'], script: ['-c', '--call'] },
    bunx: { environment: true },
    pnpm: { verb: /^(?:exec|dlx)$/, environment: true },
    yarn: { verb: /^(?:exec|dlx|run)$/, environment: true },
    npm: { verb: /^(?:exec|x)$/, environment: true, script: ['-c', '--call'] },
    uv: { verb: /^run$/, values: ['--with', '-p', '--python', '--project'], environment: true },
    poetry: { verb: /^run$/, environment: true },
    pipenv: { verb: /^run$/, environment: true },
    pdm: { verb: /^run$/, environment: true },
    rye: { verb: /^run$/, environment: true },
    hatch: { verb: /^run$/, environment: true },
    pixi: { verb: /^run$/, environment: true },
    conda: { verb: /^run$/, values: ['-n', '--name', '-p', '--prefix'], environment: true },
    mamba: { verb: /^run$/, values: ['-n', '--name', '-p'], environment: true },
    bundle: { verb: /^exec$/, environment: true },
    rbenv: { verb: /^exec$/, environment: true },
    pyenv: { verb: /^exec$/, environment: true },
    asdf: { verb: /^exec$/, environment: true },
    mise: { verb: /^(?:exec|x)$/, environment: true },
    nix: { verb: /^(?:develop|shell)$/, script: ['-c', '--command'], environment: true },
    'nix-shell': { script: ['--run', '--command'], never: ['*'] },
    ssh: {
      values: [
        '-b',
        '-c',
        '-D',
        '-E',
        '-e',
        '-F',
        '-I',
        '-i',
        '-J',
        '-L',
        '-l',
        '-m',
        '-O',
        '-o',
        '-p',
        '-Q',
        '-R',
        '-S',
        '-W',
        '-w',
        '-B',
        '-P',
      ],
      operands: 1,
      joined: true,
    },
  } satisfies Record<string, Wrapper>),
);
