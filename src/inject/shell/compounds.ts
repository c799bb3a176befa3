import type { Stage } from './ast.ts';
import { AMPERSAND, BAR, CLOSE, NEWLINE, OPEN, SEMICOLON } from './characters.ts';
import { emptyStage } from './empty.ts';
import type { Lexer } from './lexer.ts';

/** Line breaks inside one `[[ … ]]`; an unclosed one ends there. */
const TEST_LINES_MAX = 20;

/** `[[ … ]]`: its operators are words. The opening is read already. */
export function readTest(lexer: Lexer, stage: Stage): void {
  let lines = TEST_LINES_MAX;
  for (;;) {
    lexer.skipBlank();
    if (lexer.pos >= lexer.text.length) return;
    const code = lexer.text.charCodeAt(lexer.pos);
    if (code === SEMICOLON) return;
    if (code === NEWLINE) {
      if (--lines < 0) return;
      lexer.pos++;
    } else if ('&|()<>'.includes(lexer.text[lexer.pos]!) && lexer.text[lexer.pos + 1] !== '(') {
      lexer.pos++;
    } else {
      const word = lexer.word(true);
      stage.words.push(word);
      if (word.plain && word.value === ']]') return;
    }
  }
}

/** `WORD in` after `case`. True where patterns follow. */
export function readCaseHead(lexer: Lexer, stage: Stage): boolean {
  stage.kind = 'words';
  lexer.skipBlank();
  if (lexer.pos >= lexer.text.length || lexer.text.charCodeAt(lexer.pos) === NEWLINE) return false;
  stage.words.push(lexer.word());
  for (;;) {
    lexer.skipBlank();
    if (lexer.text.charCodeAt(lexer.pos) !== NEWLINE) break;
    lexer.pos++;
  }
  if (!/^in(?![\w-])/.test(lexer.text.slice(lexer.pos, lexer.pos + 3))) return false;
  lexer.pos += 2;
  return true;
}

/** One pattern of a `case` with its parenthesis; `esac` where the command ends instead; null where neither stands here. */
export function readCasePattern(lexer: Lexer): Stage | 'esac' | null {
  const stage = emptyStage('words');
  if (lexer.text.charCodeAt(lexer.pos) === OPEN) {
    lexer.pos++;
    lexer.skipBlank();
  }
  while (lexer.pos < lexer.text.length && lexer.text.charCodeAt(lexer.pos) !== CLOSE) {
    const code = lexer.text.charCodeAt(lexer.pos);
    if (code === NEWLINE || code === SEMICOLON) return null;
    if (code === BAR || code === AMPERSAND || code === OPEN) {
      lexer.pos++;
    } else {
      const word = lexer.word();
      if (stage.words.length === 0 && word.plain && word.value === 'esac') return 'esac';
      stage.words.push(word);
    }
    lexer.skipBlank();
  }
  lexer.pos++;
  return stage;
}
