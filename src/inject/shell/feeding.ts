import { oneLine } from '../../text/one-line.ts';
import { shellWord } from '../../text/shell-quote.ts';
import type { HereDocument, List, Stage, Substitution, Word } from './ast.ts';
import { programName } from './programs.ts';
import type { Script } from './resolve.ts';
import { hasWord } from './word-list.ts';
import { readsStdin } from './wrappers.ts';

const WORDS_MAX = 200;
const CHARS_MAX = 8192;

/** A stage from its innermost command on: that prints and writes, whatever wraps it. */
export const bareStage = (stage: Stage, at?: number): Stage => ({ ...stage, words: stage.words.slice(at) });

/** What a stage prints, where that is plain to see: the words of `echo` or `printf`, the name that `which` is given. */
function printed(stage: Stage | null): string | null {
  if (stage === null || stage.words.length < 2 || stage.words.length > WORDS_MAX) return null;
  const program = programName(stage.words[0]!.value);
  const words = stage.words.slice(1).map((word) => word.value);
  if (program === 'which' || (program === 'command' && words[0] === '-v')) return words.at(-1)!;
  if (!hasWord('echo printf', program)) return null;
  while (words.length > 0 && /^-[neE]+$/.test(words[0]!)) words.shift();
  const text = program === 'echo' ? words.join(' ') : formatted(words);
  return unescaped(text).slice(0, CHARS_MAX);
}

/** The characters that escapes stand for, by their number in hexadecimal or octal. */
const unescaped = (text: string): string =>
  text
    .replace(/\\(?:n|0+(?!\d))/g, '\n')
    .replace(/\\(?:x([\da-fA-F]{1,2})|0?([1-7][0-7]{1,2}))/g, (_, hex?: string, octal?: string) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number.parseInt(octal!, 8)),
    );

/** What `printf` makes of its words: the format again for as long as some are left; `%q` quotes them for a shell. */
function formatted(words: string[]): string {
  if (words[0] === '-v') words = words.slice(2);
  let text = '';
  let at = 1;
  do
    text += (words[0] ?? '').replace(/%[-.\d]*([%a-z])/g, (_, kind: string) => {
      const word = kind === '%' ? kind : (words[at++] ?? '');
      return kind === 'q' ? shellWord(word) : word;
    });
  while (at > 1 && at < words.length && text.length < CHARS_MAX);
  return text;
}

/** `echo / | xargs rm -rf`, `xargs rm -rf <<< /`: the words become arguments; null where they are not plain words. */
export function fedWords(stage: Stage, before: Stage | null): string | null {
  const text =
    hereString(stage) ??
    printed(before) ??
    foundEverywhere(before?.words.slice(0, 40).map((word) => word.value) ?? []);
  if (text === null || text.length > 400 || /[;&|<>`'"$\\]/.test(text)) return null;
  return oneLine(text);
}

/** What `xargs -I` replaces, or null where it appends. */
export function replacedToken(values: readonly string[]): string | null {
  for (let i = 1; i < values.length && i < 20; i++) {
    const [, option, token] = /^(-[IJi]|--replace(?:=|$))(.*)/s.exec(values[i]!) ?? [];
    if (option !== undefined) return token || (/[IJ]/.test(option) ? (values[i + 1] ?? null) : '{}');
  }
  return null;
}

/** The body of the here-document that a stage reads, or that `cat` or `tee` passes on. */
export function hereDocument(stage: Stage | null): HereDocument | null {
  return stage?.redirects.find((redirect) => redirect.body !== null)?.body ?? null;
}

/** What a stage reads from its input, where that is plain to see: a here-document or string, or what is piped into it. */
export function inputOf(stage: Stage, before: Stage | null): HereDocument | string | null {
  return hereDocument(stage) ?? hereString(stage) ?? processInput(stage) ?? outputOf(before);
}

/** What a stage writes to its output, where that is plain to see. */
export function outputOf(stage: Stage | null): HereDocument | string | null {
  if (stage?.group) return groupOutput(stage.group);
  if (stage !== null && passesOn(stage)) return hereDocument(stage) ?? hereString(stage);
  return printed(stage);
}

/** `base64 -d`, `xxd -r -p`: a stage that prints what it is given encoded; null for any other, or where that is not plain to see. */
export function decodedStage(stage: Stage, before: Stage | null): Stage | null {
  const [program] = stage.words;
  const coding = program === undefined ? '' : programName(program.value);
  if (program === undefined || !hasWord('base64 xxd', coding)) return null;
  const decodes = coding === 'xxd' ? /^-r/ : /^(?:-[dD]|--decode)$/;
  const input = stage.words.some(({ value }) => decodes.test(value)) ? inputOf(stage, before) : null;
  if (input === null) return null;
  const text = Buffer.from(bodyText(input, CHARS_MAX), coding === 'xxd' ? 'hex' : 'base64').toString();
  const words = ['echo', text].map((value) => ({ ...program, value }));
  return { ...stage, words, redirects: [] };
}

/** `(crontab -l; echo …)`: what of it is plain to see. */
function groupOutput({ pipelines }: List): string | null {
  const texts = pipelines.slice(0, 20).flatMap(({ stages }) => {
    const output = stages.length === 1 && !stages[0]!.group ? outputOf(stages[0]!) : null;
    return output === null ? [] : bodyText(output, CHARS_MAX);
  });
  return texts.length > 0 ? texts.join('\n') : null;
}

/** A line of `cron` without when it runs. */
export const withoutTimes = (lines: string): string =>
  lines.replace(/^[ \t]*(?:@\w+|(?:[\w*,/-]+[ \t]+){5})/gm, '');

/**
 * What `eval "$(echo …)"` and `source <(cat <<EOF …)` execute.
 * @param shell it is a shell, which runs its first operand and passes on the others
 */
export function printedScripts(args: readonly Word[], shell: boolean): string[] {
  const run = shell ? args.filter((word) => !word.value.startsWith('-')).slice(0, 1) : args;
  const texts: string[] = [];
  for (const sub of run.flatMap((word) => word.subs)) {
    const output = onlyOutput(sub);
    if (output !== null) texts.push(bodyText(output, CHARS_MAX));
  }
  return texts;
}

/** Whether what `ssh` runs elsewhere takes its commands from the input: no command, or a shell without one. */
export function runsInput(values: readonly string[], scripts: readonly Script[]): boolean {
  const script = scripts[0];
  if (script === undefined) return true;
  const words = values.slice(script.from, script.to).join(' ').trim().split(/\s+/).slice(0, WORDS_MAX);
  const shell = words.findIndex((word) => word !== 'sudo');
  return shell >= 0 && readsStdin(words, shell, programName(words[shell]!));
}

/** The text of what is read or written. */
export function bodyText(input: HereDocument | string, max: number): string {
  return typeof input === 'string'
    ? input
    : input.source.slice(input.start, Math.min(input.end, input.start + max));
}

/** `< <(echo …)`. */
function processInput(stage: Stage): HereDocument | string | null {
  const input = stage.redirects.find((each) => each.operator === '<' && each.target !== null);
  return onlyOutput(input?.target?.subs[0]);
}

/** What a substitution of one simple command gives, where that is plain to see. */
export function onlyOutput(sub: Substitution | undefined): HereDocument | string | null {
  const pipelines = sub?.list.pipelines ?? [];
  const stages = pipelines.length === 1 ? pipelines[0]!.stages : [];
  const last = stages.length < 3 ? (stages.at(-1) ?? null) : null;
  const decoded = last && decodedStage(last, stages.length > 1 ? stages[0]! : null);
  return decoded !== null || stages.length === 1 ? outputOf(decoded ?? last) : null;
}

/** `cat` or `tee` in the middle of a pipe. */
export function onlyPasses(stage: Stage): boolean {
  if (!passesOn(stage) || hereDocument(stage) !== null || hereString(stage) !== null) return false;
  const operands = stage.words.slice(1).some((word) => !word.value.startsWith('-'));
  return !operands || programName(stage.words[0]!.value) === 'tee';
}

function passesOn(stage: Stage): boolean {
  return hasWord('cat tee envsubst', programName(stage.words[0]?.value ?? ''));
}

function hereString(stage: Stage): string | null {
  return stage.redirects.find((each) => each.operator.endsWith('<<<'))?.target?.value ?? null;
}

/** The folder that a `find` without a filter acts on, in place of `{}` or as what it prints; else null. */
export function foundEverywhere(words: readonly string[]): string | null {
  const values = words.slice(words.findIndex((word) => programName(word) === 'find'));
  if (programName(values[0] ?? '') !== 'find') return null;
  const root = values[1];
  if (root === undefined || root.startsWith('-')) return null;
  for (let i = 2; i < values.length; i++) {
    const value = values[i]!;
    if (/^-(?:exec(?:dir)?|print0?)$/.test(value)) return root;
    if (/^-(?:type|m(?:in|ax)depth)$/.test(value)) i++;
    else if (value !== '-depth' && value !== '-xdev') return null;
  }
  return root;
}
