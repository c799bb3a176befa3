/** A control sequence as terminals send it for a key, in answer to a question, or in pasted text: `ESC [ … final`. */
const SEQUENCE = /\u001b\[\[?([\d;:<=>?]*)[ -/]*([@-~])/g;
/** The beginning of one whose end comes with the next read. */
const BEGUN = /\u001b\[\[?[\d;:<=>?]*$/;
/** Last letters of those that name a key: arrows, Home, End, backwards Tab. */
const LETTERS = 'ABCDEFHZabcde';
/** Numbers of those that end in `~`: Home, Insert, Delete, End, pages, function keys. */
const NUMBERS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]);

/**
 * The terminal without sequences that name no key of ours: Ink 6 ends with a TypeError at one that it reads as Ctrl
 * with a key it does not know, such as Ctrl-F1, a reported cursor position, or the colours of pasted text.
 */
export function knownKeys(stdin: NodeJS.ReadStream): NodeJS.ReadStream {
  let held = '';
  const read = (): unknown => {
    const chunk: unknown = stdin.read();
    if (typeof chunk !== 'string') return chunk;
    const text = held + chunk;
    held = BEGUN.exec(text)?.[0] ?? '';
    return withoutUnknown(held === '' ? text : text.slice(0, -held.length));
  };
  return new Proxy(stdin, {
    get(target, name) {
      if (name === 'read') return read;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Takes out what names no key. */
export function withoutUnknown(text: string): string {
  return text.replace(SEQUENCE, (sequence, parameters: string, last: string) => {
    if (/[<=>?]/.test(parameters)) return '';
    if (LETTERS.includes(last)) return sequence;
    const isNumbered = last === '~' || last === '^' || last === '$';
    return isNumbered && NUMBERS.has(Number.parseInt(parameters, 10)) ? sequence : '';
  });
}
