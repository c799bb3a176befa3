import type { Episode } from '../../model/episode.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import { onlyIn } from '../../triggers/pattern-words.ts';
import type { SeenCall } from '../failure-state.ts';
import { type ShellPart, shellParts } from '../shell/shell.ts';
import { deniedCode } from './denied-code.ts';
import { harmedPlace } from './harmed-place.ts';
import type { Lasting } from './lasting.ts';
import { chiefPart, hasPlainName, headOf, isCommon, objectedCommand } from './objected-command.ts';
import type { OpenObjection } from './open-objection.ts';
import { plainWords } from './own-words.ts';
import { deniedWords, type Switch } from './switched.ts';
import { isDirective } from './user-rule.ts';
import { LEFT } from './working-ways.ts';

/** Where a human's words are about to matter again, and the command that they were about. */
interface SpokenTrigger extends Omit<Episode['trigger'], 'errorPatterns'> {
  /** The simple command, and the line that it stands in; null where the words are about none. */
  command: string | null;
  line: string | null;
}

const NONE: SpokenTrigger = {
  toolNames: [],
  commandPatterns: [],
  pathPatterns: [],
  command: null,
  line: null,
};
/** Interpreters and readers: what they are given says what is done, not they. */
const ANY_WORK =
  /^(?:python\d?(?:\.\d+)?|node|ruby|perl|php|bash|sh|zsh|cat|ls|find|head|tail|cp|mv|rm|mkdir|touch|git|npx|sudo|env)$/;
const FILE_TOOLS = new Set(['Edit', 'Write', 'Read']);

/** Speaks of one thing that only the conversation shows: `don't check this in`. */
const POINTS = /\b(?:this|that|it|these|those|them)\b/i;

/** True where the words say what is to be done, or never done, from now on. */
const holdsLater = (open: OpenObjection): boolean => open.rule || isDirective(open.text);

/** The call that the words name, that they made the agent replace, or that they refuse; none where that is not sure. */
export function spokenTrigger(
  open: OpenObjection,
  switched: Switch | null,
  lasting: Lasting | null,
): SpokenTrigger {
  const placed = lasting && deniedPlace(open);
  if (placed) return placed;
  const objected = objectedCommand(open.text, open.commands, open.rejected?.command || null);
  if (objected) return atCommand(objected.pattern, objected.command, objected.line);
  const replaced = switched && (switched.denies || open.rule || open.rejected) ? replacedBy(switched) : null;
  if (switched && replaced) return atCommand(replaced, switched.from.text, switched.from.text);
  const denied = deniedWord(open) ?? movedPlace(open);
  if (denied) return denied;
  const { rejected } = open;
  if (lasting?.command && rejected) return refusedCommand(rejected, lasting.command.flag);
  const isKept = lasting?.lead?.startsWith(LEFT) || (lasting && NOT_RUN.test(open.text));
  if (isKept && rejected?.command) return refusedCommand(rejected, null);
  const harmed = open.destroyed || lasting ? harmedPlace(open) : null;
  if (harmed) return atCommand(harmed.pattern, harmed.command, harmed.line);
  if (lasting?.path) return atPath(lasting.path);
  const stopped = stoppedCommand(open);
  if (stopped) return stopped;
  if (lasting === null && !holdsLater(open)) return NONE;
  const kept = keptPlace(lasting?.lead ?? '') ?? keptPlace(plainWords(open.text));
  if (kept) return atPath(kept);
  const code = deniedCode(open);
  if (code) return { ...atPath(code.files), contentPatterns: [code.pattern] };
  if (rejected?.command && open.inline && !POINTS.test(open.text)) {
    const part = chiefPart(rejected.command);
    const pattern = part && ownPattern(part);
    if (part && pattern) return atCommand(pattern, part.text, rejected.command);
  }
  const redone = rejected ? null : redonePattern(open);
  if (redone) return redone;
  const about = rejected ?? open.last;
  const old = about?.tool === 'Edit' ? oldFiles(open.text, about.target) : null;
  if (old) return { ...atPath(old), toolNames: ['Edit'] };
  const place = about && FILE_TOOLS.has(about.tool) ? namedPlace(open.text, about, open.correction) : null;
  if (place === null) return NONE;
  return about!.tool === 'Read' ? { ...NONE, toolNames: ['Read'], pathPatterns: [place] } : atPath(place);
}

const atPath = (glob: string): SpokenTrigger => ({
  ...NONE,
  toolNames: ['Edit', 'Write'],
  pathPatterns: [glob],
});

/** Says of the refused command that it is not to be run. */
const NOT_RUN =
  /\b(?:do(?:n't| not)|dont|never|no need to)\s+(?:ever )?(?:run|execute|start|call|launch) (?:it|this|that|them)\b/i;

/** Ends something for good: `stop killing node`. */
const STOPS = /^\W{0,4}(?:please )?(?:stop|don't|dont|do not|never)\s+\w+/i;
const STEM_CHARS_MIN = 3;

/** A refused command by what it is given, where the words that forbid it name that, with or without its ending. */
function stoppedCommand({ rejected, inline, text }: OpenObjection): SpokenTrigger | null {
  if (!rejected?.command || !inline || !STOPS.test(text)) return null;
  const part = chiefPart(rejected.command);
  const said = new Set(
    text
      .slice(0, 300)
      .toLowerCase()
      .match(/[a-z][\w-]*/g),
  );
  const arg = part?.args.find((each) => {
    const [stem = ''] = each.toLowerCase().split('.');
    return stem.length >= STEM_CHARS_MIN && said.has(stem) && /^[\w.-]+$/.test(each) && !isCommon(each);
  });
  if (!part || arg === undefined || part.sub.split(' ').includes(arg) || ANY_WORK.test(part.program))
    return null;
  return atCommand(`${headOf(part)}.*\\s${escapeRegex(arg)}(?:\\s|$)`, part.text, rejected.command);
}

/** A refused command by the flag that the words are about, or as a whole. */
function refusedCommand(rejected: SeenCall, flag: string | null): SpokenTrigger {
  const part = chiefPart(rejected.command);
  if (!part || !hasPlainName(part)) return NONE;
  const pattern = flag ? `${headOf(part)}.*\\s${escapeRegex(flag)}(?:[\\s=]|$)` : ownPattern(part);
  return pattern ? atCommand(pattern, part.text, rejected.command) : NONE;
}

const atCommand = (pattern: string, command: string, line: string): SpokenTrigger => ({
  toolNames: ['Bash'],
  commandPatterns: [pattern],
  pathPatterns: [],
  command,
  line,
});

/** Meets the command that was given up and spares the one that took its place. */
function replacedBy({ from, to, by, word }: Switch): string | null {
  if (!hasPlainName(from)) return null;
  const start = `(?:^|[;&|]\\s*|\\b(?:npx|bunx|exec|dlx|run)\\s+)${escapeRegex(from.program)}\\s+`;
  const pattern =
    by === 'command'
      ? ownPattern(from)
      : by === 'argument'
        ? `${headOf(from)}.*\\s${escapeRegex(word)}(?:\\s|$)`
        : from.sub !== ''
          ? headOf(from)
          : ANY_WORK.test(from.program)
            ? null
            : `${start}\\S`;
  return pattern !== null && !new RegExp(pattern).test(to.text) ? pattern : null;
}

/** The newest command that holds a word which is denied. */
function deniedWord(open: OpenObjection): SpokenTrigger | null {
  const words = deniedWords(open.text);
  if (words.length === 0) return null;
  for (const line of open.rejected?.command ? [open.rejected.command] : open.commands.slice(-2).reverse()) {
    const part = chiefPart(line);
    const word = part?.args.find(
      (arg) => words.includes(arg.toLowerCase()) && !part.sub.split(' ').includes(arg) && !isCommon(arg),
    );
    if (part && word && part.sub !== '' && hasPlainName(part))
      return atCommand(`${headOf(part)}.*\\s${escapeRegex(word)}(?:\\s|$)`, part.text, line);
  }
  return null;
}

const FOLDER_ARG = /^[\w./~-]*\/[\w./-]*$/;
const bareFolder = (path: string): string => path.replace(/^\.{0,2}\/|\/+$/g, '');

/** A refused command by the folder that it looked at, where the words name another one and the next command looks there. */
function movedPlace({ rejected, text, after }: OpenObjection): SpokenTrigger | null {
  const from = rejected?.command ? chiefPart(rejected.command) : null;
  const to = from && shellParts(after?.[0] ?? '').find(({ program }) => program === from.program);
  if (!to || !hasPlainName(from)) return null;
  const said = new Set([...text.slice(0, 500).matchAll(PLACE)].map(([, name]) => bareFolder(name!)));
  const [gone, taken] = [onlyIn(from, to), onlyIn(to, from)].map((args) =>
    args.filter((arg) => FOLDER_ARG.test(arg)),
  ) as [string[], string[]];
  const [old = '', place = ''] = [gone[0], taken[0]].map((arg) => arg && bareFolder(arg));
  if (gone.length !== 1 || taken.length !== 1 || !said.has(place)) return null;
  if (said.has(old) || place.startsWith(`${old}/`)) return null;
  return atCommand(`${headOf(from)}.*\\s${escapeRegex(gone[0]!)}(?:\\s|$)`, from.text, rejected!.command);
}

const FORBIDS = /\b(?:not|never|no|stop|avoid|without)\b|n't\b|\bdont\b/i;
/** Takes files as they are: which ones, the words say. */
const ON_FILES = /^git (?:add|rm|mv|commit|restore|checkout|clean)\b|^(?:rm|mv|cp|rsync|scp|touch|tee)\b/;
const OBJECT =
  /\b(?:commit|add|push|stage|check(?:ing)? in|touch|delete|remove|copy|move|include)\s+(?:(?:the|any|our|all|your|these|those)\s+)?([\w.-]{3,})/gi;
const plain = (word: string): string => word.toLowerCase().replace(/^\.|s$/g, '');

/** The newest command on files that is given a place which the words name (`do not commit docs`); null where there is none. */
function deniedPlace(open: OpenObjection): SpokenTrigger | null {
  if (!FORBIDS.test(open.text)) return null;
  const said = new Set([...open.text.slice(0, 500).matchAll(OBJECT)].map(([, name]) => plain(name!)));
  const lines = open.rejected?.command ? [open.rejected.command] : open.commands.slice(-2).reverse();
  for (const line of lines)
    for (const part of shellParts(line)) {
      if (!ON_FILES.test(part.text)) continue;
      const names = part.args.flatMap((arg) =>
        /^[\w./-]*\/[\w./-]+$/.test(arg) ? arg.split('/').slice(0, -1) : [],
      );
      const name = names.find((each) => each.length >= 3 && said.has(plain(each)) && !isCommon(plain(each)));
      if (!name) continue;
      const pattern = `${headOf(part)}.*[\\s/]${escapeRegex(name)}/`;
      if (!open.after?.some((next) => new RegExp(pattern).test(next)))
        return atCommand(pattern, part.text, line);
    }
  return null;
}

/** Forbids to write to a place: a path with a folder, or a file that begins with a dot. */
const KEEPS_OFF =
  /\b(?:do(?:n't| not)|dont|never|should(?:n't| not)|stop|avoid)\b (?:ever |directly |manually )?(?:edit|modify|change|touch|alter|write to|overwrite|editing|modifying|changing|touching)\b(?: [\w']+){0,4}? [`"']?((?:~\/|\.{0,2}\/)?(?:[\w.-]+\/)+(?:[\w.-]*\w)?|\.[a-z][\w.-]{2,}\w)(?![\w/*])/i;

/** The place that is not to be written to, as a glob; null where the words forbid none. */
function keptPlace(words: string): string | null {
  const found = KEEPS_OFF.exec(words.slice(0, 500))?.[1]?.replace(/^(?:~|\.{0,2})\/|\/$/g, '');
  if (found === undefined || !/[./]/.test(found)) return null;
  return /\.\w+$/.test(found) ? `**/${found}` : `**/${found}/**`;
}

const PLAIN_WORD = /^[\w./=:@-]{2,60}$/;

/** The last command by what its repetition right after the words leaves out, or by its end where that only adds. */
function redonePattern(open: OpenObjection): SpokenTrigger | null {
  const line = open.commands.at(-1) ?? '';
  const from = chiefPart(line);
  const first = from?.args[0] ?? '';
  if (!from || !PLAIN_WORD.test(first) || !hasPlainName(from)) return null;
  if (open.last?.command.startsWith(line) !== true || open.correction) return null;
  const to = shellParts(open.after?.[0] ?? '').find(
    (part) => part.program === from.program && part.args[0] === first && part.text !== from.text,
  );
  if (!to) return null;
  const gone = from.args.filter((arg) => !to.args.includes(arg));
  const word = gone.find((arg) => PLAIN_WORD.test(arg));
  if (word)
    return atCommand(
      `\\b${escapeRegex(from.program)}\\s+${escapeRegex(first)}\\s.*${escapeRegex(word)}(?:\\s|$)`,
      from.text,
      line,
    );
  if (gone.length > 0 || !from.args.every((arg) => PLAIN_WORD.test(arg))) return null;
  const whole = from.text.split(' ').map(escapeRegex).join('\\s+');
  return atCommand(`\\b${whole}\\s*$`, from.text, line);
}

/** A refused command by its subcommand, its task or the file that it is given, and by what it is told to do. */
function ownPattern(part: ShellPart): string | null {
  if (!hasPlainName(part)) return null;
  const first = part.args.find((arg) => !part.sub.split(' ').includes(arg)) ?? '';
  const isNamed = /^(?:\.\/)?[A-Za-z][\w./:-]{2,60}$/.test(first);
  if (/^(?:run|exec)$/.test(part.sub) || part.sub === '')
    return isNamed ? `${headOf(part)}\\s+${escapeRegex(first)}(?:\\s|$)` : null;
  const flag = part.args.find((arg) => /^--?[a-z][\w-]*$/i.test(arg) && !/^-[mqvy]$/.test(arg));
  return flag ? `${headOf(part)}.*\\s${escapeRegex(flag)}(?:\\s|$)` : headOf(part);
}

const PLACE =
  /(?<![\w/.-])(?:\.{0,2}\/)?((?:[\w.-]+\/)+[\w.-]*|\.[a-z][\w.-]{2,}|[\w-]+\.[a-z]\w{0,5})(?![\w-])/g;

/** Speaks of what is run, not of what is written. */
const RUNS = /\b(?:run|execut\w*|launch\w*)\b/i;
/** A kind of file: `scss files`; a folder by its name: `the theme folder`, `generated files`. */
const KIND = /(?<![\w-])\.?([a-z]\w{0,5}) files?\b/gi;
const FOLDER = /([\w.-]{3,40}) (?:folders?|director(?:y|ies)|dirs?|files?|code)\b/gi;

/** What is not to be changed once it is there: a new one is written instead. */
const OLD_FILES =
  /\b(?:never|not|don't|dont|stop)\s+(?:to )?(?:edit|modify|change|touch|alter|rewrite|editing|modifying|changing|touching) (?:the |any |our )?(?:old|existing|past|applied|earlier|previous|committed|generated) ([a-z]{5,20})\b/i;

/** The folder of old files that the words say are not to be edited, and the edit was one of, as a glob. */
function oldFiles(said: string, target: string): string | null {
  const kind = OLD_FILES.exec(said.slice(0, 500))?.[1]?.toLowerCase() ?? '';
  const folders = target.replaceAll('\\', '/').split('/').slice(0, -1);
  const folder = folders.find((each) => each.length >= 5 && kind.startsWith(each.toLowerCase().slice(0, -1)));
  return folder === undefined ? null : `**/${folder}/**`;
}

/** The folder, file or kind of file that the words name and the call is on, as a glob. */
function namedPlace(said: string, about: SeenCall, correction: SeenCall | null): string | null {
  const words = said.slice(0, 500);
  if (RUNS.test(words)) return null;
  const target = `/${about.target.replaceAll('\\', '/')}`;
  const glob = globOf(words, target);
  return glob !== null && correction && globOf(words, `/${correction.target}`) === glob ? null : glob;
}

function globOf(words: string, target: string): string | null {
  for (const [, found] of words.matchAll(PLACE)) {
    const name = found!.replace(/[./]+$/, '');
    if (name.length < 3) continue;
    if (target.endsWith(`/${name}`)) return `**/${name}`;
    if (target.includes(`/${name}/`)) return `**/${name}/**`;
  }
  for (const [, kind] of words.matchAll(KIND))
    if (target.toLowerCase().endsWith(`.${kind!.toLowerCase()}`)) return `**/*.${kind!.toLowerCase()}`;
  for (const [, name] of words.matchAll(FOLDER)) if (target.includes(`/${name}/`)) return `**/${name}/**`;
  return null;
}
