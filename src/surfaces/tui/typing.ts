export type Erase = 'back' | 'forward' | 'word' | 'all';
export type CaretMove = 'left' | 'right' | 'home' | 'end';

const CHARACTERS = new Intl.Segmenter();

/** Where the character before the caret begins, as a person counts characters: an emoji is one. */
function before(text: string, caret: number): number {
  return [...CHARACTERS.segment(text.slice(0, caret))].at(-1)?.index ?? 0;
}

/** Where the character after the caret ends. */
function after(text: string, caret: number): number {
  const [next] = CHARACTERS.segment(text.slice(caret));
  return caret + (next?.segment.length ?? 0);
}

/** The text without what a key takes out at the caret, and where the caret is then. */
export function erased(text: string, caret: number, what: Erase): { text: string; caret: number } {
  if (what === 'all') return { text: '', caret: 0 };
  if (what === 'forward') return { text: text.slice(0, caret) + text.slice(after(text, caret)), caret };
  const start = what === 'back' ? before(text, caret) : text.slice(0, caret).replace(/\S+\s*$/, '').length;
  return { text: text.slice(0, start) + text.slice(caret), caret: start };
}

/** Where the caret of a text goes. */
export function moved(text: string, caret: number, to: CaretMove): number {
  if (to === 'home') return 0;
  if (to === 'end') return text.length;
  return to === 'left' ? before(text, caret) : after(text, caret);
}
