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
      `- **${inline(lesson.summary)}** ${inline(lesson.mistake)}`,
      `  **Fix**: ${inline(lesson.remediation)}${facts === '' ? '' : ` _(${inline(facts)})_`}`,
    ].join('\n');
  });
  return [SECTION_OPEN, '## Lessons learned', '', ...items, SECTION_CLOSE, ''].join('\n');
}

/** One line that ends neither the section nor what the agent that reads it wraps it in. */
function inline(text: string): string {
  return oneLine(neutralise(text));
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
    .map((item) => readItem(item.split(/\n(?=#|\s*$)/)[0] ?? ''))
    .filter((lesson) => lesson !== null);
  const isEmpty = open >= 0 && section.replace(/^#.*$/gm, '').trim() === '';
  return lessons.length > 0 || isEmpty ? lessons : null;
}

function readItem(item: string): IncomingLesson | null {
  const found = ITEM.exec(item.replace(/\r/g, '').trim());
  const [mistake, fix] = found?.[2]?.split(FIX) ?? [];
  if (!found?.[1] || mistake === undefined || fix === undefined) return null;
  const { summary, cut } = cutSummary(found[1]);
  const facts = /\s*_\(([^)]*)\)_\s*$/.exec(fix);
  const [tools, tags] = factsOf(facts?.[1] ?? '');
  return {
    fields: {
      summary,
      mistake: cutText(oneLine(cut ? `${found[1]} ${mistake}` : mistake) || summary),
      remediation: cutText(oneLine(facts ? fix.slice(0, facts.index) : fix)),
      status: 'active',
      injectOn: ['SessionStart', 'UserPromptSubmit'],
      toolNames: tools,
      tags,
      source: 'import',
    },
    projectPath: null,
    remainder: null,
  };
}

function factsOf(facts: string): [tools: string[], tags: string[]] {
  const tags = facts.match(/\b[a-z]+:[^\s·)]+/g) ?? [];
  const tools = (facts.split(' · ')[0] ?? '').split(', ').filter((part) => /^[A-Z]\w*$/.test(part));
  return [tools, tags];
}
