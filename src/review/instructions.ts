import { oneLine } from '../text/one-line.ts';
import { contradictions, type Directives, directives } from './directives.ts';
import { codeTokens, contentWords } from './words.ts';

/** An agent's own instructions: the text of a CLAUDE.md or AGENTS.md. */
export interface InstructionFile {
  path: string;
  text: string;
}

/** Instructions cut into statements, prepared once for many candidates. */
export interface PreparedInstructions {
  statements: { path: string; text: string; words: Set<string>; directives: Directives }[];
}

const COVERAGE_MIN = 0.6;
const SHARED_WORDS_MIN = 4;
const TEXT_CHARS_MAX = 400_000;
const QUOTE_CHARS_MAX = 100;

/** Cuts files into list items and sentences; each is also seen together with the next, as rules run over several. */
export function prepareInstructions(files: readonly InstructionFile[]): PreparedInstructions {
  const statements: PreparedInstructions['statements'] = [];
  for (const { path, text } of files) {
    const parts = text
      .slice(0, TEXT_CHARS_MAX)
      .split(/\n\s*(?:[-*+]|\d+[.)])\s+|\n\s*\n|\n#+ |(?<=[.!?])\s+(?=[A-Z`])/)
      .map((part) => oneLine(part.replace(/^\s*#+ /, '')))
      .filter((part) => part !== '');
    const pairs = parts.slice(1).map((part, index) => `${parts[index]} ${part}`);
    for (const statement of [...parts, ...pairs])
      statements.push({
        path,
        text: statement,
        words: contentWords(statement),
        directives: directives(statement),
      });
  }
  return { statements };
}

/**
 * The statement that already says what the text advises: it has at least 60% of the text's content words (four or more),
 * all of its code, and does not say the opposite. Null where there is none.
 */
export function statedAlready(
  advice: string,
  instructions: PreparedInstructions,
): { path: string; quote: string } | null {
  const words = contentWords(advice);
  if (words.size < SHARED_WORDS_MIN) return null;
  const code = codeTokens(advice);
  const own = directives(advice);
  for (const statement of instructions.statements) {
    let shared = 0;
    for (const word of words) if (statement.words.has(word)) shared += 1;
    if (shared < SHARED_WORDS_MIN || shared / words.size < COVERAGE_MIN) continue;
    const lower = statement.text.toLowerCase();
    if (![...code].every((token) => lower.includes(token))) continue;
    if (contradictions(own, statement.directives).length > 0) continue;
    return { path: statement.path, quote: cut(statement.text) };
  }
  return null;
}

function cut(text: string): string {
  return text.length <= QUOTE_CHARS_MAX ? text : `${text.slice(0, QUOTE_CHARS_MAX)}…`;
}
