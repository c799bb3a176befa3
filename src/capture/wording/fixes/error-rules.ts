import {
  NO_BROWSER,
  NO_TOOL,
  PARAMETER_REQUIRED,
  PARAMETER_TYPE,
  READ_OF_NOTHING,
  REQUIRED_PARAMETER,
  UNEXPECTED_PARAMETER,
} from '../../../text/known-messages.ts';
import { PatternFilter } from '../../../text/pattern-filter.ts';
import { execWhole } from '../../../text/whole-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { holdsScript, writesScript } from '../../failures/causes/inline-code.ts';
import { isSameName } from '../../failures/correction/pairing.ts';
import { CODE_KINDS } from '../../failures/kind/error-kind.ts';
import { saidInstead, saidWhy, withWhy } from '../agents-words.ts';
import { messageOf, unwrapped } from '../message/message.ts';
import { code, cut, placeName } from '../prose.ts';
import { toolName } from '../summary.ts';
import { COMMAND_RULES, type ErrorRule } from './command-rules.ts';

/** A service says how much, or how little, it takes. */
const LIMIT =
  /\b(?:(?:cannot|can't|must not|may not|should not) (?:be (?:more|longer|larger|greater|higher) than|exceed)|must (?:be|have|contain) (?:at (?:most|least)|between|fewer than|less than|no (?:more|longer) than)) \S*\d/i;
const LIMIT_CHARS_MAX = 160;
const REFUSES_INPUT = new Set(['api-misuse', 'tool-validation', 'usage']);

/** Calls of the agent's own tools, and what is refused in a sentence, whoever was called. */
const TOOL_RULES: ErrorRule[] = [
  {
    pattern: LIMIT,
    certain: true,
    say: (_m, open) => {
      const said = messageOf(open);
      return REFUSES_INPUT.has(open.kind) && LIMIT.test(said)
        ? `Keep to the limit: ${cut(said, LIMIT_CHARS_MAX).replace(/[.\s]*$/, '.')}`
        : '';
    },
  },
  {
    pattern: /^Usage: edit <start_line>:<end_line>/,
    certain: true,
    say: () => 'Open the file first, then give `edit` only the lines (`edit 12:14`): it takes no file name.',
  },
  {
    pattern: PARAMETER_TYPE,
    say: (m) =>
      `Pass ${code(m[1]!)} as a plain ${m[2]}, such as ${example(m[2]!)}; nothing else belongs into it.`,
  },
  {
    pattern: REQUIRED_PARAMETER,
    say: (m, open) => {
      const given = UNEXPECTED_PARAMETER.exec(open.error)?.[1];
      return given
        ? `The parameter is called ${code(m[1]!)}, not ${code(given)}.`
        : `Pass ${code(m[1]!)}: ${toolName(open.call.nativeTool)} requires it.`;
    },
  },
  {
    pattern: UNEXPECTED_PARAMETER,
    say: (m, open) => `Leave ${code(m[1]!)} out: ${toolName(open.call.nativeTool)} has no such parameter.`,
  },
  {
    pattern: /\bis a Jupyter Notebook\b[^\n]{0,80}?\b(NotebookEdit)\b/,
    certain: true,
    say: (m) => `Change a notebook with ${code(m[1]!)}, a cell at a time.`,
  },
  {
    pattern: /Cell with ID "[^"\n]{1,80}" not found in notebook/,
    say: (_m, { correction }) =>
      correction === null ? 'Read the notebook first, and take `cell_id` from what it shows.' : '',
  },
  {
    pattern:
      /^(?:<tool_use_error>)?Unknown (skill|agent|subagent)(?: type)?:? [`'"]?([\w:-]+(?:\.[\w:-]+)*)(?:[`'"]?\. Did you mean [`'"]?([\w:-]+(?:\.[\w:-]+)*))?/im,
    say: (m, { call, correction }) => {
      if (correction && correction.nativeTool !== call.nativeTool && correction.tool !== 'Bash')
        return `It is a tool, no ${m[1]!.toLowerCase()}: call ${code(correction.nativeTool)}.`;
      const other = correction?.nativeTool === call.nativeTool ? correction.target : '';
      if (other && other !== m[2]) return `Call it by its full name: ${code(other)} worked.`;
      return m[3]
        ? `Call a ${m[1]!.toLowerCase()} by a name that there is; the message suggests ${code(m[3])}.`
        : `Do not call the ${m[1]!.toLowerCase()} ${code(m[2]!)}, there is none here: do the task with the ordinary tools.`;
    },
  },
  {
    pattern: NO_TOOL,
    say: (m, { call, correction, error }) => {
      if (correction && isSameName(call, correction))
        return correction.nativeTool === 'Skill'
          ? 'It is a skill, no tool: call it by the tool `Skill`.'
          : `Call it by the name that it has here: ${code(correction.nativeTool)} worked.`;
      const other = /^.{0,200}?\buse ([^<.;]{3,60})/i.exec(error.slice(m.index).split('\n', 1)[0]!)?.[1];
      return other
        ? `Do not call ${toolName(call.nativeTool)}, which this session does not have: use ${other}.`
        : `Do not call ${toolName(call.nativeTool)}, which this session does not have: do it in the shell or with another tool.`;
    },
  },
  {
    pattern: READ_OF_NOTHING,
    say: (m, { call }) =>
      call.tool === 'Bash'
        ? ''
        : `Ask what there is before reading it: what ${m[1] ? `${code(m[1])} is read of` : 'is read'} is not there.`,
  },
  {
    pattern: PARAMETER_REQUIRED,
    say: (m) => `Pass ${code(m[1]!)}: the tool requires it.`,
  },
  {
    pattern: NO_BROWSER,
    certain: true,
    say: (m) =>
      `Install that browser first: ${code(`npx puppeteer browsers install ${m[1]!.toLowerCase()}${m[2] ? `@${m[2]}` : ''}`)}.`,
  },
];

function example(type: string): string {
  if (type === 'number') return '`20`';
  if (type === 'boolean') return '`true`';
  return type === 'array' ? '`["a"]`' : 'the text itself';
}

const RULES = [...COMMAND_RULES, ...TOOL_RULES];
const filter = new PatternFilter(RULES.map(({ pattern }) => pattern));

/** What the error by itself says is to be done; on demand only where that holds whatever worked afterwards. */
export function ruledFix(open: OpenFailure, isCertain = false): string {
  const error = unwrapped(open.error);
  for (const index of filter.possible(error)) {
    const { pattern, say, certain } = RULES[index]!;
    if ((isCertain && !certain) || (index < COMMAND_RULES.length && open.call.tool !== 'Bash')) continue;
    const match = execWhole(pattern, error);
    const said = match ? say(match, open) : '';
    if (said) return said;
  }
  return '';
}

/** An edit tool that checks what it writes. */
const INDENTATION = /\bIndentationError\b|unexpected indent|inconsistent use of tabs/;

/** What not to do again, where nothing better is known. */
export function avoidance(open: OpenFailure): string {
  if (open.call.tool === 'Edit' && INDENTATION.test(open.error))
    return 'Give new lines the indentation of the place that they go to.';
  if (CODE_KINDS.has(open.kind)) return withWhy('Mend what the message names: the command is right.', open);
  if (open.call.command !== '' && open.correction?.command === open.call.command)
    return withWhy('The same command worked later, once what it runs was mended.', open);
  if (holdsScript(open.call.command) && open.kind === 'script-error')
    return `Mend the script that the line ${writesScript(open.call.command) ? 'writes' : 'holds'}: the call of it is right.`;
  const why = saidWhy(open);
  if (why) return why;
  const said = saidInstead(open);
  if (said) return `What the agent did in its place: "${said}".`;
  const part = open.culprit;
  const what = programOf(part) || toolName(open.call.nativeTool);
  const shown = what.startsWith('`') ? what : code(cut(what, 60));
  const place =
    part === null && open.call.target
      ? ` on ${code(placeName(cut(open.call.target, 80), open.call.cwd))}`
      : '';
  return `Do not repeat ${shown}${place} unchanged: it fails the same way.`;
}
