import type { ToolCall } from '../model/tool-call.ts';
import { addTokens } from '../text/tokens.ts';

const TEXT_CHARS_MAX = 8192;
/** Nothing that quotes, escapes or expands; and no here-document or process substitution. */
const PLAIN = /^[\w\s./=:@+,&|;()<>*?!#~[\]-]*$/;
const REDIRECTED_TEXT = /<[<(]/;
/** Words after which the text is read in another way, or is given spellings that are not listed below. */
const OTHER_READING =
  /(?:^|[\s;&|(/])(?:chmod|chown|docker|podman|kubectl|oc|terraform|tofu|pwsh|[Pp]ower[Ss]hell|cmd|[Rr][Ee][Mm]|[Ss]et[Ll]ocal|exist)(?:$|[\s.;])|[A-Z][a-z]+-[A-Z]/;
const OTHER_SHELL = /^(?:powershell|pwsh|cmd)/i;

/** Words that the shell view may put in where it spells a command as it is usually written. */
const SPELLINGS: [program: string, verb: string | null, words: string[]][] = [
  ['git', 'push', ['force', 'f', 'delete']],
  ['git', 'commit', ['no', 'verify']],
  ['git', 'branch', ['d']],
  ['git', 'restore', ['checkout']],
  ['git', 'clean', ['f', 'd', 'x', 'fd', 'fx', 'dx', 'xx', 'fdx', 'fxx', 'dxx', 'fdxx']],
  ['npm', 'i', ['install']],
  ['npm', 'add', ['install']],
  ['rm', null, ['r', 'f', 'rf']],
];

/**
 * Every token that any text of the call can have which a pattern is run on (`tokenTexts`), perhaps some more, without
 * the shell view; null where only the shell view can tell. A test holds this against the shell view.
 */
export function quickTokens(call: ToolCall): Set<string> | null {
  const tokens = new Set<string>();
  const command = call.input['command'];
  if (call.tool === 'Bash' && typeof command === 'string') {
    if (command.length > TEXT_CHARS_MAX || !PLAIN.test(command) || REDIRECTED_TEXT.test(command)) return null;
    if (OTHER_READING.test(command) || OTHER_SHELL.test(call.nativeTool)) return null;
    addTokens(command, tokens);
    for (const [program, verb, words] of SPELLINGS) {
      if (!tokens.has(program) || (verb !== null && !tokens.has(verb))) continue;
      for (const word of words) tokens.add(word);
    }
  }
  const texts: string[] = [];
  let left = TEXT_CHARS_MAX - call.cwd.length;
  for (const path of call.paths) left -= path.length + call.cwd.length;
  if (left < 0 || !collectTexts(call.input, texts, left, 0)) return null;
  addTokens(call.cwd, tokens);
  for (const path of call.paths) addTokens(path, tokens);
  for (const text of texts) addTokens(text, tokens);
  return tokens;
}

/** All texts of an input, however deep; false where they are too long. */
function collectTexts(value: unknown, into: string[], left: number, depth: number): boolean {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'object' && value !== null) {
    if (depth > 6) return false;
    for (const inner of Object.values(value)) if (!collectTexts(inner, into, left, depth + 1)) return false;
  }
  let total = 0;
  for (const text of into) total += text.length;
  return total <= left;
}
