import type { Stage } from './ast.ts';
import { CODE_CHARS_MAX, commandsInCode, isGivenCode } from './code.ts';
import { isData, isFileProgram, isTextProgram } from './data.ts';
import { bodyText, fedWords, hereDocument, inputOf, onlyOutput, replacedToken } from './feeding.ts';
import { programName } from './programs.ts';
import type { Link, Resolved } from './resolve.ts';

/** A command line that does not stand in the raw command as it is executed. */
export interface Implied {
  text: string;
  via: string;
}

const WORDS_MAX = 64;
const FED_CHARS_MAX = 500;
const CODE_ARGUMENTS_MAX = 20;

/** Command lines that are put together from other words, printed by the stage before, or run by code. */
export function impliedCommands(stage: Stage, before: Stage | null, resolved: Resolved): Implied[] {
  const found: Implied[] = [];
  const add = (text: string | null, via: string): void => {
    if (text !== null) found.push({ text, via });
  };
  for (const text of codeCommands(stage, before, resolved.last)) add(text, resolved.last.program);
  for (const text of namedCommands(stage, resolved.last)) add(text, resolved.last.program);
  add(bundledKubectl(stage, resolved.last), 'minikube');
  add(expandedProgram(stage) ?? bracedCommand(stage), 'expansion');
  add(fedCommand(stage, before, resolved), 'xargs');
  return found;
}

/** `python -c "os.system('…')"`, also what the interpreter reads where it is given no file. */
function codeCommands(stage: Stage, before: Stage | null, last: Link): string[] {
  if (!isGivenCode(last.program)) return [];
  const texts: string[] = [];
  for (let i = last.at + 1; i < last.to && texts.length < CODE_ARGUMENTS_MAX; i++) {
    const { value } = stage.words[i]!;
    if (value.length > 8) texts.push(value);
  }
  const reads = stage.words.slice(last.at + 1).every(({ value }) => value.startsWith('-'));
  const body = reads ? inputOf(stage, before) : hereDocument(stage);
  if (body !== null) texts.push(bodyText(body, CODE_CHARS_MAX));
  return texts.flatMap((text) => commandsInCode(text, last.program));
}

/** Values that are called a command line: `git -c core.pager='…' log`, `make RUN_CMD='…'`. */
function namedCommands(stage: Stage, { program, at, to }: Link): string[] {
  if (program !== 'git' && program !== 'make') return [];
  const values = stage.words.slice(at, Math.min(to, at + WORDS_MAX)).map((word) => word.value);
  if (program === 'make' && values.some((value) => /^(?:-n|--dry-run)$/.test(value))) return [];
  return values.flatMap(
    (value, i) =>
      (program === 'make' || values[i - 1] === '-c' ? NAMED[program].exec(value)?.[1] : null) ?? [],
  );
}

const NAMED = {
  git: /^(?:core\.(?:sshcommand|pager|editor|fsmonitor)|sequence\.editor|diff\.external)=(.+)/is,
  make: /^(?:\w*(?:CMD|COMMAND)|RM):?=(.+)/is,
};

/** `minikube kubectl -- delete ns x` */
function bundledKubectl(stage: Stage, { program, at, to }: Link): string | null {
  if (program !== 'minikube') return null;
  const dashes = stage.words.findIndex((word, index) => index > at && word.value === '--');
  const verb = stage.words.slice(at + 1, dashes).some((word) => word.value === 'kubectl');
  if (dashes < 0 || !verb) return null;
  const rest = stage.words.slice(dashes + 1, Math.min(to, dashes + WORDS_MAX));
  return ['kubectl', ...rest.map(wordShown)].join(' ');
}

const wordShown = ({ value }: { value: string }): string => (isData(value) ? "''" : value);

/** A program that is spelled by an expansion: `$(which git) push`, `git${IFS}push`. */
function expandedProgram(stage: Stage): string | null {
  const word = stage.words[0]!;
  const rest = (): string[] => stage.words.slice(1, WORDS_MAX).map(wordShown);
  if (word.value.startsWith('$()') && word.subs.length === 1) {
    const output = onlyOutput(word.subs[0]);
    return output === null ? null : [bodyText(output, FED_CHARS_MAX), ...rest()].join(' ');
  }
  if (word.quoted || word.value.length > 1000 || !/\$\{?IFS\b/.test(word.value)) return null;
  return [word.value.replace(/\$(?:\{IFS[^}]*\}|IFS\b)/g, ' '), ...rest()].join(' ');
}

/** `git {push,--force}`, `rm -rf /{bin,usr}`: with every word that the braces stand for. */
function bracedCommand(stage: Stage): string | null {
  const words = stage.words.slice(0, WORDS_MAX);
  const braced = words.map(({ value, quoted }) => (quoted || !value.includes('{') ? null : unbraced(value)));
  if (braced.every((each) => each === null) || isTextProgram(programName(words[0]!.value))) return null;
  return words.map((word, index) => braced[index]?.join(' ') ?? wordShown(word)).join(' ');
}

/** What one pair of braces stands for; null where there is none. */
function unbraced(value: string): string[] | null {
  const found = /^([^{}$]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(value.slice(0, FED_CHARS_MAX));
  return found === null ? null : found[2]!.split(',').map((each) => `${found[1]}${each}${found[3]}`);
}

/** `echo / | xargs rm -rf` and `parallel rm -rf ::: /`, with the words where they are put. */
function fedCommand(stage: Stage, before: Stage | null, resolved: Resolved): string | null {
  const parallel = programName(stage.words[0]!.value) === 'parallel';
  if (!parallel && !resolved.links.some((link) => link.via === 'xargs')) return null;
  const script = resolved.scripts.at(-1);
  if (script === undefined && !isFileProgram(resolved.last.program)) return null;
  const values = stage.words.slice(0, 4 * WORDS_MAX).map((word) => word.value);
  const fed = listed(values, parallel) ?? fedWords(stage, before);
  if (fed === null || fed.length > FED_CHARS_MAX || isData(fed.replace(/ /g, ''))) return null;
  const { from, to } = script ?? { from: resolved.last.at, to: resolved.last.to };
  const words = values.slice(from, Math.min(to, from + WORDS_MAX));
  const text = (script === undefined ? words.map((word) => (isData(word) ? "''" : word)) : words).join(' ');
  const token = parallel ? '{}' : replacedToken(values);
  if (token === null || token === '' || !text.includes(token)) return `${text} ${fed}`;
  return text.slice(0, FED_CHARS_MAX).replaceAll(token, () => fed);
}

/** Words after `:::`, which `parallel` feeds. */
function listed(values: readonly string[], parallel: boolean): string | null {
  const list = parallel ? values.findIndex((value) => /^:::\+?$/.test(value)) : -1;
  return list < 0 ? null : values.slice(list + 1, list + 20).join(' ');
}
