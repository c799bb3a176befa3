import { SUMMARY_CHARS_MAX } from '../model/constants.ts';
import type { OpenFailure } from './failure-state.ts';
import { backtickRun, type ErrorKind } from './kinds.ts';
import { isDestructive } from './objection.ts';
import { fileName } from './seen-call.ts';
import type { ShellPart } from './shell.ts';

export interface WriteUp {
  summary: string;
  mistake: string;
  remediation: string;
}

/** Cuts at a word, with an ellipsis (never three dots, which intake refuses). */
export function cut(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  const head = flat.slice(0, max - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > max * 0.6 ? head.slice(0, space) : head).trimEnd()}…`;
}

const code = (text: string) => `\`${text.replace(/`/g, "'")}\``;

/** Program, subcommand, and the task where the subcommand only runs one: `npm run build`. */
export function programOf(part: ShellPart | null): string {
  if (!part) return '';
  if (!part.sub) return part.program;
  const next = /^(?:run|exec|r)$/.test(part.sub) ? part.args[part.args.indexOf(part.sub) + 1] : undefined;
  const task =
    next && /^[\w@./-]{1,60}$/.test(next) && /[/.]/.test(next) && !next.startsWith('-') ? fileName(next) : '';
  return `${part.program} ${part.sub}${task ? ` ${task}` : ''}`;
}

/** The salient line without what only repeats where it was said. */
export function complaint(salient: string): string {
  return salient
    .replace(/^\[[\w:.-]+\] /, '')
    .replace(/^(?:\(eval\)|zsh|bash|sh|\/bin\/\w*sh|-bash):(?:line )?(?:\d+:)? ?/, '')
    .replace(/^(?:(?:fatal|error|Error|ERROR)[:\]!]|error|npm (?:ERR!|error)|E {2,}) +/, '')
    .replace(/\b[a-z][\w+.-]*:\/\/[^\s?'"`]+|(?:[\w@.+~-]*\/)+[\w@.+~-]+/g, shortPath)
    .replace(/^\S*?([\w.+-]+\.\w{1,5}):\d+(?::\d+)?: /, '$1: ')
    .trim();
}

/** Addresses stay; of a file its name is enough, of a folder or package its last two parts. */
function shortPath(path: string): string {
  if (path.includes('://')) return path;
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? path;
  return /\.\w{1,5}$/.test(last) ? last : parts.slice(-2).join('/');
}

/** `named`: what is captured must stand in the call, else the words mean something else. */
type Extractor = [RegExp, (match: RegExpExecArray, prog: string) => string, 'named'?];

/** Shapes of error lines that name the mistake by themselves. */
const SHAPES: Extractor[] = [
  [
    /^(?:rg|e?grep|ag|ack):.*(?:unrecogni[sz]ed|unknown|invalid) (?:flag|option)s?:? *[`'"]?--?[\w-]*[|\\.*()[\]]/,
    (_m, prog) => `${code(prog)} takes a pattern that begins with dashes for a flag: it needs ${code('-e')}`,
  ],
  [/exec format error/i, (_m, prog) => `${code(prog)} runs a binary that was built for another platform`],
  [
    /^sed: .*(?:invalid command code|extra characters at the end|undefined label)/,
    () => '`sed -i` of BSD and macOS takes the next word for a suffix: it needs `-i ""`',
  ],
  [
    /externally-managed-environment/,
    (_m, prog) => `${code(prog)} is refused: the Python of the system is externally managed`,
  ],
  [
    /(?:unknown|unrecogni[sz]ed|invalid|illegal|bad|unexpected) (?:shorthand )?(?:flag|option|switch)s?:?\s*(?:--\s+)?[`'"‘]?(-{0,2}[\w.=-]+)/i,
    (m, prog) => `${code(prog)} does not accept ${code(flagName(m[0], m[1]!))}`,
    'named',
  ],
  [
    /unexpected argument [`'"]?(\S+?)[`'"]? found/i,
    (m, prog) => `${code(prog)} does not accept the argument ${code(m[1]!)}`,
    'named',
  ],
  [
    /unrecognized arguments?: ([^\s(][^(]{0,39}?)(?= \(|$)/i,
    (m, prog) => `${code(prog)} does not accept ${code(m[1]!)}`,
    'named',
  ],
  [
    /flag provided but not defined: (\S+)/i,
    (m, prog) => `${code(prog)} does not accept ${code(m[1]!)}`,
    'named',
  ],
  [/unknown JSON field:? [`'"]?(\w+)/i, (m, prog) => `${code(prog)} --json has no field ${code(m[1]!)}`],
  [
    /(?:unknown|no such|invalid) (?:sub-?)?command:? (?!code\b)[`'"]?([\w:.-]+)/i,
    (m, prog) => `${code(prog.split(' ')[0]!)} has no subcommand ${code(m[1]!)}`,
    'named',
  ],
  [
    /[`'"]([\w:.-]+)[`'"] is not a (?:\w+ )?command/i,
    (m, prog) => `${code(prog.split(' ')[0]!)} has no subcommand ${code(m[1]!)}`,
    'named',
  ],
  [
    /(?:^|[\s:])[`'"]([\w.+-]+)['"`] is not recognized as/,
    (m) => `${code(m[1]!)} is not on PATH in this shell`,
  ],
  [/Missing script: [`'"]?([\w:.-]+)/i, (m) => `package.json has no script ${code(m[1]!)}`],
  [/No rule to make target [`'"]?([^`'"\s]+)/i, (m) => `The Makefile here has no target ${code(m[1]!)}`],
  [/command not found: (\S+)/, (m) => `${code(m[1]!)} is not on PATH in this shell`],
  [
    /^(?:\S*sh|\(eval\)|env)?[\s:\d]*(?:line \d+: )?([\w.+-]+): (?:command )?not found/,
    (m) => `${code(m[1]!)} is not on PATH in this shell`,
  ],
  [/== not found|=\S* not found/, () => 'zsh takes an unquoted word that starts with `=` for a command'],
  [
    /parse error near [`'](.{1,20})'/,
    (m, prog) => `The shell cannot parse the ${code(prog)} line near ${code(m[1]!)}`,
  ],
  [
    /paths are ignored by one of your \.gitignore/,
    (_m, prog) => `${code(prog)} refuses paths that .gitignore excludes`,
  ],
  [/No module named [`'"]?([\w.]+)/, (m, prog) => `${code(prog || 'python')} has no module ${code(m[1]!)}`],
  [
    /Cannot find (?:module|package) [`'"]([^`'"]{1,50})/,
    (m, prog) => `${code(prog)} cannot find the module ${code(m[1]!)}`,
  ],
  [/no matches found: (\S+)/, () => 'zsh aborts a command when an unquoted glob in it matches nothing'],
  [/read-only variable: (\w+)/, (m) => `${code(m[1]!)} is a read-only variable in zsh`],
  [
    /(?:^|[\s:])cd(?::\d+)?: (?:no such file or directory: )?([^\s:]+)/,
    (m) => `${code(`cd ${m[1]!}`)} fails: no such directory from where the shell is`,
  ],
  [/not a git repository/, (_m, prog) => `${code(prog)} runs outside of a git repository`],
  [/no go files in/i, (_m, prog) => `${code(prog)} runs in a directory without Go files`],
  [/rejected: blocked by policy/i, (_m, prog) => `${code(prog)} is blocked by the policy of the sandbox`],
  [
    /SandboxDenied|Sandbox\(Denied|failed to listen on a port|listen tcp\S* \S+: bind: operation not permitted/,
    (_m, prog) => `${code(prog)} needs something that the sandbox denies`,
  ],
  [/^Blocked: (\S+)/, (m) => `The agent's shell refuses a command that begins with ${code(m[1]!)}`],
  [/has no upstream branch/, () => '`git push` fails: the branch has no upstream yet'],
  [
    /parameter [`'"](\w+)[`'"] type is expected as [`'"](\w+)/i,
    (m) => `The tool takes ${code(m[1]!)} as a ${m[2]}, and was given another type`,
  ],
  [/exec_command failed.{0,400}Rejected\(/, (_m, prog) => `${code(prog)} is refused by the approval policy`],
  [
    /required parameter [`'"](\w+)[`'"] is missing/i,
    (m) => `The tool is called without its required parameter ${code(m[1]!)}`,
  ],
  [/unexpected parameter [`'"](\w+)[`'"]/i, (m) => `The tool has no parameter ${code(m[1]!)}`],
  [/String to replace not found/i, () => 'Edit fails: the text to replace is not in the file as written'],
  [/Found (\d+) matches of the string/i, (m) => `Edit fails: the text to replace occurs ${m[1]} times`],
  [/(?:File|Path) does not exist/i, () => 'Read fails: no such file'],
  [
    /old_string and new_string are exactly the same/i,
    () => 'Edit fails: the old and the new text are the same',
  ],
  [/EISDIR/, () => 'Read fails: the path is a directory'],
  [/has not been read yet/i, () => 'Edit is refused: the file was not read first'],
  [/modified since read/i, () => 'Edit is refused: the file changed after it was read'],
  [/Failed to find expected lines/i, () => 'apply_patch fails: the expected lines are not in the file'],
  [
    /exceeds? maximum allowed (?:tokens|size)/i,
    () => 'Read of a whole large file is refused: it exceeds the size limit',
  ],
];

function flagName(whole: string, word: string): string {
  if (word.startsWith('-')) return word;
  return /option -- |shorthand/.test(whole) || word.length === 1 ? `-${word}` : `--${word}`;
}

/** Whether a word of the error stands in the call that it is about. */
function isInCall(word: string, open: OpenFailure): boolean {
  const bare = word.replace(/^[-\s]+|[\s.,;:'"`]+$/g, '').split(/[=\s]/)[0]!;
  return bare !== '' && (open.call.tool !== 'Bash' || open.call.command.includes(bare));
}

function targetName(open: OpenFailure): string {
  return open.call.target ? fileName(open.call.target.replace(/[/\\]+$/, '')) : '';
}

/** One line of at most 80 characters that names the mistake, in the present tense. */
export function summaryOf(open: OpenFailure): string {
  const prog = programOf(open.culprit) || open.call.nativeTool;
  const { salient } = open;
  if (open.kind === 'timeout')
    return cut(`${code(cut(prog, 40))} does not finish within its time limit`, SUMMARY_CHARS_MAX);
  if (open.kind === 'shell-syntax' && backtickRun(salient, open.call.command))
    return 'Backticks inside double quotes are run as a command, not kept as text';
  if (/rejected: blocked by policy/i.test(open.error)) {
    const blocked = open.call.parts.find((part) => isDestructive(part.text)) ?? open.culprit;
    return cut(
      `${code(cut(programOf(blocked), 40))} is blocked by the policy of the sandbox`,
      SUMMARY_CHARS_MAX,
    );
  }
  for (const [pattern, make, literal] of SHAPES) {
    const match = pattern.exec(salient);
    if (match && (literal === undefined || isInCall(match[1]!, open))) {
      const said = make(match, prog);
      // These words are about the agent's own tools; a program may print them too.
      if (open.call.tool === 'Bash' && /^(?:Edit|Read|The tool) /.test(said)) continue;
      const flag = `--${match[1]}`;
      const line =
        literal && !open.call.command.includes(flag) ? said.replace(`\`${flag}`, `\`${match[1]}`) : said;
      const name = /^(?:Edit|Read) /.test(line) ? targetName(open) : '';
      const named = name
        ? line.replace(/^(?:Edit|Read) (?:of a whole )?/, `${open.call.nativeTool} of ${name} `)
        : line;
      return cut(named.length <= SUMMARY_CHARS_MAX ? named : line, SUMMARY_CHARS_MAX);
    }
  }
  const said = complaint(salient) || `exits with code ${open.exitCode ?? 1} and no message`;
  const target =
    open.call.tool === 'Bash'
      ? code(cut(prog, 36))
      : `${open.call.nativeTool}${targetName(open) ? ` of ${targetName(open)}` : ''}`;
  // In a pipeline the message may come from another program than the one that the call is about.
  const speaker = /^([\w.+-]+): /.exec(said)?.[1];
  const speaks = said.toLowerCase().startsWith(prog.toLowerCase());
  const other = open.call.parts.some((part) => part.program === speaker);
  return cut(speaks || other ? said : `${target}: ${said}`, SUMMARY_CHARS_MAX);
}

const WHY: Partial<Record<ErrorKind, string>> = {
  usage: 'The flag, subcommand or argument was guessed and this version does not have it.',
  'command-not-found': 'The program is not installed, or not on PATH in the non-interactive shell.',
  'wrong-directory': 'The command depends on the working directory, and it was another one.',
  'shell-syntax': 'The shell, not the program, stopped the command: quoting, globbing or a reserved name.',
  platform: 'The option or tool belongs to another platform (GNU, BSD, macOS and Windows differ).',
  'tool-validation': "The call did not meet the tool's own rules.",
  'edit-mismatch': 'The text to replace was written from memory and differs from the file.',
  'stale-edit': 'The tool only edits what was read in its present state.',
  'missing-path': 'The path was guessed.',
  'missing-module': 'The module is not installed in the environment that runs the command.',
  'script-error': 'The inline script assumed a shape of data or an API that is not there.',
  'api-misuse': 'The request does not fit the API.',
  'git-state': 'The repository was not in the state that the command needs.',
  compile: 'The code that was just written does not compile.',
  lint: 'The code that was just written breaks a lint rule of the project.',
  test: 'The test fails on what was just written.',
  timeout: 'The command waits or runs longer than the tool allows.',
  sandbox: 'The sandbox forbids what the command needs.',
};

function attempted(open: OpenFailure): string {
  if (open.call.tool === 'Bash') return `Ran ${code(cut(open.call.command, 260))}`;
  return `Called ${open.call.nativeTool}${open.call.target ? ` on ${code(cut(open.call.target, 160))}` : ''}`;
}

function mistakeOf(open: OpenFailure): string {
  const tries = open.attempts.length > 1 ? `, ${open.attempts.length} times` : '';
  const said = open.salient
    ? `: ${code(cut(open.salient, 240).replace(/[.,;:]+$/, ''))}`
    : open.timedOut
      ? ': it did not finish in time'
      : ` with exit code ${open.exitCode ?? 1} and no message`;
  const why = WHY[open.kind] ?? '';
  return `${attempted(open)}${tries}; it failed${said}. ${why}`.trim();
}

/** Words of the failing command that the corrected one lacks, and the other way round. */
function difference(open: OpenFailure, corrected: ShellPart): string {
  const before = open.culprit?.args ?? [];
  const gone = before.filter((arg) => !corrected.args.includes(arg)).slice(0, 3);
  const added = corrected.args.filter((arg) => !before.includes(arg)).slice(0, 3);
  if (
    open.culprit?.program !== corrected.program ||
    gone.length + added.length === 0 ||
    gone.length + added.length > 4
  )
    return '';
  const list = (words: string[]) => words.map((word) => code(cut(word, 60))).join(', ');
  return ` The difference: ${[gone.length > 0 ? `without ${list(gone)}` : '', added.length > 0 ? `with ${list(added)}` : ''].filter(Boolean).join(', ')}.`;
}

const ADVICE: Partial<Record<ErrorKind, (open: OpenFailure) => string>> = {
  usage: (open) =>
    `Look at ${code(`${programOf(open.culprit)} --help`)} before using a flag or subcommand that this repository has not used yet.`,
  'command-not-found': (open) =>
    `Do not call ${code(open.culprit?.program ?? 'it')} directly here: check with ${code(`command -v ${open.culprit?.program ?? ''}`)} and use the project's own runner.`,
  'wrong-directory': () => 'Check the working directory first, or use an absolute path.',
  'shell-syntax': () =>
    'Quote globs and special characters, and put longer scripts into a file or a quoted here-document.',
  platform: () => 'Use the form of this platform, or a portable one.',
  'edit-mismatch': () =>
    'Read the exact lines again and copy the text to replace from that output, whitespace included.',
  'stale-edit': () => 'Read the file (again) right before editing it.',
  'missing-path': () => 'Search for the file by name first instead of guessing its path.',
  'missing-module': () => "Use a tool that is installed, or the project's own environment.",
  'tool-validation': () => "Follow the tool's rule that the message names.",
  timeout: () => 'Run it in the background with a bounded wait, or narrow it down.',
};

function remediationOf(open: OpenFailure): string {
  const { correction } = open;
  const advice = ADVICE[open.kind]?.(open) ?? '';
  if (
    correction &&
    correction.tool === 'Bash' &&
    correction.command &&
    open.changed &&
    open.edits.length === 0
  ) {
    const part = correction.parts[open.correctionPart] ?? correction.parts[0];
    const shown = part && correction.command.length > 200 ? part.text : correction.command;
    return `Run ${code(cut(shown, 240))} instead; it worked.${part ? difference(open, part) : ''}`;
  }
  if (open.call.tool === 'Edit' && advice) return advice;
  if (open.edits.length > 0 && correction && open.call.tool === 'Bash') {
    const edit = open.edits.find((candidate) => candidate.new !== '') ?? open.edits[0]!;
    const change = edit.new
      ? `: ${edit.old ? `${code(cut(edit.old, 120))} became ` : 'with '}${code(cut(edit.new, 160))}`
      : '';
    const files = [...new Set(open.edits.map((candidate) => fileName(candidate.file)))]
      .slice(0, 3)
      .join(', ');
    return `Fix ${files}${change}; then ${code(cut(open.call.tool === 'Bash' ? programOf(open.culprit) : open.call.nativeTool, 60))} passes.`;
  }
  if (correction && open.call.tool !== 'Bash') {
    const where = correction.target || correction.command;
    return `${correction.nativeTool} with ${code(cut(where, 200))} worked. ${advice}`.trim();
  }
  if (open.passedUnchanged) return `The same call worked when it was repeated later. ${advice}`.trim();
  return (
    advice ||
    `Check the cause that the message names before repeating ${code(cut(programOf(open.culprit) || open.call.nativeTool, 60))}.`
  );
}

/** Summary, mistake and remediation of a failure; each stands alone. */
export function writeUp(open: OpenFailure): WriteUp {
  return { summary: summaryOf(open), mistake: mistakeOf(open), remediation: remediationOf(open) };
}
