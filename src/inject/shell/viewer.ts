import type { ShellView, SimpleCommand } from '../types.ts';
import { alternatives } from './alternatives.ts';
import type { Comment, HereDocument, List, Pipeline, Redirect, Stage, Substitution, Word } from './ast.ts';
import { isData, isSqlClient, isTextProgram, maskSql } from './data.ts';
import {
  addAlternatives,
  describe,
  prefixAssignments,
  type Shown,
  showWords,
  TEXT_CHARS_MAX,
} from './describe.ts';
import { bodyText, inputOf, printedScripts, runsInput } from './feeding.ts';
import { Functions } from './functions.ts';
import { impliedCommands } from './implied.ts';
import { inertness } from './inert.ts';
import { Masking } from './masking.ts';
import { Parser } from './parser.ts';
import { SHELLS } from './programs.ts';
import { type Resolved, resolveWords } from './resolve.ts';
import { compose, rawSource, type Source, slice, toRaw } from './source.ts';
import { Variables } from './variables.ts';
import { windowsScript, windowsView } from './windows.ts';
import { readsStdin } from './wrappers.ts';

/** Command lines inside command lines: `bash -c "sh -c '…'"`. */
const LEVELS_MAX = 6;
const COMMANDS_MAX = 1000;
const JOINED_MAX = 500;
/** Bounds what is viewed twice: command lines put together from pieces. */
const COPIED_CHARS_MAX = 262_144;
/** Characters of command lines inside command lines, for each character of the whole. */
const SCRIPTED_FACTOR = 8;
const EXPANDED_WORDS_MAX = 64;
/** Programs that run the text of a substitution: `bash -c "$(curl …)"`, `source <(curl …)`. */
const RUNS_TEXT = new Set([...SHELLS, 'eval', 'source', '.']);

/** Where a list stands. */
interface Place {
  source: Source;
  level: number;
  via: string;
  /** False for text put together from pieces, whose offsets mean nothing. */
  masked: boolean;
}

/** Builds the view of one command line. */
export class Viewer {
  private readonly raw: string;
  private readonly commands: SimpleCommand[] = [];
  private readonly pipelines = new Set<string>();
  private readonly lists = new Set<string>();
  private readonly masking: Masking;
  private readonly comments: Comment[] = [];
  private readonly variables = new Variables();
  private readonly bodies: HereDocument[] = [];
  private copied = 0;
  private scripted = 0;
  private readonly functions = new Functions<Place>();
  /** While bodies are looked at that nothing calls. */
  private idle = false;

  /** @param raw what is viewed, @param whole what it was cut from */
  constructor(raw: string, whole: string) {
    this.raw = raw;
    this.masking = new Masking(whole);
  }

  run(): ShellView {
    const source = rawSource(this.raw);
    const list = new Parser(source, 0, this.comments).list(false);
    this.list(list, { source, level: 0, via: 'top', masked: true });
    this.bodiesOfFunctions();
    for (const comment of this.comments) this.masking.comment(comment);
    for (const body of this.bodies) this.masking.body(body);
    const { masking, commands } = this;
    let masked: string | null = null;
    return {
      commands,
      pipelines: [...this.pipelines],
      lists: [...this.lists],
      get masked(): string {
        masked ??= masking.text();
        return masked;
      },
    };
  }

  /** What is called is executed; of the rest only the data is masked. */
  private bodiesOfFunctions(): void {
    const { functions } = this;
    for (let each = functions.nextCalled(); each !== undefined; each = functions.nextCalled())
      this.list(each.list, each.place, each.name);
    this.idle = true;
    for (let each = functions.nextIdle(); each !== undefined; each = functions.nextIdle())
      this.list(each.list, each.place, each.name);
  }

  /**
   * Views a list; returns its text, cut.
   * @param body function whose body it is; those of others are put aside
   */
  private list(list: List, place: Place, body?: string): string {
    let joined = '';
    let count = 0;
    let operator = '';
    for (const pipeline of list.pipelines) {
      if (pipeline.body !== undefined && pipeline.body !== body) {
        this.functions.define(pipeline.body, pipeline, list, place);
        continue;
      }
      const text = this.pipeline(pipeline, place);
      if (text !== '') {
        if (joined.length < TEXT_CHARS_MAX) joined += count === 0 ? text : joiner(operator) + text;
        count++;
      }
      operator = pipeline.operator;
    }
    joined = joined.slice(0, TEXT_CHARS_MAX);
    if (count > 1 && this.lists.size < JOINED_MAX && !this.idle) this.lists.add(joined);
    return joined;
  }

  private pipeline(pipeline: Pipeline, place: Place): string {
    const shown: Shown[] = [];
    let before: Stage | null = null;
    for (const stage of pipeline.stages) {
      const each = this.stage(stage, before, place);
      if (each !== null && shown.length < 200) shown.push(each);
      before = stage;
    }
    const text = shown.map((each) => each.text).join(' | ');
    if (shown.length > 1) {
      this.addPipeline(text);
      this.addPipeline(shown.map((each) => each.innerText).join(' | '));
    }
    return text.slice(0, TEXT_CHARS_MAX);
  }

  private addPipeline(text: string): void {
    if (this.pipelines.size < JOINED_MAX && !this.idle) this.pipelines.add(text.slice(0, TEXT_CHARS_MAX));
  }

  private stage(stage: Stage, before: Stage | null, place: Place): Shown | null {
    let shown: Shown | null = null;
    if (stage.kind === 'words') {
      if (place.masked) for (const word of stage.words) this.masking.quotes(place.source, word);
    } else if (this.commands.length >= COMMANDS_MAX) {
      if (place.masked) for (const word of stage.words) this.masking.quotes(place.source, word);
    } else if (stage.words.length > 0) {
      shown = this.simple(stage, before, place);
    }
    for (const assign of stage.assigns) this.assign(assign, stage.words.length === 0, place);
    if (stage.group !== null) {
      const text = this.list(stage.group, { ...place, via: '( )' });
      shown ??= { text, innerText: text, innerProgram: '', at: 0 };
    }
    const texts = [...stage.assigns, ...stage.words].flatMap((word) => this.substitutions(word.subs, place));
    for (const redirect of stage.redirects) texts.push(...this.redirect(redirect, place));
    if (shown !== null && RUNS_TEXT.has(shown.innerProgram)) {
      const shell = SHELLS.has(shown.innerProgram) ? shown.innerProgram : 'bash';
      for (const text of texts) this.addPipeline(`${text} | ${shell}`);
      const args = place.level < LEVELS_MAX ? stage.words.slice(shown.at + 1) : [];
      for (const text of printedScripts(args, SHELLS.has(shown.innerProgram))) this.copy(text, 'eval');
    }
    return shown;
  }

  private assign(assign: Word, alone: boolean, place: Place): void {
    const equals = assign.value.indexOf('=');
    if (place.masked && isData(assign.value)) {
      this.masking.hide(place.source, assign, { from: equals + 1, bare: false });
    }
    if (alone) this.variables.assign(assign.value);
  }

  /** Views what is substituted; returns the text of each. */
  private substitutions(subs: readonly Substitution[], place: Place): string[] {
    return subs.map((sub) => this.list(sub.list, { ...place, source: sub.source, via: sub.kind }));
  }

  private redirect(redirect: Redirect, place: Place): string[] {
    const texts: string[] = [];
    const { target, body } = redirect;
    if (target !== null) {
      if (place.masked && redirect.body === null) this.masking.quotes(place.source, target);
      texts.push(...this.substitutions(target.subs, place));
    }
    if (body !== null) {
      if (place.masked) this.bodies.push(body);
      if (body.executed !== true) texts.push(...this.substitutions(body.subs, place));
    }
    return texts;
  }

  private simple(stage: Stage, before: Stage | null, place: Place): Shown {
    const resolved = resolveWords(stage.words, place.via);
    const shown = showWords(stage, resolved.roles);
    const { last } = resolved;
    const values = stage.words.map((word) => word.value);
    const inert = inertness(values, last.at);
    const feed = this.feed(stage, before, values, resolved, place);
    const texts = resolved.links.map((link) => {
      const command = describe(stage, link, shown, feed);
      if (link.at === 0 && stage.assigns.length > 0) prefixAssignments(command, stage);
      this.expandVariables(command, shown.slice(link.at, Math.min(link.to, link.at + EXPANDED_WORDS_MAX)));
      if (inert !== null) command.inert = inert;
      command.start = place.masked ? Math.max(0, toRaw(place.source, stage.words[link.at]!.start)) : 0;
      command.args = values.slice(link.at + 1, link.to);
      if (!this.idle) this.commands.push(command);
      this.functions.note(link.program, command.args);
      return command.text;
    });
    this.scripts(stage, resolved, place);
    this.windows(resolved, values);
    if (place.masked) {
      stage.words.forEach((word, index) => {
        const role = resolved.roles[index]!;
        if (role.executed !== true) this.masking.hide(place.source, word, role);
      });
    }
    for (const implied of impliedCommands(stage, before, resolved)) this.copy(implied.text, implied.via);
    return { text: texts[0]!, innerText: texts.at(-1)!, innerProgram: last.program, at: last.at };
  }

  /** `d=/; rm -rf "$d"`: the same with the values that were assigned before. */
  private expandVariables(command: SimpleCommand, words: readonly string[]): void {
    const filled = isTextProgram(command.program) ? null : this.variables.fill(words);
    if (filled === null) return;
    const text = filled.join(' ').slice(0, TEXT_CHARS_MAX);
    if (filled[0] !== words[0]) this.copy(text, 'variable');
    else addAlternatives(command, [text, ...alternatives(filled)]);
  }

  /** Views text that was put together from pieces. */
  private copy(text: string, via: string): void {
    this.copied += text.length;
    if (this.copied > COPIED_CHARS_MAX) return;
    const source = rawSource(text);
    const list = new Parser(source, 0, []).list(false);
    this.variables.forgotten(() => this.list(list, { source, level: LEVELS_MAX - 2, via, masked: false }));
  }

  private scripts(stage: Stage, resolved: Resolved, place: Place): void {
    for (const { from, to, via } of resolved.scripts) {
      this.script(compose(place.source, stage.words.slice(from, to)), via, place);
    }
  }

  /** `powershell -Command …` and `cmd /c …`, as Git Bash and WSL are used. */
  private windows(resolved: Resolved, values: readonly string[]): void {
    for (const link of resolved.links) {
      const inner = windowsScript(values.slice(link.at, link.to));
      if (inner === null) continue;
      this.copied += inner.text.length;
      if (this.copied > COPIED_CHARS_MAX) return;
      for (let i = link.at + inner.from; i < link.to; i++) {
        resolved.roles[i] = { from: 0, bare: true, executed: true };
      }
      const view = windowsView(inner.text, inner.dialect, () => []);
      for (const command of this.idle ? [] : view.commands.slice(0, 200))
        this.commands.push({ ...command, via: inner.via, start: 0 });
    }
  }

  private script(source: Source, via: string, place: Place): void {
    this.scripted += source.text.length;
    if (place.level >= LEVELS_MAX || this.scripted > SCRIPTED_FACTOR * this.raw.length) return;
    const list = new Parser(source, 0, place.masked ? this.comments : []).list(false);
    this.list(list, { source, level: place.level + 1, via, masked: place.masked });
  }

  /** What a command is given on its standard input: viewed where a shell reads it, shown where a database does. */
  private feed(
    stage: Stage,
    before: Stage | null,
    values: readonly string[],
    resolved: Resolved,
    place: Place,
  ): string {
    const { program, at, to } = resolved.last;
    const sql = isSqlClient(program);
    const remote = program === 'ssh' && runsInput(values, resolved.scripts);
    if (!sql && !remote && !readsStdin(values.slice(0, to), at, program)) return '';
    const input = inputOf(stage, before);
    if (input === null) return '';
    if (sql) return ` <<< "${maskSql(bodyText(input, TEXT_CHARS_MAX))}"`;
    if (typeof input === 'string') this.copy(input, `${program} <`);
    else {
      input.executed = true;
      this.script(slice(input.source, input.start, input.end), `${program} <<`, place);
    }
    return '';
  }
}

function joiner(operator: string): string {
  if (operator === '\n') return '\n';
  return operator === ';' || operator === '' ? '; ' : ` ${operator} `;
}
