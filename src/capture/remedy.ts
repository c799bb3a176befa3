import { missingProgram, namedWords } from '../triggers/named-words.ts';
import { blamedPart, correctedPart, programOf } from './blame.ts';
import type { OpenFailure } from './failure-state.ts';
import { backtickRun, type ErrorKind } from './kinds.ts';
import { lintRule } from './lint-rule.ts';
import { messageOf, unwrapped } from './message.ts';
import { code, cut } from './prose.ts';
import { asWritten, wordsOf } from './raw-command.ts';
import { fileName } from './seen-call.ts';
import type { ShellPart } from './shell.ts';
import { accountOf, shapeOf, toolName } from './summary.ts';

/** A command line that is longer is shown by the part that does the job. */
const WHOLE_CHARS_MAX = 160;
const SHOWN_CHARS_MAX = 240;
const WORDS_MAX = 3;
/** What the detector keeps of an edit's text. */
const EDIT_CHARS_MAX = 200;
/** Share of words from which on another command does the same job, and from which on its difference tells something. */
const VARIANT = 0.25;
const COMPARABLE = 0.4;
/** Kinds whose cause is the shell's reading of the line: another command that works shows no fix. */
const SHELL_KINDS = new Set<ErrorKind>(['shell-syntax', 'tool-validation']);
/** Kinds whose fault is in the call: an edit of a file in between is not the fix. */
const CALL_KINDS = new Set<ErrorKind>([
  'usage',
  'command-not-found',
  'wrong-directory',
  'platform',
  'sandbox',
  'missing-module',
]);

const ADVICE: Partial<Record<ErrorKind, (open: OpenFailure) => string>> = {
  usage: (open) =>
    `Look at ${code(helpOf(blamedPart(open), namedWords(messageOf(open))))} before using a flag or subcommand that this repository has not used yet.`,
  'command-not-found': (open) => {
    const program = blamedPart(open)?.program ?? '';
    return `Do not call ${code(program || 'it')} directly here: check with ${code(`command -v ${program}`)} and use the project's own runner.`;
  },
  'wrong-directory': () => 'Check the working directory first, or use an absolute path.',
  'shell-syntax': () =>
    'Quote globs and special characters, and put longer scripts into a file or a quoted here-document.',
  platform: portable,
  'edit-mismatch': () =>
    'Read the exact lines again and copy the text to replace from that output, whitespace included.',
  'stale-edit': () => 'Read the file (again) right before editing it.',
  'missing-path': () => 'Search for the file by name first instead of guessing its path.',
  'missing-module': () => "Use a tool that is installed, or the project's own environment.",
  'tool-validation': () => "Follow the tool's rule that the message names.",
  'api-misuse': () => 'Look the endpoint and its method up before calling it; list what is there first.',
  timeout: () => 'Run it in the background with a bounded wait, or narrow it down.',
  sandbox: (open) =>
    `Ask for permission to run ${code(programOf(blamedPart(open)) || 'it')} outside of the sandbox, or keep to what it allows.`,
};

/** The words before the first flag or the one that the error names, and `--help`. */
function helpOf(part: ShellPart | null, named: string[]): string {
  if (!part) return '--help';
  const isRunner = /^(?:run|exec|r|x)$/.test(part.sub);
  const words = part.sub === '' ? [] : isRunner ? part.args.slice(0, 2) : part.sub.split(' ');
  const end = words.findIndex(
    (word) => !/^[\w./:-]+$/.test(word) || word.startsWith('-') || named.includes(word),
  );
  return [part.program, ...(end < 0 ? words : words.slice(0, end)), '--help'].join(' ');
}

/** What macOS and BSD have for what is only in GNU's tools or in newer shells. */
const PORTABLE: [RegExp, string][] = [
  [
    /^timeout\b/,
    'macOS has no `timeout`: use `gtimeout` of coreutils, `perl -e "alarm 10; exec @ARGV"`, or the time limit of the tool.',
  ],
  [/^cat .*-\w*[AET]/, 'Use `cat -et`, or `od -c`.'],
  [/^grep .*-\w*P/, 'Use `grep -E`, `rg`, or `perl -ne`.'],
  [/^date .*(?:-d|--date)/, 'Use `date -v-1d` (or `gdate`) on macOS.'],
  [/^(?:mapfile|readarray)\b/, 'The bash of macOS is version 3.2: use a `while read` loop.'],
  [
    /^(?:readlink|stat|xargs|find|ls|du|base64|head|tail|sort|cp) /,
    'Look at the manual page of this platform: GNU and BSD differ here.',
  ],
];

function portable(open: OpenFailure): string {
  const text = missingProgram(messageOf(open)) ?? blamedPart(open)?.text ?? '';
  return (
    PORTABLE.find(([pattern]) => pattern.test(text))?.[1] ??
    'Use the form of this platform, or a portable one.'
  );
}

const MEANT =
  /(?:similar (?:argument|subcommand|option|command) exists|Did you mean(?: one of these)?\??|Perhaps you meant|most similar command is):?\s+(?:run )?[`'"]?([^`'"\n?]{2,80}?)[`'"?]?(?=\s*(?:\n|$|\?))/i;
/** What an error itself advises, in its own words. */
const ADVISED: RegExp[] = [
  /^(?:hint|HINT|tip|help): +(?!Disable|Updates|See\b)([^\n]{8,160})/m,
  /((?:To wait for|To do|To push|To allow|To list)[^.\n]{4,120}\bus(?:e|ing)\b[^\n]{4,160}?(?<!\b[ei]\.[ge])\.)(?=\s|$)/,
  /\b((?:Please )?[Uu]se (?:the )?(?:`[^`\n]+`|'[^'\n]+'|-{1,2}\w|offset\b|run_in_background)[^.\n]{0,120})/,
  /\b([Rr]un [`'](?![^`'\n]*help)[^`'\n]{3,80}[`'](?! for (?:more |details|help|usage))[^.\n]{0,80})/,
  /(?:by running:?|automatically by running:)\s*[│\n ]*([\w./-]+ [^\n"']{2,60})/,
];

/** What an error advises, as a sentence; empty where it advises nothing. */
export function advised(error: string): string {
  const meant = MEANT.exec(error)?.[1]?.trim();
  if (meant && meant.length > 1) return `The message suggests ${code(cut(meant, 120))}.`;
  for (const pattern of ADVISED) {
    const words = pattern.exec(error)?.[1]?.replace(/\s+/g, ' ').trim();
    if (words) return `The message says: ${cut(words, 200).replace(/[.,;:]+$/, '')}.`;
  }
  return '';
}

/** Words of the failing command that the corrected one lacks, and the other way round. */
function difference(before: string, after: string): string {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const gone = old.filter((word) => word !== '' && !now.includes(word));
  const added = now.filter((word) => word !== '' && !old.includes(word));
  if (gone.length + added.length === 0 || gone.length + added.length > 4) return '';
  if ([...gone, ...added].some((word) => word.length > 60 || /\s/.test(word))) return '';
  const list = (words: string[]) =>
    words
      .slice(0, WORDS_MAX)
      .map((word) => code(word))
      .join(', ');
  const parts = [
    gone.length > 0 ? `without ${list(gone)}` : '',
    added.length > 0 ? `with ${list(added)}` : '',
  ];
  return ` The difference: ${parts.filter(Boolean).join(', ')}.`;
}

/** The corrected command line, or the part of it that does the job with the `cd` before it. */
function shownCommand(command: string, part: ShellPart | null): string {
  const isWhole = command.length <= WHOLE_CHARS_MAX && !/\n\s*\S/.test(command);
  if (!part || isWhole) return cut(command, SHOWN_CHARS_MAX);
  const cd = /^cd \S+ && /.exec(command)?.[0] ?? '';
  return cut(`${cd}${asWritten(command, part)}`, SHOWN_CHARS_MAX);
}

function commandFix(open: OpenFailure): string {
  const { correction } = open;
  if (correction?.tool !== 'Bash' || !correction.command) return '';
  if (!open.changed || open.edits.length > 0) return '';
  const part = correctedPart(open);
  const blamed = blamedPart(open);
  const before = blamed ? asWritten(open.call.command, blamed) : open.call.command;
  const after = part ? asWritten(correction.command, part) : correction.command;
  const isSame = part?.program === blamed?.program && part?.sub === blamed?.sub;
  const lines = isSame ? likeness(open.call.command, correction.command) : 0;
  const shared = Math.max(likeness(before, after), lines);
  if (shared < VARIANT) return '';
  const diff = shared >= COMPARABLE ? difference(before, after) : '';
  return `Run ${code(shownCommand(correction.command, part))} instead; it worked.${diff}`;
}

/** Share of the words of two pieces of shell that both have. */
function likeness(one: string, other: string): number {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

const short = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 60);

/** How the arguments of two calls of one tool differ, in words. */
function argumentsFix(open: OpenFailure): string {
  const { call, correction } = open;
  if (!correction || correction.nativeTool !== call.nativeTool) return '';
  const [old, now] = [call.input, correction.input];
  const text = (value: unknown) => JSON.stringify(value) ?? '';
  const changed = Object.keys(now).filter((key) => text(now[key]) !== text(old[key]));
  const gone = Object.keys(old).filter((key) => !(key in now));
  if (changed.length + gone.length === 0 || changed.length > 3) return '';
  const given = changed.map((key) => `${code(key)} = ${code(short(now[key]))}`).join(', ');
  const left = gone
    .slice(0, WORDS_MAX)
    .map((key) => code(key))
    .join(', ');
  return `The call of ${toolName(call.nativeTool)} worked${given ? ` with ${given}` : ''}${left ? `${given ? ' and' : ''} without ${left}` : ''}.`;
}

function editFix(open: OpenFailure): string {
  const rule = open.kind === 'lint' ? lintRule(open.salient) : null;
  const told = open.edits.filter(({ file }) => open.error.includes(fileName(file)));
  const edit = told.find((candidate) => candidate.new !== '') ?? (rule ? null : open.edits[0]!);
  const [old, now] = edit ? changedLine(edit.old, edit.new) : ['', ''];
  const change = now ? `: ${old ? `${code(cut(old, 120))} became ` : 'with '}${code(cut(now, 160))}` : '';
  const files = [...new Set(open.edits.map((candidate) => fileName(candidate.file)))]
    .slice(0, WORDS_MAX)
    .join(', ');
  const first = rule ? `Write code that ${code(rule)} accepts, and lint it before committing. ` : '';
  const passes = first
    ? ''
    : `; then ${code(cut(programOf(blamedPart(open)) || open.call.nativeTool, 60))} passes`;
  return `${first}Fix ${files}${change}${passes}.`;
}

/** The first line that an edit took away, and the first that it brought. */
function changedLine(old: string, now: string): [string, string] {
  const lines = (text: string) => {
    const all = text.split('\n');
    const whole = text.length >= EDIT_CHARS_MAX && all.length > 1 ? all.slice(0, -1) : all;
    return whole
      .map((line) => line.trim())
      .filter((line) => line.length > 2 && !/^(?:\/\/|#|\*|--)/.test(line));
  };
  const [before, after] = [lines(old), lines(now)];
  return [
    before.find((line) => !after.includes(line)) ?? '',
    after.find((line) => !before.includes(line)) ?? '',
  ];
}

/** The sandbox let the same command through with other arguments of the tool. */
function permitted(open: OpenFailure): string {
  const { call, correction } = open;
  if (!correction || correction.command !== call.command || call.command === '') return '';
  const escalated = Object.entries(correction.input).find(
    ([key, value]) => /permission|escalat|sandbox/i.test(key) && value !== call.input[key],
  );
  return escalated
    ? `The same command worked with ${code(`${escalated[0]}: ${short(escalated[1])}`)}: ask for it at once.`
    : '';
}

/** Another command is a way around a sandbox only where it puts something elsewhere: `GOCACHE=/tmp/x`. */
function setsMore(before: string, after: string): boolean {
  return wordsOf(after).some((word) => /^[A-Z][A-Z0-9_]*=/.test(word) && !before.includes(word));
}

/** What to do instead: what worked, what follows from the message, or what the message advises. */
export function remediationOf(open: OpenFailure): string {
  const { correction, call, kind } = open;
  const advice = ADVICE[kind]?.(open) ?? '';
  if (kind === 'shell-syntax' && backtickRun(open.salient, call.command))
    return 'Put text with backticks into single quotes, or write each backtick as \\`.';
  const shaped = shapeOf(open);
  const known = shaped?.shape.remedy?.(shaped.match, accountOf(open)) ?? '';
  const hint = shaped?.shape.hint?.(shaped.match, accountOf(open)) ?? '';
  const said = hint || advised(unwrapped(open.error));
  const fix = commandFix(open);
  if (known) return known;
  if (call.tool === 'Bash' && SHELL_KINDS.has(kind)) return said || advice;
  if (call.tool === 'Edit' && advice) return said && kind === 'tool-validation' ? said : advice;
  if (call.tool === 'Bash') {
    const allowed = permitted(open);
    if (allowed) return allowed;
    if (fix && (kind !== 'sandbox' || setsMore(call.command, correction?.command ?? ''))) return fix;
    if (open.edits.length > 0 && correction && !CALL_KINDS.has(kind)) return editFix(open);
    if (open.passedUnchanged)
      return `The same call worked when it was repeated later. ${said || advice}`.trim();
    return said || advice || causeFirst(open);
  }
  const argument = argumentsFix(open);
  if (argument) return `${argument} ${said}`.trim();
  if (correction) {
    const where = correction.tool === 'Bash' ? correction.command : correction.target;
    const how = where ? `${toolName(correction.nativeTool)} with ${code(cut(where, 200))} worked.` : '';
    return `${how} ${said || advice}`.trim() || causeFirst(open);
  }
  return said || advice || causeFirst(open);
}

function causeFirst(open: OpenFailure): string {
  const what = programOf(blamedPart(open)) || toolName(open.call.nativeTool);
  return `Check the cause that the message names before repeating ${what.startsWith('`') ? what : code(cut(what, 60))}.`;
}
