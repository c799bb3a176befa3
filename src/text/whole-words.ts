import { remembered, rememberedOf } from './remembered.ts';

/** What a reader takes for a part of a word and `\w` does not: in `größe` it sees `gr` and `e`. */
const LETTER_BEYOND = /(?![\0-\x7f])[\p{L}\p{M}\p{N}]/gu;

/** The text with such letters as ASCII ones, each in its place. */
const folded = remembered(16, (text: string) =>
  text.replace(LETTER_BEYOND, (letter) => 'x'.repeat(letter.length)),
);

const withIndices = rememberedOf(
  ({ source, flags }: RegExp) => new RegExp(source, `${flags.replace(/[gdy]/g, '')}d`),
);

/**
 * The first match of a pattern that captures words by `\w`, with the words whole where they have letters beyond ASCII.
 * Of a text without such letters it is what `exec` finds, and where no captured word has one, too.
 */
export function execWhole(pattern: RegExp, text: string): RegExpExecArray | null {
  const plain = folded(text);
  if (plain === text) return pattern.exec(text);
  const match = withIndices(pattern).exec(text);
  const isTorn = (span: [number, number] | undefined) =>
    span !== undefined && [span[0], span[1]].some((at) => cutsWord(plain, text, at));
  if (match?.indices && !match.indices.slice(1).some(isTorn)) return match;
  const whole = withIndices(pattern).exec(plain);
  if (!whole?.indices) return match;
  const words = whole.indices.map((span) => span && text.slice(...span));
  if (words.slice(1).every((word, index) => word === whole[index + 1])) return match;
  return Object.assign(words, { index: whole.index, input: text, groups: match?.groups }) as RegExpExecArray;
}

/** Whether a place lies within a word, one of whose letters beside it is beyond ASCII. */
function cutsWord(plain: string, text: string, at: number): boolean {
  const isWord = (index: number) => /\w/.test(plain.charAt(index));
  const isBeyond = (index: number) => plain.charAt(index) !== text.charAt(index);
  return isWord(at - 1) && isWord(at) && (isBeyond(at - 1) || isBeyond(at));
}
