import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { compiledLesson } from '../../src/inject/compiled-lesson.ts';
import { matchCall } from '../../src/inject/match.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import { singleQuoted } from '../../src/text/shell-quote.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';
import { isFullFuzz } from '../support/fuzz.ts';
import { lastingScratchDir, scratchDir } from '../support/scratch.ts';

/**
 * What the view calls executed is what a real bash executes: made commands are run with a `git` that only notes its
 * arguments, and a lesson must match exactly those that came to push by force. Contexts in which the shell decides at
 * run time (`false && …`) are not made.
 */

const RUNS = isFullFuzz ? 5_000 : 250;

const double = (text: string): string => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;

type Context = (command: string) => string;
/** Names and ends of here-documents (`NAME`) are ones that the command does not hold. */
const around = (frame: string, text: string, inner: string): string =>
  frame.replaceAll('NAME', `n${text.length}`).replace('@', () => inner);
const framed = (frames: readonly string[]): Context[] =>
  frames.map((frame) => (text) => around(frame, text, text));
/** What is handed a command as one word, in either kind of quotes. */
const quoted = (frames: readonly string[]): Context[] =>
  frames.flatMap((frame) =>
    [singleQuoted, double].map((quote) => (text) => around(frame, text, quote(text))),
  );

const HERE = "<<'NAME'\n@\nNAME";
const EXECUTES = [
  ...framed([
    'true && @',
    'false || @',
    'echo hi; @',
    '@\necho done',
    '{ @\n}',
    '( @\n)',
    'if true; then @\nfi',
    'if ! true; then :; elif true; then @\nfi',
    'for NAME in 1; do @\ndone',
    'while read -r NAME; do @\ndone <<< y',
    'until @\ndo break; done',
    'case x in x) @\n;; esac',
    'NAME() { @\n}; NAME',
    'function NAME { @\n}\nNAME a b',
    'NAME=$( @\n)',
    'echo "$( @\n)"',
    '[ 1 = 1 ] && @',
    '[[ a == a ]] && { @\n}',
    '(( 1 < 2 )) && @',
    'cd . && @',
    'set -e; @',
    '# a comment, it\'s "one"\n@',
    'echo "it\'s" && @',
    "echo 'a \" b'; @",
    'echo ${#PATH} a#b; @',
    "echo $'a\\'b'; @",
    `cat <<NAME >/dev/null\nit's "text"\nNAME\n@`,
    'cat <<-NAME >/dev/null\n\ttext "\n\tNAME\n@',
    `bash ${HERE}`,
    `bash -s ${HERE}\necho ok`,
    `cat > NAME.sh ${HERE}\nbash NAME.sh`,
    `env cat > NAME.sh ${HERE}\nbash ./NAME.sh`,
  ]),
  ...quoted([
    'bash -c @',
    'bash -euo pipefail -c @',
    'env A=1 bash -c @',
    'command bash -c @',
    'eval @',
    'echo @ | bash',
    'env echo @ | bash',
    'time echo @ | env bash',
    'printf %s @ | bash',
    "command printf '%s\\n' @ | bash -s",
    'bash <<< @',
    'source <(echo @)',
    '. /dev/stdin <<< @',
    'find . -maxdepth 0 -exec bash -c @ \\;',
    'echo x | xargs -I{} bash -c @',
    'NAME=@; eval "$NAME"',
    'NAME=@\nbash -c "$NAME"',
    'echo @ > NAME.sh && bash ./NAME.sh',
  ]),
];
const MENTIONS = [
  ...framed([
    `cat > notes.md ${HERE}`,
    `cat ${HERE}`,
    `git commit -m "$(cat ${HERE}\n)"`,
    `wc -c ${HERE}`,
    `read -r -d '' NAME ${HERE}`,
  ]),
  ...quoted([
    'echo @',
    'printf "%s\\n" @',
    'git commit -m @',
    'git tag -a v1 -m @',
    'grep -F @ /dev/null',
    'NAME=@',
    'export MSG=@',
    ': @',
    'test @ = y',
    '[[ @ == z ]]',
    '[ -n @ ] && echo yes',
    'case @ in a) ;; esac',
    'for m in @; do echo "$m"; done',
    'echo @ | tee log.txt',
    'echo @ | grep -c push',
    'echo @ >> notes.md',
    'cat <<< @',
    'a=(@); echo "${a[0]}"',
    'diff <(echo @) <(echo b)',
  ]),
];

const someOf = (...texts: string[]) => fc.constantFrom(...texts);
const spelt = fc
  .tuple(
    someOf('git', 'git', '\\git', '"git"', "g'i't", 'A=1 git', 'command git', 'env -u X git', 'nice git'),
    someOf(' ', '  ', ' \\\n', '\t'),
    someOf('push', "'push'", '"push"', 'pu"sh"'),
    someOf('--force', '"--force"', "--fo'rce'", '--for\\ce'),
    someOf('', ' origin main', ' origin main 2>&1 | tail -3', ' >/dev/null 2>&1', ' </dev/null'),
  )
  .map(([git, space, push, force, rest]) => `${git}${space}${push}${space}${force}${rest}`);
const executing = fc.array(fc.constantFrom(...EXECUTES), { maxLength: 3 });
const inside = (contexts: Context[], command: string): string =>
  contexts.reduce((text, context) => context(text), command);
const commands = fc.oneof(
  fc.tuple(executing, spelt).map(([outer, command]) => inside(outer, command)),
  fc
    .tuple(
      executing,
      fc.constantFrom(...MENTIONS),
      fc.array(fc.constantFrom(...EXECUTES), { maxLength: 1 }),
      spelt,
    )
    .map(([outer, mention, inner, command]) => inside([...inner, mention, ...outer], command)),
);

const pattern = compilePattern('\\bgit\\s+push\\s+--force\\b', 'command');
if (!pattern.ok) throw new Error(pattern.reason);
const lesson = compiledLesson({ id: 'push', delivery: 'block', command: [pattern.pattern], priority: 9 });

function isMatched(command: string): boolean {
  const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/work', paths: [] };
  const context = { project: null, agent: 'claude-code', team: null };
  return matchCall(call, shellView(command, 'Bash'), [lesson], context).length > 0;
}

const bash = spawnSync('bash', ['--version']).status === 0;
const programs = lastingScratchDir('programs');
beforeAll(() => {
  writeFileSync(join(programs, 'git'), '#!/bin/sh\nprintf "%s " "$@" >> "$NOTED"\necho >> "$NOTED"\n');
  chmodSync(join(programs, 'git'), 0o755);
});

/** Whether a push by force came of the command, as a real shell runs it. */
function isExecuted(command: string): boolean {
  const home = scratchDir('executed');
  const noted = join(home, 'noted');
  const folder = join(home, 'work');
  mkdirSync(folder);
  writeFileSync(noted, '');
  const env = { PATH: `${programs}:/usr/bin:/bin`, HOME: home, NOTED: noted };
  spawnSync('bash', ['-c', command], { cwd: folder, env, stdio: 'ignore', timeout: 10_000 });
  return readFileSync(noted, 'utf8')
    .split('\n')
    .some((line) => line.startsWith('push --force'));
}

test.skipIf(!bash)(
  bash ? 'a lesson meets what a real bash executes, and nothing else' : 'skipped: no bash on this machine',
  () => {
    let executed = 0;
    fc.assert(
      fc.property(commands, (command) => {
        const ran = isExecuted(command);
        if (ran) executed += 1;
        expect({ command, matched: isMatched(command) }).toEqual({ command, matched: ran });
      }),
      { numRuns: RUNS },
    );
    expect(executed).toBeGreaterThan(RUNS / 5);
    expect(executed).toBeLessThan((RUNS * 4) / 5);
  },
  120_000,
);
