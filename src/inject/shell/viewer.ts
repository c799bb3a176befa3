import { shellWord } from '../../text/shell-quote.ts';
import type { ShellView, SimpleCommand } from '../types.ts';
import type { List, Pipeline, Redirect, Stage, Substitution } from './ast.ts';
import { isSqlClient, maskSql } from './data.ts';
import { Definitions, written } from './definitions.ts';
import {
  addSurroundings,
  describe,
  hideArguments,
  type Shown,
  type Surroundings,
  showWords,
  TEXT_CHARS_MAX,
  timerOf,
} from './describe.ts';
import {
  bareStage,
  bodyText,
  decodedStage,
  inputOf,
  onlyPasses,
  printedScripts,
  runsInput,
  withoutTimes,
} from './feeding.ts';
import { Functions } from './functions.ts';
import { impliedCommands } from './implied.ts';
import { inertness } from './inert.ts';
import { Joined } from './joined.ts';
import { PIECES_MAX, type Reading } from './lexer.ts';
import { makerOf } from './makefile.ts';
import { Parser } from './parser.ts';
import { SHELLS } from './programs.ts';
import { type Resolved, resolveWords } from './resolve.ts';
import { windowsScript, windowsView } from './windows.ts';
import { hasWord } from './word-list.ts';
import { wrapperOf } from './wrapper-table.ts';
import { readsStdin } from './wrappers.ts';

/** Command lines inside command lines: `bash -c "sh -c '…'"`. */
const LEVELS_MAX = 6;
const COMMANDS_MAX = 400;
/** Bounds what is viewed twice: command lines put together from pieces. */
const COPIED_CHARS_MAX = 262_144;
/** Texts put together from pieces inside such texts. */
const COPIES_DEEP_MAX = 3;
/** Characters of command lines inside command lines, for each character of the whole. */
const SCRIPTED_FACTOR = 8;
/** Programs that run the text of a substitution: `bash -c "$(curl …)"`, `source <(curl …)`. */
const RUNS_TEXT = 'eval source .';

/** A variable whose value a program runs, where that is more than a name: `GIT_SSH_COMMAND='ssh -i k' git fetch`. */
const RUN_VARIABLE = /^(?:GIT_\w*(?:COMMAND|EDITOR|PAGER|DIFF)|EDITOR|VISUAL|(?:MAN)?PAGER)=(\S+\s.*)/s;

/** Where a list stands. */
interface Place extends Surroundings {
  /** What it was parsed from. */
  source: string;
  level: number;
  via: string;
}

/** Whether nobody waits for what is run by it. */
const goesOn = (via: string): boolean => wrapperOf(via.split(' ')[0]!)?.background === true;

/** Builds the view of one command line. */
export class Viewer {
  private readonly raw: string;
  private readonly commands: SimpleCommand[] = [];
  private readonly joined = new Joined();
  private readonly reading: Reading = { pieces: PIECES_MAX };
  private readonly known = new Definitions();
  private copied = 0;
  private copying = 0;
  private scripted = 0;
  private readonly functions = new Functions<Place>();

  constructor(raw: string) {
    this.raw = raw;
  }

  run(): ShellView {
    const list = new Parser(this.raw, 0, this.reading).list(false);
    this.reading.pieces = PIECES_MAX;
    this.list(list, { source: this.raw, level: 0, via: 'top' });
    this.bodiesOfFunctions();
    const { commands, joined } = this;
    return { commands, pipelines: joined.pipelines, lists: joined.lists };
  }

  /** Of the functions that are called. */
  private bodiesOfFunctions(): void {
    const { functions } = this;
    for (let each = functions.nextCalled(); each !== undefined; each = functions.nextCalled()) {
      const { list, place, name, args, written } = each;
      if (each.again && (this.commands.length > COMMANDS_MAX / 2 || !/\$\{?[@*1-9]/.test(place.source)))
        continue;
      this.known.variables.called(args, written, () => this.list(list, place, name));
    }
  }

  /**
   * Views a list; returns its text, cut.
   * @param body function whose body it is; those of others are put aside
   */
  private list(list: List, place: Place, body?: string): string {
    const texts: { text: string; operator: string }[] = [];
    let operator = '';
    this.known.loops(list);
    for (const pipeline of list.pipelines) {
      if (pipeline.body !== undefined && pipeline.body !== body) {
        this.functions.define(pipeline.body, pipeline, list, place);
        continue;
      }
      const text = this.pipeline(pipeline, place);
      if (text !== '') texts.push({ text, operator });
      operator = pipeline.operator;
    }
    return this.joined.list(texts);
  }

  private pipeline(pipeline: Pipeline, place: Place): string {
    const shown: Shown[] = [];
    const through: Shown[] = [];
    let before: Stage | null = null;
    const at = pipeline.operator === '&' ? { ...place, background: true } : place;
    for (const stage of pipeline.stages) {
      const each = this.stage(stage, before, at);
      const passes = before !== null && onlyPasses(bareStage(stage, each?.at));
      if (!passes) before = decodedStage(stage, before) ?? bareStage(stage, each?.at);
      if (each === null) continue;
      shown.push(each);
      if (!passes) through.push(each);
    }
    if (through.length < shown.length) this.joined.stages(through);
    return this.joined.stages(shown);
  }

  private stage(stage: Stage, before: Stage | null, place: Place): Shown | null {
    let shown: Shown | null = null;
    if (stage.kind === 'words' || this.commands.length >= COMMANDS_MAX) {
      this.known.loop(stage.words);
    } else if (stage.words.length > 0) {
      shown = this.simple(stage, before, place);
    }
    if (stage.words.length === 0) for (const assign of stage.assigns) this.known.assign(assign, place.source);
    if (stage.group !== null) {
      const group = stage.group;
      const text = this.known.apart(() => this.list(group, { ...place, via: '( )' }));
      shown ??= { text, innerText: text, innerProgram: '', at: 0 };
    }
    const texts = [...stage.assigns, ...stage.words].flatMap((word) => this.substitutions(word.subs, place));
    for (const redirect of stage.redirects) texts.push(...this.redirect(redirect, place));
    if (shown !== null && (SHELLS.has(shown.innerProgram) || hasWord(RUNS_TEXT, shown.innerProgram))) {
      const shell = SHELLS.has(shown.innerProgram) ? shown.innerProgram : 'bash';
      for (const text of texts) this.joined.pipeline(`${text} | ${shell}`);
      const args = place.level < LEVELS_MAX ? stage.words.slice(shown.at + 1) : [];
      for (const text of printedScripts(args, SHELLS.has(shown.innerProgram)))
        this.copy(this.known.variables.text(text), 'eval');
    }
    return shown;
  }

  /** Views what is substituted; returns the text of each. */
  private substitutions(subs: readonly Substitution[], place: Place): string[] {
    return subs.map((sub) =>
      this.known.apart(() => this.list(sub.list, { ...place, source: sub.source, via: sub.kind })),
    );
  }

  private redirect({ target, body }: Redirect, place: Place): string[] {
    const texts = target === null ? [] : this.substitutions(target.subs, place);
    if (body !== null && body.executed !== true) texts.push(...this.substitutions(body.subs, place));
    return texts;
  }

  private simple(stage: Stage, before: Stage | null, around: Place): Shown {
    const resolved = resolveWords(stage.words, around.via);
    const background = around.background || resolved.links.some(({ via }) => goesOn(via));
    const place = { ...around, background };
    const shown = showWords(stage, resolved.roles);
    const { last } = resolved;
    const values = stage.words.map((word) => word.value);
    const inert = inertness(values, last.at);
    const feed = this.feed(stage, before, values, resolved, place);
    const texts = resolved.links.map((link) => {
      const command = describe(stage, link, shown, feed);
      addSurroundings(command, stage, link, place);
      const other = this.known.respell(command, shown.slice(link.at, link.to));
      if (other !== null) this.copy(other, 'variable');
      if (inert !== null) command.inert = inert;
      command.args = values.slice(link.at + 1, link.to);
      if (link.at === 0 && this.functions.has(link.program)) hideArguments(command);
      this.commands.push(command);
      this.functions.note(link.program, command.args, () =>
        written(stage.words, link.at + 1, link.to, place.source),
      );
      return command.text;
    });
    for (const { value } of stage.assigns) {
      const line = RUN_VARIABLE.exec(value)?.[1];
      if (line !== undefined) this.copy(line, 'variable');
    }
    this.scripts(stage, resolved, place);
    this.windows(resolved, values);
    if (makerOf(last.program) !== null) this.known.files.give(inputOf(stage, before));
    const implied = impliedCommands(stage, before, resolved);
    implied.push(...this.known.implied(stage.words, values, last, place.source, place.via !== 'alias'));
    for (const { text, via } of implied) this.copy(text, via);
    this.known.note(stage, before, values, last, place.source);
    return { text: texts[0]!, innerText: texts.at(-1)!, innerProgram: last.program, at: last.at };
  }

  /** Views text that was put together from pieces. */
  private copy(text: string, via: string): void {
    this.copied += text.length;
    if (this.copied > COPIED_CHARS_MAX || this.copying >= COPIES_DEEP_MAX) return;
    this.copying++;
    const list = new Parser(text, 0, this.reading).list(false);
    const place = { source: text, level: LEVELS_MAX - 2, via };
    this.known.apart(() => this.known.variables.forgotten(() => this.list(list, place)));
    this.copying--;
  }

  private scripts(stage: Stage, resolved: Resolved, place: Place): void {
    for (const { from, to, via, offset, program } of resolved.scripts) {
      const [first, ...rest] = stage.words.slice(from, to).map((word) => word.value);
      // What `--parameters` lists are lines of their own.
      const line = offset > 0 ? first!.slice(offset).replace(/" *, *"|"\]\}?$/g, '\n') : first!;
      const words = program === undefined ? [line, ...rest] : [program, first!, ...rest].map(shellWord);
      const text = words.join(' ');
      if (!SHELLS.has(resolved.last.program))
        for (const each of printedScripts(stage.words.slice(from, to), false)) this.copy(each, via);
      const timed = resolved.links.map(timerOf).find(Boolean) ?? place.timed;
      const run = (): void => this.script(text, via, { ...place, timed });
      if (to < stage.words.length && via.endsWith(' -c'))
        this.known.given(stage.words, to, place.source, run);
      else run();
    }
  }

  /** `powershell -Command …` and `cmd /c …`, as Git Bash and WSL are used. */
  private windows(resolved: Resolved, values: readonly string[]): void {
    for (const link of resolved.links) {
      const inner = windowsScript(values.slice(link.at, link.to));
      if (inner === null) continue;
      this.copied += inner.text.length;
      if (this.copied > COPIED_CHARS_MAX) return;
      const view = windowsView(inner.text, inner.dialect, () => []);
      for (const text of view.pipelines ?? []) this.joined.pipeline(text);
      for (const command of view.commands.slice(0, 200)) this.commands.push({ ...command, via: inner.via });
    }
  }

  private script(source: string, via: string, place: Place): void {
    this.scripted += source.length;
    if (place.level >= LEVELS_MAX || this.scripted > SCRIPTED_FACTOR * this.raw.length) return;
    const list = new Parser(source, 0, this.reading).list(false);
    const background = place.background || goesOn(via);
    this.known.apart(() => this.list(list, { ...place, source, level: place.level + 1, via, background }));
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
    const sql = isSqlClient(program, values.slice(at));
    const remote = program === 'ssh' && runsInput(values, resolved.scripts);
    if (!sql && !remote && !readsStdin(values.slice(0, to), at, program)) return '';
    const input =
      inputOf(stage, before) ??
      this.known.files.input(stage, before, sql ? values : []) ??
      (sql ? (printedScripts(stage.words.slice(at + 1), false)[0] ?? null) : null);
    if (input === null) return '';
    if (sql) {
      const text = maskSql(this.known.variables.text(bodyText(input, TEXT_CHARS_MAX)));
      // Its commands are words, as they are among its arguments.
      return program === 'redis-cli' ? ` ${text}` : ` <<< "${text}"`;
    }
    if (program === 'crontab') this.copy(withoutTimes(bodyText(input, TEXT_CHARS_MAX)), program);
    else if (typeof input === 'string') this.copy(this.known.variables.text(input), `${program} <`);
    else {
      input.executed = true;
      this.script(input.source.slice(input.start, input.end), `${program} <<`, place);
    }
    return '';
  }
}
