import type { Lesson } from '../model/lesson.ts';

/**
 * What a text tells the reader to do and not to do, from its commonest English forms
 * (`use A instead of B`, `never B`, `always A`). Enough to see that two lessons say the opposite.
 */
export interface Directives {
  does: Set<string>;
  donts: Set<string>;
}

/** A back-quoted span, or one to three plain words; never across punctuation. */
const OBJECT = '(`[^`\\n]{1,80}`|[\\w@./+=-]+(?: [\\w@./+=-]+){0,2})';
const ACTION =
  '(?:use|using|run|running|call|calling|pass|passing|prefer|choose|invoke|install|execute|add|set)';

const DO_INSTEAD = new RegExp(`\\b${ACTION} ${OBJECT}`, 'gi');
const ALWAYS = new RegExp(`\\balways (?:${ACTION} )?${OBJECT}`, 'gi');
const DONT = new RegExp(`\\b(?:never|do not|don't|don’t|avoid|stop) (?:${ACTION} )?${OBJECT}`, 'gi');
const NOT_THIS = new RegExp(`\\b(?:instead of|rather than|in place of) (?:${ACTION} )?${OBJECT}`, 'gi');
/** `run tests with X`: the tool that the action is done with. */
const ACTION_WITH = new RegExp(`\\b${ACTION} [^.,;\\n]{1,60}? with ${OBJECT}`, 'gi');
const NEGATED_WITH = new RegExp(`\\b(?:never|not) with ${OBJECT}`, 'gi');
const OVER = new RegExp(`\\bprefer [^.;\\n]{1,80}? (?:over|to) ${OBJECT}`, 'gi');
const NEGATED = /\b(?:never|not|don't|don’t|avoid|stop|instead of|rather than|in place of)$/i;

const BREAKS = new Set(
  (
    'instead rather over in on for when if and or to with because so as at from before after while that which ' +
    'here there only since without by'
  ).split(' '),
);
const EMPTY = new Set(['it', 'this', 'that', 'the', 'a', 'an', 'them', 'these', 'those', 'any', '']);

/** Reads the directives of a text; objects are lower-cased and without quotes and articles. */
export function directives(text: string): Directives {
  const flat = text.replace(/[ \t\r]+/g, ' ');
  const does = new Set<string>();
  const donts = new Set<string>();
  for (const pattern of [DONT, NOT_THIS, NEGATED_WITH, OVER])
    for (const found of flat.matchAll(pattern)) add(donts, found[1]);
  for (const pattern of [DO_INSTEAD, ALWAYS, ACTION_WITH])
    for (const found of flat.matchAll(pattern)) {
      if (NEGATED.test(flat.slice(Math.max(0, found.index - 20), found.index).trimEnd())) continue;
      add(does, found[1]);
    }
  for (const object of donts) does.delete(object);
  return { does, donts };
}

/** What a lesson says to do, and not to do. */
export const adviceOf = ({ summary, remediation }: Pick<Lesson, 'summary' | 'remediation'>): Directives =>
  directives(`${summary}. ${remediation}`);

function add(set: Set<string>, raw: string | undefined): void {
  const object = objectOf(raw ?? '');
  if (object !== '') set.add(object);
}

function objectOf(raw: string): string {
  const text = raw
    .toLowerCase()
    .trim()
    .replace(/[.,:;]+$/, '');
  if (text.startsWith('`')) return text.replaceAll('`', '').trim();
  const words = text.split(' ');
  while (words[0] !== undefined && EMPTY.has(words[0])) words.shift();
  const end = words.findIndex((word) => BREAKS.has(word));
  return (end < 0 ? words : words.slice(0, end)).join(' ').replace(/[.,:;]+$/, '');
}

/** What one text advises and the other forbids; empty where they agree. */
export function contradictions(a: Directives, b: Directives): string[] {
  const found = new Set<string>();
  for (const object of a.does) if (b.donts.has(object)) found.add(object);
  for (const object of a.donts) if (b.does.has(object)) found.add(object);
  return [...found];
}
