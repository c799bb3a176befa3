import type { SimpleCommand } from '../types.ts';
import { Aliases } from './aliases.ts';
import { alternatives } from './alternatives.ts';
import type { List, Stage, Word } from './ast.ts';
import { isFileProgram, isSqlClient, isTextProgram } from './data.ts';
import { addAlternatives, TEXT_CHARS_MAX } from './describe.ts';
import { bareStage, bodyText, inputOf, onlyOutput, outputOf } from './feeding.ts';
import { changedFolder, withFolder } from './folder.ts';
import type { Implied } from './implied.ts';
import { readNames, readValues } from './read-input.ts';
import type { Link } from './resolve.ts';
import { Variables } from './variables.ts';
import { hasWord } from './word-list.ts';
import { WrittenFiles } from './written-files.ts';

const WRITTEN_CHARS_MAX = 2000;
const RESPELLED_WORDS_MAX = 64;
const LOOP_WORDS_MAX = 40;
const READ_CHARS_MAX = 4000;

/** What a command line defines for the commands that follow in it: variables, short names, files, the folder. */
export class Definitions {
  readonly variables = new Variables();
  readonly files = new WrittenFiles();
  private readonly aliases = new Aliases();
  private folder: string | null = null;
  /** Where the loop ends that a `read` begins: a redirection there is its input. */
  private readonly ends = new Map<Stage, Stage>();

  /** Notices what a command defines. */
  note(stage: Stage, before: Stage | null, values: readonly string[], last: Link, source: string): void {
    const { program, at, to } = last;
    switch (program) {
      case 'cd':
      case 'pushd':
        this.folder = changedFolder(this.folder, values.slice(at + 1, to));
        break;
      case 'popd':
        this.folder = null;
        break;
      case 'git':
      case 'alias':
        this.aliases.define(program, values.slice(at + 1, to));
        break;
      case 'mv':
      case 'cp':
        this.files.rename(values.slice(at + 1, to));
        break;
      case 'shift':
        this.variables.shift();
        break;
      case 'read':
        this.read(stage, before, values.slice(at, to));
        break;
      case 'set':
        this.setParameters(stage.words, source);
        break;
      case 'printf':
        if (values[at + 1] === '-v') this.variables.assign(`${values[at + 2]}=${outputOf(stage)}`, '');
        break;
      default:
        if (hasWord('declare typeset local export readonly', program))
          for (const word of stage.words.slice(at + 1, to))
            if (/^[A-Za-z_]\w*\+?=/.test(word.value)) this.assign(word, source);
    }
    if (stage.redirects.length > 0 || program === 'tee') this.files.note(bareStage(stage, at), before);
  }

  assign(word: Word, source: string): void {
    const output = word.value.endsWith('=$()') ? onlyOutput(word.subs[0]) : null;
    if (output === null) this.variables.assign(word.value, source.slice(word.start, word.end));
    else this.variables.assign(word.value.slice(0, -3) + bodyText(output, READ_CHARS_MAX).trimEnd(), '');
  }

  /** `for name in a b` */
  loop(words: readonly Word[]): void {
    if (words[1]?.value !== 'in') return;
    const values = words.slice(2, LOOP_WORDS_MAX).map((word) => word.value);
    if (/^\w{1,60}$/.test(words[0]!.value)) this.variables.loop(words[0]!.value, values);
  }

  /** `while read name; do …; done <<< text`: notices what stands behind the loop. */
  loops(list: List): void {
    const reads: Stage[] = [];
    for (const { stages } of list.pipelines) {
      for (const stage of stages) {
        if (stage.words[0]?.value === 'read') reads.push(stage);
        else if (reads.length > 0 && stage.words.length === 0 && stage.redirects.length > 0)
          this.ends.set(reads.pop()!, stage);
      }
    }
  }

  /** `read -r name <<< text`: the name stands for each line in turn. */
  private read(stage: Stage, before: Stage | null, values: readonly string[]): void {
    const end = this.ends.get(stage);
    const input =
      inputOf(stage, before) ??
      this.files.input(stage, before) ??
      (end === undefined ? null : (inputOf(end, null) ?? this.files.input(end, null)));
    if (input === null) return;
    const names = readNames(values);
    for (const [name, lines] of readValues(names, bodyText(input, READ_CHARS_MAX)))
      this.variables.loop(name, lines);
  }

  private setParameters(words: readonly Word[], source: string): void {
    const dashes = words.findIndex((word) => word.value === '--');
    if (dashes > 0) this.variables.setParameters(written(words, dashes + 1, words.length, source));
  }

  /**
   * Command lines that a command stands for, given what was defined before.
   * @param plain it is no such command line itself: a short name is put in once
   */
  implied(
    words: readonly Word[],
    values: readonly string[],
    last: Link,
    source: string,
    plain: boolean,
  ): Implied[] {
    const found: Implied[] = [];
    const alias = plain
      ? this.aliases.expand(values, (from) => written(words, from, words.length, source))
      : null;
    if (alias !== null) found.push({ text: alias, via: 'alias' });
    if (this.variables.haveLists && !isTextProgram(last.program)) {
      const text = this.variables.spread(values, () => written(words, 0, words.length, source));
      if (text !== null) found.push({ text, via: 'variable' });
    }
    const run =
      this.files.size === 0
        ? null
        : this.files.run(values.slice(last.at, last.to), last.program, this.folder);
    if (run !== null) {
      if (run.shell !== '') found.push({ text: run.shell, via: 'file' });
      for (const text of run.lines) found.push({ text, via: 'file' });
    }
    return found;
  }

  /**
   * Adds how a command reads in its folder and with the values of its variables: `d=/; rm -rf "$d"`.
   * @returns the command line, where its very program is a variable: `run=echo; $run git push` prints
   */
  respell(command: SimpleCommand, shown: readonly string[]): string | null {
    if (isTextProgram(command.program)) return null;
    const words = shown.slice(0, RESPELLED_WORDS_MAX);
    const moved =
      this.folder === null || !isFileProgram(command.program) ? null : withFolder(words, this.folder);
    if (moved !== null) addAlternatives(command, [moved.join(' '), ...alternatives(moved)]);
    const program: string[] = [];
    for (const filled of this.variables.fill(words, isSqlClient(command.program))) {
      const text = filled.join(' ').slice(0, TEXT_CHARS_MAX);
      if (filled[0] === words[0]) addAlternatives(command, [text, ...alternatives(filled)]);
      else program.push(text);
    }
    if (program.length === 0) return null;
    command.text = words[0]!;
    delete command.alt;
    return program.join('\n');
  }

  /** Runs a command line with the words that its shell is given: `bash -c '… "$@"' name a b`. */
  given(words: readonly Word[], from: number, source: string, run: () => void): void {
    const args = words.slice(from + 1).map((word) => word.value);
    this.variables.called(args, written(words, from + 1, words.length, source), run, words[from]!.value);
  }

  /** Runs something that leaves the folder as it was: a subshell, a substitution, a script. */
  apart<T>(run: () => T): T {
    const { folder } = this;
    const result = run();
    this.folder = folder;
    return result;
  }
}

/** Words as they are written, from one to before another. */
export function written(words: readonly Word[], from: number, to: number, source: string): string {
  if (from >= to || from >= words.length) return '';
  const { start } = words[from]!;
  return source.slice(start, Math.min(words[to - 1]!.end, start + WRITTEN_CHARS_MAX));
}
