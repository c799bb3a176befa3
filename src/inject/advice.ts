import type { CompiledLesson } from '../model/compiled.ts';
import { matchLesson } from './match.ts';
import { callTexts } from './match-texts.ts';
import { shellView } from './shell-view.ts';

const SPANS_MAX = 20;
const SPAN_CHARS_MAX = 2000;

/** Commands that a text shows in backquotes or in a fenced block, in order. */
export function codeSpans(text: string): string[] {
  const spans: string[] = [];
  const fenced = text.replace(/```[\w-]*\n([\s\S]*?)```/g, (_, code: string) => {
    spans.push(code.trim());
    return ' ';
  });
  for (const match of fenced.matchAll(/`([^`\n]+)`/g)) spans.push(match[1]!.trim());
  return spans.filter((span) => span !== '' && span.length <= SPAN_CHARS_MAX).slice(0, SPANS_MAX);
}

/**
 * The first command of a piece of advice that a lesson would meet again, or null: what a hold or block tells the
 * agent to run instead must not be held or blocked itself.
 * @param advice the remediation, or any other text that says what to run
 * @param lessons that could deny a call; those that only give context do no harm
 */
export function trippingAdvice(
  advice: string,
  lessons: Iterable<CompiledLesson>,
): { command: string; slug: string } | null {
  const calls = codeSpans(advice)
    .filter((span) => /\s/.test(span))
    .map((command) => {
      const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/', paths: [] };
      return { command, call, texts: callTexts(call, shellView(command)) };
    });
  for (const lesson of lessons) {
    if (lesson.delivery === 'context') continue;
    for (const { command, call, texts } of calls) {
      const anywhere = { ...lesson, scope: 'global', actsAtCalls: true };
      const context = { project: null, agent: '', team: null };
      if (matchLesson(call, texts, anywhere, context) !== null) return { command, slug: lesson.slug };
    }
  }
  return null;
}
