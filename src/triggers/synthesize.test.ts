import { describe, expect, test } from 'bun:test';
import { shellParts } from '../capture/shell/shell.ts';
import { shellView } from '../inject/shell-view.ts';
import { compilePattern } from './compile-pattern.ts';
import { errorPattern } from './error-pattern.ts';
import {
  type CommandWords,
  meetsLine,
  type SynthesisInput,
  synthesizeCommand,
  synthesizeTrigger,
} from './synthesize.ts';

function words(line: string): CommandWords {
  const [program, ...args] = line.split(' ');
  const sub = /^(?:git|docker|kubectl|npm|go|gh|cargo)$/.test(program!)
    ? (args.find((arg) => !arg.startsWith('-')) ?? '')
    : '';
  return { program: program!, sub, args };
}

function input(failing: string, corrected: string | null, error: string): SynthesisInput {
  return {
    tool: 'Bash',
    failing: [words(failing)],
    corrected: corrected ? words(corrected) : null,
    failingLine: failing,
    correctedLine: corrected,
    salient: error,
    error,
    missingProgram: false,
  };
}

/** The same with the last simple command as the detector reads it, quotes, wrappers and subcommands included. */
const read = (failing: string, corrected: string | null, error: string): SynthesisInput => ({
  ...input(failing, corrected, error),
  failing: shellParts(failing).slice(-1),
  corrected: corrected ? shellParts(corrected).at(-1)! : null,
});

const matches = (source: string, line: string) =>
  shellView(line).commands.some((command) => new RegExp(source).test(command.text));

describe('synthesizeTrigger', () => {
  test.each<[string, string | null, string]>([
    ['git gc --dry-run', 'git gc', "error: unknown option `dry-run'"],
    ['docker build --squashh .', 'docker build .', 'unknown flag: --squashh'],
    ['kubectl get pods --namespce x', 'kubectl get pods --namespace x', 'error: unknown flag: --namespce'],
    ['npm biuld', 'npm build', 'Unknown command: "biuld"'],
    ['grep -oP foo a.txt', 'grep -oE foo a.txt', 'grep: invalid option -- P'],
    ['git -C sub gc --dry-run', 'git -C sub gc', "error: unknown option `dry-run'"],
    ['go vet -json5 ./...', null, 'flag provided but not defined: -json5'],
  ])('%s', (failing, corrected, error) => {
    const { commandPatterns, errorPatterns } = synthesizeTrigger(input(failing, corrected, error));
    expect(commandPatterns).toHaveLength(1);
    expect(matches(commandPatterns[0]!, failing)).toBe(true);
    if (corrected) expect(matches(commandPatterns[0]!, corrected)).toBe(false);
    expect(errorPatterns.every((source) => new RegExp(source).test(error))).toBe(true);
  });

  test.each<[string, string, string, string[]]>([
    [
      'a short flag is not met as a letter of a long one, unless getopt says it',
      'packer build -e prod.json',
      'flag provided but not defined: -e',
      ['packer build -exclude=a prod.json', 'packer build -on-error=abort prod.json'],
    ],
    [
      'one of two options that exclude each other is right by itself',
      'mk new app --bare --with lint',
      "error: option '--bare' cannot be used with option '--with <part...>'",
      ['mk new app --bare', 'mk new app --with lint'],
    ],
    [
      'two options of argparse',
      'render in.md --quiet --verbose',
      'render: error: argument --verbose: not allowed with argument --quiet',
      ['render in.md --quiet', 'render in.md --verbose'],
    ],
    [
      'a script without what it requires',
      'python3 tools/close_day.py',
      'close_day.py: error: the following arguments are required: date',
      ['python3 tools/close_day.py 2026-01-01', 'python3 tools/open_day.py', 'cat tools/close_day.py'],
    ],
    [
      'a subcommand without what it requires',
      'docker tag',
      'docker: "docker tag" requires exactly 2 arguments.',
      ['docker tag a b', 'docker tags'],
    ],
  ])('%s', (_name, failing, error, good) => {
    const { commandPatterns } = synthesizeTrigger(input(failing, null, error));
    expect(commandPatterns).toHaveLength(1);
    expect(matches(commandPatterns[0]!, failing)).toBe(true);
    expect(good.filter((line) => matches(commandPatterns[0]!, line))).toEqual([]);
    expect(compilePattern(commandPatterns[0]!, 'command')).toMatchObject({ ok: true, doubtful: [] });
  });

  test.each<[string, string, string | null, string, string[]]>([
    [
      'a line that begins with an option',
      'make list | head\n-40',
      null,
      'zsh: command not found: -40',
      [
        'make list | head -40',
        'make list | head \\\n-40',
        'git commit -m "$(cat <<EOF\nhead\n- one\nEOF\n)"',
      ],
    ],
    [
      'a line break in a pattern of rg, but in a class or with -U',
      'rg -n "open\\n  close" src',
      null,
      'rg: the literal "\\n" is not allowed in a regex',
      ['rg -nU "open\\n  close" src', 'rg -n "a[^\\n]*b" src', 'printf "a\\n"; rg -n "b" src'],
    ],
    [
      'a part of a jq expression, its numbers open',
      "gh api x --jq '{id, body[0:80]}'",
      "gh api x --jq '{id, b: .body[0:80]}'",
      'failed to parse jq expression (line 1, column 12)',
      ["gh api x --jq '.body[0:80]'", "gh api x --jq '{id}'"],
    ],
    [
      'a folder that the error names',
      'cd /srv/fair/sample && mise run check',
      null,
      'mise ERROR no tasks defined in /srv/fair/sample',
      ['cd /srv/fair && mise run check', 'cd /srv/fair/sample && ls', 'mise run check'],
    ],
    [
      'a file that the error describes',
      'go run /tmp/a_test.go',
      'go run /tmp/a.go',
      'go: cannot run *_test.go files (/tmp/a_test.go)',
      ['go run ./cmd/a_tester', 'go test ./a_test.go'],
    ],
    [
      'an option behind addresses',
      'sync copy https://a.b/c --only x',
      null,
      'error: too many positional arguments',
      ['sync copy --only x https://a.b/c', 'sync copy https://a.b/c'],
    ],
    [
      'options of which the message names one',
      'trail update 4 --title new --body text',
      'trail update 4 --body text',
      'API error: Body updates cannot be combined with metadata updates',
      ['trail update 4 --title new', 'trail update 4 --body text'],
    ],
    [
      'a variable of the shell where it is set, not in data',
      'make; status=$?; echo status=$status',
      null,
      'zsh:1: read-only variable: status',
      ['curl -d status=open a.example', 'make; echo status=$?', 'exit_status=1'],
    ],
    [
      'a long script of xargs',
      `ls | xargs -I{} python3 -c "${'print(1);'.repeat(40)}"`,
      null,
      'xargs: command line cannot be assembled, too long',
      ['ls | xargs -I{} python3 -c "print(1)"', `ls | xargs -n1 python3 -c "${'print(1);'.repeat(40)}"`],
    ],
  ])('the form that an error tells: %s', (_name, failing, corrected, error, good) => {
    const { commandPatterns } = synthesizeTrigger(read(failing, corrected, error));
    expect(commandPatterns).toHaveLength(1);
    const compiled = compilePattern(commandPatterns[0]!, 'command');
    expect(compiled).toMatchObject({ ok: true, doubtful: [] });
    const isRaw = commandPatterns[0]!.startsWith('raw:');
    const source = commandPatterns[0]!.replace(/^raw:/, '');
    const meets = (line: string) => (isRaw ? new RegExp(source).test(line) : matches(source, line));
    expect(meets(failing)).toBe(true);
    expect(good.filter(meets)).toEqual([]);
  });

  test('a flag that an inline script lacked says nothing of a script in a file', () => {
    const failing = `ruby -e "require './lib/loads'"`;
    const corrected = `ruby -I./lib -e "require 'loads'"`;
    const error = 'cannot load such file -- weights (LoadError)';
    const pattern = compilePattern(
      synthesizeTrigger(read(failing, corrected, error)).commandPatterns[0]!,
      'command',
    );
    expect(pattern.ok).toBe(true);
    const { match, unless } = (pattern as { pattern: { match: string; unless: string | null } }).pattern;
    const meets = (line: string) => matches(match, line) && !(unless !== null && matches(unless, line));
    expect(meets(failing)).toBe(true);
    expect(meets(corrected)).toBe(false);
    expect(meets('ruby -c app.rb')).toBe(false);
  });

  test('a program that is there by its path is met by its bare name', () => {
    const line = 'stallctl index ~/fair';
    const { commandPatterns } = synthesizeTrigger({
      ...input(line, `./${line}`, 'zsh:1: command not found: stallctl'),
      missingProgram: true,
    });
    expect(commandPatterns).toHaveLength(1);
    const pattern = new RegExp(commandPatterns[0]!.replace(/^raw:/, ''));
    expect([line, `cd /x && ${line}`].map((each) => pattern.test(each))).toEqual([true, true]);
    expect([`./${line}`, `bin/${line}`, `man ${line}`].map((each) => pattern.test(each))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['xargs -I{} sh -c "print"', `ls | xargs -I{} sh -c "${'print;'.repeat(50)}"`, 'xargs: command too long'],
    ['status=', 'make; status=$?; echo done', 'zsh:1: read-only variable: status'],
    ['jq != in text', 'jq ".a != 1" a.json', 'jq: error: syntax error at \\!= 1'],
    ['stallctl', 'stallctl index ~/fair', 'zsh:1: command not found: stallctl'],
  ])('a file or a message that holds the failing command is none: %s', (_name, failing, error) => {
    const path = failing.startsWith('stallctl') ? `./${failing}` : null;
    const [source] = synthesizeCommand({
      ...read(failing, path, error),
      missingProgram: path !== null,
    });
    const compiled = compilePattern(source!, 'command');
    expect(compiled).toMatchObject({ ok: true, doubtful: [], pattern: { view: 'raw' } });
    if (!compiled.ok) return;
    const { match, unless } = compiled.pattern;
    const acts = (line: string) => new RegExp(match).test(line) && !new RegExp(unless!).test(line);
    expect(acts(failing)).toBe(true);
    expect(acts(`cat > notes.md <<'EOF'\n${failing}\nEOF`)).toBe(false);
    expect(acts(`git commit -m "$(cat <<'EOF'\nDo not:\n\n${failing}\nEOF\n)"`)).toBe(false);
  });

  test('of settings before a command the one that the message is about', () => {
    const { commandPatterns } = synthesizeTrigger(
      read(
        'env GOCACHE=/tmp/gc GOMODCACHE=/tmp/gm mise run lint',
        'mise run lint',
        'cannot find module providing package example.com/fair',
      ),
    );
    expect(commandPatterns).toEqual(['\\bGOMODCACHE=.*(?<![\\w.-])mise\\s+run\\s+lint(?![\\w:./-])']);
  });

  test('a word that was given in the place of a subcommand is met there alone', () => {
    const { commandPatterns } = synthesizeTrigger(
      input('hub2 Mail whoami', 'hub2 call Mail whoami', "Error: No such command 'Mail'."),
    );
    expect(matches(commandPatterns[0]!, 'hub2 Mail whoami')).toBe(true);
    expect(matches(commandPatterns[0]!, 'hub2 list Mail')).toBe(false);
  });

  test.each([
    ['Get-Process -Name node', 'Get-Process', 'bash: Get-Process: command not found'],
    ['Sort-Object', 'Sort-Object', 'bash: line 1: Sort-Object: command not found'],
    ['fdfind -e ts', 'fdfind', 'bash: fdfind: command not found'],
  ])('a program that is not there is met with any argument: %s', (line, program, error) => {
    const { commandPatterns } = synthesizeTrigger({ ...input(line, null, error), missingProgram: true });
    expect(commandPatterns).toHaveLength(1);
    expect(meetsLine(commandPatterns[0]!, line)).toBe(true);
    expect(meetsLine(commandPatterns[0]!, `which ${program}`)).toBe(false);
  });

  test.each([
    ['sync plan --dry', 'sync plan', 'unknown flag: --dry', ['tide-sync plan --dry', 'sync plan --dry-run']],
    ['stall run test --dry', 'stall run test', 'unknown flag: --dry', ['stall run test:ci --dry']],
    [
      'stall plan fair',
      'stall plan pier',
      'no such target: fair',
      ['stall plan fair-2', 'stall plan a.fair', 'stall plan fair.yml'],
    ],
  ])('names end where they end: %s', (failing, corrected, error, others) => {
    const [pattern] = synthesizeCommand(read(failing, corrected, error));
    expect(meetsLine(pattern!, failing)).toBe(true);
    expect(meetsLine(pattern!, `cd pier && /opt/bin/${failing}; ls`)).toBe(true);
    expect(others.filter((line) => meetsLine(pattern!, line))).toEqual([]);
  });

  test('an error that ends in an escape keeps its backslash', () => {
    const source = errorPattern('ParseError: bad escape in pattern \\s')!;
    expect(new RegExp(source).test('ParseError: bad escape in pattern \\s')).toBe(true);
    expect(new RegExp(source).test('ParseError: bad escape in pattern')).toBe(false);
  });

  test('options in one word, and how a database is reached, are no trigger of what was wrong', () => {
    const error = 'gzip: stdin: not in gzip format';
    expect(synthesizeCommand(read('tar xzf berths.tar.gz', null, error))).toEqual([]);
    const line = 'mysql -u root quay -e "select * from brth"';
    const [pattern] = synthesizeCommand(
      read(line, null, "ERROR 1146 (42S02) at line 1: Table 'quay.brth' doesn't exist"),
    );
    expect(meetsLine(pattern!, line)).toBe(true);
    expect(meetsLine(pattern!, 'mysql -u root quay -e "select * from berths"')).toBe(false);
    const [related] = synthesizeCommand(
      read('psql -d quay -c "select * from brth"', null, 'ERROR:  relation "brth" does not exist'),
    );
    expect(meetsLine(related!, 'psql -d quay -c "select * from berths"')).toBe(false);
  });

  test('how a service is asked is no trigger of what was wrong, unless the error speaks of it', () => {
    const line = 'curl -X POST localhost:3000/berths -d {"a":1}';
    const patterns = synthesizeCommand(read(line, null, 'curl: (3) URL rejected: Malformed input'));
    expect(
      patterns.filter((each) => meetsLine(each, 'curl -X POST localhost:4000/piers -d @a.json')),
    ).toEqual([]);
  });

  test('a client of containers without a terminal is met where it is asked for one', () => {
    const error = 'the input device is not a TTY';
    const [pattern] = synthesizeCommand(read('docker exec -it quay bash', null, error));
    expect(meetsLine(pattern!, 'docker exec -ti berth sh')).toBe(true);
    expect(meetsLine(pattern!, 'docker exec quay ls -lt')).toBe(false);
  });

  test('a long line is come to an end of, whatever stands in it', () => {
    const line = `stall plan ${['fair ', 'pier ', 'dock '].map((word) => word.repeat(200)).join('')}`;
    expect(meetsLine('stall.*fair.*pier.*dock.*quay', line)).toBe(false);
    expect(meetsLine('stall.*fair.*pier.*dock.*quay', `${line}quay`)).toBe(true);
  });

  test('a flag that the error advises becomes a negative lookahead', () => {
    const { commandPatterns } = synthesizeTrigger(
      input(
        'git push origin',
        'git push origin --force-with-lease',
        'error: use --force-with-lease to overwrite',
      ),
    );
    expect(commandPatterns).toEqual(['(?<![\\w.-])git\\s+push(?![\\w:./-])(?!.*--force-with-lease)']);
  });

  test('a flag that was added is spared wherever it stands, for the folder that needs it', () => {
    const source = input(
      'go test -v -run TestPush ./cmd/app/cli/integration_test',
      'go test -tags integration -v -run TestPush ./cmd/app/cli/integration_test',
      'build constraints exclude all Go files',
    );
    const [pattern] = synthesizeCommand(source, (each) => each.includes('integration_test'));
    expect(matches(pattern!, source.failingLine.replace('-v', '-tagsless -v'))).toBe(true);
    expect(matches(pattern!, source.correctedLine!)).toBe(false);
    expect(compilePattern(pattern!, 'command')).toMatchObject({ ok: true, doubtful: [] });
  });

  test('what GNU sed refuses says nothing of the suffix that its namesake of BSD wants', () => {
    const patterns = (error: string) =>
      synthesizeTrigger(read("sed -i 's/old/new/ now' notes.txt", null, error)).commandPatterns;
    expect(patterns('sed: 1: notes.txt: extra characters at the end of n command')).toHaveLength(1);
    expect(patterns('sed: -e expression #1, char 12: extra characters after command')).toEqual([]);
  });

  test('single files where a folder was meant are met by their type', () => {
    const source = input(
      'golangci-lint run ./api/push.go ./api/push_test.go',
      'golangci-lint run ./api/...',
      'api/push.go:3:7: undefined: guard (typecheck)',
    );
    const [pattern] = synthesizeCommand(source, (each) => !each.includes('push'));
    expect(matches(pattern!, 'golangci-lint run --fix other/main.go')).toBe(true);
    expect(matches(pattern!, 'golangci-lint run ./other/...')).toBe(false);
  });

  test('a command that only ran in the wrong folder, or for wrong code, has no pattern', () => {
    const source = input('go test ./api -timeout 30s', null, 'stat api: directory not found');
    expect(synthesizeCommand(source)).not.toEqual([]);
    expect(synthesizeCommand({ ...source, faultElsewhere: true })).toEqual([]);
  });

  test('never a bare word, never data of one run', () => {
    for (const [failing, error] of [
      ['deploy', 'error: no target'],
      ['cat 1234567890abcdef', 'error: bad object 1234567890abcdef'],
      ['sleep 300', 'error: too long 300'],
    ] as const) {
      expect(synthesizeTrigger(input(failing, null, error)).commandPatterns).toEqual([]);
    }
  });

  test('past calls can refuse a pattern; a more specific one is tried', () => {
    const source = input('docker run --rm --cpus 9 image-name', 'docker run image-name', 'failed to start');
    const first = synthesizeTrigger(source).commandPatterns[0]!;
    const second = synthesizeCommand(source, (pattern) => pattern !== first)[0];
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    expect(synthesizeCommand(source, () => false)).toEqual([]);
  });

  test('all that it makes is accepted by the compiler without doubt', () => {
    const flags = ['--dry-run', '-x', '--a.b', '--weird+flag', '--*glob', '--p/q'];
    for (const flag of flags) {
      for (const head of ['git gc', 'tool', 'kubectl get']) {
        const made = synthesizeTrigger(
          input(
            `${head} ${flag} rest`,
            `${head} rest`,
            `error: unknown option ${flag} at /a/b/c.go:12 after 3.5s`,
          ),
        );
        for (const source of made.commandPatterns) {
          const compiled = compilePattern(source, 'command');
          expect(compiled.ok && compiled.doubtful).toEqual([]);
        }
        for (const source of made.errorPatterns) {
          const compiled = compilePattern(source, 'error');
          expect(compiled.ok && compiled.doubtful).toEqual([]);
        }
      }
    }
  });
});

describe('errorPattern', () => {
  test.each([
    ['open /home/a/b.txt: no such file or directory', 'open /Users/z/q.json: no such file or directory'],
    ["TS2304: Cannot find name 'foo' in module 12", "TS2304: Cannot find name 'foo' in module 99"],
    [
      'dial tcp 10.0.0.1:443: connection refused by the host',
      'dial tcp 192.168.7.7:80: connection refused by the host',
    ],
    [
      'open /Users/z/go/pkg/mod/cache/download/tides.example/!quay!master/moor/@v/v0.3.1.lock: operation not permitted',
      'open /home/a/go/pkg/mod/cache/download/tides.example/!harbour/berth/@v/v1.0.0.lock: operation not permitted',
    ],
  ])('%s', (seen, next) => {
    const source = errorPattern(seen)!;
    expect(new RegExp(source).test(next)).toBe(true);
    expect(new RegExp(source).test('something else entirely')).toBe(false);
  });

  test.each([
    'FAIL',
    'error',
    'exit status 1',
    '',
    '/a/b/c',
    'x: 12',
    'gh: Not Found (HTTP 404)',
    "Error: ENOENT: no such file or directory, open 'C:\\\\tmp\\\\tides.json'",
  ])('too general: %s', (line) => {
    expect(errorPattern(line)).toBeNull();
  });

  test('of what a shell cannot parse, the word that it stopped at is met', () => {
    const source = errorPattern("/usr/bin/bash: eval: line 1: syntax error near unexpected token `('")!;
    const meets = (line: string) => new RegExp(source).test(line);
    expect(meets("bash: -c: line 4: syntax error near unexpected token `('")).toBe(true);
    expect(meets("/bin/bash: eval: line 14: syntax error near unexpected token `fi'")).toBe(false);
    expect(errorPattern("(eval):3: parse error near `)'")).toBe(`parse error near ['"\`‘’“”]\\)['"\`‘’“”]`);
  });

  test('of what a shell says of one path, no other path is met', () => {
    const source = errorPattern('/usr/bin/bash: line 1: cd: D:quayBerths: No such file or directory')!;
    const meets = (line: string) => new RegExp(source).test(line);
    expect(meets('/usr/bin/bash: line 3: cd: D:quayBerths: No such file or directory')).toBe(true);
    expect(meets('/usr/bin/bash: line 1: cd: berths: No such file or directory')).toBe(false);
  });

  test('what is padded or broken over lines is found as printed, by a pattern that cannot run away', () => {
    const line =
      'api/a.go:10:2: missing go.sum entry for module providing package example.com/x/y (imported by example.com/z); to add: go get example.com/z';
    const printed = line.replace('to add: ', 'to add:\n\t').replace('missing go.sum', 'missing   go.sum');
    const source = errorPattern(line, null, printed)!;
    expect(source).toContain('\\s+');
    expect(new RegExp(source).test(printed)).toBe(true);
    expect(compilePattern(source, 'error')).toMatchObject({ ok: true, doubtful: [] });
  });

  test('names that the correction repeats, and names of things, are left open', () => {
    const source = errorPattern('fatal: The current branch raise-prices has no upstream branch.', {
      failing: 'git push',
      corrected: 'git push -u origin HEAD',
    })!;
    expect(new RegExp(source).test('fatal: The current branch other has no upstream branch.')).toBe(true);
    const container = errorPattern('Error response from daemon: No such container: web-1', {
      failing: 'docker exec web-1 ls',
      corrected: 'docker compose exec web-1 ls',
    })!;
    expect(new RegExp(container).test('Error response from daemon: No such container: db')).toBe(true);
  });
});

test('a command that lacks a short flag is spared where the flag stands among others', () => {
  const source = synthesizeCommand(
    read('rm stalls.csv', 'rm -f stalls.csv', "rm: remove regular file 'stalls.csv'? "),
  )[0]!;
  const meets = (line: string) => new RegExp(source).test(line);
  expect(['rm stalls.csv', 'rm -f stalls.csv', 'rm -rf stalls.csv'].map(meets)).toEqual([true, false, false]);
});

test('an attribute is met behind the module that lacks it', () => {
  const source = synthesizeCommand(
    read(
      `python -c "import tidal; print(tidal.__version__)"`,
      'pip show tidal',
      "AttributeError: module 'tidal' has no attribute '__version__'",
    ),
  )[0]!;
  const meets = (line: string) => new RegExp(source.replace('raw:', '')).test(line);
  expect(meets(`python -c "import tidal as t, tidal; print(tidal.__version__, 1)"`)).toBe(true);
  expect(meets(`python -c "import moor; print('moor', moor.__version__)"`)).toBe(false);
});

test('what a message calls missing is not the word of the command that is called so', () => {
  const patterns = synthesizeTrigger(
    input('tide run src/main.ts berth open --day 4', null, "error: missing required argument 'berth'"),
  ).commandPatterns;
  expect(patterns.some((source) => new RegExp(source).test('tide run src/main.ts berth list'))).toBe(false);
});

test('a command over several lines gets the trigger that it gets on one', () => {
  const over = (line: string) => line.replaceAll(' -', ' \\\n  -');
  const [failing, corrected] = ['pnpm add -D @types/node', 'pnpm add -D -w @types/node'];
  const error =
    'ERR_PNPM_ADDING_TO_ROOT  Running this command will add the dependency to the workspace root, run it again with the -w flag';
  const pattern = synthesizeCommand(read(failing, corrected, error));
  expect(pattern).toEqual(['(?<![\\w.-])pnpm\\s+add(?![\\w:./-])(?!.*\\s-(?:w|\\w{1,3}w\\b))']);
  expect(synthesizeCommand(read(over(failing), over(corrected), error))).toEqual(pattern);
});

test('a command that asks for root is met below another line, too', () => {
  const [failing, corrected] = [
    '# the tools\napt-get install -y jq',
    '# the tools\nsudo apt-get install -y jq',
  ];
  const [source] = synthesizeCommand(
    read(
      failing,
      corrected,
      'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)',
    ),
  );
  const pattern = new RegExp(source!.replace(/^raw:/, ''));
  expect([failing, corrected].map((line) => pattern.test(line))).toEqual([true, false]);
});

test('a word that no quote holds is looked for in its own command', () => {
  const [source] = synthesizeCommand(
    read(
      'go test ./berth/... ./quay/... -count=1',
      'go test ./... -count=1',
      'pattern ./quay/...: lstat ./quay/: no such file or directory',
    ),
  );
  const meets = (line: string) => meetsLine(source!, line);
  expect(source).toStartWith('raw:');
  expect(meets('go test -run "Tide|Moor" ./berth ./quay/... 2>&1 | tail -5')).toBe(true);
  expect(meets('go test ./berth 2>&1 | tail -5; ls ./quay/')).toBe(false);
});
