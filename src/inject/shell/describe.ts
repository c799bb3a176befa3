import type { SimpleCommand } from '../types.ts';
import { alternatives } from './alternatives.ts';
import type { Redirect, Stage, Word } from './ast.ts';
import { isData, maskSql, type Role } from './data.ts';
import { foundEverywhere } from './feeding.ts';
import { programName, SHELLS } from './programs.ts';
import type { Link } from './resolve.ts';

/** A command's text, and whatever else a pattern is run on, is cut at this many characters. */
export const TEXT_CHARS_MAX = 8192;
/** Words that a text is made of; more than fit into it. */
const WORDS_MAX = 2048;
const ALTERNATIVES_MAX = 24;
/** A longer command is run on as it stands alone: every spelling costs a run of each pattern. */
const ALTERNATIVE_CHARS_MAX = 2000;

/** A stage as it takes part in a pipeline. */
export interface Shown {
  text: string;
  /** The same without wrappers. */
  innerText: string;
  innerProgram: string;
  /** Where that stands among the words. */
  at: number;
}

/** A word with its data taken out: `--message=""`. */
export function showWord(value: string, role: Role): string {
  if (role.as === 'sql') {
    const option = /^(?:--[a-z][\w-]{0,30}=|-[a-z](?=[A-Za-z]+\s))/.exec(value.slice(0, 80))?.[0] ?? '';
    return `${option}"${maskSql(value.slice(option.length))}"`;
  }
  if (role.as === 'operand') return `./${showWord(value, { ...role, as: 'name' })}`;
  if (role.as === 'name') return value.slice(0, TEXT_CHARS_MAX).replace(/\s/g, '?');
  if (value === '') return "''";
  if (role.from >= value.length) return value;
  return `${value.slice(0, role.from)}""`;
}

/** A file's name, with what quotes keep from being expanded told apart: `'~'` is `./~`, `'$HOME'` is `\$HOME`. */
function showName(word: Word, role: Role): string {
  const name = showWord(word.value, role);
  if (name.startsWith('~') && !word.home) return `./${name}`;
  return word.expands || !name.includes('$') ? name : name.replaceAll('$', '\\$');
}

/** A redirection; what is read from a here-document or string is data. */
function showRedirect(redirect: Redirect): string {
  const target = redirect.target?.value ?? '';
  if (redirect.operator.endsWith('<<<')) return `${redirect.operator} ""`;
  const name = isData(target) ? '""' : target.slice(0, 400);
  const spaced =
    redirect.target !== null && redirect.target.start > redirect.start + redirect.operator.length;
  return `${redirect.operator}${spaced ? ' ' : ''}${name}`;
}

/** Words of a stage as patterns see them; those that no text can reach are left out. */
export function showWords(stage: Stage, roles: readonly Role[]): string[] {
  return stage.words.slice(0, 2 * WORDS_MAX).map((word, index) => {
    const role = roles[index]!;
    return role.as === 'name' ? showName(word, role) : showWord(word.value, role);
  });
}

/**
 * One command as patterns see it, and its other spellings.
 * @param shown words of the whole stage
 * @param feed what it reads from its input, where that is plain to see
 */
export function describe(stage: Stage, link: Link, shown: readonly string[], feed: string): SimpleCommand {
  const { at, program, via } = link;
  const to = Math.min(link.to, at + WORDS_MAX);
  const words = [program, ...shown.slice(at + 1, to)];
  const whole = link.to === stage.words.length && stage.redirects.length > 0;
  const text = (whole ? withRedirects(stage, at, words) : words.join(' ')) + feed;
  const alt = text.length > ALTERNATIVE_CHARS_MAX ? [] : alternatives(words);
  // Without redirections: `rm -rf 2>/dev/null /`, and patterns that end in `$`.
  if (whole) alt.push(words.join(' '));
  const written = stage.words[at]!.value;
  if (written !== program) alt.push([written.slice(0, 400), ...words.slice(1)].join(' '));
  const script = SHELLS.has(program) ? scriptRun(words) : null;
  if (script !== null) alt.push(script.join(' '), [programName(script[0]!), ...script.slice(1)].join(' '));
  const runner = withoutRunnerOptions(words);
  if (runner !== null) alt.push(runner.join(' '));
  if (via === 'find -exec') alt.push(...withRoot(words, stage));
  const command: SimpleCommand = { program, text: text.slice(0, TEXT_CHARS_MAX), args: [], via };
  addAlternatives(command, alt);
  return command;
}

/** Other wordings under which patterns may meet a command too, cut and capped. */
export function addAlternatives(command: SimpleCommand, texts: readonly string[]): void {
  if (command.text.length > ALTERNATIVE_CHARS_MAX) return;
  const all = new Set(command.alt ?? []);
  for (const text of texts) {
    const cut = text.slice(0, TEXT_CHARS_MAX);
    if (cut !== command.text && all.size < ALTERNATIVES_MAX) all.add(cut);
  }
  if (all.size > 0) command.alt = [...all];
}

/** How long what stands somewhere is waited for. */
export interface Surroundings {
  /** Nobody waits for it. */
  background?: boolean;
  /** What ends it after a time. */
  timed?: string | undefined;
}

/** The program that limits the time of what it runs, by the name that it is called by. */
export const timerOf = ({ via }: Link): string | undefined => (/^g?timeout$/.test(via) ? via : undefined);

/**
 * What stands around a command, as other spellings of it: patterns spare `GIT_EDITOR=true git commit`,
 * `timeout 9 tail -f x` and `npm run dev &` by it.
 */
export function addSurroundings(command: SimpleCommand, stage: Stage, link: Link, place: Surroundings): void {
  const texts: string[] = [];
  if (link.at === 0 && stage.assigns.length > 0) {
    const names = stage.assigns.slice(0, WORDS_MAX).map(({ value }) => {
      return isData(value) ? `${value.slice(0, value.indexOf('=') + 1)}""` : value;
    });
    texts.push(`${names.join(' ')} ${command.text}`);
  }
  const timed = timerOf(link) ?? place.timed;
  if (timed) texts.push(`${timed} ${command.text}`);
  if (place.background) texts.push(`${command.text} &`);
  if (texts.length > 0) addAlternatives(command, texts);
}

/** What calls a function: its body says what is executed. */
export function hideArguments(command: SimpleCommand): void {
  command.text = command.program;
  delete command.alt;
}

/** Words and redirections in the order in which they stand. */
function withRedirects(stage: Stage, at: number, words: readonly string[]): string {
  const parts = words.map((text, index) => ({ text, start: stage.words[at + index]!.start }));
  for (const redirect of stage.redirects.slice(0, WORDS_MAX)) {
    parts.push({ text: showRedirect(redirect), start: redirect.start });
  }
  parts.sort((a, b) => a.start - b.start);
  return parts.map((part) => part.text).join(' ');
}

/** `bash -x ./deploy --prod` as `./deploy --prod`; null where a shell runs no file. */
function scriptRun(words: readonly string[]): string[] | null {
  const at = words.findIndex((word, index) => index > 0 && !/^[-+]/.test(word));
  const options = words.slice(1, Math.max(at, 1));
  if (
    !/^(?!\/dev\/)[\w@/.-]*[./]/.test(words[at] ?? '') ||
    options.some((word) => /^-[a-z]*[cns]/.test(word))
  )
    return null;
  return words.slice(at);
}

/** `npx --yes prisma@5 migrate` as `npx prisma migrate`; null for another program, or where that is what it says. */
function withoutRunnerOptions(words: readonly string[]): string[] | null {
  if (words[0] !== 'npx' && words[0] !== 'bunx') return null;
  let at = 1;
  while (words[at]?.startsWith('-')) at += words[at] === '-p' || words[at] === '--package' ? 2 : 1;
  const name = programName(words[at] ?? '');
  if (name === '' || (at === 1 && name === words[1])) return null;
  return [words[0], name, ...words.slice(at + 1)];
}

/** `find / -exec rm -rf {} +` removes what `rm -rf /` does. */
function withRoot(words: readonly string[], stage: Stage): string[] {
  const root = foundEverywhere(stage.words.slice(0, 40).map((word) => word.value));
  if (root === null || words.length > 40) return [];
  const filled = words.map((word) => (word === '{}' ? root : word));
  return [filled.join(' '), ...alternatives(filled)];
}
