import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { code, firstFit } from '../prose.ts';

/** What stops a parser: a bracket that is missing or one too many, as the edit after it shows, or what a merge left in a file. */

const UNPARSED =
  /\bsyntax error\b|\bexpected .{1,60}, (?:found|got)\b|\bmissing '.{1,3}' in |\bSyntaxError\b|\b(?:unexpected|expected) token\b|\bunexpected (?:end of|name|keyword|EOF)\b/i;
const MARKERS = /found '(?:<<|>>|==)'|unexpected (?:token )?[`'"]?(?:<<|>>)|<<<<<<<|conflict marker/i;
const FILE = /([\w.+-]+\.\w{1,5})[:(]\d/;
const NAMED = /(?:found|unexpected (?:name|keyword)) ['"`]?([A-Za-z_]\w{2,})/;
const PAIRS: readonly (readonly [opens: string, closes: string])[] = [
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
];
/** Go's parser, where a function begins in the midst of another one. */
const WITHIN = /expected '\(', found ([A-Za-z_]\w*)/;
/** A longer text of an edit is cut. */
const WHOLE_CHARS_MAX = 1400;

/** True for a message of a parser that could not go on. */
export const isUnparsed = ({ kind }: OpenFailure, message: string): boolean =>
  kind === 'compile' && UNPARSED.test(message);

interface Unparsed {
  /** As a summary. */
  say: string;
  /** What to do, as an order. */
  fix: string;
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;
const openIn = (text: string, [opens, closes]: readonly [string, string]): number =>
  count(text, opens) - count(text, closes);

/** The one kind of bracket that an edit closed, or took away: how often; null where it changed none, or several. */
function closedBy(open: OpenFailure, file: string): { sign: string; more: number } | null {
  const edits = open.edits.filter((each) => baseName(each.file) === file);
  if (
    edits.length === 0 ||
    edits.some((each) => Math.max(each.old.length, each.new.length) > WHOLE_CHARS_MAX)
  )
    return null;
  const changed = PAIRS.flatMap((pair) => {
    const more = edits.reduce((sum, each) => sum + openIn(each.old, pair) - openIn(each.new, pair), 0);
    return more === 0 ? [] : [{ sign: pair[1], more }];
  });
  const [only] = changed;
  return changed.length === 1 && only ? only : null;
}

/** What the parser's words alone say of a function that does not end; null for others. */
function unended(file: string, message: string): Unparsed | null {
  const name = file.endsWith('.go') ? WITHIN.exec(message)?.[1] : undefined;
  if (name === undefined) return null;
  return {
    say: firstFit(
      [`${file}: the function before ${code(name)} is not closed`, `${file}: a function in it is not closed`],
      [`A function in ${code(file)} is not closed`],
    ),
    fix: `Fix ${file}: close the function before ${code(name)}, of which a \`}\` or more is gone`,
  };
}

/** Why a file does not parse; null where nothing shows it. */
export function unparsed(open: OpenFailure, message: string): Unparsed | null {
  const file = isUnparsed(open, message) ? FILE.exec(message)?.[1] : undefined;
  if (file === undefined) return null;
  if (MARKERS.test(open.error))
    return {
      say: `Conflict markers are left in ${code(file)}`,
      fix: `Take the conflict markers out of ${code(file)} (search for \`<<<<<<<\` before building)`,
    };
  const closed = closedBy(open, file);
  if (!closed) return unended(file, message);
  const name = NAMED.exec(message)?.[1];
  const before = name && closed.more > 0 ? ` before ${code(name)}` : '';
  return closed.more > 0
    ? {
        say: `${file}: a closing ${code(closed.sign)} is missing${before}`,
        fix: `Fix ${file}: add the ${code(closed.sign)} that is missing${before}`,
      }
    : {
        say: `${file}: one ${code(closed.sign)} is too many`,
        fix: `Fix ${file}: leave out the ${code(closed.sign)} that is too many`,
      };
}
