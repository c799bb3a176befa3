import { baseName } from '../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../model/constants.ts';
import { STUTTERS } from '../../text/known-messages.ts';
import { PatternFilter } from '../../text/pattern-filter.ts';
import { execWhole } from '../../text/whole-words.ts';
import type { OpenFailure } from '../failure-state.ts';
import { programOf } from '../failures/blame.ts';
import { isUnfed, sleepsPastLimit } from '../failures/causes/time-limit.ts';
import { fileSwap, valueSwap } from '../failures/correction/working-part.ts';
import { onlyShows } from '../failures/result/readers.ts';
import { whereOf } from '../shell/remote.ts';
import type { ShellPart } from '../shell/shell.ts';
import { isDestructive } from '../spoken/words/loss.ts';
import { lintFinding, lintRule } from './lint.ts';
import { expectation, testSummaries } from './message/failed-test.ts';
import { innerCauses, raisedInside } from './message/inner-causes.ts';
import { complaint, isToolRefusal, messageOf, unwrapped, wholeLine } from './message/message.ts';
import { mistakeBehind } from './mistake-behind.ts';
import { code, cut, firstFit, fit } from './prose.ts';
import { SHAPES } from './shapes/index.ts';
import { type Account, calleeOf, type Shape } from './shapes/shape.ts';
import { callSlip } from './slips/call-slips.ts';

/** Those that hold in whatever line they stand. */
const CERTAIN = SHAPES.filter((shape) => shape.named || shape.anyLine);
const shapesFilter = new PatternFilter(SHAPES.map((shape) => shape.pattern));
const certainFilter = new PatternFilter(CERTAIN.map((shape) => shape.pattern));
const PROGRAM_CHARS_MAX = 40;
const LINES_MAX = 60;

/** A tool as a reader knows it: `create_issue` of a server, or the agent's own. */
export function toolName(native: string): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(native);
  return mcp ? `${code(mcp[2]!)} of ${mcp[1]}` : native;
}

/** The file or folder that a tool was called on; empty where its chief argument is none. */
function targetName({ call }: OpenFailure): string {
  const target = call.target.replace(/[/\\]+$/, '');
  const isPath = /^(?:Read|Edit|Write)$/.test(call.tool) && /[/\\]/.test(target);
  if (!isPath && (!/[/\\.]/.test(target) || /\s/.test(target))) return '';
  // A folder by itself says little: `cli/commands`.
  return baseName(target).includes('.') ? baseName(target) : target.split(/[/\\]/).slice(-2).join('/');
}

/** The command that is to blame; in PowerShell by its name without its folder. */
function toldPart({ call, culprit: part }: OpenFailure): ShellPart | null {
  if (part === null || call.nativeTool !== 'PowerShell') return part;
  const written = call.command.split(/\s+/).find((word) => word.replaceAll('\\', '') === part.program);
  return written?.includes('\\') ? { ...part, program: written.split('\\').at(-1)! } : part;
}

/** Who did what, for the words of a summary. */
export function accountOf(open: OpenFailure): Account {
  const part = toldPart(open);
  const target = targetName(open);
  if (open.call.tool !== 'Bash' || open.call.command === '' || isToolRefusal(open.error)) {
    const name = toolName(open.call.nativeTool);
    return { open, part, who: target ? `${name} of ${cut(target, 44)}` : name, program: name };
  }
  const blocked = /rejected: blocked by policy/i.test(open.error)
    ? open.call.parts.find((each) => isDestructive(each.text))
    : undefined;
  const prog = programOf(blocked ?? part) || 'the command';
  return { open, part, who: code(cut(prog, PROGRAM_CHARS_MAX)), program: code(part?.program || prog) };
}

/** Whether a word of the error stands in the call that it is about. */
function isInCall(word: string, open: OpenFailure): boolean {
  const bare = word.replace(/^[-\s]+|[\s.,;:'"`]+$/g, '').split(/[=\s]/)[0]!;
  return bare !== '' && (open.call.tool !== 'Bash' || open.call.command.includes(bare));
}

/** A list of refused arguments, printed over several lines, as one. */
const flat = (error: string): string =>
  error
    .slice(0, 2000)
    .replace(/\s*\n\s*/g, '')
    .replace(/": /g, '":');

/** Begins a list of refused arguments over several lines. */
const LISTED = /InputValidationError: \[\s*$/m;

/** The shape that an error has, and where its pattern matched. */
export interface Shaped {
  shape: Shape;
  match: RegExpExecArray;
}

/** The shape that the error has: its message first, then any line that names a word of the call. */
export function shapeOf(open: OpenFailure): Shaped | null {
  const isTool = open.call.tool !== 'Bash' || /^Blocked: /.test(open.salient) || isToolRefusal(open.error);
  const message = messageOf(open);
  const find = (line: string, certain: boolean): Shaped | null => {
    for (const index of (certain ? certainFilter : shapesFilter).possible(line)) {
      const shape = (certain ? CERTAIN : SHAPES)[index]!;
      if ((shape.kind && shape.kind !== open.kind) || (shape.tool && !isTool)) continue;
      const match = execWhole(shape.pattern, line);
      if (match && (!shape.named || isInCall(match[1]!, open))) return { shape, match };
    }
    return null;
  };
  const lines = unwrapped(open.error).split('\n').slice(0, LINES_MAX);
  const isPrinted = isToolRefusal(open.error) || LISTED.test(open.error);
  const listed = isPrinted ? [flat(open.error)] : lines;
  const whole = isTool ? listed.map((line) => find(line, true)).find((found) => found?.shape.anyLine) : null;
  if (whole) return whole;
  const first = find(message, false);
  if (first) return first;
  for (const line of lines) {
    const found = find(line.trim(), true);
    if (found) return found;
  }
  return null;
}

/** One line of at most 80 characters that names the mistake, in the present tense. */
export function summaryOf(open: OpenFailure, shaped: Shaped | null): string {
  const account = accountOf(open);
  const summary = summaryFor(open, shaped, account);
  const where = whereOf(account.part);
  if (where === '') return summary;
  // Where it ran is told where there is room for it.
  const there = summaryFor(open, shaped, {
    ...account,
    who: `${account.who} ${where}`,
    program: `${account.program} ${where}`,
  });
  return there.replace(` ${where}`, '') === summary ? there : summary;
}

function summaryFor(open: OpenFailure, shaped: Shaped | null, account: Account): string {
  if (open.kind === 'timeout')
    return fit(
      sleepsPastLimit(open)
        ? '`sleep` waits for as long as the tool does: the call cannot end in time'
        : (callSlip(open, account.who)?.say ??
            (isUnfed(open)
              ? `${account.who} is run without argument or input, and does not finish in time`
              : `${calleeOf(account)} does not finish within its time limit`)),
    );
  const slip = callSlip(open, account.who);
  if (slip) return fit(slip.say);
  const finding = open.kind === 'lint' ? wholeLine(open.salient, open.error) : '';
  const rule = lintRule(finding);
  if (rule) return lintSummary(rule, lintFinding(finding));
  // A shape that does not tell of this call after all says nothing.
  const said = shaped ? shaped.shape.say(shaped.match, account) : '';
  if (said !== '') {
    // What is named matters more than the file that it was named for.
    const short = said.replace(/^(\w+) of \S+?(?=:? )/, '$1');
    return fit(said.length > SUMMARY_CHARS_MAX && !said.startsWith('`') ? short : said);
  }
  return plainSummary(open, account);
}

/** Which lines of that day a finding is about. */
const LINE_NUMBERS = / \((?:on )?lines? \d+(?:-\d+)?\)|\b\d+-\d+ (?=lines\b)/g;
const STUTTERING_NAME = new RegExp(
  `^(?:exported: )?\\w+ name will be used as (\\S+) by other packages,${STUTTERS}\\b.*`,
);

/** What a linter found; the code that it quotes at length says less than the rule. */
function lintSummary(rule: string, found: string): string {
  const finding = found
    .replace(LINE_NUMBERS, '')
    .replace(STUTTERING_NAME, '`$1` begins with the name of its package');
  const bare = finding.replace(/(?: (?:of|for|from|in|to))? `[^`]{24,}`/g, '');
  const heads = [...bare.matchAll(/: /g)].map(({ index }) => bare.slice(0, index)).reverse();
  const head = heads.filter((each) => each.length > 24 && !/: \w{1,4}$/.test(each));
  const texts = [finding, bare, ...head].flatMap((each) =>
    ['New code breaks ', 'Breaks ', ''].map((lead) => `${lead}${code(rule)}: ${each}`),
  );
  const alone = bare.startsWith('there ') ? `T${bare.slice(1)}` : `The linter: ${bare}`;
  const isShort = alone.length <= SUMMARY_CHARS_MAX && texts.at(-1)!.length > SUMMARY_CHARS_MAX;
  return isShort ? alone : firstFit(texts, [`${code(rule)}: ${bare}`]);
}

/** Kinds whose message says all, whichever program ran the code. */
const OF_CODE: ReadonlySet<string> = new Set(['compile', 'test', 'lint', 'script-error']);

/** The message behind the name of the program that it comes from; behind the test or the file where that is longer. */
function plainSummary(open: OpenFailure, account: Account): string {
  const message = wholeLine(messageOf(open), open.error);
  const said = complaint(message, open.call.cwd);
  const mistake = mistakeBehind(open, account.who);
  if (mistake !== '') return mistake;
  const whole = spoken(open, account, said);
  const short = spoken(open, { ...account, who: account.program }, said);
  if (said === '') return fit(whole);
  const causes = innerCauses(said);
  const spokenCauses = causes.map((cause) => spoken(open, account, cause));
  if (open.kind === 'generic' || (open.kind === 'lint' && open.edits.length === 0)) {
    const swapped = [said, ...causes].flatMap((each) => withValue(open, each, account));
    if (swapped.length > 0) return firstFit(swapped, [whole, ...spokenCauses]);
  }
  if (open.call.tool !== 'Bash' || !OF_CODE.has(open.kind))
    return firstFit([whole, ...spokenCauses, short], [whole, ...spokenCauses, said]);
  const expected = complaint(expectation(open.error, message), open.call.cwd);
  const isTest = open.kind === 'test';
  const tests = isTest ? testSummaries(open.error, message, expected) : [];
  const bare = said.replace(/^[\w.+-]+\.\w{1,5}: (?:(?:fatal )?error: )?/i, '');
  const sentence = bare.split(/(?<=\w)\. (?=[A-Z])/)[0]!;
  const led = isTest
    ? [`A test fails: ${bare}`, sentence, sentence.replace(/^\w+(?:Error|Exception): /, '')]
    : [];
  const inner = open.kind === 'lint' ? [] : [...spokenCauses, ...causes];
  const compared = expected === said ? [] : [spoken(open, account, expected)];
  const blamed = onlyShows(open) ? [] : [whole];
  return firstFit(
    [...tests, ...compared, ...blamed, said, ...led, bare, ...inner],
    [bare, ...inner, ...raisedInside(said)],
  );
}

const VALUE_CHARS_MAX = 32;

/** The message with the option whose value alone was another one where the call worked. */
function withValue(open: OpenFailure, said: string, account: Account): string[] {
  const swap = valueSwap(open) ?? fileSwap(open);
  if (swap === null || open.error.includes(swap.old) || open.error.includes(swap.option)) return [];
  const given = code(
    `${swap.option} ${cut(/^\/dev\//.test(swap.old) ? swap.old : baseName(swap.old), VALUE_CHARS_MAX)}`,
  );
  return [
    `${spoken(open, account, said)}, with ${given}`,
    `${given}: ${said}`,
    `${code(swap.option)}: ${said}`,
  ];
}

/** A program that names itself in its message is named once. */
const spoken = (open: OpenFailure, account: Account, complained: string): string =>
  said(open, account, complained).replace(
    /^(`([^`]+)`( over ssh| in [\w ]+)?): [`'"]\2[`'"] (?=[a-z])/,
    '$1 ',
  );

function said(open: OpenFailure, { who, part }: Account, complained: string): string {
  const text = complained || `exits with code ${open.exitCode ?? 1} and no message`;
  const speaker = /^([\w.+-]+): /.exec(text)?.[1];
  if (open.call.tool !== 'Bash' || !speaker) return `${who}: ${text}`;
  const rest = text.slice(speaker.length + 2);
  if (speaker === part?.program) return `${who}: ${rest.replace(/^error:? /i, '')}`;
  // In a pipeline the message may come from another program than the one that the call is about.
  const other = open.call.parts.some((each) => each.program === speaker);
  const isWord =
    !part?.args.includes(speaker) &&
    open.call.command.includes(speaker) &&
    new RegExp(`(?:^|[\\s|;&(])${speaker.replace(/\W/g, '\\$&')}\\s`).test(open.call.command);
  return other || isWord ? `${code(speaker)}: ${rest}` : `${who}: ${text}`;
}
