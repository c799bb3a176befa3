import { ANSI } from './ansi.ts';
import { hash64 } from './hash.ts';
import { oneLine } from './one-line.ts';
import { salientLine } from './salient.ts';

export { salientLine } from './salient.ts';

const NORMALISED_CHARS_MAX = 240;

/**
 * What differs between two sightings of one error, and what stands in its place.
 * Order matters: longer shapes come before their parts.
 */
const VARIABLES: [RegExp, string][] = [
  [/\bhttps?:\/\/[^\s'"<>)\]]+/gi, '<url>'],
  [/\b[\w.-]+@[\w.-]+(?::[\w./~-]+)?/g, '<addr>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<date>'],
  [/\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:\d{1,2} )?[a-z]{3} ?[\d: ]{4,20}/gi, '<date>'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '<time>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<addr>'],
  [/\blocalhost:\d+/gi, '<addr>'],
  // Windows and UNC paths, then POSIX paths with a folder in them, then file names with a position.
  [/(?<![\w])[a-z]:[\\/][^\s'"<>|:,;)]*/gi, '<path>'],
  [/\\\\[\w.$-]+\\[^\s'"<>|:,;)]*/g, '<path>'],
  [/(?<![\w<])(?:~|\.{1,2})?\/[^\s'"<>|:,;()[\]{}]+/g, '<path>'],
  [/(?<![\w<])[\w@.+-]+(?:\/[\w@.+-]+)+\/?/g, '<path>'],
  [/(?<![\w<])[\w@+-]+(?:\.[\w+-]+)*\.[a-z][a-z0-9]{0,4}(?=:\d+)/gi, '<path>'],
  [
    /(?<![\w<.])[\w@+-]+(?:\.[\w+-]+)*\.(?:go|mod|sum|[cm]?[jt]sx?|py|pyi|rs|java|kts?|rb|php|cc?|cpp|h|hpp|cs|swift|scala|sh|bash|zsh|ps1|bat|md|txt|json|jsonl|ya?ml|toml|lock|html?|css|scss|sql|xml|ini|cfg|conf|log|csv|env|png|jpe?g|svg|pdf|zip|gz|tgz|tar|db|sqlite|proto|tf|vue|svelte|whl|exe|dll|so|diff|patch|snap)(?![\w(.])/g,
    '<path>',
  ],
  [/(?<=<path>)(?::\d+)+/g, ''],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/gi, '<hex>'],
  [
    /\b\d+(?:[.,]\d+)*\s?(?:ns|µs|us|ms|s|sec|secs|seconds?|m|min|minutes?|h|[kmg]i?b|bytes?|%)(?![\w])/gi,
    '<n>',
  ],
  [/(?<![\w<])[+-]?\d+(?:[.,]\d+)*(?![\w>])/g, '<n>'],
  [/(?<=[a-z_-])\d+(?![\w>])/gi, '<n>'],
];

const QUOTES = /[`´‘’“”«»"]/g;
const QUOTED = /(?<!\w)'([^']{0,400})'(?!\w)/g;
/** Quoted words that are worth keeping: a flag, a subcommand, a name without spaces. */
const KEPT_QUOTE = /^-{0,2}[\w.:=<>@-]{1,40}$/;

/** A line with everything taken out that varies between sightings; case and words are kept. */
export function generaliseLine(line: string): string {
  if (line !== lastLine) {
    lastGeneral = generalise(line);
    lastLine = line;
  }
  return lastGeneral;
}

/** The same line is asked for several times in a row: for a fingerprint, for a pattern, for the record of a call. */
let lastLine = '';
let lastGeneral = '';

function generalise(line: string): string {
  let text = line.replace(ANSI, '').replace(QUOTES, "'");
  for (const [pattern, placeholder] of VARIABLES) text = text.replace(pattern, placeholder);
  text = text.replace(QUOTED, (_, inner: string) => (KEPT_QUOTE.test(inner) ? `'${inner}'` : '<q>'));
  return oneLine(text);
}

/**
 * The salient line of an error with everything that varies between sightings taken out:
 * paths, numbers, hashes, dates, timings, addresses and the style of quotes. Lower case, at most 240 characters.
 */
export function normaliseError(error: string): string {
  return normaliseLine(salientLine(error));
}

/** The same for a salient line that is known already. */
function normaliseLine(salient: string): string {
  return generaliseLine(salient).toLowerCase().slice(0, NORMALISED_CHARS_MAX);
}

/**
 * Identity of a failure: tool and normalised error, as 16 hex digits, equal in every process.
 * @param tool canonical tool name
 */
export function fingerprint(tool: string, error: string): string {
  return lineFingerprint(tool, salientLine(error));
}

/** The same from the salient line of the error. */
export function lineFingerprint(tool: string, salient: string): string {
  return hash64(`${tool}\n${normaliseLine(salient)}`);
}
