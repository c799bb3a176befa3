/**
 * A text without what stands between two marks, and without the marks. One pass: a page that an agent has read may hold
 * any number of them.
 * @param unclosed what becomes of the rest where a mark is never closed
 */
export function withoutSpans(text: string, open: string, close: string, unclosed: 'drop' | 'keep'): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return kept + (unclosed === 'keep' ? text.slice(from) : text.slice(from, at));
    kept += text.slice(from, at);
    from = end + close.length;
  }
  return from === 0 ? text : kept + text.slice(from);
}
