import type { ToolCall } from '../model/tool-call.ts';
import { addTokens, isWordCode } from '../text/tokens.ts';
import { isIncidental } from './canonical.ts';
import { OTHER_SHELLS } from './plain-view.ts';
import { hasWord } from './shell/word-list.ts';

const TEXT_CHARS_MAX = 8192;
/** Expansions, braces, Windows variables: with one of these, only the shell view can tell. */
const OPAQUE = '`${}%^';
const NEWLINE = 10;
const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const BACKSLASH = 92;
const LESS = 60;
const OPEN = 40;
const HYPHEN = 45;

/** Programs that are given spellings that are not listed below. */
export const RESPELLED = ['chmod', 'chown', 'docker', 'podman', 'kubectl', 'oc', 'terraform', 'tofu'];
/** Options whose value the shell view takes away: `grep -efoo`, `git commit -amfoo`. */
export const CUT_OPTIONS = 'e m am qm aqm qam';
/** Words with which a command is read in another way, a text in it decoded, or code said as a command. */
const OTHER_READING =
  'base64 xxd pwsh powershell rem setlocal exist atob buffer b64decode decode64 base64_decode decode_base64 ' +
  'rmtree remove_tree rm_rf rmsync rimraf rimrafsync';

/**
 * Every token that any text of the call can have which a pattern is run on (`tokenTexts`), perhaps some more, without
 * the shell view; null where only the shell view can tell. A test holds this against the shell view.
 * No regular expression: compiling one costs more than the whole function.
 */
export function quickTokens(call: ToolCall): Set<string> | null {
  const command = call.input['command'];
  const tokens = new Set<string>();
  if (call.tool !== 'Bash' || typeof command !== 'string') return addCallTexts(call, tokens) ? tokens : null;
  if (command.length > TEXT_CHARS_MAX || !isPlain(command)) return null;
  if (hasWord(OTHER_SHELLS, call.nativeTool.toLowerCase())) return null;
  if (isCommandAlone(call, command)) addTokens(command, tokens);
  else if (!addCallTexts(call, tokens)) return null;
  return tokens.has('cmd') && runsCmd(command) ? null : withSpellings(tokens);
}

/** True where the call has a command and no path, edit or patch, so that patterns see nothing else. */
function isCommandAlone(call: ToolCall, command: string): boolean {
  if (call.paths.length > 0 || command.includes('***')) return false;
  for (const key in call.input) {
    if (key !== 'command' && !isIncidental(key)) return false;
  }
  return true;
}

/** Adds the words of the folder, the paths and all of the input; false where they are too long. */
function addCallTexts({ input, cwd, paths }: ToolCall, tokens: Set<string>): boolean {
  const texts: string[] = [cwd];
  let left = TEXT_CHARS_MAX - cwd.length;
  for (const path of paths) {
    texts.push(path);
    left -= path.length + cwd.length;
  }
  if (collectTexts(input, texts, left, 0) < 0) return false;
  for (const text of texts) addTokens(text, tokens);
  return true;
}

function withSpellings(tokens: Set<string>): Set<string> | null {
  for (const word of RESPELLED) if (tokens.has(word)) return null;
  for (const word of OTHER_READING.split(' ')) if (tokens.has(word)) return null;
  addSpellings(tokens);
  return tokens;
}

/** Whether `cmd` stands there as more than a folder: `cmd /c`, not `cmd/server/main.go`. */
function runsCmd(command: string): boolean {
  const text = command.toLowerCase();
  for (let at = text.indexOf('cmd'); at >= 0; at = text.indexOf('cmd', at + 3))
    if (text[at + 3] !== '/') return true;
  return false;
}

/** Adds the words of usual spellings. */
function addSpellings(tokens: Set<string>): void {
  for (const word of (CUT_OPTIONS + spellingsOf(tokens)).split(' ')) tokens.add(word);
}

/** Words that the shell view may put in where it spells a command as it is usually written, a blank before each. */
export function spellingsOf(tokens: { has(word: string): boolean }): string {
  let words = '';
  if (tokens.has('git')) {
    if (tokens.has('push')) words += ' force f delete';
    if (tokens.has('reset')) words += ' hard';
    if (tokens.has('commit')) words += ' no verify';
    if (tokens.has('branch')) words += ' d';
    if (tokens.has('restore')) words += ' checkout';
    if (tokens.has('clean')) words += ' f d x fd fx dx xx fdx fxx dxx fdxx';
  }
  if (tokens.has('npm') && (tokens.has('i') || tokens.has('add'))) words += ' install';
  return tokens.has('rm') ? `${words} r f rf` : words;
}

/**
 * No opaque character, no here-document or process substitution, no `Verb-Noun` of PowerShell. A quote or backslash may
 * stand where taking it away joins no words (as in `pu's'h`), escapes no letter, and is no part of an option's word,
 * which the shell view may divide.
 */
function isPlain(command: string): boolean {
  let before = 0;
  // Whether what stands before the quotes and backslashes in front of this character is a word, and one of an option.
  let inWord = false;
  let inOption = false;
  for (let index = 0; index < command.length; index += 1) {
    const code = command.charCodeAt(index);
    if (isWordCode(code)) {
      if (before === BACKSLASH || (inWord && isQuoting(before))) return false;
      if (before === HYPHEN && code >= 65 && code <= 90 && isLower(command.charCodeAt(index - 2)))
        return false;
      if (!inWord) inOption = before === HYPHEN && command.charCodeAt(index - 2) !== HYPHEN;
      inWord = true;
    } else if (isQuoting(code)) {
      if (inWord && inOption) return false;
    } else {
      if (code > 126 || OPAQUE.includes(command.charAt(index))) return false;
      if (before === LESS && (code === LESS || code === OPEN)) return false;
      if (code === HYPHEN && isQuoting(before)) return false;
      // Behind a backslash, the end of a line goes with it.
      if (code === NEWLINE && before === BACKSLASH) continue;
      inWord = false;
    }
    before = code;
  }
  return true;
}

function isQuoting(code: number): boolean {
  return code === QUOTE || code === DOUBLE_QUOTE || code === BACKSLASH;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Adds all texts of an input, however deep; negative where they are longer than `left` together. */
function collectTexts(value: unknown, into: string[], left: number, depth: number): number {
  if (typeof value === 'string') {
    if (value.length <= left) into.push(value);
    return left - value.length;
  }
  if (typeof value !== 'object' || value === null) return left;
  if (depth > 6) return -1;
  let rest = left;
  for (const key in value) {
    rest = collectTexts((value as Record<string, unknown>)[key], into, rest, depth + 1);
    if (rest < 0) return rest;
  }
  return rest;
}
