import { describe, expect, test } from 'bun:test';
import { whereOf } from './remote.ts';
import { shellParts } from './shell.ts';

const texts = (command: string) => shellParts(command).map(({ text, via }) => [text, via !== '']);

describe('a program that only starts another one is taken off', () => {
  test.each([
    ['nix develop -c pear sort -- big', 'pear sort -- big'],
    ['nix develop .#orchard --command bash -lc "pear sort"', 'pear sort'],
    ['nix shell nixpkgs#pear -c pear sort', 'pear sort'],
    ['direnv exec . pear sort -- big', 'pear sort -- big'],
    ['direnv exec ./orchard -- pear sort', 'pear sort'],
    ['xvfb-run -a pear sort', 'pear sort'],
    ['dotenv -e .env.local -- pear sort', 'pear sort'],
    ['op run --env-file=.env -- pear sort', 'pear sort'],
    ['pnpm --filter web exec pear sort', 'pear sort'],
    ['uv run --with plum pear sort', 'pear sort'],
    ['conda run -n orchard pear sort', 'pear sort'],
    ['sudo -u deploy timeout -k 5 60 env CI=1 pear sort', 'pear sort'],
    ['flock /tmp/lock -c "pear sort"', 'pear sort'],
    ['cmd.exe /c "pear sort"', 'pear sort'],
    ['cmd //d //c pear sort "big ones"', 'pear sort big ones'],
    ['cmd /c "pear sort C:\\box"', 'pear sort C:\\box'],
  ])('%s', (command, text) => expect(texts(command)).toEqual([[text, true]]));

  test.each([
    ['ssh box "cd /srv && pear \\"sort; all\\""', ['cd /srv', 'pear sort; all']],
    ['bash -c "pear \\"\\$HOME; x\\""', ['pear $HOME; x']],
    ['ssh box \'pear "a\\"; b"\'', ['pear a"; b']],
    ['pear "C:\\box\\north" "\\d+"', ['pear C:\\box\\north \\d+']],
  ])('quotes within quotes: %s', (command, parts) =>
    expect(shellParts(command).map(({ text }) => text)).toEqual(parts),
  );

  test('all commands that it starts', () => {
    expect(shellParts('cd x && cmd /c "pear sort && pear ls"').map(({ op, text }) => [op, text])).toEqual([
      ['', 'cd x'],
      ['&&', 'pear sort'],
      ['&&', 'pear ls'],
    ]);
  });

  test.each([
    ['nix develop'],
    ['nix develop .#orchard'],
    ['direnv exec .'],
    ['cmd'],
    ['timeout /t 5'],
    ['sudo -l'],
    ['command -v pear'],
  ])('%s stays as it is', (command) => expect(texts(command)).toEqual([[command, false]]));
});

const places = (command: string) =>
  shellParts(command).map((part) => [part.text, whereOf(part), part.by?.program ?? '']);

test.each([
  [
    "ssh -p 22 box 'cd /srv && make all' | tail",
    [
      ['cd /srv', 'over ssh', 'ssh'],
      ['make all', 'over ssh', 'ssh'],
      ['tail', '', ''],
    ],
  ],
  ['docker compose exec -T app npm test', [['npm test', 'in a container', 'docker']]],
  ["kubectl exec -it pod-1 -c web -- sh -c 'ls /srv'", [['ls /srv', 'in a pod', 'kubectl']]],
  ["ssh box 'docker exec app ls'", [['ls', 'over ssh', 'docker']]],
  ['docker run --rm shop:1 migrate --all', [['docker run --rm shop:1 migrate --all', '', '']]],
  ['ssh box', [['ssh box', '', '']]],
  ['ssh box bash -s < setup.sh', [['ssh box bash -s', '', '']]],
  ['powershell -NoProfile -Command "npm test"', [['npm test', '', '']]],
  [
    'powershell -Command "$found = Get-Item x; $found.Name"',
    [['powershell -Command $found = Get-Item x; $found.Name', '', '']],
  ],
])('%s runs there', (command, parts) => {
  expect(places(command)).toEqual(parts as [string, string, string][]);
});
