import type { List, Redirect, Stage, Word } from './ast.ts';
import { AMPERSAND, BAR, CLOSE, GREATER, NEWLINE, OPEN, SEMICOLON } from './characters.ts';
import { readCaseHead, readCasePattern, readTest } from './compounds.ts';
import { emptyStage, emptyWord } from './empty.ts';
import { passArithmetic } from './expansions.ts';
import { readHereDocuments } from './here-documents.ts';
import { Lexer, NESTING_MAX } from './lexer.ts';
import { closeBrace, end, type ListState, newState, openBrace } from './list-state.ts';
import { readOperator } from './redirects.ts';
import { wordList } from './word-list.ts';

/** Reserved words after which a command follows in the same place. */
const OPENERS = wordList('if then elif else while until do ! { coproc and or not');
/** Reserved words that end a compound; only redirections may follow. */
const CLOSERS = wordList('fi done esac }');
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

/**
 * Commands of a POSIX shell, bash and zsh. Tolerant: compound commands are flattened into the commands inside them,
 * and what is not valid is read as well as it can be. Never throws.
 */
export class Parser extends Lexer {
  /** Function whose head has been read, and whose body comes next. */
  private defining: string | null = null;

  copy(text: string): Lexer {
    return new Parser(text, this.depth + 1, this.reading);
  }

  list(nested: boolean): List {
    const state = newState();
    for (;;) {
      this.skipBlank();
      if (this.pos >= this.text.length) break;
      if (state.atPattern) {
        this.casePattern(state);
        continue;
      }
      const code = this.text.charCodeAt(this.pos);
      if (code === CLOSE) {
        this.pos++;
        if (nested) break;
        end(state, ';');
      } else if (code === NEWLINE) {
        this.pos++;
        if (this.pending.length > 0) readHereDocuments(this);
        if (!state.piped) end(state, '\n');
      } else if (code === SEMICOLON) this.semicolon(state);
      else if (code === AMPERSAND && this.text.charCodeAt(this.pos + 1) !== GREATER) this.ampersand(state);
      else if (code === BAR) this.bar(state);
      else this.command(state);
    }
    end(state, '');
    return state.list;
  }

  private semicolon(state: ListState): void {
    const from = this.pos++;
    while (this.text.charCodeAt(this.pos) === SEMICOLON || this.text.charCodeAt(this.pos) === AMPERSAND)
      this.pos++;
    if (this.pos - from > 1 && state.cases > 0) state.atPattern = true;
    end(state, ';');
  }

  private ampersand(state: ListState): void {
    const double = this.text.charCodeAt(this.pos + 1) === AMPERSAND;
    this.pos += double ? 2 : 1;
    end(state, double ? '&&' : '&');
  }

  private bar(state: ListState): void {
    const next = this.text.charCodeAt(this.pos + 1);
    if (next === BAR) {
      this.pos += 2;
      end(state, '||');
      return;
    }
    this.pos += next === AMPERSAND ? 2 : 1;
    state.piped = state.stages.length > 0;
  }

  /** One stage; two that stand side by side without an operator are of different pipelines. */
  private command(state: ListState): void {
    if (state.stages.length > 0 && !state.piped) end(state, ';');
    state.piped = false;
    const stage = emptyStage('simple');
    this.stage(stage, state);
    const { words, assigns, redirects, group } = stage;
    if (words.length + assigns.length + redirects.length > 0 || group !== null) state.stages.push(stage);
  }

  private stage(stage: Stage, state: ListState): void {
    let atStart = true;
    for (;;) {
      this.skipBlank();
      const code = this.text.charCodeAt(this.pos);
      if (this.pos >= this.text.length || endsStage(code)) return;
      if (this.redirect(stage)) continue;
      if (code === AMPERSAND) return;
      if (code === OPEN) {
        if (!this.parenthesis(stage)) return;
        atStart = false;
        continue;
      }
      const word = this.word();
      if (atStart && word.plain && stage.assigns.length === 0) {
        const next = this.reserved(word, stage, state);
        if (next === 'again') continue;
        if (next === 'end') return;
        if (next === 'redirects') {
          atStart = false;
          continue;
        }
      }
      if (atStart && ASSIGNMENT.test(word.value.slice(0, 200))) {
        stage.assigns.push(word);
        continue;
      }
      atStart = false;
      this.defining = null;
      stage.words.push(word);
    }
  }

  private redirect(stage: Stage): boolean {
    const operator = readOperator(this.text, this.pos);
    if (operator === null) return false;
    const redirect: Redirect = { operator: operator.text, target: null, start: this.pos, body: null };
    this.pos = operator.end;
    stage.redirects.push(redirect);
    const code = this.skipInline();
    if (code === NEWLINE || Number.isNaN(code)) return true;
    redirect.target = this.word();
    if (operator.hereDocument) {
      this.pending.push({
        redirect,
        delimiter: redirect.target.value,
        quoted: !redirect.target.plain,
        strip: operator.text.endsWith('-'),
      });
    }
    return true;
  }

  private skipInline(): number {
    while (this.text[this.pos] === ' ' || this.text[this.pos] === '\t') this.pos++;
    return this.text.charCodeAt(this.pos);
  }

  /** A subshell, the empty pair of a function's definition, or a stray one. False where the stage ends here. */
  private parenthesis(stage: Stage): boolean {
    this.pos++;
    if (this.depth >= NESTING_MAX) return true;
    if (stage.words.length === 1 && this.skipInline() === CLOSE) {
      this.pos++;
      this.defining = stage.words.pop()!.value;
      return false;
    }
    if (this.text.charCodeAt(this.pos) === OPEN && stage.words.length === 0) {
      this.pos++;
      const inner = emptyWord(this.pos);
      passArithmetic(this, inner, false);
      stage.kind = 'words';
      if (inner.subs.length > 0) stage.words.push(inner);
      return true;
    }
    if (this.defining !== null) stage.body = this.defining;
    this.defining = null;
    this.depth++;
    const group = this.list(true);
    this.depth--;
    if (stage.group === null) stage.group = group;
    else stage.group.pipelines.push(...group.pipelines);
    if (stage.words.length === 0) stage.kind = 'group';
    return true;
  }

  private reserved(word: Word, stage: Stage, state: ListState): 'again' | 'end' | 'redirects' | null {
    const { value } = word;
    if (OPENERS.has(value)) {
      if (value === '{') {
        openBrace(state, this.defining);
        this.defining = null;
      }
      return 'again';
    }
    if (CLOSERS.has(value)) {
      if (value === 'esac') state.cases = Math.max(0, state.cases - 1);
      else if (value === '}') closeBrace(state);
      return 'redirects';
    }
    switch (value) {
      case '[[':
        stage.kind = 'test';
        stage.words.push(word);
        readTest(this, stage);
        return 'redirects';
      case 'for':
      case 'select':
        this.words(stage);
        return 'end';
      case 'case':
        if (readCaseHead(this, stage)) {
          state.cases++;
          state.atPattern = true;
        }
        return 'end';
      case 'function':
        this.skipInline();
        if (this.pos < this.text.length && this.text.charCodeAt(this.pos) !== NEWLINE)
          this.defining = this.word().value;
        this.skipInline();
        if (this.text.startsWith('()', this.pos)) this.pos += 2;
        return 'again';
      case 'time':
        this.skipInline();
        return /^[{(]/.test(this.text.slice(this.pos, this.pos + 1)) ? 'again' : null;
      default:
        return null;
    }
  }

  /** What a loop runs over: to the end of the line or a semicolon. */
  private words(stage: Stage): void {
    stage.kind = 'words';
    for (;;) {
      this.skipBlank();
      const code = this.text.charCodeAt(this.pos);
      if (this.pos >= this.text.length || endsStage(code)) return;
      if (code === OPEN) {
        if (!this.parenthesis(stage)) return;
      } else if (code === AMPERSAND) {
        this.pos++;
      } else {
        stage.words.push(this.word());
      }
    }
  }

  /** Passes one pattern of a `case`, or notices its `esac`. */
  private casePattern(state: ListState): void {
    const code = this.text.charCodeAt(this.pos);
    if (code === NEWLINE || code === SEMICOLON) {
      this.pos++;
      return;
    }
    state.atPattern = false;
    const read = readCasePattern(this);
    if (read === 'esac') state.cases = Math.max(0, state.cases - 1);
    else if (read !== null) {
      state.stages.push(read);
      end(state, ';');
    }
  }
}

/** True for what ends the words of a stage, but for `&`: that may be a redirection's. */
function endsStage(code: number): boolean {
  return code === NEWLINE || code === SEMICOLON || code === BAR || code === CLOSE;
}
