import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { plainView } from '../../src/inject/plain-view.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { ShellView } from '../../src/inject/types.ts';
import { corpusDir, NO_CORPUS } from '../support/corpus.ts';
import { corpusCalls } from '../support/corpus-calls.ts';

/** Everything that a pattern can meet; no other spelling is the same as an empty list of them. */
function seen(view: ShellView): object {
  const commands = view.commands.map((command) => ({ ...command, alt: command.alt ?? [] }));
  return { commands, pipelines: view.pipelines, lists: view.lists };
}

/** Fails where the plain view of a text, if it has one, is not what the parser sees; false where it has none. */
function isSeenAlike(text: string): boolean {
  const view = plainView(text);
  if (view === null) return false;
  const [plain, parsed] = [seen(view), seen(shellView(text))];
  // Of tens of thousands that are alike `expect` would take most of the time.
  if (JSON.stringify(plain) !== JSON.stringify(parsed))
    expect({ text, ...plain }).toEqual({ text, ...parsed });
  return true;
}

const PROGRAMS =
  'git git git npm rm yarn cargo make cmake tsc pip pip3 mvn ls cd mkdir cp mv ln touch cat head tail wc sort uniq diff chmod chown terraform helm systemctl kill';
const OTHERS = 'python3 sudo env echo grep bash for do x=1 A=b xargs find docker kubectl set eval';
const WORDS =
  'push commit -m -am wip origin main --force -f -fd --delete -d +main HEAD:x branch -D reset --hard clean -xdf restore . -- checkout ' +
  'install i add -g --save-dev --prefix dir run build test -rf / // -R 777 0777 a+rwx --message --message=x --title -t -b --body -k -n ' +
  '--dry-run --no-verify --version --help help status --short -C x -c a=b apply -destroy delete --all --format=x --pretty a/b.ts a.b:c @scope/pkg ' +
  'x,y -u=1 --x=y exec -9 stop --system create --notes -x -e -i - stash rebase tag -a v1 --author grep log -p --oneline submodule foreach -qm';
const oneOf = (words: string) => fc.constantFrom(...words.split(' '));
const start = fc.oneof({ weight: 5, arbitrary: oneOf(PROGRAMS) }, { weight: 1, arbitrary: oneOf(OTHERS) });
const word = fc.oneof({ weight: 6, arbitrary: oneOf(WORDS) }, oneOf(PROGRAMS), oneOf(OTHERS));
const command = fc
  .tuple(start, fc.array(word, { maxLength: 6 }))
  .map(([first, rest]) => [first, ...rest].join(' '));
const joint = fc.constantFrom(
  ' && ',
  '; ',
  ' | ',
  ' || ',
  '&&',
  ';',
  '|',
  '  &&  ',
  ' & ',
  '\n',
  ';; ',
  ' |& ',
);
const line = fc
  .tuple(fc.array(fc.tuple(command, joint), { maxLength: 3 }), command, fc.constantFrom('', ' ', ';'))
  .map(([parts, last, end]) => parts.flat().join('') + last + end);

test('a plain command is seen as the parser sees it', () => {
  let plain = 0;
  fc.assert(
    fc.property(line, (text) => {
      if (isSeenAlike(text)) plain += 1;
    }),
    { numRuns: 30_000 },
  );
  expect(plain).toBeGreaterThan(3000);
});

test('what runs another program is seen as the parser sees it', () => {
  const tables = ['wrapper-table.ts', 'remote-table.ts', 'runner-table.ts'].map((name) =>
    readFileSync(new URL(`../../src/inject/shell/${name}`, import.meta.url), 'utf8'),
  );
  const programs = new Set(tables.join('').match(/[a-z][\w-]+/g));
  expect(programs.size).toBeGreaterThan(150);
  for (const program of programs) {
    for (const verb of ['run', 'exec', 'x', 'dlx', '-c', '--', '5']) {
      isSeenAlike(`${program} ${verb} git push --force`);
    }
  }
});

test('any text is either plain or left to the parser', () => {
  const characters = fc.constantFrom(...'git rm -fx/=.:&|; \n"\'$`()<>#*~%^{}[]!\\é');
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
      isSeenAlike(`git ${parts.join('')}`);
    }),
    { numRuns: 30_000 },
  );
});

test('the shells of Windows are left to the parser', () => {
  expect(plainView('git push --force')).not.toBeNull();
  for (const tool of ['PowerShell', 'pwsh', 'cmd', 'CMD.EXE'])
    expect(plainView('git push --force', tool)).toBeNull();
});

const corpus = corpusDir();
test.skipIf(corpus === null)(
  corpus === null ? `over the corpus (${NO_CORPUS})` : 'in every command of the corpus',
  () => {
    let plain = 0;
    for (const call of corpusCalls(corpus!)) {
      if (call.tool === 'Bash' && isSeenAlike(call.text)) plain += 1;
    }
    expect(plain).toBeGreaterThan(100);
  },
);
