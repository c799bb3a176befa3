/**
 * What every match of a pattern must contain, read off its source. Parts that tell nothing are passed over; for a
 * construct that is not known here nothing is said at all. `triggers/required-literals.ts` says more of a lesson's
 * pattern (whole words, their boundaries proven) and needs a parser from npm for it, which the hook may not load.
 */

/** Stands for any character beyond ASCII. */
export const BEYOND_ASCII = '\u0080';
/** Stands for any letter beyond ASCII: dashes, quotes, arrows and pictures are in many texts that hold none. */
export const BEYOND_LETTER = '\u0081';

/** Punctuation, arrows, signs and box drawings: no language is written in them. */
const SIGNS = [0x2000, 0x2bff] as const;

/** Whether a code unit can be a letter beyond ASCII; never false for one that {@link BEYOND_LETTER} stands for. */
export function isLetterBeyond(code: number): boolean {
  return code > 0xa9 && (code < SIGNS[0] || code > SIGNS[1]) && !isSurrogate(code);
}

const EXACT_MAX = 24;
const EXACT_CHARS_MAX = 16;
const CLASS_MAX = 4;
/** A shorter one is in every text. */
const HINT_CHARS_MIN = 3;
/** A longer hint is no better than one of this length. */
const TELLING_CHARS = 6;

/** What a part of a pattern matches. */
interface Part {
  /** All that it can match, where that is a short list. */
  exact: string[] | null;
  /** Each match contains one of these; null where nothing is certain. */
  hints: string[] | null;
  /** Looks about and takes nothing: what stands on both sides of it touches. */
  isLook?: true;
}

/** Long s, ohm, kelvin, ångström: with `i` and `u` they are a letter of another range. Any pattern can match a text with one. */
export const isFoldedAway = (code: number): boolean =>
  code === 0x17f || code === 0x2126 || code === 0x212a || code === 0x212b;

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Characters that stand for themselves, up to one that is repeated. */
const PLAIN = /[\w !"#%&',/:;<=>@`~-]+(?![*+?{])/y;

const BEYOND_WORD = /(?:\\u(?!00[0-7])[\da-fA-F]{4}){2,}(?![*+?{])/y;
const charOf = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
/** Behind a backslash: a character by its code. */
const CODE = /x[\da-fA-F]{2}|u[\da-fA-F]{4}/y;
/** A class, from behind its opening. */
const CLASS = /(\^?)((?:[^\]\\]|\\.)*)\]/sy;

const OPEN: Part = { exact: null, hints: null };
const LOOK: Part = { exact: [''], hints: null, isLook: true };

/**
 * Strings of which every text that the pattern matches contains one, its ASCII letters in lower case; null where
 * there are none. {@link BEYOND_ASCII} and {@link BEYOND_LETTER} stand for any character of theirs.
 */
export function hintsOf({ source, flags }: RegExp): string[] | null {
  if (flags.includes('v')) return null;
  const reader = new Reader(source);
  const whole = reader.disjunction();
  return reader.isAtEnd ? bestOf(whole.hints, whole.exact) : null;
}

const isBeyond = (hint: string): boolean => hint === BEYOND_ASCII || hint === BEYOND_LETTER;

function isUsable(hints: string[] | null): hints is string[] {
  return hints?.every((hint) => hint.length >= HINT_CHARS_MIN || isBeyond(hint)) === true;
}

/** The set whose shortest string is longer, then the smaller one. */
function bestOf(one: string[] | null, other: string[] | null): string[] | null {
  if (!isUsable(one)) return isUsable(other) ? other : null;
  if (!isUsable(other)) return one;
  const telling = (hints: string[]) =>
    Math.min(TELLING_CHARS, ...hints.map((hint) => (isBeyond(hint) ? 3 : hint.length)));
  const more = telling(one) - telling(other);
  return more > 0 || (more === 0 && one.length <= other.length) ? one : other;
}

function crossed(before: string[], after: string[]): string[] | null {
  if (before.length * after.length > EXACT_MAX) return null;
  if (before.length === 1 && after.length === 1) {
    const joined = before[0]! + after[0]!;
    return joined.length > EXACT_CHARS_MAX ? null : [joined];
  }
  const all = before.flatMap((first) => after.map((second) => first + second));
  return all.some((each) => each.length > EXACT_CHARS_MAX) ? null : [...new Set(all)];
}

/** Reads a pattern from left to right; stops for good where it meets what it does not know. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  disjunction(): Part {
    const first = this.#alternative();
    if (this.#source[this.#at] !== '|') return first;
    const exact = new Set(first.exact);
    const hints = new Set<string>();
    let [isExact, isHinted] = [true, true];
    for (let next = first; ; next = this.#alternative()) {
      isExact &&= next.exact !== null;
      const own = isHinted ? bestOf(next.hints, next.exact) : null;
      isHinted &&= own !== null;
      if (isExact) for (const each of next.exact!) exact.add(each);
      isExact &&= exact.size <= EXACT_MAX;
      for (const each of own ?? []) hints.add(each);
      if (!this.#takes('|')) break;
    }
    return { exact: isExact ? [...exact] : null, hints: isHinted ? [...hints] : null };
  }

  #alternative(): Part {
    let hints: string[] | null = null;
    let run: string[] = [''];
    let isWhole = true;
    while (!this.isAtEnd && !'|)'.includes(this.#source[this.#at]!)) {
      const part = this.#term();
      if (part === null) {
        this.#at = Number.NaN;
        return OPEN;
      }
      hints = bestOf(hints, part.hints);
      if (part.isLook) continue;
      const longer = part.exact && crossed(run, part.exact);
      if (longer) run = longer;
      else {
        hints = bestOf(hints, run);
        run = part.exact ?? [''];
        isWhole = false;
      }
    }
    return { exact: isWhole ? run : null, hints: bestOf(hints, run) };
  }

  #term(): Part | null {
    PLAIN.lastIndex = this.#at;
    if (PLAIN.test(this.#source)) {
      const plain = this.#source.slice(this.#at, PLAIN.lastIndex);
      this.#at = PLAIN.lastIndex;
      return { exact: [plain.toLowerCase()], hints: null };
    }
    const word = this.#wordBeyond();
    if (word !== null) return word;
    const atom = this.#atom();
    if (atom === null || !'*+?{'.includes(this.#source[this.#at] ?? ' ')) return atom;
    const count = /^(?:[*+?]|\{(\d+)(,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (count === null) return atom;
    this.#at += count[0].length;
    if (count[0].startsWith('?')) {
      return atom.exact && !atom.isLook ? { exact: [...new Set(['', ...atom.exact])], hints: null } : OPEN;
    }
    const isNeeded = count[0].startsWith('+') || Number(count[1] ?? 0) > 0;
    return isNeeded && !atom.isLook ? { exact: null, hints: bestOf(atom.hints, atom.exact) } : OPEN;
  }

  /** Several characters beyond ASCII, as the bundler writes them: the first one says as much as all. */
  #wordBeyond(): Part | null {
    BEYOND_WORD.lastIndex = this.#at;
    if (!BEYOND_WORD.test(this.#source)) return null;
    const first = literal(charOf(this.#source.slice(this.#at + 2, this.#at + 6)));
    if (first.hints !== null) this.#at = BEYOND_WORD.lastIndex;
    return first.hints === null ? null : first;
  }

  #atom(): Part | null {
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    this.#at += char.length;
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '^':
      case '$':
        return LOOK;
      case '.':
        return OPEN;
      case '*':
      case '+':
      case '?':
        return null;
      default:
        return literal(char);
    }
  }

  #group(): Part | null {
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? '';
    if (opening === '' && this.#source[this.#at] === '?') return null;
    this.#at += opening.length;
    const inner = this.disjunction();
    if (!this.#takes(')')) return null;
    if (opening.endsWith('!')) return LOOK;
    return opening.endsWith('=') ? { ...LOOK, hints: bestOf(inner.hints, inner.exact) } : inner;
  }

  #class(): Part | null {
    CLASS.lastIndex = this.#at;
    const body = CLASS.exec(this.#source);
    if (body === null) return null;
    this.#at = CLASS.lastIndex;
    const isPlain = body[1] === '' && !/.-.|\\(?!u[\da-fA-F]{4})[^\W_]/s.test(body[2]!);
    const chars = [...body[2]!.replace(CLASS_ESCAPE, unescaped)];
    if (!isPlain || chars.length === 0 || chars.length > CLASS_MAX) return OPEN;
    const parts = chars.map(literal);
    const exact = parts.flatMap((part) => part.exact ?? []);
    if (parts.every((part) => part.exact)) return { exact: [...new Set(exact)], hints: null };
    const hints = parts.flatMap((part) => part.hints ?? []);
    return parts.every((part) => part.hints) ? { exact: null, hints: [...new Set(hints)] } : OPEN;
  }

  #escape(): Part | null {
    const char = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (char === 'b' || char === 'B') return LOOK;
    if (/[dDwWsS\d]/.test(char)) return OPEN;
    if (char === 'p' || char === 'P') return this.#property();
    CODE.lastIndex = this.#at - 1;
    if (CODE.test(this.#source)) {
      const digits = this.#source.slice(this.#at, CODE.lastIndex);
      this.#at = CODE.lastIndex;
      return literal(charOf(digits));
    }
    const control = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }[char];
    if (control !== undefined) return literal(control);
    return char === '' || /[A-Za-z]/.test(char) ? null : literal(char);
  }

  /** `\p{L}`; without the flag `u` the letter alone. */
  #property(): Part {
    const name = /^\{[\w=]+\}/.exec(this.#source.slice(this.#at, this.#at + 40));
    this.#at += name?.[0].length ?? 0;
    return OPEN;
  }

  #takes(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}

/** In a class: a letter by its code, as the bundler writes those beyond ASCII, or a sign that stands for itself. */
const CLASS_ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/gs;

const unescaped = (_: string, code: string | undefined, sign: string): string =>
  code === undefined ? sign : charOf(code);

function literal(char: string): Part {
  if (char < BEYOND_ASCII) return { exact: [char.toLowerCase()], hints: null };
  const code = char.charCodeAt(0);
  // Half of a character, whose other half a count may be for.
  if (isFoldedAway(code) || (isSurrogate(code) && char.length === 1)) return OPEN;
  const isLetter = /^\p{L}$/u.test(char) && isLetterBeyond(code);
  return { exact: null, hints: [isLetter ? BEYOND_LETTER : BEYOND_ASCII] };
}
