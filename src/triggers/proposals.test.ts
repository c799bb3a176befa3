import { expect, test } from 'bun:test';
import { shellParts } from '../capture/shell/shell.ts';
import { holdsNames } from '../inject/match.ts';
import { shellView } from '../inject/shell-view.ts';
import { compilePattern } from './compile-pattern.ts';
import { synthesizeCommand } from './synthesize.ts';

/** Whether a pattern acts at a command line, as the hook runs it: exceptions spare a command in any of its forms. */
function acting(source: string): (line: string) => boolean {
  const compiled = compilePattern(source, 'command');
  if (!compiled.ok) throw new Error(compiled.reason);
  expect(compiled.doubtful).toEqual([]);
  const { match, unless, view, runs } = compiled.pattern;
  const [yes, no] = [new RegExp(match), unless === null ? null : new RegExp(unless)];
  const hits = (forms: string[]) =>
    forms.some((form) => yes.test(form)) && !forms.some((form) => no?.test(form));
  return (line) => {
    const commands = shellView(line).commands.map(({ text, alt }) => [text, ...(alt ?? [])]);
    const isRun = runs === undefined || commands.flat().some((text) => holdsNames(text, runs));
    return view === 'raw' ? hits([line]) && isRun : commands.some(hits);
  };
}

test.each<[string, string, string | null, string, string[], string[]]>([
  [
    'a setting that the corrected command has',
    'python3 -m stalltest market',
    'STALL_SETTINGS=fair.settings python3 -m stalltest market',
    'fair.errors.NotConfigured: settings are not configured',
    ['cd /srv && python3 -m stalltest prices'],
    [
      'STALL_SETTINGS=x python3 -m stalltest prices',
      'echo "run python3 -m stalltest"',
      'python3 -m http.server',
    ],
  ],
  [
    'an editor that nobody can use is asked for by one flag',
    'git rebase -i HEAD~3',
    'GIT_SEQUENCE_EDITOR=: git rebase -i HEAD~3',
    'error: Terminal is dumb, but EDITOR unset',
    ['git rebase -i main'],
    ['git rebase main', 'GIT_SEQUENCE_EDITOR=true git rebase -i main', 'git commit -m "git rebase -i main"'],
  ],
  [
    'a program that another one has to run',
    'stallspec market/prices',
    'bundle exec stallspec market/prices',
    'You have already activated rake 13.2.1, but your Gemfile requires rake 13.1.0',
    ['cd fair && stallspec -f doc'],
    [
      'bundle exec stallspec -f doc',
      'bin/stallspec -f doc',
      'grep -rn stallspec docs',
      'cat > README.md <<EOF\nstallspec market\nEOF',
      'git commit -m "Run stallspec market"',
    ],
  ],
  [
    'a switch of cmd.exe that bash hands on as a path',
    'dir /c/quay/stores /s /b',
    "ls -R '/c/quay/stores'",
    "dir: cannot access '/s': No such file or directory\ndir: cannot access '/b': No such file or directory",
    ['dir "C:/quay" /b', 'cd x && dir . /s'],
    ['dir /c/quay', 'dir', 'ls /c/quay /b', 'echo "dir x /b"'],
  ],
  [
    'an option of a program of Windows that Git Bash makes a drive of',
    'tasklist /V',
    null,
    "ERROR: Invalid argument/option - 'V:/'.",
    ['tasklist /M', 'cd quay; tasklist /FO csv'],
    ['tasklist', 'tasklist //V', 'echo "tasklist /V"'],
  ],
  [
    'the command line of Windows that Git Bash opens as for a human',
    'cmd.exe /c "ver" 2>&1; sleep 1',
    null,
    'Microsoft Windows [Version 10.0.19045.1]\n(c) Microsoft Corporation. All rights reserved.',
    ['cd quay && cmd /c "dir /b"', 'cmd.exe /C build.bat'],
    ['cmd //c "ver"', 'cmd.exe //c build.bat', 'echo "run cmd /c ver"', 'rg "cmd /c" docs'],
  ],
  [
    'a path of Git Bash in code that a program of Windows runs',
    `node -e "JSON.parse(require('fs').readFileSync('/tmp/quay.json','utf8'))"`,
    `node -e "JSON.parse(require('fs').readFileSync(process.env.TEMP+'/quay.json','utf8'))"`,
    "Error: ENOENT: no such file or directory, open 'C:\\tmp\\quay.json'",
    [`node -e "require('fs').writeFileSync('/tmp/berth.txt','')"`],
    ['node /tmp/quay.js', 'cat /tmp/quay.json', `node -e "console.log(1)"`],
  ],
  [
    'a program that needs the rights of another user',
    'apt-get install -y plumd',
    'sudo apt-get install -y plumd',
    'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)',
    ['true && apt-get install peard'],
    ['sudo apt-get install peard', 'apt-get download peard', 'echo "apt-get install peard"'],
  ],
  [
    'a script that the environment of the project has to run',
    'python3 tools/prices.py --week 3',
    '.venv/bin/python3 tools/prices.py --week 3',
    "ModuleNotFoundError: No module named 'stallkit'",
    ['cd /srv/fair && python3 tools/prices.py'],
    [
      'source .venv/bin/activate && python3 tools/prices.py',
      '.venv/bin/python3 tools/prices.py',
      'python3 -c "print(1)"',
      'python3 tools/other.py',
    ],
  ],
  [
    'a variable that is not set in the shell of the tool',
    'node "$FAIR_ROOT/tools/open.mjs" --all',
    'node /opt/fair/tools/open.mjs --all',
    "Error: Cannot find module '/tools/open.mjs'",
    ['bash "${FAIR_ROOT}/bin/close.sh"', 'cat $FAIR_ROOT/stalls.json'],
    [
      'node /opt/fair/tools/open.mjs',
      'echo "$FAIR_ROOT/tools"',
      'git commit -m "Read \\$FAIR_ROOT/x"',
      'ls $FAIR_ROOTS/x',
    ],
  ],
  [
    'a folder with parentheses in its name',
    'cat app/(stalls)/page.tsx',
    "cat 'app/(stalls)/page.tsx'",
    "bash: syntax error near unexpected token `('",
    ['sed -n 1,9p app/(market)/layout.tsx'],
    ["cat 'app/(stalls)/page.tsx'", '(cd app && ls)', 'x=$(ls app/)', 'cat app/\\(stalls\\)/page.tsx'],
  ],
  [
    'a flag that belongs behind two dashes',
    'cargo test --nocapture',
    'cargo test -- --nocapture',
    "error: unexpected argument '--nocapture' found",
    ['cargo test prices --nocapture'],
    ['cargo test prices -- --nocapture', 'cargo test'],
  ],
  [
    'a second word where the usage takes one',
    'cargo test stall_opens stall_closes',
    'cargo test stall',
    "error: unexpected argument 'stall_closes' found\n\nUsage: cargo test [OPTIONS] [TESTNAME] [-- [ARGS]...]",
    ['cargo test prices totals', 'cd fair && cargo test a b'],
    ['cargo test prices', 'cargo test prices -- --exact', 'cargo test prices 2>&1', 'cargo build a b'],
  ],
  [
    'a flag that is the beginning of the right one',
    'stallctl export --out /tmp/a',
    'stallctl export --out-dir /tmp/a',
    'error: ambiguous option: --out could match --out-dir, --out-format',
    ['stallctl export --all --out=/tmp/b'],
    ['stallctl export --out-format csv', 'stallctl import --in a'],
  ],
  [
    'a flag that another one goes with',
    'stallcc dsp.c -mfast -o dsp',
    'stallcc dsp.c -mfast -mwide -o dsp',
    'stallcc: error: passing -mfast also requires passing -mwide',
    ['stallcc other.c -mfast'],
    ['stallcc other.c -mfast -mwide', 'stallcc other.c'],
  ],
  [
    'arguments that are missing at the end',
    'docker build -t fair',
    'docker build -t fair .',
    "ERROR: docker: 'docker buildx build' requires 1 argument",
    ['docker build -t stalls'],
    ['docker build -t stalls .', 'docker build .', 'docker build --help'],
  ],
  [
    'a value that a flag does not take',
    'stallrun build --scope=web',
    'stallrun build --scope=@fair/web',
    "stallrun ERR! No packages remain after filtering [ 'web' ]",
    ['stallrun build --all --scope=web'],
    ['stallrun build --scope=@fair/web', 'stallrun build web'],
  ],
  [
    'a package that is run by its version',
    'npx create-stall@latest web --ts',
    'npx create-stall@latest web --ts --yes',
    'create-stall has failed: the prompt needs a TTY. Pass every option or --yes.',
    ['npx create-stall web', 'npx create-stall@2 web --js'],
    ['npx create-stall@latest web --js --yes'],
  ],
  [
    'a command that the message is about as such',
    'npm ci',
    null,
    'npm error The `npm ci` command can only install with an existing package-lock.json',
    ['cd web && npm ci --no-audit'],
    ['npm install', 'echo "npm ci"'],
  ],
  [
    'a module that the interpreter does not run',
    'python3 -m stallpack install',
    null,
    '/usr/bin/python3: No module named stallpack',
    ['cd fair && python3 -m stallpack list'],
    ['python3 -m http.server', 'pip install stallpack'],
  ],
  [
    'a branch where it is switched to, not where it is the start of another',
    'git checkout main',
    'git checkout -b fix origin/main',
    "fatal: 'main' is already used by worktree at '/srv/fair'",
    ['git stash && git checkout main'],
    ['git checkout -b fix main', 'git checkout main-old', 'git commit -m "git checkout main"'],
  ],
  [
    'an address of a protocol that the client does not speak, not the flags beside it',
    'go run ./cmd/berth sync --branch main --json file:///srv/quay',
    null,
    'error: list refs: Get "file:///srv/quay": unsupported protocol scheme "file"',
    ['go run ./cmd/berth fetch "file://$DIR/quay"'],
    ['go run ./cmd/berth sync --branch main --json https://quay.example', 'go run ./cmd/tide file:///x'],
  ],
  [
    'a field that is sent as a string, not each field that is',
    `gh api repos/o/r/pulls/7/comments \\\n  -f body="Looked into it.\n\nSee above." \\\n  -f in_reply_to=41`,
    `gh api repos/o/r/pulls/7/comments -f body="x" -F in_reply_to=41`,
    `{"message":"Invalid request.\\n\\nFor 'properties/in_reply_to', \\"41\\" is not a number."}`,
    ['gh api repos/o/r/pulls/8/comments --raw-field in_reply_to=9'],
    ['gh api repos/o/r/issues/7/comments -f body="in_reply_to=9"', 'echo "gh api x -f in_reply_to=9"'],
  ],
  [
    'tests that are built for another platform, whatever the package',
    'GOCACHE=/tmp/c GOOS=windows GOARCH=amd64 go test ./internal/berth',
    'GOCACHE=/tmp/c GOOS=windows GOARCH=amd64 go test -c ./internal/berth -o /tmp/berth.test.exe',
    'fork/exec /tmp/b001/berth.test.exe: exec format error',
    ['GOOS=windows go test ./... -count=1'],
    [
      'GOOS=windows go test -exec=true ./...',
      'GOCACHE=/tmp/c go test ./internal/berth',
      'GOOS=windows go build',
    ],
  ],
  [
    'a branch that another worktree has, not its files',
    'git stash && git checkout main',
    'git stash && git checkout -b tide origin/main',
    "fatal: 'main' is already used by worktree at '/srv/quay'",
    ['git checkout main 2>&1 | tail -1'],
    ['git checkout main -- berth.js', 'git checkout -b tide main', 'git checkout main-2'],
  ],
  [
    'a field that a listing has not, not the state of that name',
    'gh pr list --json number,merged --limit 3',
    'gh pr list --json number,mergedAt --limit 3',
    'Unknown JSON field: "merged"',
    ['gh pr list --state open --json merged'],
    ['gh pr list --state merged --json number', 'gh pr view 3 --json merged'],
  ],
  [
    'a flag that is missing, unless another stands for it',
    'ghq pr create --base main',
    null,
    'must provide `--title` and `--body` (or `--fill` or `--fillverbose`) when not running interactively\n\nFlags:\n  -b, --body string\n  -f, --fill\n  -t, --title string',
    ['ghq pr create --base main --body x', 'cd quay && ghq pr create'],
    ['ghq pr create --title x', 'ghq pr create -t x -b y', 'ghq pr create --fill-first', 'ghq pr create -f'],
  ],
  [
    'a subcommand that the list of the program lacks',
    'stallbase functions logs open-market --limit 10',
    null,
    'Usage:\n  stallbase functions [command]\n\nAvailable Commands:\n  delete  Delete one\n  list    List all',
    ['npx stallbase functions logs close-market'],
    ['stallbase functions list', 'stallbase logs'],
  ],
])('%s', (_name, failing, corrected, error, bad, good) => {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: shellParts(failing).slice(-1),
    corrected: corrected === null ? null : shellParts(corrected).at(-1)!,
    failingLine: failing,
    correctedLine: corrected,
    salient: error,
    error,
    missingProgram: false,
  });
  expect(source).toBeString();
  const acts = acting(source!);
  expect([failing, ...bad].filter((line) => !acts(line))).toEqual([]);
  expect([...good, ...(corrected === null ? [] : [corrected])].filter(acts)).toEqual([]);
});

test.each<[string, string, string | null, string, string[], string[]]>([
  [
    'a value that is no word by itself',
    'tidectl log --since 1h --all',
    'tidectl log --since "1 hour ago" --all',
    'tidectl: cannot parse the time: 1h',
    ['tidectl log -q --since=1h'],
    ['tidectl log --since 1h30', 'tidectl log --until 1h'],
  ],
  [
    'a short name in a statement, where nothing else was changed',
    "stalldb fair -e 'select nme from pears'",
    "stalldb fair -e 'select name from pears'",
    "ERROR 1054: Unknown column 'nme' in 'field list'",
    ["stalldb fair -e 'select nme, id from plums'"],
    ["stalldb fair -e 'select name from pears'", "printf '%s' 'stalldb fair -e nme'"],
  ],
  [
    'a table that is not there',
    'stalldb fair.db "select * from pear limit 1"',
    'stalldb fair.db "select * from pears limit 1"',
    'Error: no such table: pear',
    ['stalldb fair.db "select id from pear"'],
    ['stalldb fair.db "select id from pears"'],
  ],
  [
    'code in quotes that hold the same quotes',
    'python3 -c "import json; print(json.load(open("fair.json"))["pears"])"',
    `python3 -c 'import json; print(json.load(open("fair.json"))["pears"])'`,
    "NameError: name 'fair' is not defined",
    ['cd fair && python3 -c "print(open("plums.txt").read())"'],
    [`python3 -c "print(open('plums.txt').read())"`, 'python3 -c "print(\\"plums\\")" "b"'],
  ],
  [
    'an apostrophe that ends its string',
    "git commit -m 'Don't sell pears'",
    'git commit -m "Don\'t sell pears"',
    "/bin/bash: -c: line 1: unexpected EOF while looking for matching `''",
    ["gh pr create --body 'It isn't ripe yet'"],
    ['git commit -m "Don\'t sell pears"', "echo 'it' 's ripe'", `echo "say 'don't' twice"`],
  ],
  [
    'extras of a package without quotes',
    'pip install crate[fresh]',
    "pip install 'crate[fresh]'",
    'zsh: no matches found: crate[fresh]',
    ['pip install -q stall[a,b]'],
    ["pip install 'crate[fresh]'", 'pip install crate'],
  ],
  [
    'an argument that only the corrected command has between its flags',
    'gh run view --log',
    'gh run view 88231 --log',
    'run or job ID required when not running interactively',
    ['cd fair && gh run view --log'],
    ['gh run view 88231 --log', 'gh run view 7', 'gh run view --log 88231'],
  ],
  [
    'a prompt behind an option that takes all words',
    'claude -p --tools "" "count the pears"',
    'echo "count the pears" | claude -p --tools ""',
    'Error: Input must be provided either through stdin or as a prompt argument when using --print',
    ["claude --print --tools Read 'sell them' 2>&1"],
    ['claude -p --tools "" 2>&1', 'claude -p "count" --tools ""', 'claude -p "count" --tools "" --model x'],
  ],
  [
    'a wait that is given a command',
    'sleep 5 curl -f http://127.0.0.1:8000/fair',
    'sleep 5; curl -f http://127.0.0.1:8000/fair',
    "sleep: invalid option -- 'f'",
    ['sleep 10 ./check.sh'],
    ['sleep 5', 'sleep 5 10', 'sleep 5; curl -f x', 'sleep 1m 30s'],
  ],
  [
    'a path that .gitignore excludes',
    'git add README.md stalls/till/main.go',
    'git add -f README.md stalls/till/main.go',
    'The following paths are ignored by one of your .gitignore files:\nstalls/till\nhint: Use -f if you really want to add them.',
    ['git add ./stalls/till', 'git add stalls/till/a.go && git commit -m x'],
    ['git add README.md', 'git add -f stalls/till/a.go', 'git add stalls/tillage.go'],
  ],
  [
    'a regex that looks around, for a search without the engine for it',
    'rg "fair(?!ground)" src',
    'rg -P "fair(?!ground)" src',
    'error: look-around, including look-ahead and look-behind, is not supported',
    ["rg -n '(?<=a)b' docs"],
    ['rg "fair" src', 'rg -nP "a(?=b)" src', "rg --pcre2 'a(?=b)' .", 'rg "fair(?:ground)?" src'],
  ],
  [
    'an option that the error speaks of, by any call without it',
    'stallctl plan --quick',
    'stallctl plan --quick --fair north',
    'The fair is not set: where is this to be?',
    ['stallctl plan'],
    ['stallctl plan --fair south', 'stallctl apply'],
  ],
  [
    'an option that the error does not speak of, by what the call was on',
    'stallctl plan north',
    'stallctl plan north --shallow',
    'Cannot read the rows of this market',
    ['cd fair && stallctl plan north'],
    ['stallctl plan south', 'stallctl plan north --shallow'],
  ],
])('%s', (_, failing, corrected, salient, others, spared) => {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: [{ ...shellParts(failing).at(-1)!, ...(failing.startsWith('gh run') && { sub: 'run view' }) }],
    corrected: corrected ? shellParts(corrected).at(-1)! : null,
    failingLine: failing,
    correctedLine: corrected,
    salient,
    error: salient,
    missingProgram: false,
  });
  const acts = acting(source!);
  expect([failing, ...others].filter((line) => !acts(line))).toEqual([]);
  expect([corrected, ...spared].filter((line) => line !== null && acts(line))).toEqual([]);
});

test.each([
  [
    'cd ../tides && git fetch harbour',
    "fatal: 'harbour' does not appear to be a git repository",
    ['git fetch harbour', 'cd ../pier && git fetch harbour'],
  ],
  [
    'git -C ../tides push harbour main',
    "fatal: 'harbour' does not appear to be a git repository",
    ['git push harbour main', 'git -C ../pier push harbour main'],
  ],
  [
    'cd ../tides && git remote remove harbour',
    "error: No such remote: 'harbour'",
    ['git remote remove harbour'],
  ],
])('what one clone lacks says nothing of another: %s', (failing, salient, others) => {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: shellParts(failing).slice(-1),
    corrected: null,
    failingLine: failing,
    correctedLine: null,
    salient,
    error: salient,
    missingProgram: false,
  });
  const acts = acting(source!);
  expect(acts(failing)).toBe(true);
  expect(others.filter(acts)).toEqual([]);
});

test('a folder that is named from where the shell stands has no pattern', () => {
  const [cd] = shellParts('cd market');
  const input = {
    tool: 'Bash',
    failing: [cd!],
    corrected: shellParts('cd /srv/fair/market')[0]!,
    failingLine: 'cd market && make',
    correctedLine: 'cd /srv/fair/market && make',
    salient: '(eval):cd:1: no such file or directory: market',
    error: '(eval):cd:1: no such file or directory: market',
    missingProgram: false,
  };
  expect(synthesizeCommand(input)).toEqual([]);
});

test.each<[string, string, string, string[], string[]]>([
  [
    'a statement of fish',
    'while true\n  set berths (tide ls --json)\n  sleep 5\nend',
    "(eval):2: parse error near `)'",
    ['set -l n (wc -l quay.txt)', 'cd quay; set x (pwd)'],
    ['set -- (', "fish -c 'set x (pwd)'", 'set -e', "cat > f.fish <<'E'\nset x (pwd)\nE", 'echo "set x (y)"'],
  ],
  [
    'a script by its path from another folder',
    'cd /tmp/quay-copy && git add berth.js && export TIDE=low && .quay/tools/berth.sh stop',
    '(eval):1: no such file or directory: .quay/tools/berth.sh',
    ['cd "/srv/quay-copy" && .quay/tools/berth.sh start'],
    ['.quay/tools/berth.sh stop', 'cd /srv/quay && .quay/tools/berth.sh stop', 'cd /tmp/quay-copy && ls'],
  ],
  [
    'the same as bash tells it',
    'cd ~/quay-copy && ./tools/berth.sh stop',
    'bash: line 1: ./tools/berth.sh: No such file or directory',
    ['cd /srv/quay-copy && ./tools/berth.sh start'],
    ['./tools/berth.sh stop', 'cd quay-copy2 && ./tools/berth.sh stop'],
  ],
])('no simple command is to blame: %s', (_name, failingLine, error, bad, good) => {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: [],
    corrected: null,
    failingLine,
    correctedLine: null,
    salient: error,
    error,
    missingProgram: false,
    faultElsewhere: true,
  });
  expect(source).toBeString();
  const acts = acting(source!);
  expect([failingLine, ...bad].filter((line) => !acts(line))).toEqual([]);
  expect(good.filter(acts)).toEqual([]);
});

test('a script that a folder lacks says nothing of where the shell stood before', () => {
  const error = './tools/berth.sh: No such file or directory';
  for (const failingLine of [
    './tools/berth.sh stop',
    'cd quay && ./tools/berth.sh stop',
    'cd /srv/quay && ls',
  ])
    expect(
      synthesizeCommand({
        tool: 'Bash',
        failing: [],
        corrected: null,
        failingLine,
        correctedLine: null,
        salient: `bash: ${error}`,
        error: `bash: ${error}`,
        missingProgram: false,
      }),
    ).toEqual([]);
});

/** Acts at calls of the same mistake in other words, and at none that are right. */
test.each<[string, string | null, string, string[], string[]]>([
  [
    'curl -s http://127.0.0.1:8000/stalls?limit=3',
    "curl -s 'http://127.0.0.1:8000/stalls?limit=3'",
    '(eval):1: no matches found: http://127.0.0.1:8000/stalls?limit=3',
    ['DEBUG=1 curl -s http://localhost:9000/v2/users?page=2', 'for i in 1 2; do curl http://h/a?p=$i; done'],
    ["DEBUG=1 curl -s 'http://localhost:9000/v2/users?page=2'", 'curl -s http://localhost:9000/v2/users'],
  ],
  [
    'grep -rn "stall" --include=*.vue fair',
    null,
    'zsh: no matches found: --include=*.vue',
    ['cd fair && grep -rn price --include=*.ts .'],
    ['grep -rn price --include="*.vue" fair', "grep -rn price '--include=*.vue' fair", 'ls *.vue'],
  ],
  [
    'fair stall list --json',
    null,
    'Error: unknown flag: --json\nUsage:\n  fair [command]\n\nAvailable Commands:\n  stall    Manage stalls\n  market   Manage markets',
    ['fair stall list --json | head'],
    ['fair stall list', 'fair stall list --all'],
  ],
  [
    'git add app/[id]/page.tsx',
    'git add "app/[id]/page.tsx"',
    '(eval):1: no matches found: app/[id]/page.tsx',
    ['git add src/(shop)/blog/[...slug]/page.tsx'],
    ['git add "src/blog/[slug]/page.tsx"', 'git add src/page.tsx'],
  ],
  [
    'rg "C:\\yarn" docs',
    null,
    'error: unrecognized escape sequence',
    ['rg -n "D:\\lib" README.md'],
    ['rg -F "C:\\yarn" docs', 'rg --fixed-strings "C:\\yarn" docs', 'rg "a\\.b" docs'],
  ],
  [
    'pnpm start -- -p 3117',
    'pnpm exec next start -p 3117',
    'Invalid project directory provided, no such directory: /w/fair/-p',
    ['PORT=1 pnpm start -- -p 4000'],
    ['pnpm start', 'pnpm exec next start -p 4000'],
  ],
])('%s: acts at its like alone', (failing, corrected, error, alike, good) => {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: shellParts(failing).slice(0, 1),
    corrected: corrected === null ? null : shellParts(corrected)[0]!,
    failingLine: failing,
    correctedLine: corrected,
    salient: error,
    error,
    missingProgram: false,
  });
  expect(source).toBeDefined();
  expect(alike.filter((line) => !acting(source!)(line))).toEqual([]);
  expect(good.filter((line) => acting(source!)(line))).toEqual([]);
});

/** The pattern of a command whose program is not there. */
function patternOfMissing(line: string, error: string): string {
  const [source] = synthesizeCommand({
    tool: 'Bash',
    failing: shellParts(line),
    corrected: null,
    failingLine: line,
    correctedLine: null,
    salient: error,
    error,
    missingProgram: true,
  });
  return source!;
}

test.each<[string, string, string, string, string[]]>([
  [
    'a program that is not there by its name is spared where it is called by its path',
    'python scripts/prices.py',
    'zsh: command not found: python',
    'cd stalls && python prices.py --all',
    ['.venv/bin/python prices.py', 'PYTHONPATH=. .venv/bin/python prices.py', 'python3 prices.py'],
  ],
  [
    'a cmdlet that bash does not have is spared where PowerShell is given it',
    'Get-ChildItem -Path . -Force | Select-Object Name',
    '/usr/bin/bash: line 1: Get-ChildItem: command not found',
    'cd stalls && Get-ChildItem -Recurse',
    [
      'powershell.exe -NoProfile -Command "Get-ChildItem stalls"',
      "pwsh -c 'cd stalls; Get-ChildItem'",
      "echo 'Get-ChildItem lists files'",
    ],
  ],
])('%s', (_name, failing, error, alike, good) => {
  const acts = acting(patternOfMissing(failing, error));
  expect(acts(alike)).toBe(true);
  expect(good.filter(acts)).toEqual([]);
});

test.each<[string, string, string | null, string]>([
  [
    'what only lets a refusal through',
    'stallctl install',
    'stallctl install --force',
    'refused (use --force)',
  ],
  ['a flag of a program that is called for anything', 'stallctl', 'stallctl -g', 'bad range in the address'],
  ['one of several flags that were added', 'stallctl test', 'stallctl test -c -o out', 'not permitted'],
  ['a flag, where another program did it', 'stallctl -n 4', 'fairctl four', 'cannot read this'],
  ['a flag, where nothing did it', 'stallctl run --name north', null, 'is the market open?'],
])('%s is no pattern', (_, failing, corrected, error) => {
  const input = {
    tool: 'Bash',
    failing: [shellParts(failing).at(-1)!],
    corrected: corrected ? shellParts(corrected).at(-1)! : null,
    failingLine: failing,
    correctedLine: corrected,
    salient: error,
    error,
    missingProgram: false,
  };
  const [source] = synthesizeCommand(input);
  expect(source ?? '').not.toMatch(/\(\?!\.\*|\(\?:\^\|\\s\)-/);
});
