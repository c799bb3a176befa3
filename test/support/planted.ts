import { mkdirSync } from 'node:fs';
import { DAY_MS } from '../../src/model/constants.ts';
import type { CallRecord } from '../../src/model/findings.ts';
import type { InjectionEvent } from '../../src/model/injection-event.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { openCallIndex } from '../../src/store/sqlite/call-index-open.ts';
import { lessonOf } from './lessons.ts';
import { testContext } from './operation-context.ts';
import { callOf } from './records.ts';

export const NOW = Date.parse('2026-11-20T12:00:00.000Z');
export const iso = (at: number): string => new Date(at).toISOString();

/** The nth call of a session that went well. */
export function call(n: number, text: string, fields: Partial<CallRecord> = {}): CallRecord {
  const own = { uuid: `u${n}`, callId: `c${n}`, timestamp: iso(NOW - DAY_MS + n * 1000) };
  return callOf({ ...own, text, bytes: 100, seconds: 1, ...fields });
}
export const failing = (n: number, text: string, fields: Partial<CallRecord> = {}): CallRecord =>
  call(n, text, {
    ok: false,
    fingerprint: 'fp-pip',
    kind: 'usage',
    error: 'externally-managed-environment',
    ...fields,
  });

export const pip: Partial<Lesson> = {
  status: 'active',
  summary: 'pip install needs a virtual environment',
  toolNames: ['Bash'],
  commandPatterns: ['\\bpip\\s+install\\b'],
  injectOn: ['PreToolUse'],
  fingerprint: 'fp-pip',
  delivery: 'context',
  createdAt: iso(NOW - 30 * DAY_MS),
  updatedAt: iso(NOW - 30 * DAY_MS),
  reviewedAt: iso(NOW - 30 * DAY_MS),
  confidence: 0.9,
};

/** A store with one active lesson, and what is needed to tell of its deliveries. */
export async function planted(changes: Partial<Lesson> = {}) {
  const context = testContext({ now: NOW });
  mkdirSync(context.home, { recursive: true });
  const store = await context.store();
  const lesson = await store.insertLesson(lessonOf({ ...pip, ...changes }));
  const event = (
    kind: InjectionEvent['kind'],
    n: number,
    extra: Partial<InjectionEvent> = {},
  ): InjectionEvent => ({
    at: iso(NOW - DAY_MS + n * 1000 - 500),
    kind,
    agent: 'claude-code',
    event: 'PreToolUse',
    sessionId: 's1',
    toolUseId: `c${n}`,
    tool: 'Bash',
    slug: lesson.slug,
    lessonId: lesson.id,
    inputHash: 'h',
    bytes: 400,
    ...extra,
  });
  const add = (calls: CallRecord[]): void => {
    const index = openCallIndex(context.home);
    index.add(calls);
    index.close();
  };
  return { context, store, lesson, event, add };
}
