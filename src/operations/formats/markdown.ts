import { neutralise } from '../../inject/neutralise.ts';
import type { Lesson } from '../../model/lesson.ts';
import { oneLine } from '../../text/one-line.ts';
import type { IncomingLesson } from './incoming.ts';
import { cutSummary, cutText } from './record.ts';

const SECTION_OPEN = '<!-- lessons-learned:begin -->';
const SECTION_CLOSE = '<!-- lessons-learned:end -->';

/** Lessons as a section for CLAUDE.md or AGENTS.md: an item each, most important first. */
export function writeMarkdown(lessons: readonly Lesson[]): string {
  const ordered = [...lessons].sort((a, b) => b.priority - a.priority || a.number - b.number);
  const items = ordered.map((lesson) => {
    const facts = [lesson.toolNames.join(', '), lesson.tags.join(' ')]
      .filter((part) => part !== '')
      .join(' · ');
    return [
      `- **${inline(lesson.summary).replaceAll('**', '\\*\\*')}** ${inline(lesson.mistake)}`,
      `  **Fix**: ${inline(lesson.remediation)}${facts === '' ? '' : ` _(${inline(facts)})_`}`,
    ].join('\n');
  });
  return [SECTION_OPEN, '## Lessons learned', '', ...items, SECTION_CLOSE, ''].join('\n');
}

/** Code, or an `@` behind which Claude Code reads a file into its CLAUDE.md: outside of code only, and of a backslash. */
const CODE_OR_AT = /(`+)[^`]+\1|(?<=^|\s)@(?=\S)/g;
const ESCAPED_AT = /(?<=^|[\s*])\\@/gm;

/** One line that ends neither the section nor what the agent that reads it wraps it in, and has no file put in. */
function inline(text: string): string {
  return oneLine(neutralise(text)).replace(CODE_OR_AT, (found) => (found === '@' ? '\\@' : found));
}

const ITEM = /^[-*] \*\*(.+?)\*\*:?\s*([\s\S]*)$/;
const FIX = /\s*\*\*(?:Fix|Remediation|Solution)\*\*:\s*/i;

/**
 * Items `- **summary** mistake **Fix**: remediation`, of our own section or written by hand.
 * Null where there are none, but in a section of ours that is empty: other Markdown is not ours to guess at.
 */
export function readMarkdown(source: string): IncomingLesson[] | null {
  const open = source.indexOf(SECTION_OPEN);
  const close = source.indexOf(SECTION_CLOSE, open);
  const section =
    open >= 0 ? source.slice(open + SECTION_OPEN.length, close < 0 ? undefined : close) : source;
  const lessons = section
    .split(/\n(?=[-*] \*\*)/)
    .map((item) => readItem(item.split(/\n(?=#|\s*$)/)[0] ?? '', open >= 0))
    .filter((lesson) => lesson !== null);
  const isEmpty = open >= 0 && section.replace(/^#.*$/gm, '').trim() === '';
  return lessons.length > 0 || isEmpty ? lessons : null;
}

/** Whether a text has neither a section of ours nor what an item of lessons has, also where that is not written as it is read. */
export const isProse = (source: string): boolean => !source.includes(SECTION_OPEN) && !FIX.test(source);

function readItem(item: string, isOurs: boolean): IncomingLesson | null {
  const found = ITEM.exec(item.replace(/\r/g, '').replace(ESCAPED_AT, '@').trim());
  const [mistake, fix] = found?.[2]?.split(FIX) ?? [];
  if (!found?.[1] || mistake === undefined || fix === undefined) return null;
  const title = found[1].replaceAll('\\*\\*', '**');
  const { summary, cut } = cutSummary(title);
  const facts = /\s*_\(((?:(?!_\().)*)\)_\s*$/.exec(fix);
  const [tools, tags] = factsOf(facts?.[1] ?? '', isOurs);
  return {
    fields: {
      summary,
      mistake: cutText(oneLine(cut ? `${title} ${mistake}` : mistake) || summary),
      remediation: cutText(oneLine(facts ? fix.slice(0, facts.index) : fix)),
      status: 'active',
      injectOn: ['SessionStart', 'UserPromptSubmit'],
      toolNames: tools,
      tags,
      source: 'import',
    },
    projectPath: null,
    remainder: null,
    isPart: true,
  };
}

const TAG = /^[a-z]+:\S/;
/** As agents call tools, those of MCP servers too; by hand anything may stand in brackets. */
const TOOL = /^[A-Z]\w*$|^\w+_[\w.-]+$/;

/** `Tool, Tool · tag:value tag:value`; a tag's value may have spaces. */
function factsOf(facts: string, isOurs: boolean): [tools: string[], tags: string[]] {
  const [first = '', ...rest] = facts.split(' · ');
  const isNames = isOurs && rest.length > 0;
  const tools = first.split(', ').filter((part) => !TAG.test(part) && (isNames || TOOL.test(part)));
  return [tools, facts.split(/ · |,? (?=[a-z]+:\S)/).filter((part) => TAG.test(part))];
}
