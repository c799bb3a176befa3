import type { CompiledPattern } from '../model/compiled.ts';
import { rememberedOf } from '../text/remembered.ts';

/** What may match white space, or where a word begins or ends. */
const GAP =
  /\(\?:\^\|(?:\\s|\[\^\\w[^\]]*\])\)|\(\?:(?:\\s|\[\^\\w[^\]]*\])\|\$\)|\(\?<?!\[\\w[^\]\\]*\]\)|\.\*\??|\\s[*+]?/;
const LITERAL = String.raw`[\w@:,=~#%-]|\\[-./:=@,+~#*[\]]`;
const CLASS = String.raw`\\[dw][*+]?|\[(?:[A-Z]-[A-Z]|[a-z]-[a-z]|\d-\d|\w)+\][*+]?`;
const LITERALS = new RegExp(`^(?:${LITERAL})+$`);
const PIECE = new RegExp(`^(?:${LITERAL}|${CLASS})+$`);

/** A part of a word: as it stands, or what it looks like. */
type Piece = string | RegExp;

/**
 * Parts of words, with more than letters in them (`-[a-z]*P`, `./cmd/tool`), that stand in every text which the pattern
 * matches. Only what is certain from the source: there may be none.
 */
const piecesOf = rememberedOf(({ match, flags, view }: CompiledPattern): Piece[] => {
  if (view === 'raw') return [];
  const parts = match.split(GAP);
  if (parts.some((part) => /(?<!\\)[(|)]/.test(part))) return [];
  return parts.flatMap((part): Piece[] => {
    const piece = part.replace(/^\^/, '').replace(/^\\b|\\b$/g, '');
    if (!PIECE.test(piece) || /^\w+$/.test(piece) || !/[a-z\d]/i.test(piece)) return [];
    const isExact = flags === '' && LITERALS.test(piece);
    return [isExact ? piece.replaceAll('\\', '') : new RegExp(piece, flags)];
  });
});

/**
 * Whether the pattern may match a text whose words all stand in this one, or are made of what it is spelled with besides.
 * @param spelled words of letters and digits between blanks, or nothing
 */
export function mayMatchWords(pattern: CompiledPattern, text: string, spelled: string): boolean {
  return piecesOf(pattern).every((piece) => {
    if (typeof piece !== 'string') return spelled !== '' || piece.test(text);
    return text.includes(piece) || (spelled !== '' && isSpelledWith(piece, spelled));
  });
}

function isSpelledWith(piece: string, spelled: string): boolean {
  return (piece.match(/\w+/g) ?? []).every((word) => spelled.includes(` ${word.toLowerCase()} `));
}
