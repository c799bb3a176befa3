import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shellView } from './shell-view.ts';

const texts = (command: string): string[] =>
  shellView(command).commands.flatMap((each) => [each.text, ...(each.alt ?? [])]);

describe('other spellings', () => {
  const spelled = (command: string) =>
    shellView(command).commands.flatMap((each) => [each.text, ...(each.alt ?? [])]);

  test.each([
    ['cd / && rm -rf *', 'rm -rf /*'],
    ['cd ~; rm -rf ./*', 'rm -rf ~/*'],
    ['cd /srv && cd app && rm -rf *', 'rm -rf /srv/app/*'],
    ['bash -c "cd / && rm -rf *"', 'rm -rf /*'],
    ['export D=/; rm -rf "$D"', 'rm -rf /'],
    ['rm -rf "${D:-/}"', 'rm -rf /'],
    ['${GIT:-git} push -f', 'git push -f'],
    ['for d in /tmp/a /; do rm -rf "$d"; done', 'rm -rf /'],
    ['find / | xargs rm -rf', 'rm -rf /'],
    ['sudo find / -exec rm -rf {} +', 'rm -rf /'],
    ['npx --yes prisma@5 migrate reset', 'npx prisma migrate reset'],
    ['npm run dev > log 2>&1 & sleep 1', 'npm run dev > log 2>&1 &'],
    ['timeout 5 tail -f x', 'timeout tail -f x'],
    ["gtimeout 5 bash -c 'cd a && tail -f x'", 'gtimeout tail -f x'],
    ["nohup bash -c 'cd a; npm run dev' &", 'npm run dev &'],
    ["tmux new-session -d 'npm run dev'", 'npm run dev &'],
    ["rm -rf 'a /' '~' '$HOME'", 'rm -rf a?/ ./~ \\$HOME'],
  ])('%s', (command, spelling) => {
    expect(spelled(command)).toContain(spelling);
  });

  test.each([
    ['(cd /; ls); rm -rf *', 'rm -rf /*'],
    ['cd / && cd - && rm -rf *', 'rm -rf /*'],
    ['pushd /; popd; rm -rf *', 'rm -rf /*'],
    ["find / -name '*.o' | xargs rm -rf", 'rm -rf /'],
    ['cd "$X" && rm -rf *', 'rm -rf $X/*'],
    ["rm -rf 'a /' '~' '$HOME'", 'rm -rf /'],
    ['npm run dev && sleep 1', 'npm run dev &'],
    ["bash -c 'npm run dev'", 'npm run dev &'],
    ["timeout 5 bash -c 'ls'; bash -c 'tail -f x'", 'timeout tail -f x'],
  ])('not %s', (command, spelling) => {
    expect(spelled(command)).not.toContain(spelling);
  });
});

describe('what is executed', () => {
  const cases: [command: string, expected: string[]][] = [
    ['git status', ['git status']],
    ['cd x && git push; ls', ['cd x', 'git push', 'ls']],
    ['a | b |& c & d', ['a', 'b', 'c', 'd']],
    ['FOO=1 git push', ['git push']],
    ['sudo -u root git push', ['sudo -u root git push', 'git push']],
    ['echo "$(git push)"', ['echo ""', 'git push']],
    ['echo `git push`', ['echo ""', 'git push']],
    ['bash -c "cd x; git push"', ['bash -c ""', 'cd x', 'git push']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for i in 1 2; do a $i; done', ['a $i']],
    ['while a; do b; done', ['a', 'b']],
    ['case $x in a|b) c ;; *) d ;; esac', ['c', 'd']],
    ["time echo 'a b' | bash", ['time echo ""', 'echo ""', 'a b', 'bash']],
    ['sudo cat > f <<E\na b\nE\nbash f', ['sudo cat > f <<E', 'cat > f <<E', 'bash f', 'a b']],
    ['f() { a; }; f', ['f', 'a']],
    ['f() { a; }; b', ['b']],
    ['function f () ( a )\nb', ['b']],
    ['f() { g; }; g() { a; }; f', ['f', 'g', 'a']],
    ['f() { "$@"; }; g() { a; }; f g', ['f', '$@', 'g', 'a']],
    ["alias p='git push'; p --force", ['alias p=""', 'p --force', 'git push --force']],
    ['alias rm="rm -i"; rm x', ['alias rm=""', 'rm x', 'rm -i x']],
    ["git -c alias.p='push -f' p a", ['git -c alias.p="" p a', 'git push -f a']],
    ["git config alias.p '!a b'; git p c", ['git config alias.p ""', 'git p c', 'a b c']],
    ['x=(a "b c"); x+=(d); "${x[@]}"', ['${x[@]}', 'a "" d']],
    ['o="-f origin"; git push $o', ['git push $o', 'git push -f origin']],
    ['set -- a b; echo "$@"; "$@"', ['set -- "" ""', 'echo $@', '$@', 'a b']],
    ['f() { "$@"; }; f a; f b', ['f', 'f', '$@', 'b', '$@', 'a']],
    ['git() { echo "$@"; }; git push', ['git', 'echo $@']],
    ['r() { n=$1; shift; until "$@"; do sleep $n; done; }; r 3 a b', ['r', 'shift', '$@', 'a b', 'sleep $n']],
    ['bash -c \'a "$@"\' _ b c', ['bash -c "" _ b c', 'a $@', 'a b c']],
    ['for c in \'a b\' c; do eval "$c"; done', ['eval ""', 'a b', 'c', '$c']],
    ["read -r c <<< 'a b'; $c", ['read -r c <<< ""', 'a b', '$c']],
    [
      "printf 'a b\\nc' | while read l; do eval $l; done",
      ['printf ""', 'read l', 'eval ""', 'a b', 'c', '$l'],
    ],
    ['while read -r l; do $l; done <<E\na b\nc d\nE', ['read -r l', 'a b', 'c d', '$l']],
    ['while read l; do $l; done < <(echo a b)', ['read l', 'a b', '$l', 'echo "" ""']],
    ['echo a b > f; while read l; do $l; done < f', ['echo "" "" > f', 'read l', 'a b', '$l']],
    ["read -p x c d <<< 'a b'; $c $d", ['read -p x c d <<< ""', 'a b', '$c']],
    ['git log | while read l; do $l; done', ['git log', 'read l', '$l']],
    ['cp /dev/stdin f <<E\na b\nE\nsh f', ['cp /dev/stdin f <<E', 'sh f', 'a b']],
    ['cp a f <<E\na b\nE\nsh f', ['cp a f <<E', 'sh f']],
    [
      'cat > Makefile <<E\na: b\n\t@c d\nb: ; e\nf:\n\tg\nE\nmake',
      ['cat > Makefile <<E', 'make', 'c d', 'e'],
    ],
    ["printf 'a:\\n\\tb c\\n' > x/m; make -Cx -f m V=1 a", ['printf "" > x/m', 'make -Cx -f m V=1 a', 'b c']],
    ['cat > Makefile <<E\na:\n\tb\nE\nmake -n a; make c', ['cat > Makefile <<E', 'make -n a', 'make c']],
    ['echo a b | tee l | sh', ['echo "" ""', 'tee l', 'a b', 'sh']],
    ["cat > f <<'E'\na\nE\ncat f | sh", ['cat > f <<E', 'cat f', 'a', 'sh']],
    ["cat > f <<'E'\na\nE\nmv f g && sh g", ['cat > f <<E', 'mv f g', 'sh g', 'a']],
    ["cat > /t/f <<'E'\na\nE\ncd /t && sh f", ['cat > /t/f <<E', 'cd /t', 'sh f', 'a']],
    ["concurrently 'a b' 'c d'", ['concurrently "" ""', 'a b', 'c d']],
    ['nix develop -c git push', ['nix develop -c git push', 'git push']],
    ['nix develop -c a b', ['nix develop -c a b']],
    ['node -e \'/a/.exec("git push")\'', ['node -e ""']],
    ['node -e \'cp.exec("git push")\'', ['node -e ""', 'git push']],
    ['python3 -c \'exec("git push")\'', ['python3 -c ""']],
    ['python3 -c \'import os; os.execvp("a", ["a", "b"])\'', ['python3 -c ""', 'a b']],
    ["bun -e 'await $`a b`'", ['bun -e ""', 'a b']],
    ['r=echo; $r git push', ['echo "" ""', '$r']],
    ["cat <<'E' > f\na\nE\nbash ./f", ['cat <<E > f', 'bash ./f', 'a']],
    ["cat <<'E' > f\na\nE\nbash -n f; cat f", ['cat <<E > f', 'bash -n f', 'cat f']],
    ['echo a > f; echo b >> f; sh f', ['echo "" > f', 'echo "" >> f', 'sh f', 'a', 'b']],
    ['echo a | tee f; . f', ['echo ""', 'tee f', '. f', 'a']],
    [
      'printf \'#!/usr/bin/python3\\nos.system("a")\\n\' > f; chmod +x f; ./f',
      ['printf "" > f', 'chmod +x f', 'f', 'a'],
    ],
    ["su x --command='a b'", ['su x --command=""', 'a b']],
    ['nvm exec 20 npm publish', ['nvm exec 20 npm publish', 'npm publish']],
    ['nvm exec 20 npm test', ['nvm exec 20 npm test']],
    ['npx cross-env X=1 git push', ['npx cross-env X=1 git push', 'git push']],
    ['minikube kubectl -- get x', ['minikube kubectl -- get x', 'kubectl get x']],
    ["tmux send-keys -t 0 'git push' Enter", ['tmux send-keys -t 0 "" Enter', 'git push']],
    [
      "tmux -L own send-keys -t 0 'git push' C-m ENTER",
      ['tmux -L own send-keys -t 0 "" C-m ENTER', 'git push'],
    ],
    ['tmux new -s work -d git push', ['tmux new -s work -d "" ""', 'git push']],
    ['tmux -L own -f /dev/null neww -n a git push', ['tmux -L own -f /dev/null neww -n a "" ""', 'git push']],
    ["tmux new -d -s 'git push' vim", ['tmux new -d -s "" ""', 'vim']],
    ['tmux new -d -s work echo git push', ['tmux new -d -s work "" "" ""', 'echo "" ""']],
    ["runuser -l git -c 'git push'", ['runuser -l git -c ""', 'git push']],
    ["tmux send-keys -t vim 'git push' Enter", ['tmux send-keys -t vim "" Enter']],
    ["ruby -e 'puts `a b`'", ['ruby -e ""', 'a b']],
    ["ruby -pe 'gsub(/`a b`/, 1)' f", ['ruby -pe "" f']],
    ['perl -e \'system("a", "b")\'', ['perl -e ""', 'a b']],
    ['( a; b )', ['a', 'b']],
    ['{ a; b; } > log', ['a', 'b']],
    ['[[ a == b ]] && c', ['[[ "" "" "" ]]', 'c']],
    ['x=$(a) y=2', ['a']],
    ['cat <<EOF\n$(a)\ntext\nEOF\nb', ['cat <<EOF', 'a', 'b']],
    ["cat <<'EOF'\n$(a)\nEOF\nb", ['cat <<EOF', 'b']],
    ['a \\\n  --flag', ['a --flag']],
    ['a # b; c', ['a']],
    ['find . -exec a {} \\; -exec b {} +', ['find . -exec a {} ; -exec b {} +', 'a {}', 'b {}']],
    ['diff <(a) <(b)', ['diff <() <()', 'a', 'b']],
    ['git push 2>&1 >/dev/null', ['git push 2>&1 >/dev/null']],
  ];
  for (const [command, expected] of cases) {
    test(command, () => expect(shellView(command).commands.map((each) => each.text)).toEqual(expected));
  }

  test('five levels deep', () => {
    let command = 'git push --force';
    for (let level = 0; level < 5; level++) command = `bash -c '${command.replaceAll("'", "'\\''")}'`;
    expect(texts(command)).toContain('git push --force');
    expect(texts('echo $(echo $(echo $(echo $(echo $(git push)))))')).toContain('git push');
  });

  test('arguments, and how it was reached', () => {
    const view = shellView('cd x && sudo git "push" origin');
    const push = view.commands.find((each) => each.program === 'git')!;
    expect(push.args).toEqual(['push', 'origin']);
    expect(push.via).toBe('sudo');
  });

  test('usual spellings', () => {
    expect(texts('git -C d push origin main -f')).toContain('git push --force origin main');
    expect(texts('rm -r --force -- /')).toContain('rm -rf /');
    expect(texts('git reset HEAD~1 --hard')).toContain('git reset --hard HEAD~1');
    expect(texts('git push --force-with-lease')).not.toContain('git push --force');
    expect(texts('kubectl -n a delete namespace b')).toContain('kubectl delete ns b');
  });

  test('pipelines and lists', () => {
    const view = shellView('curl -s x | sudo bash -; cd a && b');
    expect(view.pipelines).toContain('curl -s x | bash -');
    expect(view.lists).toEqual(['curl -s x | sudo bash -; cd a && b']);
    expect(shellView('bash -c "$(curl -s x)"').pipelines).toContain('curl -s x | bash');
    expect(shellView('curl -s x | tee i.sh | cat | sh').pipelines).toContain('curl -s x | sh');
    expect(shellView('pwsh -c "irm x | iex"').pipelines).toContain('irm x | iex');
  });

  test('inert commands', () => {
    expect(shellView('git push --force --help').commands[0]!.inert).toBe('help');
    expect(shellView('git clean -nfd').commands[0]!.inert).toBe('dry-run');
    expect(shellView('npm publish --dry-run').commands[0]!.inert).toBe('dry-run');
    expect(shellView('git commit -nm x').commands[0]!.inert).toBeUndefined();
    expect(shellView('rm -rf -- --help').commands[0]!.inert).toBeUndefined();
  });
});

describe('what stands elsewhere than it is run', () => {
  test.each([
    ['docker run --rm --entrypoint rm alpine -rf /w', 'rm -rf /w'],
    ['docker run --entrypoint=/bin/rm alpine -rf /w', '/bin/rm -rf /w'],
    [`echo ${btoa('git push -f')} | base64 -d | sh`, 'git push -f'],
    [`base64 --decode <<< ${btoa('git push -f')} | bash`, 'git push -f'],
    [`bash -c "$(echo ${btoa('git push -f')} | base64 -d)"`, 'git push -f'],
    ['GIT_SSH_COMMAND=\'sh -c "git push -f"\' git fetch', 'git push -f'],
    ["EDITOR='git push -f' git commit", 'git push -f'],
    [`echo ${Buffer.from('git push -f').toString('hex')} | xxd -r -p | sh`, 'git push -f'],
    [`powershell -NoProfile -enc ${Buffer.from('git push -f', 'utf16le').toString('base64')}`, 'git push -f'],
    [`python3 -c "import os;os.system(base64.b64decode('${btoa('git push -f')}').decode())"`, 'git push -f'],
    [`node -e "execSync(Buffer.from('${btoa('git push -f')}','base64').toString())"`, 'git push -f'],
    [`ruby -e 'system(Base64.decode64("${btoa('git push -f')}"))'`, 'git push -f'],
    [`groovy -e '"git push -f".execute()'`, 'git push -f'],
    [`groovy -e "['git','push','-f'].execute().text"`, 'git push -f'],
    ["tclsh <<'EOF'\nexec git push -f\nEOF", 'git push -f'],
    ["git -c core.sshCommand='git push -f' fetch", 'git push -f'],
    ["make deploy CMD='git push -f'", 'git push -f'],
    ["tar cf x.tar y --checkpoint-action=exec='git push -f'", 'git push -f'],
    [`aws ssm send-command --parameters 'commands=["git push -f"]' --targets x`, 'git push -f'],
    [`aws ssm send-command --parameters '{"commands":["cd x", "git push -f"]}'`, 'git push -f'],
    [`aws --region x ssm send-command --parameters commands="git push -f"`, 'git push -f'],
    ['aws ecs execute-command --cluster c --command "git push -f"', 'git push -f'],
  ])('%s', (command, run) => {
    expect(texts(command)).toContain(run);
  });

  test.each([
    'docker run --entrypoint echo alpine git push -f',
    "docker run --entrypoint echo alpine 'a; git push -f'",
    'docker run --rm alpine echo git push -f',
    `echo ${btoa('git push -f')} | base64 -d > plan.txt`,
    `echo ${btoa('echo "git push -f"')} | base64 -d | sh`,
    "NOTE='git push -f' npm test",
    "git -c user.name='git push -f' log",
    "git commit -m 'core.pager=git push -f'",
    "make -n deploy CMD='git push -f'",
    "make commit MSG='git push -f'",
    `groovy -e 'println "git push -f"'`,
    `tclsh <<'E'\nputs "git push -f"\nE`,
    `python3 -c "print(base64.b64decode('${btoa('git push -f')}'))"`,
    `echo ${Buffer.from('git push -f').toString('hex')} | xxd -r -p > plan.txt`,
    `aws ssm send-command --comment 'git push -f' --parameters 'commands=["uptime"]'`,
    `aws ssm put-parameter --name x --value 'git push -f'`,
    `aws ssm send-command --parameters 'commands=["echo git push -f"]'`,
  ])('not %s', (command) => {
    expect(texts(command).filter((text) => /git push/.test(text))).toEqual([]);
  });
});

test('a script that a shell is given is called by its name, too', () => {
  const spellings = (command: string) => shellView(command).commands[0]!.alt ?? [];
  expect(spellings('bash -x ./bin/ship --prod')).toEqual(['./bin/ship --prod', 'ship --prod']);
  for (const command of ['bash -n ship.sh', 'bash -s ship.sh', 'bash -c ship.sh', 'bash', 'bash /dev/stdin'])
    expect(spellings(command).filter((text) => text.startsWith('ship'))).toEqual([]);
});

describe('what is data', () => {
  const cases: [command: string, texts: string[]][] = [
    ['git commit -m "git push"', ['git commit -m ""']],
    ['git commit -mfix', ['git commit -m""']],
    ['echo git push', ['echo "" ""']],
    ['grep -e a.b f', ['grep -e "" f']],
    ['sed s/a/b/ f', ['sed "" f']],
    ['a # git push', ['a']],
    ['cat <<E\ngit push\nE', ['cat <<E']],
    ['bash <<E\ngit push\nE', ['git push', 'bash <<E']],
    ['git "push" --force', ['git push --force']],
    ['rm -rf "/" "$HOME"', ['rm -rf / $HOME']],
    ['gh pr create --title="a b"', ['gh pr create --title=""']],
    ['X="a b" make', ['make']],
    ['echo "a $(git push) b"', ['echo ""', 'git push']],
    ["bash -c 'echo hi; ls'", ['bash -c ""', 'echo ""', 'ls']],
    ['claude -p "git push"', ['claude -p ""']],
    ['claude -p --model opus "git push"', ['claude -p --model opus ""']],
    [
      'claude --print --dangerously-skip-permissions hi',
      ['claude --print --dangerously-skip-permissions hi'],
    ],
  ];
  for (const [command, expected] of cases) {
    test(command, () => expect(shellView(command).commands.map((each) => each.text)).toEqual(expected));
  }

  test('nothing outside quotes is lost where no program prints or searches', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9./_-]{0,8}$/).filter((each) => !RESERVED.has(each));
    const command = fc.tuple(
      fc.constantFrom('git', 'npm', 'make', './run', 'docker', 'xyz'),
      fc.array(word, { maxLength: 5 }),
    );
    const joined = fc.array(fc.tuple(command, fc.constantFrom(' && ', ' | ', '; ', ' || ', '\n', ' & ')), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(joined, (parts) => {
        const text = parts
          .map(([[program, words], operator]) => [program, ...words].join(' ') + operator)
          .join('');
        const view = shellView(text);
        const seen = view.commands.filter((each) => each.via === 'top').map((each) => each.args.join(' '));
        expect(seen).toEqual(parts.map(([[, words]]) => words.join(' ')));
      }),
      { numRuns: 500 },
    );
  });
});

/** Programs and words of the generator above that mean something to the view. */
const RESERVED = new Set(['do', 'if', 'fi', 'in', 'help', 'exec', 'x', 'run', 'rebase', 'grep']);

describe('PowerShell and cmd', () => {
  const cases: [command: string, expected: string[]][] = [
    ["Write-Host 'git push'; git push", ['Write-Host ""', 'git push']],
    [
      'Get-ChildItem | ForEach-Object { Remove-Item $_ }',
      ['Get-ChildItem', 'ForEach-Object', 'Remove-Item $_'],
    ],
    ["$env:A = 'git push'; npm test", ['npm test']],
    ["$m = @'\ngit push\n'@\ngit commit -m $m", ['git commit -m ""']],
    ["@'\nit's\ngit push\n'@ | Out-File a.md", ['Out-File a.md']],
    ['git commit -m @"\r\ngit push\r\n"@\r\ngit pull', ["git commit -m ''", 'git pull']],
    ['Write-Host "at $(git pull) $(")"; git fetch)"', ['Write-Host ""', 'git pull', 'git fetch']],
    ['Write-Host "at `$(git pull)"; Get-Date', ['Write-Host ""', 'Get-Date']],
    ['Get-Item a | Write-Host "$(git pull | sort)"', ['Get-Item a', 'Write-Host ""', 'git pull', 'sort']],
    ['Set-Content a @"\nat $(git pull) `$(git push)\n"@', ["Set-Content a ''", 'git pull']],
    ['Set-Item a; git push origin main `\r\n  --force', ['Set-Item a', 'git push origin main --force']],
    [
      'Start-Process git -ArgumentList @("push", "--force") -Wait; Get-Date',
      ['Start-Process git -ArgumentList push, --force -Wait', 'git push --force', 'Get-Date'],
    ],
    ['Set-Item a; $x = @(git pull)', ['Set-Item a', 'git pull']],
    ['Set-Item a\nfunction f { "$(git push)" }', ['Set-Item a']],
    ["<# it's\ngit push #>\nls", ['ls']],
    ["cat > a.ps1 <<'EOF'\n$a = @'\ngit push\n'@\nEOF\ngit pull", ['cat > a.ps1 <<EOF', 'git pull']],
    ['if exist x (git push) else (echo git push)', ['git push', 'echo "" ""']],
    ['@echo off\nrem git push\ngit pull', ['echo ""', 'git pull']],
    [
      'powershell -Command "git push; Write-Output hi"',
      ['powershell -Command ""', 'git push', 'Write-Output ""'],
    ],
    ['cmd /c "git push & echo git push"', ['cmd /c ""', 'git push', 'echo "" ""']],
  ];
  for (const [command, expected] of cases) {
    test(command, () => expect(shellView(command).commands.map((each) => each.text)).toEqual(expected));
  }
});

test('what PowerShell executes in a text in a text is seen, however many there are', () => {
  const nested = (depth: number) => `Get-Date; ${'"$('.repeat(depth)}git push${')"'.repeat(depth)}`;
  for (const depth of [1, 3, 30_000])
    expect(shellView(nested(depth)).commands.some(({ text }) => text === 'Get-Date')).toBe(true);
  expect(shellView(nested(3)).commands.map(({ text }) => text)).toContain('git push');
});

test('of a wrapper that is given very many commands, the first are looked at', () => {
  for (const given of ["hyperfine 'git push'", "parallel ::: 'git push'"]) {
    const { commands } = shellView(given + " 'make x'".repeat(2000));
    expect(commands.some(({ text }) => text === 'git push')).toBe(true);
    expect(commands.length).toBeLessThan(60);
  }
});

test.each([
  "screen -dmS dev bash -c 'cd web; npm run dev'",
  'screen -dmS dev nice npm run dev',
  "tmux new -d 'npm run dev'",
  'xterm -e npm run dev',
  'gnome-terminal -- npm run dev',
  'systemd-run --user npm run dev',
  "pm2 start 'npm run dev'",
])('nobody waits for what is started by it: %s', (command) => {
  const started = shellView(command).commands.find(({ text }) => text === 'npm run dev');
  expect(started?.alt).toContain('npm run dev &');
});

test('commands of PowerShell and cmd are listed with what stands between them', () => {
  const lists = (command: string, tool: string) => shellView(command, tool).lists ?? [];
  expect(lists('cd app && npm test || echo no; ls | sort', 'PowerShell')).toEqual([
    'cd app && npm test || echo ""; ls | sort',
  ]);
  expect(lists('cd app && dir & del x.txt', 'cmd')).toEqual(['cd app && dir; del x.txt']);
  expect(lists("Write-Host 'a && b'; Get-Date", 'PowerShell')[0]).not.toContain('&&');
  expect(lists('Get-Date', 'PowerShell')).toEqual([]);
});
