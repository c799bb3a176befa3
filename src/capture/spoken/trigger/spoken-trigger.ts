import type { Episode } from '../../../model/episode.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { SeenCall } from '../../failure-state.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { deniedWords, type Switch } from '../context/switched.ts';
import type { Lasting } from '../lasting/lasting.ts';
import { LEFT } from '../lasting/working-ways.ts';
import type { OpenObjection } from '../open-objection.ts';
import { plainWords } from '../words/own-words.ts';
import { isDirective } from '../words/user-rule.ts';
import { deniedCode } from './denied-code.ts';
import {
  chiefPart,
  hasPlainName,
  headOf,
  isCommon,
  type ObjectedCommand,
  objectedCommand,
} from './objected-command.ts';
import { deniedPlace, harmedPlace, keptPlace, movedPlace, namedPlace, oldFiles } from './spoken-places.ts';

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
  const named =
    (lasting && deniedPlace(open)) ??
    objectedCommand(open.text, open.commands, open.rejected?.command || null) ??
    (switched && (switched.denies || open.rule || open.rejected) ? replacedBy(switched) : null) ??
    deniedWord(open) ??
    movedPlace(open);
  if (named) return atCommand(named);
  const { rejected } = open;
  if (lasting?.command && rejected) return atRefused(rejected, lasting.command.flag);
  const isKept = lasting?.lead?.startsWith(LEFT) || (lasting && NOT_RUN.test(open.text));
  if (isKept && rejected?.command) return atRefused(rejected, null);
  const harmed = open.destroyed || lasting ? harmedPlace(open) : null;
  if (harmed) return atCommand(harmed);
  if (lasting?.path) return atPath(lasting.path);
  const stopped = stoppedCommand(open);
  if (stopped) return atCommand(stopped);
  if (lasting === null && !holdsLater(open)) return NONE;
  const kept = keptPlace(lasting?.lead ?? '') ?? keptPlace(plainWords(open.text));
  if (kept) return atPath(kept);
  const code = deniedCode(open);
  if (code) return { ...atPath(code.files), contentPatterns: [code.pattern] };
  if (rejected?.command && open.inline && !POINTS.test(open.text)) {
    const part = chiefPart(rejected.command);
    const pattern = part && ownPattern(part);
    if (part && pattern) return atCommand({ pattern, command: part.text, line: rejected.command });
  }
  const redone = rejected ? null : redonePattern(open);
  if (redone) return atCommand(redone);
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
function stoppedCommand({ rejected, inline, text }: OpenObjection): ObjectedCommand | null {
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
  const pattern = `${headOf(part)}.*\\s${escapeRegex(arg)}(?:\\s|$)`;
  return { pattern, command: part.text, line: rejected.command };
}

/** A refused command by the flag that the words are about, or as a whole. */
function atRefused(rejected: SeenCall, flag: string | null): SpokenTrigger {
  const part = chiefPart(rejected.command);
  if (!part || !hasPlainName(part)) return NONE;
  const pattern = flag ? `${headOf(part)}.*\\s${escapeRegex(flag)}(?:[\\s=]|$)` : ownPattern(part);
  return pattern ? atCommand({ pattern, command: part.text, line: rejected.command }) : NONE;
}

const atCommand = ({ pattern, command, line }: ObjectedCommand): SpokenTrigger => ({
  toolNames: ['Bash'],
  commandPatterns: [pattern],
  pathPatterns: [],
  command,
  line,
});

/** Meets the command that was given up and spares the one that took its place. */
function replacedBy({ from, to, by, word }: Switch): ObjectedCommand | null {
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
  return pattern !== null && !new RegExp(pattern).test(to.text)
    ? { pattern, command: from.text, line: from.text }
    : null;
}

/** The newest command that holds a word which is denied. */
function deniedWord(open: OpenObjection): ObjectedCommand | null {
  const words = deniedWords(open.text);
  if (words.length === 0) return null;
  for (const line of open.rejected?.command ? [open.rejected.command] : open.commands.slice(-2).reverse()) {
    const part = chiefPart(line);
    const word = part?.args.find(
      (arg) => words.includes(arg.toLowerCase()) && !part.sub.split(' ').includes(arg) && !isCommon(arg),
    );
    if (part && word && part.sub !== '' && hasPlainName(part))
      return {
        pattern: `${headOf(part)}.*\\s${escapeRegex(word)}(?:\\s|$)`,
        command: part.text,
        line,
      };
  }
  return null;
}

const PLAIN_WORD = /^[\w./=:@-]{2,60}$/;

/** The last command by what its repetition right after the words leaves out, or by its end where that only adds. */
function redonePattern(open: OpenObjection): ObjectedCommand | null {
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
    return {
      pattern: `\\b${escapeRegex(from.program)}\\s+${escapeRegex(first)}\\s.*${escapeRegex(word)}(?:\\s|$)`,
      command: from.text,
      line,
    };
  if (gone.length > 0 || !from.args.every((arg) => PLAIN_WORD.test(arg))) return null;
  const whole = from.text.split(' ').map(escapeRegex).join('\\s+');
  return { pattern: `\\b${whole}\\s*$`, command: from.text, line };
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
