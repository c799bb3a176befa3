import { wordSet } from '../text/similarity.ts';

const STOP_WORDS = new Set(
  (
    'a an and any are as at be been before being but by can could did do does doing done for from had has have how if in ' +
    'instead into is it its just more most must no not of on once one only or other out over own same should since so ' +
    'some such than that the their them then there these they this those to too until up use used using very was we were ' +
    'what when where which while who will with would you your always never'
  ).split(' '),
);

/** Words of a text that carry its meaning: lower-cased, without the commonest English ones. */
export function contentWords(text: string): Set<string> {
  const words = wordSet(text);
  for (const word of words) if (STOP_WORDS.has(word)) words.delete(word);
  return words;
}

const CODE = [
  /`[^`\n]{2,200}`/g,
  /(?<![\w-])--?[A-Za-z][\w-]*/g,
  /(?<![\w/])(?:\.{0,2}\/)?[\w.@-]+(?:\/[\w.@-]+)+/g,
  /\b[A-Za-z]+_[A-Za-z_\d]+\b/g,
  /\b[a-z]+[A-Z][A-Za-z\d]*\b/g,
  /\b[\w.]+\(\)/g,
  /\b[\w-]+\.(?:json|ya?ml|toml|tsx?|jsx?|mjs|cjs|py|rs|go|rb|sh|md|lock|cfg|ini|env)\b/g,
  /\$[A-Z_]{2,}|\b[A-Z][A-Z\d_]{3,}=/g,
];

/** What in a text is code: back-quoted spans, flags, paths, identifiers, file names; lower-cased, without quotes. */
export function codeTokens(text: string): Set<string> {
  const tokens = new Set<string>();
  for (const pattern of CODE)
    for (const [found] of text.matchAll(pattern)) tokens.add(found.replaceAll('`', '').trim().toLowerCase());
  tokens.delete('');
  return tokens;
}
