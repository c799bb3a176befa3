import { lessonTakesTool } from '../inject/tools.ts';
import { EDIT_TOOLS } from '../model/edit-tools.ts';
import { callPatterns, type Delivery, type Lesson, namesCalls } from '../model/lesson.ts';
import { EVERYDAY_COMMANDS } from './everyday-calls.ts';

interface TriggerFinding {
  rule: 'dead-trigger' | 'bare-word' | 'unheard-tool' | 'whole-tool';
  detail: string;
}

const BARE_WORD = /^(?:\^|\\b)*[\w-]+(?:\\b|\$)*$/;
const PLAIN = /^[\w-][\w -]*\w$/;
const WORDLIKE = /[\w-]/;
/** Tools at whose calls the hooks are registered. */
const HEARD = new Set(['Bash', 'PowerShell', 'Monitor', 'Read', 'Edit', 'Write', 'Glob', 'Grep']);
/** What has a command, a path and content of its own. */
const SHELLS = new Set(['Bash', 'PowerShell', 'Monitor']);
const FILE_TOOLS = new Set(['Read', 'Edit', 'Write', 'Glob', 'Grep']);

/** What the fields of a trigger show by themselves: it cannot fire, or fires on whatever names a word. */
export function lintTrigger(lesson: Lesson): TriggerFinding[] {
  const findings: TriggerFinding[] = [];
  const dead = deadReason(lesson);
  if (dead !== null) findings.push({ rule: 'dead-trigger', detail: dead });
  for (const pattern of lesson.commandPatterns) {
    const detail = insideWord(pattern) ?? bareWord(pattern);
    if (detail !== null)
      findings.push({ rule: 'bare-word', detail: `${JSON.stringify(pattern)} matches ${detail}` });
  }
  const named = namedTools(lesson);
  if (lesson.injectOn.includes('PreToolUse') && named.length > 0 && named.every((tool) => !isHeard(tool)))
    findings.push({ rule: 'unheard-tool', detail: `no hook is registered for ${named.join(', ')}` });
  const whole = wholeTools(lesson);
  if (whole !== null)
    findings.push({
      rule: 'whole-tool',
      detail: `names no command, path or content: it ${ACTS[lesson.delivery]} every call of ${whole}`,
    });
  return findings;
}

function bareWord(pattern: string): string | null {
  if (!BARE_WORD.test(pattern)) return null;
  return pattern.startsWith('^')
    ? 'every call of it, whatever it is called for'
    : 'whatever runs or names it';
}

/** A pattern that is but words, as somebody writes who thinks of no expression, also meets longer words. */
function insideWord(pattern: string): string | null {
  if (!PLAIN.test(pattern)) return null;
  for (const command of EVERYDAY_COMMANDS) {
    const at = command.indexOf(pattern);
    if (at < 0) continue;
    const before = command.slice(0, at).at(-1) ?? ' ';
    const after = command.slice(at + pattern.length).at(0) ?? ' ';
    const advice = WORDLIKE.test(before)
      ? 'begin it with `^` or `\\b`'
      : WORDLIKE.test(after)
        ? 'end it with `(?![\\w-])`'
        : null;
    if (advice !== null) return `inside longer words too, such as in \`${command}\`: ${advice}`;
  }
  return null;
}

const ACTS: Record<Delivery, string> = { context: 'is told at', hold: 'holds', block: 'blocks' };

/** The tools of every project that a lesson without a pattern acts at, whatever they are called for; else null. */
function wholeTools(lesson: Lesson): string | null {
  const waits = lesson.errorPatterns.length > 0 || lesson.fingerprint !== null;
  if (waits || callPatterns(lesson).length > 0 || !lesson.injectOn.includes('PreToolUse')) return null;
  if (toolsOf(lesson).includes('*')) return 'any tool';
  const heard = namedTools(lesson).filter((tool) => HEARD.has(tool));
  return heard.length > 0 ? heard.join(', ') : null;
}

/** A tool of an MCP server is heard under whatever name. */
const isHeard = (tool: string): boolean => HEARD.has(tool) || /^mcp_+\w/i.test(tool);

function deadReason(lesson: Lesson): string | null {
  const { injectOn, commandPatterns, pathPatterns, contentPatterns } = lesson;
  const hasError = lesson.errorPatterns.length > 0 || lesson.fingerprint !== null;
  const tells = injectOn.some((event) => event !== 'PreToolUse' && event !== 'PostToolUseFailure');
  const named = namedTools(lesson);
  if (!tells && !hasError && !namesCalls(lesson))
    return 'has no trigger and is not told at a start or before a turn';
  if (named.length === 0 || callPatterns(lesson).length === 0) return null;
  const could =
    (commandPatterns.length > 0 && named.some((tool) => SHELLS.has(tool) || !isHeard(tool))) ||
    (contentPatterns.length > 0 && named.some((tool) => EDIT_TOOLS.has(tool) || !HEARD.has(tool))) ||
    (pathPatterns.length > 0 && named.some((tool) => FILE_TOOLS.has(tool) || !HEARD.has(tool)));
  return could ? null : `its patterns are for another kind of tool than ${named.join(', ')}`;
}

/** Tools that the lesson is for, by the names that hooks are registered under; none where it is for any. */
function namedTools(lesson: Lesson): string[] {
  const names = toolsOf(lesson);
  if (names.some((name) => name.endsWith('*'))) return [];
  const heard = (name: string) =>
    [...HEARD].find((tool) => lessonTakesTool([name], { tool, nativeTool: tool }));
  return names.map((name) => heard(name) ?? name);
}

const toolsOf = ({ toolNames }: Lesson): string[] =>
  toolNames.flatMap((entry) => entry.split('|')).map((name) => name.trim());
