import { SUMMARY_CHARS_MAX } from '../../model/constants.ts';
import { anyOf } from '../../text/any-of.ts';
import { cutCharacters } from '../../text/cut-characters.ts';
import { joinedLines } from '../../text/joined-lines.ts';
import { oneLine } from '../../text/one-line.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';

/** Cuts at a word, with an ellipsis (never three dots, which intake refuses). */
export function cut(text: string, max: number): string {
  const flat = oneLine(joinedLines(text));
  if (flat.length <= max) return flat;
  const head = cutCharacters(flat, max - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > max * 0.6 ? head.slice(0, space) : head).trimEnd()}…`;
}

/** So much of what fits has to be left where it is cut at a sentence or a clause. */
const WHOLE_SHARE = 0.4;

/** Cuts behind a sentence, else behind a clause, else at a word; only the last leaves an ellipsis. */
export function whole(text: string, max: number): string {
  const flat = oneLine(joinedLines(text));
  if (flat.length <= max) return flat;
  for (const end of [/(?<=[^.\s][.!?])(?= )/g, /[;,:](?= )| (?=[—–-] )/g]) {
    const heads = [...flat.slice(0, max + 1).matchAll(end)].map(({ index }) => flat.slice(0, index));
    const head = heads.findLast((each) => each.length >= WHOLE_SHARE * max && isWhole(each));
    if (head !== undefined) return head;
  }
  return cut(flat, max);
}

/** Text in backticks. */
export const code = (text: string): string => `\`${text.replace(/`/g, "'")}\``;

/** Names in backticks, as words of a sentence; of more than `max` the first and their number. */
export function listed(names: readonly string[], max = names.length): string {
  if (names.length > max && names.length > 1) return `${code(names[0]!)} and ${names.length - 1} more`;
  const [last = '', ...others] = names.map(code).reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** A command in backticks, with those of its own kept: text for the shell is copied as it stands. */
export const fenced = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : code(text));

/** Says by itself what is wrong. */
export const CAUSE = anyOf(
  [
    /no|not|cannot|can't|couldn't|unknown|unexpected|unsupported|invalid|missing|malformed/,
    /require[sd]?|refused|denied|broken|exists|already|unable|must|wrong|bad|read-only|sent/,
    /(?:did|does|do|is|are|was|has|have|would|should)n't/,
  ],
  { before: /(?<![\w-])/, after: /(?![\w-])/, flags: 'i' },
);

const CLAUSE = /(?:[;,.] |\? | [—–-] | (?:when|while|because|unless|until|but|since|so that) )(?=\S)/g;
/** An error is not cut between what was found and what was expected. */
const ERROR_CLAUSE = anyOf(
  [
    /[;.] |, (?!(?:found|got|want|expected|which|not|but) )|\? | [—–-] /,
    / (?:when|while|because|unless|until|since|so that|as(?= it | they )|in (?:argument to|struct literal|return statement|assignment|map)) /,
  ],
  { after: /(?=\S)/, flags: 'g' },
);
/** A line of output that goes on in the next one. */
const DANGLING = / (?:or|and|the|an?|of|to|with|in|for)$/;
/** A head that is shorter says too little by itself. */
const HEAD_MIN = 34;
/** Who says it, and how much has to follow where it does not say what is wrong. */
const SPEAKER = /^`[^`]+`(?: of [\w-]+| over ssh| in (?:WSL|a pod|a container))?: /;
const SAID_MIN = 24;

/** What only says where or what for, behind words that say by themselves what is wrong. */
const PHRASE = / (?:for|in|of|on|by|from|as|at|during|before|after) (?=\S)/g;
const VERDICT =
  /\b(?:required|missing|not (?:found|defined|supported|allowed|set)|unknown|invalid|refused|denied|exists?)$/i;

/** A summary of at most 80 characters that ends where a clause or a word ends, with no quote left open. */
export function fit(text: string, max = SUMMARY_CHARS_MAX, clause = CLAUSE): string {
  const flat = oneLine(text).replace(DANGLING, '');
  if (flat.length <= max) return flat;
  const plain = withoutAsides(flat);
  if (plain.length <= max && plain.length >= HEAD_MIN) return plain;
  const ends = [...plain.matchAll(clause)].map((match) => match.index);
  const lead = SPEAKER.exec(plain)?.[0].length ?? 0;
  const isEnough = (head: string) =>
    head.length >= HEAD_MIN && (head.length >= lead + SAID_MIN || CAUSE.test(head)) && isWhole(head);
  const end = ends.findLast((at) => at <= max && isEnough(plain.slice(0, at)));
  if (end !== undefined) return plain.slice(0, end);
  const phrases = [...plain.matchAll(PHRASE)].map((match) => plain.slice(0, match.index));
  return (
    phrases.findLast((head) => head.length <= max && isEnough(head) && VERDICT.test(head)) ??
    closed(cut(plain, max))
  );
}

/** Many things of one kind in the middle of a sentence. */
const LISTED = /(?<=\s)([\w./-]+)(?:, [\w./=-]+){3,}(?= [a-z])/;

/** The first of these texts that is whole at 80 characters; where none is, one of the others, cut at a clause or else at a word. */
export function firstFit(texts: readonly string[], others: readonly [string, ...string[]]): string {
  const max = SUMMARY_CHARS_MAX;
  for (const text of texts) {
    const flat = oneLine(text).replace(DANGLING, '');
    if (flat.length <= max) return flat;
    const plain = withoutAsides(flat);
    if (plain.length <= max && plain.length >= HEAD_MIN) return plain;
    const brief = plain.replace(LISTED, '$1, …');
    if (brief !== plain && brief.length <= max) return brief;
  }
  const cuts = others.map((text) => fit(text, max, ERROR_CLAUSE));
  return cuts.find((text) => !text.endsWith('…')) ?? cuts[0]!;
}

/** What stands in brackets behind these words is no aside: `shapes (3,) and (4,)`. */
const ASIDE =
  /(?<!\b(?:got|and|or|is|was|to|of|with|than|but|the|between|shapes?|dimensions?)) \((?!mismatched )[^()`]*\)(?=[\s,;:]|[.!](?:\s|$)|$)/g;

const withoutAsides = (text: string): string => oneLine(text.replace(ASIDE, ''));

/** True where brackets, quotes and backticks come in pairs; an apostrophe is none. */
export function isWhole(text: string): boolean {
  return (
    count(text, /\(/g) === count(text, /\)/g) &&
    count(text, /\{/g) <= count(text, /\}/g) &&
    count(text, /\[/g) <= count(text, /\]/g) &&
    count(text, /`/g) % 2 === 0 &&
    count(text, /"/g) % 2 === 0 &&
    count(text, /(?<![\w`])'|'(?!\w)/g) % 2 === 0
  );
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A cut text without a backtick that is left open. */
export function closed(text: string): string {
  if (count(text, /`/g) % 2 === 0) return text;
  const at = text.lastIndexOf('`');
  if (at >= HEAD_MIN) return `${text.slice(0, at).trimEnd().replace(DANGLING, '')}…`;
  return `${text.slice(0, -2).trimEnd()}…\``;
}

const PLACE_CHARS_MAX = 40;
const HOME = /^(?:[A-Za-z]:)?\/(?:Users|home)\/[^/]+(?=\/|$)/;
const DRIVE_PATH = /(?<![\w$])[A-Za-z]:\\(?:[\w@.+~-]+\\)*[\w@.+~-]+/g;

/** A path with a drive, with slashes. */
const slashed = (path: string): string => (/^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path);

/** The paths of Windows in a text, and those below a working directory with a space in it, as a reader knows them. */
export function withPlaces(text: string, cwd: string | null): string {
  let out = text;
  if (cwd?.includes(' ') && out.includes(' ')) {
    const home = HOME.exec(slashed(cwd))?.[0].length ?? 0;
    out = out.replace(new RegExp(`${escapeRegex(cwd)}[/\\\\](?=[\\w@.])`, 'g'), '');
    out = out.replaceAll(cwd, placeName(cwd, null));
    if (home > 0) out = out.replaceAll(cwd.slice(0, home), '~');
  }
  return out.includes(':\\') ? out.replace(DRIVE_PATH, (path) => placeName(path, cwd)) : out;
}

/** A path as a reader knows it: from the working directory or home, without what changes with every run. */
export function placeName(path: string, cwd: string | null): string {
  if (path.includes('://')) return path;
  let text = slashed(path);
  const here = slashed(cwd ?? '');
  if (here.length > 1 && text.startsWith(`${here}/`)) text = text.slice(here.length + 1);
  text = text.replace(HOME, '~');
  const parts = text.split('/');
  while (parts.length > 2 && /^(?=.*\d)[0-9a-f]{12,}(?:[-.]\w+)?$|^[0-9a-f]{2}$/i.test(parts.at(-1)!))
    parts.pop();
  text = parts.join('/');
  if (text.length <= PLACE_CHARS_MAX) return text;
  const kept: string[] = [];
  for (const part of parts.reverse()) {
    if (kept.length > 0 && kept.join('/').length + part.length + 1 > PLACE_CHARS_MAX - 8) break;
    kept.unshift(part);
  }
  return kept.join('/');
}
