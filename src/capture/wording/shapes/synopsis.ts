import { baseName } from '../../../inject/paths.ts';
import { code, cut } from '../prose.ts';
import { type Account, calleeOf } from './shape.ts';

/** What of a call does not fit, where a program answers with its synopsis and no other word. */

const SYNOPSIS = /^\s*usage:? +(\S.*(?:\n {4,}\S.*)*)/gim;
const SYNOPSIS_CHARS_MAX = 3000;
const LISTED_MAX = 4;
const OPTION = /(?<![\w-])--?[A-Za-z][\w-]*/g;
/** Leaves open which options there are. */
const OPEN =
  /\[(?:global )?(?:options?|flags?|opts)\b|<(?:options?|flags?)>|\bOPTIONS\b|\.\.\.\s*$|--help\b/i;
/** Stands for what the caller has to give. */
const GIVEN = /<[^<>\n]+>|\b[A-Z][A-Z_]{2,}\b|(?<=\s)[\w-]+\.\w{1,5}\b/;

interface Misfit {
  say: string;
  hint: string;
}

/** The synopsis of the blamed program: of several that are printed the one that names it. */
function synopsisOf({ open, part }: Account): string {
  if (part === null) return '';
  const script = part.args.map(baseName).find((arg) => /^[\w-]+\.\w{1,4}$/.test(arg));
  const found = [...open.error.slice(0, SYNOPSIS_CHARS_MAX).matchAll(SYNOPSIS)].map((match) =>
    match[1]!.replace(/\s*\n\s*/g, ' '),
  );
  const names = [script, part.program].filter((name) => name !== undefined);
  return found.find((line) => names.some((name) => line.includes(name))) ?? '';
}

/** The parts of a synopsis that exclude each other, by the bars outside of brackets: `--check | --output FILE`. */
function alternatives(synopsis: string): string[] {
  let depth = 0;
  let current = '';
  const found: string[] = [];
  for (const char of synopsis) {
    if ('[{(<'.includes(char)) depth++;
    else if (']})>'.includes(char)) depth--;
    if (char !== '|' || depth > 0) current += char;
    else {
      found.push(current);
      current = '';
    }
  }
  return [...found, current];
}

/** True where a synopsis has the option, or the letter that such a one begins with: `-Isrc` of `-I<dir>`. */
const isListed = (option: string, listed: ReadonlySet<string>): boolean =>
  listed.has(option) || (!option.startsWith('--') && listed.has(option.slice(0, 2)));

/** What a synopsis of plain names asks for behind its options: `source target` of `mv [-f] source target`; else nothing. */
function operandsOf(synopsis: string): string[] {
  const [program = '', ...rest] = synopsis
    .replace(/\[[^\]]*\]/g, ' ')
    .trim()
    .split(/\s+/);
  const names = rest.slice(0, rest.includes(program) ? rest.indexOf(program) : undefined);
  return names.every((name) => /^[a-z][a-z_]+$/.test(name)) ? names : [];
}

/** What does not fit; null where the synopsis leaves that open. */
export function misfitOf(account: Account): Misfit | null {
  const synopsis = synopsisOf(account);
  if (synopsis === '') return null;
  const who = calleeOf(account);
  const given = (account.part?.args ?? [])
    .filter((arg) => /^--?[A-Za-z]/.test(arg))
    .map((arg) => arg.split('=')[0]!);
  const listed = new Set(synopsis.match(OPTION) ?? []);
  const strange = OPEN.test(synopsis) ? undefined : given.find((option) => !isListed(option, listed));
  if (strange && listed.size > 0) return { say: `${who} does not accept ${code(strange)}`, hint: '' };
  const each = alternatives(synopsis).map((text) => text.match(OPTION) ?? []);
  const chosen = each.filter((options) => options.some((option) => given.includes(option)));
  if (chosen.length > 1) {
    const names = each.flatMap((options) => options.slice(0, 1)).slice(0, LISTED_MAX);
    return {
      say: `${who} takes one of ${names.map(code).join(', ')}, and is given ${chosen.length}`,
      hint: `Call it once for each: ${names.map(code).join(', ')} exclude one another.`,
    };
  }
  const words = (account.part?.args ?? []).filter((arg) => !arg.startsWith('-'));
  const operands = operandsOf(synopsis);
  if (words.length > 0 && words.length < operands.length) {
    const lacking = operands.slice(words.length).map((name) => code(name));
    return { say: `${who} is called without its ${lacking.join(' and ')}`, hint: '' };
  }
  const isBare = given.length === 0 && words.every((word) => synopsis.includes(baseName(word)));
  return isBare && GIVEN.test(synopsis)
    ? { say: `${who} is called without its arguments`, hint: `Call it as ${code(cut(synopsis, 160))}.` }
    : null;
}
