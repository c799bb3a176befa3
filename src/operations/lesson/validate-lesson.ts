import type { z } from 'zod';
import { toDotPath } from 'zod/v4/core';
import { verdictsOf } from '../../manifest/verdicts.ts';
import {
  type Lesson,
  type LessonDraft,
  LessonDraftSchema,
  namesCalls,
  PATTERN_FIELDS,
  PATTERN_KINDS,
  type Trigger,
} from '../../model/lesson.ts';
import { plainIssue } from '../../model/plain-issue.ts';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../text/json.ts';
import { oneLine } from '../../text/one-line.ts';
import { REDACTED, redact } from '../../text/redact.ts';
import { redactTogether } from '../../text/redact-together.ts';
import { compilePattern } from '../../triggers/compile-pattern.ts';
import { written } from '../formats/record.ts';

/** Fields that a person or an agent may set; also what an edit or a patch may name. */
const DRAFT_FIELDS = Object.keys(LessonDraftSchema.shape) as (keyof LessonDraft)[];

const TEXT_FIELDS = ['summary', 'mistake', 'remediation', 'signature', 'blockReason'] as const;
const SCOPE = /^(global|(project|team|agent):\S(.{0,500}\S)?)$/;

/** What is wrong with a draft: the field, and why. */
interface Problem {
  field: string;
  message: string;
  /** True where the pattern is valid but could stall the hook. */
  unsafe?: boolean;
}

/** The draft's known fields with texts trimmed and credentials taken out; `unknown` names the fields that were ignored. */
export function readDraft(value: unknown): { draft: LessonDraft; unknown: string[] } {
  if (!isObject(value)) {
    throw new AppError('INVALID_INPUT', 'a lesson is a JSON object', {
      hint: 'It needs at least summary, mistake and remediation.',
    });
  }
  refuseBlank(blankPatterns(value), 'leave the field out');
  const known = tidy(value);
  return {
    draft: parseFields(LessonDraftSchema, known),
    unknown: Object.keys(value).filter((key) => !DRAFT_FIELDS.includes(key as never)),
  };
}

/** Of a lesson's patterns none may get lost unseen. @param otherwise what to do where none is meant */
export function refuseBlank(field: string | null, otherwise: string): void {
  if (field === null) return;
  throw new AppError('INVALID_INPUT', `${field}: is blank`, {
    hint: `Without a pattern a lesson acts at every call of its tools: ${otherwise} where that is meant.`,
  });
}

/** The field of patterns that was given where all that were given are blank; else null. */
export function blankPatterns(value: Record<string, unknown>): string | null {
  const given = PATTERN_FIELDS.filter((field) => {
    const list = value[field];
    return Array.isArray(list) && list.length > 0;
  });
  const isBlank = (each: unknown) => typeof each === 'string' && each.trim() === '';
  return given.every((field) => (value[field] as unknown[]).every(isBlank)) ? (given[0] ?? null) : null;
}

/** Only fields of a draft, texts trimmed and redacted, lists without blanks and repeats. */
export function tidy(value: Record<string, unknown>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const texts = TEXT_FIELDS.map((field) => {
    const given = value[field];
    return [field, typeof given === 'string' ? written(given) : given];
  });
  const { clean } = redactTogether(Object.fromEntries(texts) as Record<string, unknown>);
  for (const field of DRAFT_FIELDS) {
    const given = field in clean ? clean[field] : value[field];
    if (given === undefined) continue;
    if (Array.isArray(given)) {
      const isNames = field === 'tags' || field === 'toolNames';
      const values = [...new Set(given.map(isNames ? named : trimmed))].filter((each) => each !== '');
      known[field] = field === 'tags' ? values.filter(holdsNoSecret) : values;
    } else known[field] = given;
  }
  if (typeof known['summary'] === 'string') known['summary'] = oneLine(known['summary']);
  return known;
}

/** What stands for other characters in a pattern; group 1 is a character that stands for itself. */
const SYNTAX = /\\([^A-Za-z0-9])|\\.|\[(?:\\.|[^\]\\])*\]|\(\?[:=!<]*|[.()|^$*+?]|\{\d+,?\d*\}/g;

/** Whether a pattern holds a credential; one that credentials match holds none. */
const holdsSecret = (pattern: string): boolean =>
  !holdsNoSecret(pattern.replace(SYNTAX, (all, itself?: string) => itself ?? (all === '\\s' ? ' ' : '$X')));

/** The fields of patterns that hold credentials, each without those; empty where none does. */
export function withoutSecretPatterns(
  lesson: { [Field in keyof Trigger]?: string[] | undefined },
): Partial<Trigger> {
  const clean: Partial<Trigger> = {};
  for (const field of PATTERN_FIELDS) {
    const patterns = lesson[field];
    if (patterns?.some(holdsSecret)) clean[field] = patterns.filter((each) => !holdsSecret(each));
  }
  return clean;
}

const holdsNoSecret = (value: unknown) => typeof value !== 'string' || !redact(value).includes(REDACTED);

const named = (value: unknown) => (typeof value === 'string' ? oneLine(written(value)) : value);

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Fields as the schema has them. Throws INVALID_INPUT with what is wrong first in each: `field: message`. */
export function parseFields<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const found = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = toDotPath(path);
    if (!found.has(field)) found.set(field, field === '' ? message : `${field}: ${message}`);
  }
  throw new AppError('INVALID_INPUT', [...found.values()].join('; '));
}

type Checked = Pick<
  Lesson,
  'summary' | 'mistake' | 'remediation' | 'delivery' | 'blockReason' | 'injectOn' | 'needsHumanFix' | 'scope'
> &
  Trigger;

/**
 * Everything that keeps a whole lesson from being active: its texts, its delivery, its patterns.
 * @param home data folder, which keeps the verdicts on patterns
 */
export async function problemsOf(lesson: Checked, home: string): Promise<Problem[]> {
  return [...contentProblems(lesson), ...(await patternProblems(lesson, home))];
}

function contentProblems(lesson: Checked): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  if (lesson.summary.trim() === '') add('summary', 'must not be empty');
  if (lesson.mistake.trim() === '') add('mistake', 'must not be empty');
  if (lesson.remediation.trim() === '' && !lesson.needsHumanFix) {
    add('remediation', 'must not be empty, unless needsHumanFix is set');
  }
  for (const field of Object.keys(withoutSecretPatterns(lesson)))
    add(field, 'holds what looks like a credential: match the words around it');
  if (!SCOPE.test(lesson.scope)) add('scope', 'must be global, project:ID, team:NAME or agent:ID');
  if (lesson.injectOn.length === 0) add('injectOn', 'must name at least one event');
  if (lesson.delivery === 'context') return problems;
  if (!namesCalls(lesson))
    add('delivery', `${lesson.delivery} needs a trigger: tools, command, path or content patterns`);
  if (!lesson.injectOn.includes('PreToolUse'))
    add('delivery', `${lesson.delivery} needs PreToolUse in injectOn`);
  if (lesson.delivery === 'block' && !lesson.blockReason?.trim() && lesson.remediation.trim() === '') {
    add('blockReason', 'a block needs a blockReason or a remediation');
  }
  return problems;
}

async function patternProblems(lesson: Checked, home: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  const doubtful = new Map<string, { source: string; flags: string; field: string; pattern: string }>();
  for (const field of PATTERN_FIELDS) {
    for (const pattern of lesson[field]) {
      const result = compilePattern(pattern, PATTERN_KINDS[field]);
      if (!result.ok) {
        problems.push({ field, message: `${pattern}: ${result.reason}` });
        continue;
      }
      const { flags } = result.pattern;
      for (const source of result.doubtful)
        doubtful.set(`${flags}/${source}`, { source, flags, field, pattern });
    }
  }
  if (doubtful.size === 0) return problems;
  const verdict = await verdictsOf(home, [...doubtful.values()]);
  for (const { source, flags, field, pattern } of doubtful.values()) {
    const reason = verdict(source, flags);
    if (reason !== null) problems.push({ field, message: `${pattern}: ${reason}`, unsafe: true });
  }
  return problems;
}

/** Throws INVALID_INPUT or UNSAFE_PATTERN, in one line that names every problem. */
export function refuseProblems(problems: Problem[], what: string): void {
  if (problems.length === 0) return;
  const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  const isUnsafe = problems.every((problem) => problem.unsafe === true);
  throw new AppError(isUnsafe ? 'UNSAFE_PATTERN' : 'INVALID_INPUT', `${what}: ${text}`, {
    hint: isUnsafe
      ? 'A pattern that can run away would stall every call: write it without nested repetition.'
      : 'Nothing was changed.',
  });
}
