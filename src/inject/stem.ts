import { isToolName } from './keywords.ts';

/**
 * A lower-case English word without its endings, so that `commits`, `committed` and `commit` are one: no linguist's stem,
 * but the same for prompts and lessons. Names of tools, short words and those of other scripts stay as they are, and no
 * word becomes the name of a tool: `piped` is about no `pip`.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || isToolName(word)) return word;
  const short = word
    .replace(/ies$/, 'y')
    .replace(/(s|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=\w{3})(?:ing|ed)$/, '')
    .replace(/([^lsz])\1$/, '$1')
    .replace(/(?<=\w{3})e$/, '');
  return isToolName(short) ? word : short;
}
