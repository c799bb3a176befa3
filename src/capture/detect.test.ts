import { describe, expect, test } from 'bun:test';
import { type Script, script, surest } from '../../test/support/detector-script.ts';

describe('mistakes in a command', () => {
  test('an unknown flag, with its correction and a trigger that tells the two apart', () => {
    const [episode, ...rest] = script()
      .bash('docker build --squashh -t app .', 'unknown flag: --squashh\nSee docker build --help.', true)
      .says('The flag is not right.')
      .bash('docker build -t app .', 'Successfully built 1234')
      .episodes();
    expect(rest).toEqual([]);
    expect(episode!.kind).toBe('usage');
    expect(episode!.confidence).toBeGreaterThan(0.85);
    expect(episode!.summary).toBe('`docker build` does not accept `--squashh`');
    expect(episode!.correction!.input['command']).toBe('docker build -t app .');
    expect(episode!.signals).toEqual(['error-correction']);
    const pattern = new RegExp(episode!.trigger.commandPatterns[0]!);
    expect(pattern.test('docker build --squashh -t app .')).toBe(true);
    expect(pattern.test('docker build -t app .')).toBe(false);
    expect(episode!.lines).toEqual([4]);
    expect(episode!.failure.toolUseId).toBe(episode!.toolUseIds[0]!);
  });

  test.each([
    ['boat sail --größe 4', "error: unknown option '--größe' here", '`boat sail` does not accept `--größe`'],
    ['boat ausrüsten', "error: unknown command 'ausrüsten' given", '`boat` has no subcommand `ausrüsten`'],
    ['npm run éclair', 'npm error Missing script: "éclair"', 'package.json has no script `éclair`'],
    [
      'kubectl get kähne',
      'error: the server doesn\'t have a resource type "kähne"',
      '`kubectl get` knows no resource type `kähne`',
    ],
  ])('%s: a name with letters beyond ASCII is told whole', (command, error, summary) => {
    const [episode] = script().bash(command, error, true).bash('boat list', 'a boat').episodes();
    expect(episode!.summary).toBe(summary);
    for (const pattern of episode!.trigger.commandPatterns) {
      const acts = new RegExp(pattern.replace(/^raw:/, ''));
      expect([acts.test(command), acts.test(command.replace(/[äöüé]\w*/, 'ack'))]).toEqual([true, false]);
    }
  });

  test.each([
    ["`press install` on this version doesn't support `--no-stamp`.", 'usage'],
    ['The stamp is a matter of taste. I leave it out.', 'generic'],
  ])('an option that the agent alone denies, where nothing was printed: %s', (words, kind) => {
    const [episode] = script()
      .bash('press install acme/quoin --no-stamp', '', true)
      .says(words)
      .bash('press install --help', 'Usage: press install [OPTIONS]')
      .bash('press install acme/quoin --plain', 'Installed quoin')
      .episodes();
    expect(episode!.kind).toBe(kind);
  });

  test('a line that a shell is handed each time is what was run', () => {
    const [episode] = script()
      .bash("bash -lc 'fish sort --sizes'", 'fish: unknown option --sizes', true)
      .bash("bash -lc 'fish sort --size'", 'sorted')
      .episodes();
    expect(episode!.failure.input['command']).toBe('fish sort --sizes');
    expect(episode!.correction!.input['command']).toBe('fish sort --size');
  });

  test('behind a long here-document the program that failed is the one behind it', () => {
    const notes = 'apples and pears\n'.repeat(2000);
    const [episode] = script()
      .bash(`cat > notes.txt <<'EOF'\n${notes}EOF\nfish sort --sizes`, 'fish: unknown option --sizes', true)
      .bash('fish sort --size', 'sorted')
      .episodes();
    expect(episode!.summary).toBe('`fish sort` does not accept `--sizes`');
    expect(episode!.correction!.input['command']).toBe('fish sort --size');
    expect(episode!.failure.input['command']).toEndWith('\n…\nEOF\nfish sort --sizes');
  });

  test('a command that the client left running is told without where it left it', () => {
    const [episode] = script()
      .bash(
        'fish watch -f',
        'Command did not complete within its 2s timeout and was moved to the background (ID: b51f9a4rl). Output is being written to: /tmp/a/tasks/b51f9a4rl.output. You will be notified.',
        true,
      )
      .bash('fish watch --last 5', 'a fish')
      .episodes();
    expect(episode!.mistake).toContain('moved to the background`.');
    expect(episode!.mistake).not.toContain('b51f9a4rl');
  });

  test.each([
    ['write_stdin', 'duplicate', 'The call of the tool gives `tty` twice', 'Pass `tty` once.'],
    ['write_stdin', 'missing', 'The call of the tool lacks `tty`', 'Pass `tty`.'],
    ['Bash', 'missing', 'The call of the tool lacks `tty`', 'Pass `tty`.'],
    ['write_stdin', 'unknown', 'The call of the tool has no field `tty`', 'Pass `tty` no more.'],
  ])('%s is refused for a %s field', (tool, refused, summary, fix) => {
    const error = `failed to parse function arguments: ${refused} field \`tty\` at line 1 column 60`;
    const [episode] = script()
      .call(tool, { command: 'fish watch' }, error, true)
      .call(tool, { command: 'fish watch', tty: true }, 'a fish', false)
      .episodes();
    expect(episode).toMatchObject({ kind: 'tool-validation', summary, remediation: fix });
    expect(episode!.reusable < 0.5).toBe(refused === 'duplicate');
  });

  test('a command that a line break split is a slip of one moment', () => {
    const [episode] = script()
      .bash('fish list | head \n-100', 'zsh:2: command not found: -100', true)
      .bash('fish list | head -100', 'a fish')
      .episodes();
    expect(episode!.summary).toContain('A line break splits the command');
    expect(episode!.reusable).toBeLessThan(0.5);
  });

  test('a command that the tool did not wait for has no other mistake than the one at its end', () => {
    const left = { shell: '9', unended: true, timedOut: true } as const;
    const asked = { shellId: '9', delay: 60 };
    const started = () =>
      script().call('Bash', { command: 'fish sort --sizes' }, 'sorting', false, left).says('I look again.');
    const done = started()
      .call('read_powershell', asked, 'sorted', false)
      .bash('fish list', 'a fish')
      .episodes();
    expect(done).toEqual([]);
    const [failed, ...rest] = started()
      .call('read_powershell', asked, 'fish: unknown option --sizes', true, { exitCode: 2 })
      .bash('fish sort --size', 'sorted')
      .episodes();
    expect(rest).toEqual([]);
    expect(failed!.summary).toBe('`fish sort` does not accept `--sizes`');
  });

  test('a server that has come up in the background is what worked', () => {
    const left = { shell: '9', unended: true } as const;
    const failing = () =>
      script()
        .call('Bash', { command: 'npm run dev' }, '', false, left)
        .call('read_bash', { shellId: '9' }, 'ReferenceError: quay is not defined in ES module scope', true, {
          exitCode: 1,
        })
        .call(
          'Edit',
          { file_path: '/repo/quay.config.js', old_string: 'a', new_string: 'b' },
          'edited',
          false,
        )
        .call('Bash', { command: 'npm run dev' }, '', false, { ...left, shell: '10' });
    const up = 'ready in 208 ms\n\n  Local:   http://localhost:5173/';
    const [mended] = failing()
      .call('read_bash', { shellId: '10' }, up, false, { ...left, shell: '10' })
      .episodes();
    expect(mended!.correction!.input['command']).toBe('npm run dev');
    const [still] = failing()
      .call('read_bash', { shellId: '10' }, `${up}\n[vite] Internal server error`, false, {
        ...left,
        shell: '10',
      })
      .episodes();
    expect(still!.correction).toBeNull();
  });

  test('a shell that is handed a line for once is the fix', () => {
    const [episode] = script()
      .bash('pear sort', 'bash: pear: command not found', true)
      .bash("bash -lc 'pear sort'", 'sorted')
      .episodes();
    expect(episode!.remediation).toContain("bash -lc 'pear sort'");
  });

  test('a command that has not come to its end is no fix, one that prints `<status>` is', () => {
    const failing = () =>
      script().bash('curl -sSff http://app:8080/health', 'curl: option -sSff: is unknown', true);
    const fixed = { command: 'curl -sSf http://app:8080/health' };
    const [waited] = failing().call('Bash', fixed, '', undefined, { unended: true }).episodes();
    expect(waited!.correction).toBeNull();
    const [answered] = failing().call('Bash', fixed, '<health>\n<status>UP</status>', undefined).episodes();
    expect(answered!.correction!.input).toEqual(fixed);
  });

  test.each([
    [
      'ls src | xargs -I{} sh -c "long {}"',
      'xargs: command line cannot be assembled, too long',
      'tool:xargs',
    ],
    ['sudo apt-get install jq', 'sudo: apt-get: command not found', 'tool:apt-get'],
    ['ls src | head\n-100', 'zsh: command not found: -100', 'tool:bash'],
    ['A=1 timeout 9 go test ./...', 'zsh:1: command not found: timeout', 'tool:timeout'],
    ['grep -n a f; echo ===; ls', '(eval):1: == not found', 'tool:bash'],
    ['grep -rn a --include=*.q .', 'zsh: no matches found: --include=*.q', 'tool:grep'],
    ['rg "the `berth` type" docs', 'zsh:1: command not found: berth', 'tool:rg'],
    ['DAY=$(date --iso-8601) && tar -czf "a-$DAY.tgz" a', 'date: illegal option -- -', 'tool:date'],
  ])('the tool of %s is the one that complains', (command, error, tool) => {
    const [episode] = script().bash(command, `Exit code 1\n${error}`, true).bash('ls', 'a').episodes();
    expect(episode!.tags.filter((tag) => /^(?:tool|lang):/.test(tag))).toEqual([tool]);
  });

  test('what a task runner finds in code is tagged with the language of the file', () => {
    const [episode] = script()
      .call('Edit', { file_path: '/p/a.go', old_string: 'a', new_string: 'b' }, 'ok', false)
      .bash(
        'mise run lint',
        'Exit code 1\na.go:3:7: error is not nil (line 2) but it returns nil (nilerr)',
        true,
      )
      .call('Edit', { file_path: '/p/a.go', old_string: 'a', new_string: 'b' }, 'ok', false)
      .bash('mise run lint', 'ok')
      .episodes();
    expect(episode!.tags).toContain('lang:go');
  });

  test('a line break that cuts an option off is a slip of shell syntax, whatever else was printed', () => {
    const error = 'mise ERROR error parsing config file: a.toml\nmise ERROR a.toml is not trusted.';
    const [episode] = script()
      .bash('ls src | head\n-100', `Exit code 127\n${error}\nzsh: command not found: -100`, true)
      .bash('ls', 'a')
      .episodes();
    expect(episode!.kind).toBe('shell-syntax');
  });

  test.each([
    ["sed -i 's/a/b/' f", 'sed: 1: "f": invalid command code f', 'platform:macos'],
    ['pip install rich', 'error: externally-managed-environment', 'platform:linux'],
    ['cat f && ls', "The token '&&' is not a valid statement separator in this version.", 'platform:windows'],
  ])('the platform that refuses %s is tagged', (command, error, platform) => {
    const [episode] = script().bash(command, `Exit code 1\n${error}`, true).bash('ls', 'a').episodes();
    expect(episode!.kind).toBe('platform');
    expect(episode!.tags).toContain(platform);
  });

  test.each([
    ['pip install rich', 'error: externally-managed-environment', /manages the packages of that Python\.$/],
    ['./tool --help', "/lib/libc.so.6: version `GLIBC_2.38' not found", /not found`\.$/],
    ["sed -i 's/a/b/' f", 'sed: 1: "f": invalid command code f', /belongs to another platform/],
  ])('why %s fails is told of its own error', (command, error, mistake) => {
    const [episode] = script().bash(command, `Exit code 1\n${error}`, true).bash('ls', 'a').episodes();
    expect(episode).toMatchObject({ kind: 'platform', mistake: expect.stringMatching(mistake) });
  });

  test.each([
    ['command-not-found', 'uv sync', 'bash: uv: command not found'],
    [
      'wrong-directory',
      'npm test',
      'npm error enoent Could not read package.json: Error: ENOENT: no such file or directory',
    ],
    ['shell-syntax', 'for f in a; do echo $f', 'bash: -c: line 2: syntax error: unexpected end of file'],
    ['platform', 'tree src', 'zsh: command not found: tree'],
    ['platform', "sed -i 's/a/b/' f", 'sed: 1: "f": invalid command code f'],
    ['missing-module', 'python -m pytest', '/usr/bin/python: No module named pytest'],
    [
      'usage',
      'kubectl get pods --namespce x',
      "error: unknown flag: --namespce\nSee 'kubectl get --help' for usage.",
    ],
    ['usage', 'terraform aply', 'Terraform has no command named "aply".\n\nDid you mean "apply"?'],
    ['usage', 'cargo test --nocapture', "error: unexpected argument '--nocapture' found"],
    [
      'compile',
      'npx tsc --noEmit',
      "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    ],
    ['compile', 'cargo build', 'error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5'],
    [
      'script-error',
      'python3 -c \'import json; json.load(open("a"))["k"]\'',
      'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nKeyError: \'k\'',
    ],
    ['api-misuse', 'gh api repos/a/b/pull/3', 'gh: Not Found (HTTP 404)'],
  ])('%s: %s', (kind, command, output) => {
    const [episode] = script()
      .call('Write', { file_path: '/repo/src/a.ts', content: 'x' }, 'written', undefined)
      .call('Write', { file_path: '/repo/src/main.rs', content: 'x' }, 'written', undefined)
      .bash(command, `Exit code 1\n${output}`, true)
      .call('Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' }, 'ok', undefined)
      .bash(kind === 'compile' ? command : 'echo on', '')
      .episodes();
    expect(episode!.kind).toBe(kind);
    expect(episode!.confidence).toBeGreaterThanOrEqual(0.5);
    expect(episode!.summary.length).toBeLessThanOrEqual(80);
    expect(episode!.summary).not.toMatch(/exit code|\.\.\.$/i);
  });

  test('retries are one episode, with all their results and the loop named', () => {
    const s = script();
    for (const flag of ['--porcelan', '--porcelian', '--porcelin'])
      s.bash(`git status ${flag}`, `error: unknown option \`${flag.slice(2)}'`, true);
    const episodes = s.bash('git status --porcelain', '').episodes();
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.attempts).toBe(3);
    expect(episodes[0]!.toolUseIds).toHaveLength(3);
    expect(episodes[0]!.signals).toContain('retry-loop');
  });

  test('a failure hidden behind a pipe is found, the same words from a reader are not', () => {
    const hidden = script()
      .call('Write', { file_path: '/repo/pkg/a.go', content: 'x' }, 'written', undefined)
      .bash('go build ./... 2>&1 | head -20', 'pkg/a.go:3:2: undefined: foo')
      .call('Edit', { file_path: '/repo/pkg/a.go', old_string: 'foo', new_string: 'bar' }, 'ok', undefined)
      .bash('go build ./... 2>&1 | head -20', '')
      .episodes();
    expect(surest(hidden)).toHaveLength(1);
    expect(hidden[0]!.severity).toBe('silent');
    const reader = script().bash('cat build.log | head -20', 'pkg/a.go:3:2: undefined: foo').ok(2).episodes();
    expect(reader).toEqual([]);
    const source = script()
      .call('Read', { file_path: '/repo/a.go' }, 'return fmt.Errorf("error: x not found")', undefined)
      .episodes();
    expect(source).toEqual([]);
  });

  test('an edit whose text is not in the file', () => {
    const [episode] = script()
      .call(
        'Edit',
        { file_path: '/repo/a.py', old_string: 'x', new_string: 'y' },
        '<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>',
        true,
      )
      .call('Edit', { file_path: '/repo/a.py', old_string: 'X', new_string: 'y' }, 'updated', undefined)
      .episodes();
    expect(episode!.kind).toBe('edit-mismatch');
    expect(episode!.summary).toContain('a.py');
    expect(episode!.correction!.tool).toBe('Edit');
  });
});

describe('what is not a mistake', () => {
  test.each<[string, Script]>([
    ['a search without a match', script().bash('rg -n foo src', 'Exit code 1', true)],
    ['which', script().bash('which foo', 'foo not found', true)],
    [
      'a missing path in a listing',
      script().bash('ls build/', 'Exit code 1\nls: build/: No such file or directory', true),
    ],
    [
      'a sibling call',
      script().call(
        'Bash',
        { command: 'ls' },
        '<tool_use_error>Sibling tool call errored</tool_use_error>',
        true,
        { denial: 'sibling' },
      ),
    ],
    [
      'an interrupt',
      script().call('Bash', { command: 'make' }, '[Request interrupted by user]', true, {
        denial: 'interrupted',
      }),
    ],
    [
      'a permission prompt',
      script().call('Bash', { command: 'make' }, 'This command requires approval', true, {
        denial: 'permission',
      }),
    ],
    [
      'a merge conflict',
      script().bash(
        'git merge main',
        'CONFLICT (content): Merge conflict in a.txt\nAutomatic merge failed; fix conflicts and then commit the result.',
        true,
      ),
    ],
    [
      'a lock',
      script().bash('git commit -m x', "fatal: Unable to create '/repo/.git/index.lock': File exists.", true),
    ],
    ['an outage', script().bash('gh pr list', 'HTTP 503: Service Unavailable', true)],
    [
      'a rejected push',
      script().bash(
        'git push',
        ' ! [rejected] main -> main (fetch first)\nerror: failed to push some refs',
        true,
      ),
    ],
    [
      'formatter findings',
      script().bash(
        'npx prettier --check .',
        '[warn] src/a.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
        true,
      ),
    ],
    ['a fallback', script().bash('yq . a.yml || echo "no yq"', 'bash: yq: command not found\nno yq')],
    [
      'errors in files that were never touched',
      script()
        .bash(
          'go vet ./...',
          'other/pkg/x.go:12:3: undefined: thing\nother/pkg/y.go:2:3: undefined: thing',
          true,
        )
        .says('That is pre-existing and unrelated.'),
    ],
    [
      'a test that is to fail first',
      script()
        .says('TDD: I write the test and run it to see it fail.')
        .bash('npx vitest run a.test.ts', 'FAIL a.test.ts > adds\nAssertionError: expected 1 to be 2', true)
        .says('It fails as expected.'),
    ],
    [
      'a pending check',
      script().bash('gh pr checks 3', 'build\tpending\t0\nSome checks are still pending', true),
    ],
    ['our own text', script().bash('make', '[lessons-learned]\nerror: held', true)],
  ])('%s', (_name, s) => {
    expect(surest(s.ok(1).episodes()).map((episode) => episode.summary)).toEqual([]);
  });
});

describe('corrections by the user', () => {
  const acted = () =>
    script()
      .call('Edit', { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b' }, 'updated', undefined)
      .says('Done, the guard is in.');

  test.each([
    [
      'no, that is wrong: the config is read from the environment',
      "You're right, my mistake. Let me fix that.",
    ],
    ['but this way the reason is lost from the message, or not?', "You're right. Let me restore it."],
    ["That's not what I asked for. I wanted the button on the left.", 'I apologize for the confusion.'],
    ['why did you delete the migration file??', "I apologize, I shouldn't have deleted it."],
    ["we don't use axios in this project, use fetch", 'Got it, switching to fetch.'],
    ['Stop creating README files!', "Understood, I'll remove it and won't create more."],
    ["it still doesn't work, same error", 'I see. My previous fix was incomplete.'],
    ['actually the env var is called DB_URL', 'Thanks for the correction. Updating it.'],
    ['nein, das ist falsch. Die Datei gehört nach src', 'Du hast recht, mein Fehler. Ich verschiebe sie.'],
    ['eso está mal, te olvidaste de las pruebas', 'Tienes razón, lo siento. Las añado.'],
    ["ce n'est pas ça, tu as supprimé le test", 'Vous avez raison, désolé.'],
    ['不对，你删错了文件', '抱歉，你说得对，我恢复它。'],
    ['違う、そうじゃない。テストを消さないで', '申し訳ありません、おっしゃる通りです。'],
  ])('%s', (objection, answer) => {
    const episodes = surest(acted().user(objection).says(answer).ok(1).episodes());
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.signals).toContain('user-correction');
    expect(episodes[0]!.lines).toHaveLength(1);
    expect(episodes[0]!.toolUseIds).toEqual([]);
  });

  test.each([
    ['great, now add a test for the parser', 'Sure, adding it.'],
    ['how does the cache work?', 'Good question. It is keyed by the path.'],
    ["no, don't bother with that yet, let's wait", 'Fair enough, it stays as it is.'],
    ['yes please', 'Done.'],
    ["Never mind, I'll do it myself", 'Sounds good.'],
    ['can you make the button blue instead of green', "Done, it's blue now."],
    ['why is the build slow?', 'Good question, let me profile.'],
    ['I think we should also handle the empty case', 'Good idea, adding it.'],
    ['yes but make it optional', 'Sure, making it optional.'],
    ['can you also update the changelog', 'Good idea. Updating it.'],
  ])('not one: %s', (words, answer) => {
    expect(surest(acted().user(words).says(answer).ok(1).episodes())).toEqual([]);
  });

  test('words inside a rejection name the rejected call', () => {
    const episodes = surest(
      acted()
        .call(
          'Bash',
          { command: 'git stash' },
          "The user doesn't want to proceed. the user said:\ndo not stash my work",
          true,
          { denial: 'user-rejected', feedback: 'do not stash my work, look at it as it is' },
        )
        .says('Understood.')
        .ok(1)
        .episodes(),
    );
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.toolUseIds).toHaveLength(1);
    const [pattern = ''] = episodes[0]!.trigger.commandPatterns;
    const meets = (command: string) => new RegExp(pattern).test(command);
    expect(['git stash', 'git stash -u', 'cd a && git stash push -m x'].filter(meets)).toHaveLength(3);
    expect(['git stash pop', 'git stash list', 'git stash show -p'].filter(meets)).toEqual([]);
  });

  test('words right after a rejection that say nothing of the call span its line', () => {
    const denied = { denial: 'user-rejected' } as const;
    const [episode] = surest(
      acted()
        .call('Bash', { command: 'brew audit till' }, "The user doesn't want to proceed.", true, denied)
        .user('the repository is now example.org/harbour but the program is still called till')
        .says("You're right, I used the old address. Let me fix the formula.")
        .ok(1)
        .episodes(),
    );
    expect(episode!.lines).toHaveLength(2);
    expect(episode!.failure.line).toBe(episode!.lines[1]!);
    expect(episode!.trigger.commandPatterns).toEqual([]);
  });

  test('a rule for the future is kept as one', () => {
    const [episode] = surest(
      acted()
        .user('always use pnpm in this repository, never npm')
        .says("Got it, I'll use pnpm.")
        .ok(1)
        .episodes(),
    );
    expect(episode!.signals).toContain('user-rule');
    expect(episode!.reusable).toBeGreaterThan(0.6);
  });
});
