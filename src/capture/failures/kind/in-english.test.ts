import { expect, test } from 'bun:test';
import { inEnglish } from './in-english.ts';

test.each([
  ['cat: a.ts: Datei oder Verzeichnis nicht gefunden', 'cat: a.ts: No such file or directory'],
  ['cat: a.ts: Aucun fichier ou dossier de ce nom', 'cat: a.ts: No such file or directory'],
  ['cat: 缺.txt: 没有那个文件或目录', 'cat: 缺.txt: No such file or directory'],
  [
    "ls: '/x' にアクセスできません: そのようなファイルやディレクトリはありません",
    "ls: cannot access '/x': No such file or directory",
  ],
  [
    "ls: Zugriff auf '/x y' nicht möglich: Keine Berechtigung",
    "ls: Zugriff auf '/x y' nicht möglich: Permission denied",
  ],
  ['bash: ./run.sh: Permiso denegado', 'bash: ./run.sh: Permission denied'],
  ['bash: rg : commande introuvable', 'bash: rg: command not found'],
  ['bash: línea 1: rg: orden no encontrada', 'bash: line 1: rg: command not found'],
  ['/bin/bash: ligne 12 : rg : commande introuvable', '/bin/bash: line 12: rg: command not found'],
  [
    'bash: Zeile 1: cd: x: Datei oder Verzeichnis nicht gefunden',
    'bash: line 1: cd: x: No such file or directory',
  ],
  ['bash: 行 1: rg：未找到命令', 'bash: line 1: rg: command not found'],
  ['bash：第 1 行： rg：未找到命令', 'bash: line 1: rg: command not found'],
  ['bash: linia 1: rg: nie znaleziono polecenia', 'bash: line 1: rg: command not found'],
  ['bash: рядок 1: rg: команду не знайдено', 'bash: line 1: rg: command not found'],
  ['bash: satır 1: rg: komut bulunamadı', 'bash: line 1: rg: command not found'],
  ['bash: 줄 1: rg: 명령어를 찾을 수 없음', 'bash: line 1: rg: command not found'],
  ['bash: rad 1: rg: kommandot finns inte', 'bash: line 1: rg: command not found'],
  ['bash: rg: Kommando nicht gefunden.', 'bash: rg: command not found'],
  ['bash: cd: a.txt: Это не каталог', 'bash: cd: a.txt: Not a directory'],
  ["ls: option invalide -- '9'", "ls: invalid option -- '9'"],
  ['grep: Unbekannte Option »--foo«', "grep: unrecognized option '--foo'"],
  [
    "git: 'pus' n'est pas une commande git. Voir 'git --help'.",
    "git: 'pus' is not a git command. Voir 'git --help'.",
  ],
  [
    '致命错误：不是 git 仓库（或者任何父目录）：.git',
    '致命错误：not a git repository（或者任何父目录）：.git',
  ],
  [
    "error: Pfadspezifikation 'mian' stimmt mit keinen git-bekannten Dateien überein",
    "error: pathspec 'mian' did not match any file(s) known to git",
  ],
  [
    "'foo' 不是内部或外部命令，也不是可运行的程序",
    "'foo' is not recognized as an internal or external command，也不是可运行的程序",
  ],
  [
    'mkdir: no se puede crear el directorio «a»: El archivo ya existe',
    "mkdir: cannot create directory 'a': File exists",
  ],
])('%s', (printed, english) => {
  expect(inEnglish(printed)).toBe(english);
});

test('what no rule knows, and what a program prints at length, stays as it is', () => {
  const german = 'Der Bericht liegt vor: Keine Fehler gefunden';
  expect(inEnglish(german)).toBe(german);
  const log = `${'x'.repeat(20_000)} Keine Berechtigung`;
  expect(inEnglish(log)).toBe(log);
});

test("a message's own `$` is text", () => {
  expect(inEnglish("ls: impossible d'accéder à '$&': Aucun fichier ou dossier de ce nom")).toBe(
    "ls: cannot access '$&': No such file or directory",
  );
});
