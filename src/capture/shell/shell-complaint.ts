import { anyOf } from '../../text/any-of.ts';
import type { ShellPart } from './shell.ts';

/** The words that a shell refuses before it runs a part: a glob that meets nothing, zsh's `=name`. */
const EXPANDED = /[*?[]|==/;
const UNMATCHED =
  /^(?:\(eval\):\w*:?\d+|zsh(?::\d+)?|-?bash(?:: line \d+)?|fish): (?:no match(?:es found)?: (\S+)|(={1,80}) not found|No matches for wildcard [`'"“‘]([^'"”’]+))/m;
/** What a shell says of a program that it does not find, between the outputs of others. */
const NO_PROGRAM =
  /^(?:(?:\(eval\):\w*:?\d+|zsh(?::\d+)?): command not found: (\S+)|(?:\/\S+\/)?-?(?:ba|da|k)?sh: (?:line \d+: |\d+: )?([^\s:]+): (?:command )?not found)$/m;
const TEXT_CHARS_MAX = 16_000;
const PROGRAM_CHARS_MAX = 4000;
/** The same in other languages. */
export const NOT_FOUND_ABROAD = [
  /(?:orden|instrucción) no encontrada|no se encontró la orden|commande introuvable/,
  /(?:Befehl|Kommando) nicht gefunden|comando non trovato|comando não encontrado/,
  /opdracht niet gevonden|команда не найдена|コマンドが見つかりません|未找到命令/,
];
/** What cmd.exe says of a word that it takes for a program; letters with marks may be broken by another code page. */
export const NOT_OF_CMD = anyOf(
  [
    /is not recognized as an internal or external command/,
    /n\S{1,3}o \S{1,3} reconhecido como um comando interno|no se reconoce como un comando interno/,
    /n['’]est pas reconnu en tant que commande|non \S{1,3} riconosciuto come comando interno/,
    /ist entweder falsch geschrieben oder|wordt niet herkend als een interne/,
    /nie jest rozpoznawan\S{1,3} jako polecenie|не является внутренней или внешней|不是内部或外部命令/,
    /은\(는\) 내부 또는 외부 명령|は、内部コマンドまたは外部コマンド/,
  ],
  { before: /^(?:Der Befehl )?[`'"]?([\w.+-]+)['"`]? ?/ },
);
/** What stands in for a part that did not run. */
const ALTERNATIVE = /\|\|/;
const ASKS_FOR_PROGRAM = /\b(?:which|command -v|type|whereis|hash)\b/;

/**
 * True where the shell itself says in an output, wherever it stands, that it did not run a part of the command. What
 * other parts print, that they passed, or that errors go to `/dev/null`, says nothing against it.
 */
export function shellRefused(command: string, text: string, parts: () => ShellPart[]): boolean {
  if (text.length > TEXT_CHARS_MAX) return false;
  if (EXPANDED.test(command) && (text.includes('o match') || text.includes('= not found'))) {
    const match = UNMATCHED.exec(text);
    const word = match?.[1] ?? match?.[2] ?? match?.[3];
    // An option is no question for files: with an alternative, too, its program did not run.
    if (word !== undefined && command.includes(word))
      return word.startsWith('-') || !ALTERNATIVE.test(command);
  }
  if (text.length > PROGRAM_CHARS_MAX || !text.includes(' not found')) return false;
  const match = NO_PROGRAM.exec(text);
  const name = match?.[1] ?? match?.[2];
  return (
    name !== undefined &&
    !ALTERNATIVE.test(command) &&
    !ASKS_FOR_PROGRAM.test(command) &&
    parts().some((part) => part.program === name || (part.wrapped && command.includes(`${name} `)))
  );
}
