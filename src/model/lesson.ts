import { z } from 'zod';
import {
  DELIVERIES,
  INJECT_EVENTS,
  LESSON_SOURCES,
  LESSON_STATUSES,
  SIGNATURE_CHARS_MAX,
  SUMMARY_CHARS_MAX,
  TEXT_CHARS_MAX,
} from './constants.ts';

export const LessonStatusSchema = z.enum(LESSON_STATUSES);
export const DeliverySchema = z.enum(DELIVERIES);
export const InjectEventSchema = z.enum(INJECT_EVENTS);
export const LessonSourceSchema = z.enum(LESSON_SOURCES);

/** ISO 8601 in UTC with milliseconds. */
const Timestamp = z.string();

/** When a lesson acts: tool names, and patterns over command, path, content and error text. */
export const TriggerSchema = z.object({
  toolNames: z.array(z.string().max(200)).describe('Canonical tool names; empty means any tool.'),
  commandPatterns: z
    .array(z.string().max(2000))
    .describe(
      'Regular expressions over each simple command of the shell view; prefix `raw:` for the raw text.',
    ),
  pathPatterns: z.array(z.string().max(1000)).describe('Globs over absolute or project-relative paths.'),
  contentPatterns: z
    .array(z.string().max(2000))
    .describe(
      'Regular expressions over the new content of an edit or write; path and content must both match.',
    ),
  errorPatterns: z
    .array(z.string().max(2000))
    .describe('Regular expressions over the error text of a failing call.'),
});
export type Trigger = z.infer<typeof TriggerSchema>;

/** What the patterns of each field are matched against: each simple command (or the raw one), a path, new content, an error text. */
export const PATTERN_KINDS = {
  commandPatterns: 'command',
  pathPatterns: 'path',
  contentPatterns: 'content',
  errorPatterns: 'error',
} as const satisfies { [Field in keyof Trigger]?: string };
export type PatternField = keyof typeof PATTERN_KINDS;
export type PatternKind = (typeof PATTERN_KINDS)[PatternField];
export const PATTERN_FIELDS = Object.keys(PATTERN_KINDS) as PatternField[];

/** The patterns by which calls are known, of every kind. */
export function callPatterns(trigger: Trigger): string[] {
  return [...trigger.commandPatterns, ...trigger.pathPatterns, ...trigger.contentPatterns];
}

/** Whether it says for which calls: by patterns, or by tools alone. */
export function namesCalls(trigger: Trigger): boolean {
  return trigger.toolNames.length > 0 || callPatterns(trigger).length > 0;
}

export const LessonSchema = z
  .object({
    id: z.string().describe('ULID.'),
    number: z.int().positive().describe('Small integer, as in `#14`.'),
    slug: z.string().describe('Kebab-case summary and four base-36 characters.'),
    status: LessonStatusSchema,
    summary: z.string().min(1).max(SUMMARY_CHARS_MAX),
    mistake: z.string().max(TEXT_CHARS_MAX).describe('What went wrong, and why.'),
    remediation: z.string().max(TEXT_CHARS_MAX).describe('The concrete fix.'),
    signature: z.string().max(SIGNATURE_CHARS_MAX).nullable(),
    delivery: DeliverySchema,
    blockReason: z.string().max(TEXT_CHARS_MAX).nullable().describe('May contain `{command}`.'),
    injectOn: z.array(InjectEventSchema),
    ...TriggerSchema.shape,
    priority: z.int().min(1).max(10),
    confidence: z.number().min(0).max(1),
    tags: z.array(z.string().max(200)).describe('`category:value`.'),
    needsHumanFix: z.boolean(),
    scope: z.string().describe('`global`, `project:<id>`, `team:<name>` or `agent:<id>`.'),
    source: LessonSourceSchema,
    sourceSessionIds: z.array(z.string()),
    occurrenceCount: z.int().min(0),
    sessionCount: z.int().min(0),
    projectCount: z.int().min(0),
    hitCount: z.int().min(0).describe('Times shown before a turn; never used for ranking.'),
    lastSeenAt: Timestamp.nullable(),
    lastMatchedAt: Timestamp.nullable(),
    lastUsefulAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    reviewedAt: Timestamp.nullable(),
    archivedAt: Timestamp.nullable(),
    archiveReason: z.string().nullable(),
    supersededBy: z.string().nullable().describe('Id of the lesson that replaces this one.'),
    origin: z
      .string()
      .nullable()
      .describe('The pack, folder or file that it came from; null where it was made here.'),
    originKey: z.string().nullable().describe('What it is called there.'),
    originDigest: z
      .string()
      .nullable()
      .describe('Of what it said when it came last; null where that place has it no more.'),
    contentHash: z.string().describe('SHA-256 over mistake, remediation and commandPatterns.'),
    fingerprint: z.string().nullable().describe('Fingerprint of the failure it was learned from.'),
    reusable: z.number().min(0).max(1).describe('How likely one sentence helps a later session.'),
    signals: z.array(z.string()),
  })
  .meta({ id: 'Lesson', title: 'Lesson' });
export type Lesson = z.infer<typeof LessonSchema>;
export type LessonStatus = z.infer<typeof LessonStatusSchema>;
export type Delivery = z.infer<typeof DeliverySchema>;
export type InjectEvent = z.infer<typeof InjectEventSchema>;
export type LessonSource = z.infer<typeof LessonSourceSchema>;

/** What a person or an agent may set when adding or editing a lesson; the rest is derived. */
export const LessonDraftSchema = z
  .object({
    summary: z.string().min(1).max(SUMMARY_CHARS_MAX),
    mistake: z.string().max(TEXT_CHARS_MAX),
    remediation: z.string().max(TEXT_CHARS_MAX),
    signature: z.string().max(SIGNATURE_CHARS_MAX).nullable().optional(),
    delivery: DeliverySchema.optional(),
    blockReason: z.string().max(TEXT_CHARS_MAX).nullable().optional(),
    injectOn: z.array(InjectEventSchema).optional(),
    ...TriggerSchema.partial().shape,
    priority: z.int().min(1).max(10).optional(),
    confidence: z.number().min(0).max(1).optional(),
    tags: z.array(z.string().max(200)).optional(),
    needsHumanFix: z.boolean().optional(),
    scope: z.string().optional(),
  })
  .meta({ id: 'LessonDraft', title: 'Lesson draft' });
export type LessonDraft = z.infer<typeof LessonDraftSchema>;

/** A patch of a draft: every field optional. */
export const LessonPatchSchema = LessonDraftSchema.partial();
export type LessonPatch = z.infer<typeof LessonPatchSchema>;
