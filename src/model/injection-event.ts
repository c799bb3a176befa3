import { z } from 'zod';
import type { OUTCOMES } from './constants.ts';

export const INJECTION_KINDS = [
  'inject',
  'hold',
  'hold-passed',
  'block',
  'allow-once',
  'drop',
  'holdout',
  'recall',
  'loop',
  'pitfalls',
  'session-start',
  'human-command',
  'hook',
] as const;

/** Told at a call or after its failure. */
export const TOLD_KINDS = ['inject', 'hold', 'block', 'recall'] as const satisfies InjectionKind[];
/** Shown before any call. */
export const SHOWN_KINDS = ['pitfalls', 'session-start'] as const satisfies InjectionKind[];

/** One line of `events.jsonl`: what a hook did, with what is needed to judge the outcome later. */
export const InjectionEventSchema = z
  .object({
    at: z.string(),
    kind: z.enum(INJECTION_KINDS),
    agent: z.string(),
    event: z.string().describe('Hook event name.'),
    sessionId: z.string(),
    agentId: z.string().nullable().optional(),
    toolUseId: z.string().nullable().optional(),
    tool: z.string().nullable().optional(),
    slug: z.string().nullable().optional(),
    lessonId: z.string().nullable().optional(),
    inputHash: z.string().nullable().optional().describe('Hash of the canonical tool input.'),
    bytes: z.int().min(0).optional(),
    cwd: z.string().optional(),
    project: z.string().nullable().optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'InjectionEvent', title: 'Injection event' });
export type InjectionEvent = z.infer<typeof InjectionEventSchema>;
/** What a delivery led to. */
export type Outcome = (typeof OUTCOMES)[number];
export type InjectionKind = (typeof INJECTION_KINDS)[number];
