import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { callTexts, tokenTexts } from '../../src/inject/match-texts.ts';
import { quickTokens } from '../../src/inject/quick-tokens.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { ShellView } from '../../src/inject/types.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { tokensOf } from '../../src/text/tokens.ts';
import { corpusDir, NO_CORPUS } from '../support/corpus.ts';
import { corpusCalls, toHookCall } from '../support/corpus-calls.ts';
import { shellTableWords, TABLED_PROGRAMS, valuedClusters } from '../support/shell-words.ts';

/** Tokens that patterns see and that the quick look would miss; null where it takes none. */
function missed(call: ToolCall, view: ShellView | null): string[] | null {
  const quick = quickTokens(call);
  if (quick === null) return null;
  const masks = /^_+$/;
  return [...tokensOf(tokenTexts(callTexts(call, view)))].filter(
    (token) => !quick.has(token) && !masks.test(token),
  );
}

/** Fails where the quick look misses one; false where it takes none. */
function missesNone(command: string): boolean {
  const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/home/dev/app', paths: [] };
  const found = missed(call, shellView(command));
  // Of tens of thousands that miss none `expect` would take most of the time.
  if (found !== null && found.length > 0) expect({ command, missed: found }).toEqual({ command, missed: [] });
  return found !== null;
}

/** Of 20,000 commands made of these, how many the quick look takes; fails where it misses a token. */
function passedQuickly(word: fc.Arbitrary<string>, joint: fc.Arbitrary<string>): number {
  const command = fc
    .array(fc.tuple(word, joint), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.flat().join(''));
  let quick = 0;
  fc.assert(
    fc.property(command, (text) => {
      if (missesNone(text)) quick += 1;
    }),
    { numRuns: 20_000 },
  );
  return quick;
}

describe('the quick look misses no token that the shell view has', () => {
  test('in random commands', () => {
    const word = fc.constantFrom(
      'git',
      'push',
      '-f',
      '+main',
      '--force',
      '--delete',
      '-d',
      'commit',
      '-mfix',
      '-n',
      '-nm',
      'branch',
      '-D',
      '-df',
      'restore',
      '.',
      'checkout',
      '--',
      'clean',
      '-xdf',
      '-X',
      'npm',
      'i',
      'add',
      'rm',
      '-r',
      '-fR',
      '--recursive',
      '--force',
      '/',
      '//',
      '~/',
      'sudo',
      'env',
      'A=1',
      'xargs',
      'find',
      '-exec',
      'time',
      'nohup',
      'bash',
      '-c',
      'sh',
      '-lc',
      'echo',
      'cd',
      '-C',
      'x',
      'a.b',
      '>out',
      '2>&1',
      'python3',
      '-m',
      'ssh',
      'host',
      'reset',
      '--hard',
      'HEAD~1',
      'alias',
      'g=git',
      'g',
      'for',
      'in',
      'do',
      'done',
      'while',
      'true',
      'node',
      '-e',
      'docker',
      'terraform',
      '!',
      '[',
      ']',
      'if',
      'then',
      'fi',
      'case',
      'esac',
      'function',
      '(',
      ')',
      '&',
      '#note',
      '*',
      '/usr/bin/git',
      'git.exe',
      'GIT',
      'exec',
      'eval',
      'timeout',
      '5',
    );
    const joint = fc.constantFrom(' ', ' ', ' ', ' && ', '; ', ' | ', ' || ', '\n', '  ', '');
    expect(passedQuickly(word, joint)).toBeGreaterThan(5000);
  });

  test('in random commands with quotes, escapes and code', () => {
    const words =
      'git push pu sh --force -f -m -am rm -rf / echo printf eval && ; | > ( ) ] , + -e sed s/a/b/ grep commit npm i cd x ' +
      'alias g= g xargs sudo env A=1 a.b ~ # * awk os.system( subprocess.run([ execSync( system( shutil.rmtree( rm_rf';
    const piece = fc.constantFrom(
      ...words.split(' '),
      ...[
        'bash -c',
        'sh -lc',
        'python3 -c',
        'node -e',
        'perl -e',
        'ruby -e',
        'php -r',
        'psql -c',
        'ssh host',
      ],
      ...['import subprocess;', 'DROP TABLE x', 'find . -exec', '|| true', 'fs.rmSync(x, {recursive: true})'],
      ...["atob('Z2l0IHB1c2g=')", 'b64decode("Z2l0IHB1c2g=")', "Buffer.from('Z2l0IHB1c2g=', 'base64')"],
    );
    const quotes = [`'`, `"`, ` '`, ` "`, `' `, `" `, `''`, `" "`, `' '`, `"'`, `'"`, `'\\''`];
    const escapes = [`\\"`, ` \\'`, '\\ ', '\\\n', ' \\\n ', '\\\r\n', '\\'];
    const joint = fc.constantFrom(' ', ' ', ' ', '', '\n', ...quotes, ...escapes);
    expect(passedQuickly(piece, joint)).toBeGreaterThan(3000);
  });

  test.each([
    `echo 'hello world'`,
    `grep -rn "foo bar" src | head`,
    `grep "a\\|b" x.txt`,
    `cd "/tmp/my app" && git commit -m 'Fix it'`,
    `git push \\\n  --force`,
    'go test ./cmd/server',
  ])('and takes %s', (command) => expect(missesNone(command)).toBe(true));

  test.each([
    `git pu's'h`,
    `git pu""sh`,
    `git "pu"sh`,
    `git pu\\sh`,
    `git pu\\\nsh`,
    `echo 'a\\nb'`,
    `rm -rf" x"`,
    `rm "-rf x"`,
    `rm -rf\\ x`,
    `node -e "execSync(atob('Z2l0IHB1c2g='))"`,
    `cmd /c "git push"`,
    `cmd.exe /c git push`,
    `/c/Windows/System32/cmd //c git push`,
  ])('but not %s', (command) => expect(missesNone(command)).toBe(false));

  test('in every word of the shell view’s tables, behind and before programs that have tables', () => {
    const words = shellTableWords();
    expect(words.length).toBeGreaterThan(1000);
    for (const program of TABLED_PROGRAMS) {
      for (const word of words) {
        const commands = [`${program} ${word} foo`, `${program} ${word}=foo x`, `${word} ${program} foo`];
        for (const command of commands) missesNone(command);
      }
    }
  });

  test('in every cluster of options with a value right behind', () => {
    for (const program of ['git commit', 'git tag', 'grep', 'sed', 'rm'])
      for (const cluster of valuedClusters()) missesNone(`${program} ${cluster} x`);
  });

  test('in options whose value the shell view takes away', () => {
    for (const command of [
      'git commit -mfix',
      'git commit -q -amfix',
      'git tag -mv1 v1',
      'grep -efoo a.txt',
      'git grep -efoo',
      'sed -es,a,b, x',
    ])
      missesNone(command);
  });

  test('in what is decoded before it is run', () => {
    missesNone(`echo ${btoa('git push -f')} | base64 -d | sh`);
  });

  test('in the committed commands', () => {
    const folder = new URL('../fixtures/commands/', import.meta.url);
    for (const name of ['harmless.jsonl', 'dangerous.jsonl', 'pack-harmless.jsonl', 'pack-dangerous.jsonl']) {
      for (const line of readFileSync(new URL(name, folder), 'utf8').trim().split('\n')) {
        const { command } = JSON.parse(line) as { command: string };
        missesNone(command);
      }
    }
  });

  test('in edits, writes and patches', () => {
    const input = {
      file_path: 'src/../lib/a.ts',
      old_string: 'x',
      edits: [{ new_string: 'deep word' }],
      content: 'const y = 1',
    };
    const call = {
      tool: 'Edit',
      nativeTool: 'MultiEdit',
      input,
      cwd: '/home/dev/my app',
      paths: ['src/../lib/a.ts'],
    };
    expect(missed(call, null)).toEqual([]);
    expect(quickTokens({ ...call, input: { content: 'x'.repeat(9000) } })).toBeNull();
  });

  const corpus = corpusDir();
  test.skipIf(corpus === null)(corpus === null ? `in the corpus (${NO_CORPUS})` : 'in the corpus', () => {
    let quick = 0;
    let calls = 0;
    for (const record of corpusCalls(corpus!)) {
      const { call, view } = toHookCall(record);
      calls += 1;
      const gone = missed(call, view);
      if (gone === null) continue;
      quick += 1;
      if (gone.length > 0) expect({ at: record.uuid, gone }).toEqual({ at: record.uuid, gone: [] });
    }
    expect(quick / calls).toBeGreaterThan(0.6);
  });
});
