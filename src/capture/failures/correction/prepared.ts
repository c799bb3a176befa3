import { anyOf } from '../../../text/any-of.ts';
import { jaccard } from '../../../text/similarity.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { FORGE_CLIENTS, SYSTEM_MANAGERS } from '../../shell/programs.ts';
import { asWritten, wordsOf } from '../../shell/raw-command.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { messageOf } from '../../wording/message/message.ts';
import { missingModule } from '../kind/questions.ts';

/** What was done before the same command worked that had failed: the step that it lacked. */

/** Commands after which the same call works that failed before. */
const PREPARES = anyOf(
  [
    /git (?:remote|checkout|switch|fetch|branch|config|worktree|submodule|init|push|add|stash)/,
    /(?:mise|asdf) (?:trust|install|use|plugin)|direnv allow/,
    /(?:npm|pnpm|yarn|bun) (?:install|i|ci|add)|(?:\S*python[\d.]*(?:\.exe)?["']? -m |\S*[\\/])?pip[\d.]*(?:\.exe)?["']? install/,
    /uv (?:sync|venv|pip|add)|(?:poetry|bundle|composer|pre-commit|playwright) install/,
    /(?:poetry|bundle|cargo|composer|conda) (?:add|require|install|lock)/,
    /dotnet (?:add|restore|tool|workload)|gem install|flutter pub|emulator/,
    /adb (?:connect|wait-for-device|reverse)|go (?:mod|get|install|generate)|cargo (?:install|fetch)/,
    /rustup|pacman -S|update-ca-certificates|mkdir|chmod|ln|docker (?:start|pull|login)/,
    new RegExp(`(?:${SYSTEM_MANAGERS.source}) (?:install|add|postinstall)`),
    /docker[ -]compose (?:up|start|stop|down|restart)|gh (?:auth|repo)|terraform init/,
    /kubectl (?:create|delete|apply|label)|nvm (?:use|install)|prisma db push|createdb|createuser/,
    /(?:psql|mysql|mariadb)\b.{0,200}\b(?:CREATE|ALTER|GRANT)/,
  ],
  { before: /^/, after: /\b/ },
);
/** Makes what others then read: a client, code, tables. */
const GENERATES =
  /^(?:(?:npx|bunx|yarn(?: dlx)?|pnpm(?: exec| dlx)?|npm (?:run|exec)|uv run|poetry run|bundle exec) (?:--? )?)?[\w@./-]+[ :](?:generate|codegen|gen|migrate|prepare|bootstrap|setup)\b/;
/** Subcommands that change what the next call of the same program finds. */
const CHANGES_STATE =
  /(?:^| |:)(?:start|stop|boot|up|upgrade|migrate|generate|link|login|init|install|sync|create|pull|enable|restart|unlock)$/;
/** Another process holds what is to be written. */
const HELD = /\bEPERM\b|\bEBUSY\b|being used by another process|resource busy|text file busy/i;
const ENDS = /^(?:taskkill|Stop-Process|kill|pkill|killall)\b/;
const INSTALLS = /\b(?:install|add|sync|ci|require|restore|get)\b/;
/** Makes or enters the environment that what follows installs into. */
const IN_ENVIRONMENT =
  /(?:^|[;&|\n"']\s*)(?:(?:source|\.) \S*activate\b|\S*python[\d.]* -m venv |uv venv\b|virtualenv )/;
const STEP_CHARS_MAX = 160;
/** Words that are the same from here on make two commands one. */
const SAME = 0.9;

/** Share of the words of two pieces of shell that both have. */
export const sharedWords = (one: string, other: string): number =>
  jaccard(new Set(wordsOf(one)), new Set(wordsOf(other)));

/** A command without what only shows less of its output. */
export const unfiltered = (command: string): string =>
  command.replace(/(?<!\s)\s*(?:2>&1\s*)?\|\s*(?:tail|head|grep|cat|less)\b[^|;&]*$/, '');

/** A way to the folder of a command, in which the shell then stays. */
const TO_FOLDER = /^cd [^\s;&|]+ *(?:&&|;) */;

/** True where the command that worked had failed before in the same form: something else made it work. */
export function failedBefore(open: OpenFailure, command: string): boolean {
  const given = (text: string) =>
    wordsOf(text)
      .filter((word) => /^-|^[A-Z]\w*=/.test(word))
      .join(' ');
  const now = unfiltered(command.slice(0, 400));
  const quotes = (text: string) => text.replace(/[^"'\\]/g, '');
  return open.variants
    .map(unfiltered)
    .flatMap((text) => (TO_FOLDER.test(text) ? [text, text.replace(TO_FOLDER, '')] : [text]))
    .some(
      (text) => given(text) === given(now) && quotes(text) === quotes(now) && sharedWords(text, now) >= SAME,
    );
}

/** True where a command leaves behind what the blamed one needs. */
export const prepares = (part: ShellPart, blamed: ShellPart | null, isHeld = false): boolean =>
  (isHeld && ENDS.test(part.text)) ||
  PREPARES.test(part.text) ||
  GENERATES.test(part.text) ||
  (part.program === blamed?.program && part.sub !== blamed.sub && CHANGES_STATE.test(part.sub));

/** True where a command installs packages. */
export const installsSomething = (command: string): boolean =>
  shellParts(command).some(({ text }) => PREPARES.test(text) && INSTALLS.test(text));

/** Packages whose modules have another name. */
const PACKAGES = new Map([
  ['bs4', 'beautifulsoup4'],
  ['crypto', 'pycryptodome'],
  ['cv2', 'opencv-python'],
  ['fitz', 'pymupdf'],
  ['git', 'gitpython'],
  ['jwt', 'pyjwt'],
  ['mysqldb', 'mysqlclient'],
  ['openssl', 'pyopenssl'],
  ['pil', 'pillow'],
  ['psycopg2', 'psycopg2-binary'],
  ['serial', 'pyserial'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['win32com', 'pywin32'],
  ['yaml', 'pyyaml'],
  ['zmq', 'pyzmq'],
]);

/** True for a package that brings a module: `python-docx` for `docx`. */
function bringsIn(word: string, module: string): boolean {
  if (word.startsWith('-')) return false;
  const name = module.toLowerCase();
  const brought = word
    .toLowerCase()
    .replace(/[=<>~@[].*$/, '')
    .replaceAll('_', '-');
  return brought.endsWith(name.replaceAll('_', '-')) || brought.startsWith(PACKAGES.get(name) ?? '-');
}

/** The last step that was taken before the same command worked; empty where none was seen. */
export function preparation(open: OpenFailure): string {
  const { correction } = open;
  if (correction?.tool !== 'Bash') return '';
  if (open.edits.length > 0 && open.kind !== 'missing-module') return '';
  const lacked = missingModule(messageOf(open));
  const isBrought = (step: string) =>
    INSTALLS.test(step) && wordsOf(step).some((word) => bringsIn(word, lacked));
  if (
    !open.passedUnchanged &&
    !failedBefore(open, correction.command) &&
    !(lacked !== '' && (open.done ?? []).some(isBrought))
  )
    return '';
  const blamed = open.culprit;
  const isHeld = HELD.test(messageOf(open));
  const isForge = FORGE_CLIENTS.test(blamed?.program ?? '');
  const steps = (open.done ?? []).flatMap((command) => {
    const ran = shellParts(command);
    const carried = ran.filter((part) => part.by && prepares(part, blamed, isHeld));
    const isIn = IN_ENVIRONMENT.test(command) && command.length <= STEP_CHARS_MAX;
    if (carried.length > 0) return isIn ? [command] : carried.map(({ text }) => text);
    const own = ran.filter(
      (part) => prepares(part, blamed, isHeld) && (isForge || !/^(?:git|gh) /.test(part.text)),
    );
    const isWhole = (own.length > 1 && command.length <= STEP_CHARS_MAX) || (own.length > 0 && isIn);
    return isWhole ? [command] : own.map((part) => asWritten(command, part));
  });
  const installs = lacked !== '' ? steps.filter((step) => INSTALLS.test(step)) : [];
  const advised = steps.filter((step) => isNamedBy(open.error, step));
  return installs.at(-1) ?? advised.at(-1) ?? steps.at(-1) ?? '';
}

/** True where an error names the command of a step: "Run `poetry lock` to fix the lock file". */
const isNamedBy = (error: string, step: string): boolean =>
  shellParts(step).some(({ program, sub }) => sub !== '' && error.includes(`${program} ${sub}`));
