import { describe, expect, test } from 'bun:test';
import { shellParts } from '../../shell/shell.ts';
import { hiddenFailure } from './hidden-failure.ts';

const isHidden = (command: string, text: string) => hiddenFailure(command, text, () => shellParts(command));

describe('an output that is nothing but the error of a program of the command', () => {
  test.each([
    [
      'rg -n "price(" src | head -20',
      'rg: regex parse error:\n    (?:price()\n            ^\nerror: unclosed group',
    ],
    [
      'rg price --glob "*.{ts" | head',
      "rg: error parsing glob '*.{ts': unclosed alternate group; missing '}'",
    ],
    ['grep "[z-a]" f 2>&1 | head', 'grep: Invalid range end'],
    [
      'grep -e | head',
      "grep: option requires an argument -- 'e'\nUsage: grep [OPTION]...\nTry 'grep --help'",
    ],
    ["find . -nam '*.ts' | head", "find: unknown predicate `-nam'"],
    ['journalctl -u shop --lats | tail', "journalctl: unrecognized option '--lats'"],
    ['git lgo 2>&1 | head', "git: 'lgo' is not a git command. See 'git --help'."],
    ['bat nope.ts | head', "[bat error]: 'nope.ts': No such file or directory (os error 2)"],
    [
      'docker ps | head',
      'permission denied while trying to connect to the Docker daemon socket at unix:///d.sock',
    ],
    ['docker compose ps 2>&1 | tail -5', 'Cannot connect to the Docker daemon at unix:///d.sock.'],
    ['kubectl get depoyments | head', 'error: the server doesn\'t have a resource type "depoyments"'],
    [
      'kubectl get pods | grep shop',
      'The connection to the server localhost:8080 was refused - did you specify it?',
    ],
    [
      'aws s3 ls s3://shop | head',
      '\nAn error occurred (AccessDenied) when calling the ListObjectsV2 operation: no',
    ],
    ['systemctl status shop | head', 'Unit shop.service could not be found.'],
    ['ssh w@box ls 2>&1 | head', 'w@box: Permission denied (publickey).'],
    ['mysql -e "select 1" | head', "ERROR 1045 (28000): Access denied for user 'w'@'localhost'"],
    ['gh pr list | head', 'error connecting to api.github.com\ncheck your internet connection or wait'],
    ['pearl stall show 7', "Not logged in. Run 'pearl login' to authenticate."],
    ['cd shop && pearl stall ls --json | head', 'Error: you must be logged in to list stalls'],
    ['terraform paln | tail', 'Terraform has no command named "paln". Did you mean "plan"?'],
  ])('is its failure: %s', (command, text) => {
    expect(isHidden(command, text)).toBe(true);
  });

  test.each([
    ['grep -rn denied logs | head', 'permission denied while trying to connect to the Docker daemon socket'],
    ['docker logs shop | tail -1', 'permission denied while trying to connect to the Docker daemon socket'],
    ['docker compose logs shop | tail -1', 'Cannot connect to the Docker daemon at unix:///d.sock.'],
    ['find / -name shop | head', 'find: ‘/root’: Permission denied'],
    ['which shop | head', 'which: no shop in (/usr/bin)'],
    ['grep "[z-a]" f 2>&1 | head || true', 'grep: Invalid range end'],
    ['ls a b 2>&1 | head', "ls: cannot access 'b': No such file or directory\na"],
    ['pearl auth status', "Not logged in. Run 'pearl login' to authenticate."],
    ['grep -rn login src | head', 'please log in to see the stalls'],
    ['pearl page show | cat', 'Please sign in\n\nName: [    ]\nWord: [    ]\n[ OK ]'],
    ['cat notes.txt | head', "git: 'lgo' is not a git command. See 'git --help'."],
    ['git log --format=%s | head -1', 'shop: error of the till mended'],
  ])('is not, where others wrote it, or it only tells of a look: %s', (command, text) => {
    expect(isHidden(command, text)).toBe(false);
  });
});
