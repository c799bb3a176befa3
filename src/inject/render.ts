import type { CompiledLesson } from '../model/compiled.ts';
import {
  BLOCK_COMMAND_CHARS_MAX,
  INJECTION_HEADER,
  INJECTION_META_CLOSE,
  INJECTION_META_OPEN,
  LOOP_CLOSE,
  LOOP_OPEN,
  PITFALLS_CLOSE,
  PITFALLS_OPEN,
  TEXT_CHARS_MAX,
} from '../model/constants.ts';
import { cutCharacters } from '../text/cut-characters.ts';
import { neutralise, neutraliseLine } from './neutralise.ts';
import type { Selection } from './types.ts';

/** What the metadata comment says, for the scanner and for whoever reads a transcript. */
interface InjectionMeta {
  kind: 'inject' | 'hold' | 'block' | 'recall' | 'session-start' | 'pitfalls' | 'loop';
  slugs: string[];
}

const REASON_CHARS_MAX = 6000;
const PITFALL_CHARS_MAX = 400;
const LOOP_CALL_CHARS_MAX = 200;
const LOOP_CALLS_MAX = 5;

/** One lesson as it is told: pre-rendered at compile time into `text`. */
export function lessonText(lesson: { summary: string; mistake: string; remediation: string }): string {
  const lines = [`**Lesson**: ${neutraliseLine(lesson.summary, 200)}`];
  const mistake = neutralise(lesson.mistake).trim();
  const fix = neutralise(lesson.remediation).trim();
  if (mistake !== '' && mistake !== lesson.summary.trim() && !onlyQuotes(mistake, fix))
    lines.push(`**Mistake**: ${mistake}`);
  if (fix !== '') lines.push(`**Fix**: ${fix}`);
  return lines.join('\n');
}

/** A mistake that tells what a human said of it, and at its end his words. */
export const USERS_WORDS =
  /^(?:The user corrected|The agent called it done|A fault was left)\b[^\n]{0,300}?: "([\s\S]+)"$/;
const UNSAID_MAX = 0.2;

/** True where all that a mistake tells is what the human said of it, and the fix says that, too. */
function onlyQuotes(mistake: string, fix: string): boolean {
  const said = USERS_WORDS.exec(mistake)?.[1];
  return said !== undefined && saysNothingMore(said, fix);
}

/** True where nearly all words of a text stand in another. */
export function saysNothingMore(text: string, than: string): boolean {
  const said = wordsIn(text);
  const there = new Set(wordsIn(than));
  return said.filter((word) => !there.has(word)).length <= UNSAID_MAX * said.length;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];

/** The fallback where the whole text does not fit. */
export function lessonSummaryText(lesson: { summary: string }): string {
  return `**Lesson**: ${neutraliseLine(lesson.summary, 200)}`;
}

/** Metadata comment. Its JSON cannot end the comment: `<` and `>` are escaped. */
export function metaComment(meta: InjectionMeta): string {
  let json = JSON.stringify({ kind: meta.kind, lessons: meta.slugs });
  if (json.includes('<') || json.includes('>'))
    json = json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return `${INJECTION_META_OPEN}${json}${INJECTION_META_CLOSE}`;
}

/**
 * The additional context of a call: header, lessons, metadata. Empty where nothing was selected. The lessons' texts are
 * as `lessonText` wrote them when they were compiled, unable to leave the wrapper.
 */
export function renderInjection(selection: Selection, kind: InjectionMeta['kind'] = 'inject'): string {
  if (selection.selected.length === 0) return '';
  const texts: string[] = [];
  const slugs: string[] = [];
  for (const { text, match } of selection.selected) {
    texts.push(text);
    slugs.push(match.lesson.slug);
  }
  return [INJECTION_HEADER, texts.join('\n\n'), metaComment({ kind, slugs })].join('\n');
}

/**
 * Why a call is held: the lesson, with what to run instead, and how to go on regardless.
 * @param command text of the held call, put where the lesson says `{command}`
 */
export function holdReason(lesson: CompiledLesson, command: string): string {
  return joinReason([
    `${INJECTION_HEADER} Held once, before it ran: ${reasonLine(lesson, command)}`,
    lessonBody(lesson),
    'To proceed anyway, repeat the identical call.',
    metaComment({ kind: 'hold', slugs: [lesson.slug] }),
  ]);
}

/**
 * Why a call is blocked: the reason, what to do instead, and how the human lets it through.
 * @param code one-use code that the human may type; part of the text literally as `allow CODE`. Null where none can be kept.
 * Copilot CLI shows the human the text's first words alone: it stands there, too.
 */
export function blockReason(lesson: CompiledLesson, command: string, code: string | null): string {
  const [aside, how] =
    code === null
      ? ['', 'It cannot be let through: the data folder of lessons is not writable.']
      : [
          ` (allow ${code} lets it run once)`,
          `Only the human can let this one call through, by typing: allow ${code}`,
        ];
  return joinReason([
    `${INJECTION_HEADER} Blocked${aside}: ${reasonLine(lesson, command)}`,
    lessonBody(lesson),
    `Do what the lesson says instead. ${how}`,
    metaComment({ kind: 'block', slugs: [lesson.slug] }),
  ]);
}

function joinReason(parts: string[]): string {
  return parts.filter(Boolean).join('\n');
}

/** The lesson's reason with the command in it, on one line; its summary where it has none. */
function reasonLine(lesson: CompiledLesson, command: string): string {
  const shown = neutraliseLine(command, BLOCK_COMMAND_CHARS_MAX);
  const source =
    lesson.reason.trim() === '' ? lesson.summaryText.replace(/^\*\*Lesson\*\*:\s*/, '') : lesson.reason;
  return neutralise(cutCharacters(source.split('{command}').join(shown), TEXT_CHARS_MAX)).trim();
}

/** The lesson as it is told, without its summary where that stands for the reason. */
function lessonBody({ text, summaryText, reason }: CompiledLesson): string {
  const told = reason.trim() === '' ? text.replace(summaryText, '') : text;
  return cutCharacters(neutralise(told).trim(), REASON_CHARS_MAX);
}

/** A lesson in the block of known pitfalls. */
interface Pitfall {
  number: number;
  slug: string;
  /** Short trigger text, or null: the lesson's first pattern or tool stands for it. */
  signature: string | null;
  text: string;
}

/** The lesson as it is listed before a turn. */
export function pitfallOf({ number, slug, shownTrigger, text }: CompiledLesson): Pitfall {
  return { number, slug, signature: shownTrigger, text: pitfallText(text) };
}

/** What goes wrong and what to do, on one line, without the labels of the long form. Where both are too long, the mistake is cut. */
function pitfallText(text: string): string {
  return text
    .replace(/^\*\*Lesson\*\*:\s*/m, '')
    .replace(
      /\n\*\*Mistake\*\*:\s*([\s\S]*?)(?=\n\*\*Fix\*\*|$)/,
      (_, mistake: string) =>
        ` — ${neutraliseLine(mistake, Math.max(1, PITFALL_CHARS_MAX - text.length + mistake.length))}`,
    )
    .replace(/\n\*\*Fix\*\*:\s*/g, ' → ');
}

/** The block before a turn; empty where there is nothing to say. */
export function renderPitfalls(pitfalls: readonly Pitfall[]): string {
  if (pitfalls.length === 0) return '';
  const lines = pitfalls.map((pitfall) => {
    const signature = neutraliseLine((pitfall.signature ?? 'general').replace(/[[\]]/g, ''), 100);
    return `- [${signature}] ${neutraliseLine(pitfall.text, PITFALL_CHARS_MAX)} (#${pitfall.number})`;
  });
  const meta = metaComment({ kind: 'pitfalls', slugs: pitfalls.map((pitfall) => pitfall.slug) });
  return [PITFALLS_OPEN, ...lines, PITFALLS_CLOSE, meta].join('\n');
}

/** The block after a second identical failure. `calls` are one line each: tool and what it was given. */
export function renderLoop(calls: readonly string[]): string {
  if (calls.length === 0) return '';
  return [
    LOOP_OPEN,
    "The following tool calls have ERR'd twice in a row — repeating them won't change the result.",
    'Change argument, change tool, ask for help, or stop trying:',
    ...calls.slice(0, LOOP_CALLS_MAX).map((call) => `- ${neutraliseLine(call, LOOP_CALL_CHARS_MAX)}`),
    LOOP_CLOSE,
    metaComment({ kind: 'loop', slugs: [] }),
  ].join('\n');
}
