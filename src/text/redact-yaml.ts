/** Secrets on lines of their own in YAML: the text under a secret's name, and the data of a Kubernetes `Secret`. */
import { REDACTED } from './redact-marker.ts';
import { LEAD, LINE_BREAK, mayBeSecret, REFERENCE } from './redact-values.ts';
import { before } from './value-span.ts';

const OPENS = /[|>][-+\d]{0,2}[ \t]*\r?\n/y;
const INDENT = new RegExp(`(?:^|\\n|["']|: )${LEAD}([ \\t]*)["'-]?[ \\t"']*$`);
const INDENT_CHARS = 100;
/** A line: what stands before its text, the blanks of that, and its text. */
const ROW = new RegExp(`(${LEAD}([ \\t]*))(.*?)(\\r?\\n|(?=["'](?:[\\s,}\\])]|$))|$)`, 'y');

/**
 * The text of a block scalar, `name: |` and the deeper lines below; null where it is none.
 * @param nameStart where its name begins
 * @param at where the mark of the block would stand
 */
export function blockBelow(
  text: string,
  nameStart: number,
  at: number,
): { start: number; end: number } | null {
  OPENS.lastIndex = at;
  const depth = INDENT.exec(before(text, nameStart, INDENT_CHARS))?.[1]?.length;
  if (depth === undefined || !OPENS.test(text)) return null;
  let start = -1;
  let end = -1;
  ROW.lastIndex = OPENS.lastIndex;
  for (let row = ROW.exec(text); row !== null && row[0] !== ''; row = ROW.exec(text)) {
    const [, lead, blanks, content] = row as unknown as string[];
    if (content === '') continue;
    if (blanks!.length <= depth) break;
    if (start < 0) start = row.index + lead!.length;
    end = row.index + lead!.length + content!.length;
  }
  return start < 0 || (!/\s/.test(text.slice(start, end)) && !mayBeSecret(text.slice(start, end)))
    ? null
    : { start, end };
}

const KIND = /kind["']?:[ \t]*["']?Secret\b/;
const MEMBER = /(:\s*["']?)[^\s"'\\,]+/g;
const BRACES = /(\b(?:stringD|d)ata["']?:\s*\{)([^{}]*)/g;

/** Takes the values out of every Kubernetes `Secret`, whatever their names, in YAML and in JSON. */
export function redactKubernetesSecrets(text: string): string {
  if (!text.includes('kind') || !KIND.test(text)) return text;
  return text
    .split(/(?=\n---)/)
    .map((document) => (KIND.test(document) ? withoutData(document) : document))
    .join('');
}

const LINE = new RegExp(`^(${LEAD}([ \\t]*))([^]*)$`);
const HEAD = /^(?:stringD|d)ata:\s*$/;
/** A value behind its name, or a line of a block. */
const VALUE = /^(?!\S+ *[|>][-+\d]{0,2}$)([\w.-]+["']?:[ \t]+["']?|)([^"'\\\s][^"'\\]*)/;

function withoutData(document: string): string {
  let depth = -1;
  const parts = document.split(LINE_BREAK).map((line) => {
    const [, lead, blanks, content] = LINE.exec(line) as unknown as string[];
    if (content === '' || LINE_BREAK.test(line)) return line;
    if (blanks!.length <= depth) depth = -1;
    if (depth >= 0) {
      return lead + content!.replace(VALUE, (_, name: string, value: string) => name + masked(value));
    }
    if (HEAD.test(content!)) depth = blanks!.length;
    return line;
  });
  return parts
    .join('')
    .replace(BRACES, (_, head: string, body: string) => head + body.replace(MEMBER, `$1${REDACTED}`));
}

const masked = (value: string): string => (REFERENCE.test(value) ? value : REDACTED);
