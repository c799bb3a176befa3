import type { ShellView, SimpleCommand } from '../types.ts';
import type { HereDocument, List, Pipeline, Redirect, Stage, Substitution, Word } from './ast.ts';
import { isData, isSqlClient, maskSql } from './data.ts';
import { Definitions, written } from './definitions.ts';
import {
  addSurroundings,
  describe,
  hideArguments,
  type Shown,
  showWords,
  TEXT_CHARS_MAX,
} from './describe.ts';
import { bodyText, inputOf, onlyPasses, printedScripts, runsInput } from './feeding.ts';
import { Functions } from './functions.ts';
import { impliedCommands } from './implied.ts';
import { inertness } from './inert.ts';
import { Joined } from './joined.ts';
import { PIECES_MAX, type Reading } from './lexer.ts';
import { Masking } from './masking.ts';
import { Parser } from './parser.ts';
import { SHELLS } from './programs.ts';
import { type Resolved, resolveWords } from './resolve.ts';
import { compose, NOWHERE, pieceFrom, rawSource, type Source, slice, toRaw } from './source.ts';
import { windowsScript, windowsView } from './windows.ts';
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
const RUNS_TEXT = new Set([...SHELLS, 'eval', 'source', '.']);

/** Where a list stands. */
interface Place {
  source: Source;
  level: number;
  via: string;
  /** Nobody waits for it. */
  background?: true;
}

/** Builds the view of one command line. */
export class Viewer {
  private readonly raw: string;
  private readonly commands: SimpleCommand[] = [];
  private readonly joined = new Joined();
  private readonly masking: Masking;
  private readonly reading: Reading = { comments: [], pieces: PIECES_MAX };
  private readonly known = new Definitions();
  private readonly bodies: HereDocument[] = [];
  private copied = 0;
  private copying = 0;
  private scripted = 0;
  private readonly functions = new Functions<Place>();

  /** @param raw what is viewed, @param whole what it was cut from */
  constructor(raw: string, whole: string) {
    this.raw = raw;
    this.masking = new Masking(whole);
  }

  run(): ShellView {
    const source = rawSource(this.raw);
    const list = new Parser(source, 0, this.reading).list(false);
    this.reading.pieces = PIECES_MAX;
    this.list(list, { source, level: 0, via: 'top' });
    this.bodiesOfFunctions();
    for (const comment of this.reading.comments) this.masking.comment(comment);
    for (const body of this.bodies) this.masking.body(body);
    const { masking, commands, joined } = this;
    let masked: string | null = null;
    return {
      commands,
      pipelines: joined.pipelines,
      lists: joined.lists,
      get masked(): string {
        masked ??= masking.text();
        return masked;
      },
    };
  }

  /** What is called is executed; of the rest only the data is masked. */
  private bodiesOfFunctions(): void {
    const { functions } = this;
    for (let each = functions.nextCalled(); each !== undefined; each = functions.nextCalled()) {
      const { list, place, name, args, written } = each;
      if (each.again && (this.commands.length > COMMANDS_MAX / 2 || !/\$\{?[@*1-9]/.test(place.source.text)))
        continue;
      this.known.variables.called(args, written, () => this.list(list, place, name));
    }
    this.joined.idle = true;
    for (let each = functions.nextIdle(); each !== undefined; each = functions.nextIdle())
      this.list(each.list, each.place, each.name);
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
    let before: Stage | null = null;
    const at = pipeline.operator === '&' ? { ...place, background: true as const } : place;
    for (const stage of pipeline.stages) {
      const each = this.stage(stage, before, at);
      if (each !== null) shown.push(each);
      if (before === null || !onlyPasses(stage)) before = stage;
    }
    return this.joined.stages(shown);
  }

  private stage(stage: Stage, before: Stage | null, place: Place): Shown | null {
    let shown: Shown | null = null;
    if (stage.kind === 'words' || this.commands.length >= COMMANDS_MAX) {
      for (const word of stage.words) this.masking.quotes(place.source, word);
      this.known.loop(stage.words);
    } else if (stage.words.length > 0) {
      shown = this.simple(stage, before, place);
    }
    for (const assign of stage.assigns) this.assign(assign, stage.words.length === 0, place);
    if (stage.group !== null) {
      const group = stage.group;
      const text = this.known.apart(() => this.list(group, { ...place, via: '( )' }));
      shown ??= { text, innerText: text, innerProgram: '', at: 0 };
    }
    const texts = [...stage.assigns, ...stage.words].flatMap((word) => this.substitutions(word.subs, place));
    for (const redirect of stage.redirects) texts.push(...this.redirect(redirect, place));
    if (shown !== null && RUNS_TEXT.has(shown.innerProgram)) {
      const shell = SHELLS.has(shown.innerProgram) ? shown.innerProgram : 'bash';
      for (const text of texts) this.joined.pipeline(`${text} | ${shell}`);
      const args = place.level < LEVELS_MAX ? stage.words.slice(shown.at + 1) : [];
      for (const text of printedScripts(args, SHELLS.has(shown.innerProgram))) this.copy(text, 'eval');
    }
    return shown;
  }

  private assign(assign: Word, alone: boolean, place: Place): void {
    const equals = assign.value.indexOf('=');
    if (isData(assign.value)) {
      this.masking.hide(place.source, assign, { from: equals + 1, bare: false });
    }
    if (alone) this.known.assign(assign, place.source);
  }

  /** Views what is substituted; returns the text of each. */
  private substitutions(subs: readonly Substitution[], place: Place): string[] {
    return subs.map((sub) =>
      this.known.apart(() => this.list(sub.list, { ...place, source: sub.source, via: sub.kind })),
    );
  }

  private redirect(redirect: Redirect, place: Place): string[] {
    const texts: string[] = [];
    const { target, body } = redirect;
    if (target !== null) {
      if (redirect.body === null) this.masking.quotes(place.source, target);
      texts.push(...this.substitutions(target.subs, place));
    }
    if (body !== null) {
      this.bodies.push(body);
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
      addSurroundings(command, stage, link, place.background === true);
      const other = this.known.respell(command, shown.slice(link.at, link.to));
      if (other !== null) this.copy(other, 'variable');
      if (inert !== null) command.inert = inert;
      command.start = Math.max(0, toRaw(place.source, stage.words[link.at]!.start));
      command.args = values.slice(link.at + 1, link.to);
      if (link.at === 0 && this.functions.has(link.program)) hideArguments(command);
      if (!this.joined.idle) this.commands.push(command);
      this.functions.note(link.program, command.args, () =>
        written(stage.words, link.at + 1, link.to, place.source),
      );
      return command.text;
    });
    this.scripts(stage, resolved, place);
    this.windows(resolved, values);
    stage.words.forEach((word, index) => {
      const role = resolved.roles[index]!;
      if (role.executed !== true) this.masking.hide(place.source, word, role);
    });
    const implied = impliedCommands(stage, before, resolved);
    implied.push(...this.known.implied(stage.words, values, last, place.source, this.copying === 0));
    for (const { text, via } of implied) this.copy(text, via);
    if (!this.joined.idle) this.known.note(stage, before, values, last, place.source);
    return { text: texts[0]!, innerText: texts.at(-1)!, innerProgram: last.program, at: last.at };
  }

  /** Views text that was put together from pieces. */
  private copy(text: string, via: string): void {
    this.copied += text.length;
    if (this.copied > COPIED_CHARS_MAX || this.copying >= COPIES_DEEP_MAX) return;
    this.copying++;
    const source = { text, runs: [0, NOWHERE] };
    const list = new Parser(source, 0, this.reading).list(false);
    const place = { source, level: LEVELS_MAX - 2, via };
    this.known.apart(() => this.known.variables.forgotten(() => this.list(list, place)));
    this.copying--;
  }

  private scripts(stage: Stage, resolved: Resolved, place: Place): void {
    for (const { from, to, via, offset } of resolved.scripts) {
      const [first, ...rest] = stage.words.slice(from, to);
      const pieces = [offset > 0 ? pieceFrom(first!, offset) : first!, ...rest];
      const source = compose(place.source, pieces);
      const run = (): void => this.script(source, via, place);
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
      for (let i = link.at + inner.from; i < link.to; i++) {
        resolved.roles[i] = { from: 0, bare: true, executed: true };
      }
      const view = windowsView(inner.text, inner.dialect, () => []);
      for (const command of this.joined.idle ? [] : view.commands.slice(0, 200))
        this.commands.push({ ...command, via: inner.via, start: 0 });
    }
  }

  private script(source: Source, via: string, place: Place): void {
    this.scripted += source.text.length;
    if (place.level >= LEVELS_MAX || this.scripted > SCRIPTED_FACTOR * this.raw.length) return;
    const list = new Parser(source, 0, this.reading).list(false);
    this.known.apart(() => this.list(list, { source, level: place.level + 1, via }));
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
    const input = inputOf(stage, before) ?? this.known.files.input(stage, before);
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
