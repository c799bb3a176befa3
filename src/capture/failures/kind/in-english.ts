import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { remembered } from '../../../text/remembered.ts';

/**
 * What shells, the C library, git and Windows say in other languages, in the words in which the rules know it. Their
 * catalogues: glibc, coreutils, bash and git (gettext), and what cmd and PowerShell
 * print in Windows' languages, where another code page may have broken letters with marks.
 */

/** A text longer than this is the output of a program, not a message. */
const TEXT_MAX = 16_000;
const QUOTED = /[`'"«»“”„‘’]{1,4}\s?([^\s`'"«»“”„‘’]{1,300})\s?[`'"«»“”„‘’]{1,4}/.source;

/** Messages with what they become; `$1` is what they quote. */
const MESSAGES: [english: string, foreign: RegExp][] = [
  [
    ': line $1: ',
    anyOf(
      [
        /(?:línea|Zeile|ligne|linha|riga|regel|linia|rad|řádek|satır|строка|рядок|行|줄|列) ?(\d+)/,
        /第 ?(\d+) ?[行列]/,
      ],
      { before: /(?<=\b(?:ba|da|k|z)?sh)\s?[:：] ?/, after: /\s?[:：] ?/ },
    ),
  ],
  [
    'No such file or directory',
    anyOf([
      /Datei oder Verzeichnis nicht gefunden|Aucun fichier ou (?:dossier|répertoire) de ce (?:nom|type)/,
      /No existe el (?:archivo|fichero) o el directorio|Arquivo ou diretório inexistente|File o directory non esistente/,
      /Ficheiro ou directoria inexistente|Нет такого файла или каталога|Bestand of map bestaat niet/,
      /Nie ma takiego pliku ani katalogu|没有那个文件或目录|沒有此一檔案或目錄/,
      /そのようなファイルやディレクトリはありません|그런 파일이나 디렉터리가 없습니다/,
    ]),
  ],
  [
    'Permission denied',
    anyOf([
      /Keine Berechtigung|Permission non accordée|Permiso denegado|Permissão negada|Permesso negato/,
      /(?<=: )Отказано в доступе|权限不够|拒絕不符權限的操作|許可がありません|(?<=: )Brak dostępu|허가 거부/,
    ]),
  ],
  [
    'Operation not permitted',
    anyOf([
      /Die Operation ist nicht erlaubt|Vorgang nicht zulässig|Opération non permise|Operación no permitida/,
      /Operação não permitida|Operazione non permessa|Операция не (?:позволена|допускается)|不允许的操作|許可されていない操作です/,
    ]),
  ],
  [
    'Not a directory',
    anyOf([
      /(?<=: )(?:Ist kein Verzeichnis|N'est pas un (?:dossier|répertoire)|No es un directorio|Não é um diretório)/,
      /(?<=: )(?:Non è una directory|Это не каталог|不是目录|ディレクトリではありません)/,
    ]),
  ],
  [
    'Is a directory',
    anyOf([
      /(?<=: )(?:Ist ein Verzeichnis|est un (?:dossier|répertoire)|Es un directorio|É um diretório)/,
      /(?<=: )(?:È una directory|Это каталог|是一个目录|ディレクトリです)/,
    ]),
  ],
  [
    'File exists',
    anyOf([
      /(?<=: )(?:Die Datei existiert bereits|Le fichier existe|El (?:archivo|fichero) ya existe|(?:O )?[Aa]rquivo (?:já )?existe)/,
      /(?<=: )(?:Файл существует|文件已存在|ファイルが存在します)/,
    ]),
  ],
  [
    ': command not found',
    anyOf(
      [
        /(?:orden|instrucción) no encontrada|no se encontró la orden|commande introuvable/,
        /(?:Befehl|Kommando) nicht gefunden|comando non trovato|comando não encontrado/,
        /opdracht niet gevonden|команда не найдена|コマンドが見つかりません|未找到(?:命令|指令)|找不到(?:命令|指令)/,
        /nie znaleziono polecenia|команду не знайдено|komut (?:bulunamadı|yok)|příkaz nenalezen/,
        /kommandot (?:finns inte|hittades inte)|kommando ikke fundet|명령(?:어)?을?를? 찾을 수 없(?:음|습니다)/,
      ],
      { before: /\s?[:：] ?/, after: /(?:\.|\.\.\.)?(?=\s|$)/ },
    ),
  ],
  [
    "cannot access '$1'",
    anyOf([
      new RegExp(`Zugriff auf ${QUOTED} nicht möglich|impossible d'accéder à ${QUOTED}`),
      new RegExp(
        `no se puede acceder a ${QUOTED}|não foi possível acessar ${QUOTED}|impossibile accedere a ${QUOTED}`,
      ),
      new RegExp(`невозможно получить доступ к ${QUOTED}|无法访问 ?${QUOTED}|${QUOTED} にアクセスできません`),
    ]),
  ],
  [
    "cannot create directory '$1'",
    anyOf([
      new RegExp(
        `Das Verzeichnis ${QUOTED} kann nicht angelegt werden|kann Verzeichnis ${QUOTED} nicht anlegen`,
      ),
      new RegExp(`impossible de créer le répertoire ${QUOTED}|no se puede crear el directorio ${QUOTED}`),
      new RegExp(`não foi possível criar o diretório ${QUOTED}|невозможно создать каталог ${QUOTED}`),
      new RegExp(`无法创建目录 ?${QUOTED}|ディレクトリ ${QUOTED} を作成できません`),
    ]),
  ],
  [
    "unrecognized option '$1'",
    anyOf([
      new RegExp(
        `[Uu]nbekannte Option:? ${QUOTED}|option non reconnue ${QUOTED}|opción no reconocida ${QUOTED}`,
      ),
      new RegExp(
        `opção não reconhecida ${QUOTED}|opzione ${QUOTED} non riconosciuta|нераспознанный параметр ${QUOTED}`,
      ),
      new RegExp(`无法识别的选项 ?${QUOTED}|認識できないオプション ${QUOTED}`),
    ]),
  ],
  [
    "invalid option -- '$1'",
    anyOf(
      [
        /[Uu]ngültige Option|option invalide|opción inválida|opção inválida|opzione non valida/,
        /неверный ключ|无效选项|不适用的选项|無効なオプション/,
      ],
      { after: /\s?(?:--|—)\s?[`'"«»“”„‘’]?(\w)[`'"«»“”„‘’]?/ },
    ),
  ],
  [
    'not a git repository',
    anyOf([
      /Kein Git-Repository|ni ceci ni aucun de ses répertoires parents n'est un dépôt git|no es un repositorio git/,
      /não é um repositório git|不是(?:一个)? ?git 仓库|Git リポジトリではありません|не найден git репозиторий/,
    ]),
  ],
  [
    "git: '$1' is not a git command",
    anyOf(
      [
        new RegExp(`${QUOTED} ist kein Git-(?:Befehl|Kommando)|${QUOTED} n'est pas une commande git`),
        new RegExp(`${QUOTED} no es un comando de git|${QUOTED} não é um comando git`),
        new RegExp(`${QUOTED} 不是一个 git 命令|${QUOTED} は git コマンドではありません`),
      ],
      { before: /^git ?: ?/, flags: 'm' },
    ),
  ],
  [
    "pathspec '$1' did not match any file(s) known to git",
    anyOf([
      new RegExp(`Pfadspezifikation ${QUOTED} stimmt mit keinen git-bekannten Dateien überein`),
      new RegExp(`le spécificateur de chemin ${QUOTED} ne correspond à aucun fichier connu de git`),
      new RegExp(`ruta especificada ${QUOTED} no concordó con ningún archivo\\(?s?\\)? conocido por git`),
      new RegExp(`路径规格 ${QUOTED} (?:未匹配任何 git 已知文件|匹配任何 git 已知的文件)`),
    ]),
  ],
  [
    'Merge conflict in',
    /Merge-Konflikt in|Conflit de fusion dans|Conflicto de fusión en|Conflito de mesclagem em|合并冲突于/,
  ],
  [
    'Your local changes to the following files would be overwritten',
    anyOf([
      /Ihre lokalen Änderungen in den folgenden Dateien würden .{0,40}überschrieben werden/,
      /Vos modifications locales aux fichiers suivants seraient écrasées par .{0,30}/,
      /Los cambios locales de los siguientes archivos serán sobrescritos al? .{0,30}/,
      /您对下列文件的本地修改将被.{0,10}覆盖/,
    ]),
  ],
  [
    "'$1' is not recognized as an internal or external command",
    anyOf(
      [
        /n\S{1,3}o \S{1,3} reconhecido como um comando interno|no se reconoce como un comando interno/,
        /n['’]est pas reconnu en tant que commande interne|non \S{1,3} riconosciuto come comando interno/,
        /ist entweder falsch geschrieben oder(?:\s+konnte nicht gefunden werden\.?)?|wordt niet herkend als een interne/,
        /nie jest rozpoznawan\S{1,3} jako polecenie|не является внутренней или внешней|不是内部或外部命令|不是內部或外部命令/,
        /은\(는\) 내부 또는 외부 명령|は、内部コマンドまたは外部コマンド/,
      ],
      { before: /(?:Der Befehl )?[`'"]([^\s`'"]{1,300})['"`] ?/ },
    ),
  ],
  [
    "The term '$1' is not recognized as the name of a cmdlet",
    anyOf([
      new RegExp(
        `Die Benennung ${QUOTED} wurde nicht als Name eines Cmdlet|Le terme ${QUOTED} n'est pas reconnu comme nom d'applet`,
      ),
      new RegExp(
        `El término ${QUOTED} no se reconoce como nombre de un cmdlet|O termo ${QUOTED} não é reconhecido como nome de cmdlet`,
      ),
      new RegExp(
        `无法将${QUOTED}项识别为 cmdlet|用語 ${QUOTED} は、コマンドレット|Имя ${QUOTED} не распознано как имя командлета`,
      ),
    ]),
  ],
  [
    'The system cannot find the file specified',
    anyOf([
      /Das System kann die angegebene Datei nicht finden|Le fichier spécifié est introuvable|系统找不到指定的文件/,
      /El sistema no puede encontrar el archivo especificado|O sistema não pode encontrar o arquivo especificado/,
      /Не удается найти указанный файл|指定されたファイルが見つかりません/,
    ]),
  ],
  [
    'The system cannot find the path specified',
    anyOf([
      /Das System kann den angegebenen Pfad nicht finden|Le chemin d'accès spécifié est introuvable|系统找不到指定的路径/,
      /El sistema no puede encontrar la ruta especificada|O sistema não pode encontrar o caminho especificado/,
      /Системе не удается найти указанный путь|指定されたパスが見つかりません/,
    ]),
  ],
  [
    'Access is denied',
    /(?:^|(?<=[:.] ))(?:Zugriff verweigert|Accès refusé|Acceso denegado|Acesso negado|拒绝访问|アクセスが拒否されました)/m,
  ],
];

const isForeign = filtered(
  anyOf(
    MESSAGES.map(([, foreign]) => foreign),
    { flags: 'm' },
  ),
);

/**
 * The error with known messages of other languages in English; the very same text where it holds none. The detector and
 * the record of calls ask for the same one.
 */
export const inEnglish = remembered(16, (error: string): string => {
  if (error.length > TEXT_MAX || !isForeign(error)) return error;
  let text = error;
  for (const [english, foreign] of MESSAGES)
    text = text.replace(new RegExp(foreign.source, `${foreign.flags}g`), (...found) => {
      const quoted = found
        .slice(
          1,
          found.findIndex((each) => typeof each === 'number'),
        )
        .find(Boolean);
      return english.replace('$1', () => String(quoted ?? ''));
    });
  return text;
});
