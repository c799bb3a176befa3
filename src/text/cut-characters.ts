/** First `max` UTF-16 units, without splitting a surrogate pair. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}
