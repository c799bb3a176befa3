import { expect, test } from 'bun:test';
import { shellParts } from '../../shell/shell.ts';
import { beforeToldFailure, tellsFailure } from './printed-status.ts';

const before = (command: string, text: string) => beforeToldFailure(command, text, () => shellParts(command));

for (const [command, last] of [
  ['make plums; echo "exit=$?"', 'exit=2'],
  ['make plums; echo $?', '2'],
  ['make plums; echo -e "\\n--- exit $? ---"', '--- exit 2 ---'],
  ['make plums || echo "failed with $?"', 'failed with 2'],
  ['make plums\necho "exit=$?"', 'exit=2'],
  ['make plums 2>&1 | tail -3; echo "EXIT: ${PIPESTATUS[0]}"', 'EXIT: 2'],
  ['make plums > out.log 2>&1; rc=$?; tail -5 out.log; echo "rc: $rc"; exit 0', 'rc: 2'],
  ['make plums; printf "status %d\\n" $?', 'status 2'],
  ['npm test; Write-Host "exit $LASTEXITCODE"', 'exit 2'],
  ['cmd /c "npm test & echo %ERRORLEVEL%"', '2'],
  ['ssh box \'make plums; echo "exit=$?"\'', 'exit=2'],
  ['grep -rn plums src; echo "exit=$?"', 'exit=2'],
] as const)
  test(`a status that is told: ${command}`, () => {
    expect(before(command, `no rule for plums\n${last}\n`)).toBe('no rule for plums');
  });

for (const [what, command, text] of [
  ['success', 'make plums; echo "exit=$?"', 'made\nexit=0'],
  ['an answer', 'grep -c plums list; echo $?', '0\n1'],
  ['an answer that is kept', 'grep -c plums list > n; rc=$?; cat n; echo "rc=$rc"', '0\nrc=1'],
  ['a difference', 'git diff --stat --exit-code; echo "rc=$?"', ' list | 2 +-\nrc=1'],
  ['a check', 'npx prettier --check src; echo "rc=$?"', '[warn] src/list.ts\nrc=1'],
  ['a filter behind a pipe', 'make plums | grep error; echo "exit=$?"', 'made\nexit=1'],
  ['several commands', 'make a; echo "a=$?"; make b; echo "b=$?"', 'x\na=0\nb=1'],
  ['a loop', 'for i in 1 2; do make $i; echo "exit=$?"; done', 'x\nexit=0\nx\nexit=2'],
  ['another line', 'make plums; echo "exit=$?"', 'made 3\nrows 12'],
  ['nothing else', 'make plums; echo "exit=$?"', 'exit=2'],
] as const)
  test(`no failure that is told: ${what}`, () => {
    expect(before(command, text)).toBe(null);
  });

for (const [what, command, line, told] of [
  ['a name before it', '(make plums; echo "plums exit=$?" >> m.log); tail -6 m.log', 'plums exit=2', true],
  ['one that is passed', '(make plums; echo "plums exit=$?" >> m.log); tail -6 m.log', 'plums exit=0', false],
  ['a count', 'make plums; echo "plums exit=$?"', 'plums exit=2 of 7', false],
  ['an answer', 'diff a b; echo "diff exit=$?"', 'diff exit=1', false],
  ['other words', 'make plums; echo "plums exit=$?"', 'pears exit=2', false],
] as const)
  test(`a line that tells a status under a name: ${what}`, () => {
    expect(tellsFailure(command, line, () => shellParts(command))).toBe(told);
  });
