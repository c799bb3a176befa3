import { readdirSync, readFileSync } from 'node:fs';

const TABLES = new URL('../../src/inject/shell/', import.meta.url);
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`([^`$]*)`|^\s+'?([a-z][\w-]*)'?:/gm;
const WORD = /^[\w./:@+=-]{1,24}$/;

/** Every plain word that stands in a text or is a key in the tables of the shell view: what it may treat in a way of its own. */
export function shellTableWords(): string[] {
  const words = new Set<string>();
  for (const name of readdirSync(TABLES)) {
    const source = readFileSync(new URL(name, TABLES), 'utf8');
    for (const [, quoted, template, key] of source.matchAll(LITERAL)) {
      for (const word of (quoted ?? template ?? key ?? '').split(/[\s|]+/))
        if (WORD.test(word)) words.add(word);
    }
  }
  return [...words];
}

const LETTERS = 'aefmnpqrsCX';

/** Up to three letters behind one hyphen, each with a value right behind: `-mfoo`, `-amfoo`, `-qamfoo`. */
export function* valuedClusters(): Generator<string> {
  const none = ['', ...LETTERS];
  for (const first of LETTERS) {
    for (const second of none) {
      for (const third of second === '' ? [''] : none) yield `-${first}${second}${third}foo`;
    }
  }
}

/** Programs with tables of their own, before which or behind which any word may stand. */
export const TABLED_PROGRAMS = ['git', 'git commit', 'npm', 'grep', 'rm', 'docker run', 'sudo', 'xargs'];
