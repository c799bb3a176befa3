import type { CompiledLesson } from '../model/compiled.ts';
import { matchLesson } from './match.ts';
import { type CallTexts, callTexts } from './match-texts.ts';
import { shellView } from './shell-view.ts';

const SPANS_MAX = 20;
const SPAN_CHARS_MAX = 2000;
const BEFORE_CHARS = 40;
/** What comes after these words is what not to do. */
const ADVISED_AGAINST =
  /\b(?:instead of|rather than|in place of|replaces?|not|never|without|avoid(?:ing)?|over|don['’]t(?: \w+)?|no longer|unlike|was|were)(?: (?:a|an|the|plain|bare|run(?:ning)?|us(?:e|ing)))*\s*$/i;

/** Commands that a text tells to run, in backquotes or in a fenced block; those that it advises against are left out. */
export function advisedCommands(text: string): string[] {
  const spans: string[] = [];
  const fenced = text.replace(/```[\w-]*\n([\s\S]*?)```/g, (_, code: string) => {
    spans.push(code.trim());
    return ' ';
  });
  for (const match of fenced.matchAll(/`([^`\n]+)`/g)) {
    const before = fenced.slice(Math.max(0, match.index - BEFORE_CHARS), match.index);
    if (!ADVISED_AGAINST.test(before)) spans.push(match[1]!.trim());
  }
  return spans.filter((span) => /\s/.test(span) && span.length <= SPAN_CHARS_MAX).slice(0, SPANS_MAX);
}

/** A command that a text tells to run, and the lesson that would deny it. */
interface TrippingAdvice {
  command: string;
  lesson: CompiledLesson;
}

/**
 * The first command of a piece of advice that a lesson would hold or block, or null: what an agent is told to run
 * instead must not be denied in its turn.
 * @param advice the remediation, or any other text that says what to run
 * @param lessonsAt lessons that could match a call; those that only give context do no harm
 */
export function trippingAdvice(
  advice: string,
  lessonsAt: (texts: CallTexts) => Iterable<CompiledLesson>,
): TrippingAdvice | null {
  const context = { project: null, agent: '', team: null };
  for (const command of advisedCommands(advice)) {
    const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/', paths: [] };
    const texts = callTexts(call, shellView(command));
    for (const lesson of lessonsAt(texts)) {
      if (lesson.delivery === 'context') continue;
      const anywhere = { ...lesson, scope: 'global', actsAtCalls: true };
      if (matchLesson(call, texts, anywhere, context) !== null) return { command, lesson };
    }
  }
  return null;
}
