import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { valueSwap } from '../../failures/correction/working-part.ts';
import type { ErrorKind } from '../../failures/kind/error-kind.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { isDestructive } from '../../spoken/words/loss.ts';
import { messageOf } from '../message/message.ts';
import { code, cut } from '../prose.ts';

/** What a command that worked proves of the one that failed: nothing, where it could not fail, did another job, or gave up what had refused. */

/** Behind `||`: whatever failed, the line ends well. */
const EXCUSES = /^(?:true|:|echo|printf)$/;

/** True where a part may fail and its line ends well nevertheless: `make lint || true`. */
export function isForgivenPart(parts: readonly ShellPart[], part: ShellPart): boolean {
  const at = parts.indexOf(part);
  const next = at < 0 ? undefined : parts.slice(at + 1).find(({ op }) => op !== '|');
  return next?.op === '||' && EXCUSES.test(next.program);
}

/** Kinds that lie in what a command is run on: that it works on something else mends nothing. */
const OF_THE_TARGET = new Set<ErrorKind>(['generic', 'test', 'compile', 'lint', 'script-error', 'timeout']);

const operandsOf = ({ args, sub }: ShellPart): string[] =>
  args.filter((arg) => /^[^-\s]\S*$/.test(arg) && !sub.split(' ').includes(arg));

/** True where the message names a word, or the file or folder at its end. */
const isNamed = (message: string, word: string): boolean =>
  message.includes(word) || message.includes(baseName(word.replace(/[/\\]+$/, '')) || word);

/** Verbs that only show what another would do, or what there is. */
const SHOWS =
  /^(?:template|plan|diff|preview|validate|vet|check|lint|status|show|describe|inspect|list|ls|get|logs|view|help|dir|path|info)$/;
const verbOf = ({ sub }: ShellPart): string => sub.split(' ').at(-1)!;
/** Verbs that take away what there is: nobody is to do that in place of another job. */
const TAKES_AWAY = /^(?:delete|destroy|remove|rm|drop|purge|wipe|prune|terminate)$/;

const DELETES = /^(?:rm|rmdir|unlink|del|erase|rd|Remove-Item)$/i;

/** True where one thing to delete was not there, and another one was then deleted. */
function deletesOther({ kind }: OpenFailure, blamed: ShellPart, worked: ShellPart): boolean {
  if (kind !== 'missing-path' || !DELETES.test(blamed.program) || !DELETES.test(worked.program)) return false;
  const gone = new Set(operandsOf(blamed).map(lastName));
  return !operandsOf(worked).some((word) => gone.has(lastName(word)));
}

const lastName = (path: string): string => baseName(path.replaceAll('\\', '/'));

/** True for a part of what another word names: `./cart` of `./...`. */
const isWithin = (word: string, whole: string): boolean => word.startsWith(whole.replace(/\.{3}$|\/$/, ''));

/** True where what worked was run on something else alone, only shows what the other would do, or takes it away. */
function isOtherTarget(open: OpenFailure, blamed: ShellPart, worked: ShellPart): boolean {
  if (TAKES_AWAY.test(verbOf(worked)) && !TAKES_AWAY.test(verbOf(blamed))) return true;
  if (!OF_THE_TARGET.has(open.kind) || blamed.program !== worked.program || valueSwap(open)) return false;
  if (blamed.sub !== worked.sub) return SHOWS.test(verbOf(worked)) && !SHOWS.test(verbOf(blamed));
  const options = ({ args }: ShellPart) => args.filter((arg) => arg.startsWith('-')).join(' ');
  const [old, now] = [operandsOf(blamed), operandsOf(worked)];
  if (old.length === 0 || now.length === 0 || options(blamed) !== options(worked)) return false;
  const message = messageOf(open);
  if (open.kind === 'timeout') return !now.every((word) => old.some((each) => isWithin(word, each)));
  return !old.some((word) => now.includes(word) || isNamed(message, word));
}

/** What is made anew whenever it is missing. */
const REGENERATED =
  /(?:^|[\s/])(?:node_modules|dist|build|out|target|\.next|\.nuxt|\.turbo|\.cache|\.venv|venv|__pycache__|coverage|tmp|DerivedData|[\w.-]+\.(?:lock|pid|tmp))(?:[\s/]|$)|package-lock\.json/;

/** True where the line first destroyed what was in the way, and that is not made anew. */
function isBought({ correction, call, error }: OpenFailure, blamed: ShellPart, worked: ShellPart): boolean {
  const parts = correction!.parts;
  return parts.slice(0, parts.indexOf(worked)).some((part) => {
    if (!isDestructive(part.text) || REGENERATED.test(part.text) || call.command.includes(part.text))
      return false;
    const isInTheWay = (word: string) => isNamed(error, word) || blamed.args.includes(word);
    return (part.program === 'git' && blamed.program === 'git') || operandsOf(part).some(isInTheWay);
  });
}

/** True where that a command worked tells nothing of how to mend the one that failed. */
export function provesNothing(
  open: OpenFailure,
  blamed: ShellPart | null,
  worked: ShellPart | null,
): boolean {
  const { call, correction } = open;
  if (!blamed || !worked || !correction) return false;
  const isHidden = isForgivenPart(correction.parts, worked) && !isForgivenPart(call.parts, blamed);
  return (
    isHidden ||
    deletesOther(open, blamed, worked) ||
    isBought(open, blamed, worked) ||
    isOtherTarget(open, blamed, worked)
  );
}

/** Tells of what worked, not of what usually does. */
const TELLS_RESULT = /\b(?:work(?:s|ed)|pass(?:es|ed)|became|gets further)\b/;

/** The command that advice names and that was refused here, too; empty where none was. */
export function disproved(advice: string, { refused = [], call }: OpenFailure): string {
  if (refused.length === 0 || TELLS_RESULT.test(advice)) return '';
  const begins = (span: string) => (part: ShellPart) => `${part.text} `.startsWith(`${span} `);
  const ran = refused.flatMap(shellParts);
  const named = [...advice.matchAll(/`([^`…]+)`/g)].map(([, span]) => span!);
  return (
    named.find((span) => span.includes(' ') && ran.some(begins(span)) && !call.parts.some(begins(span))) ?? ''
  );
}

/** A way past a check, what it gives up, and what is to be done in its place. */
interface Bypass {
  program: RegExp;
  words: RegExp;
  /** The subcommand that it is of. */
  of?: RegExp;
  /** It is the option left out that gives the check up. */
  leftOut?: boolean;
  says: string;
}

const CERTIFICATE =
  'leaves the certificate unchecked: give the right one, or keep that to a host of your own';
const OF_TESTS = 'leaves the failing test out: mend what it shows';

const BYPASSES: readonly Bypass[] = [
  { program: /^git$/, words: /^--no-verify$/, says: 'skips the hooks: mend what they report' },
  {
    program: /./,
    words: /^(?:HUSKY=0|SKIP=\S+|LEFTHOOK=0)$/,
    says: 'skips the hooks: mend what they report',
  },
  {
    program: /./,
    words: anyOf(
      [/--deselect\b/, /--ignore(?:-glob)?=\S*test/, /-DskipTests/, /-Dmaven\.test\.skip/, /--skip-tests/],
      {
        before: /^/,
      },
    ),
    says: OF_TESTS,
  },
  {
    program: /^(?:curl|wget)$/,
    words: /^(?:-\w*k\w*|--insecure|--no-check-certificate)$/,
    says: CERTIFICATE,
  },
  {
    program: /./,
    words: anyOf(
      [
        /NODE_TLS_REJECT_UNAUTHORIZED=0/,
        /GIT_SSL_NO_VERIFY=\S+/,
        /http\.sslVerify=false/,
        /--insecure-skip-tls-verify\S*/,
      ],
      { before: /^/, after: /$/ },
    ),
    says: CERTIFICATE,
  },
  {
    program: /^(?:terraform|tofu)$/,
    words: /^-lock=false$/,
    says: 'ignores the lock: wait for what holds it, or end that',
  },
  {
    program: /^git$/,
    of: /^push\b/,
    words: /^(?:--force|-f)$/,
    says: 'overwrites what the remote has: take its commits over first (`git pull --rebase`)',
  },
  {
    program: /./,
    words: /^(?:--max-warnings\S*|-Werror|--strict)$/,
    leftOut: true,
    says: 'is no longer the same check: mend what it reports',
  },
];

/** What to say of a command that worked only because it gave up what had refused; empty for others. */
export function bypassed({ program, sub }: ShellPart, before: string, after: string): string {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  for (const { program: whose, of, words, leftOut, says } of BYPASSES) {
    if (!whose.test(program) || (of && !of.test(sub))) continue;
    const [has, lacks] = leftOut ? [old, now] : [now, old];
    const word = has.find((each) => words.test(each) && !lacks.includes(each));
    if (word) return `It passed only ${leftOut ? 'without' : 'with'} ${code(cut(word, 60))}, which ${says}.`;
  }
  return '';
}
