import { hash64 } from '../text/hash.ts';

/**
 * Key under which a run-away check is remembered: the source with each word of two or more literal letters
 * replaced by its number, so that `\bgit\s+push\b` and `\bnpm\s+test\b` are one shape. Which words are equal, and
 * which share their first or last letter, stays visible; escapes, classes and quantifiers stay as they are.
 */
export function patternShape(source: string, flags: string): string {
  const words = new Map<string, number>();
  const letters = new Map<string, number>();
  const numberOf = (map: Map<string, number>, key: string): number => {
    const known = map.get(key);
    if (known !== undefined) return known;
    map.set(key, map.size);
    return map.size - 1;
  };
  const shaped = source.replace(
    /\\(?:[pPk][{<][^}>]*[}>]|u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]{2}|c?.)|\[(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|\(\?<?[a-z!=:-]|[A-Za-z0-9]{2,}(?![*+?{])/gs,
    (part) => {
      if (!/^[A-Za-z0-9]/.test(part)) return part;
      const first = numberOf(letters, part[0] ?? '');
      const last = numberOf(letters, part[part.length - 1] ?? '');
      return `<${numberOf(words, part)}.${first}.${last}>`;
    },
  );
  return hash64(`${flags}/${shaped}`);
}
