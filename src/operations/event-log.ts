import { z } from 'zod';
import { deliveryId } from '../learn/outcomes.ts';
import { OUTCOMES } from '../model/constants.ts';
import { INJECTION_KINDS } from '../model/injection-event.ts';
import { allEvents } from './live-events.ts';
import { operation } from './operation.ts';

const LIMIT = 50;
/** What a hook told or did not tell; the rest is bookkeeping. */
const KINDS = new Set<string>(INJECTION_KINDS.filter((kind) => kind !== 'human-command' && kind !== 'hook'));

const output = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      kind: z.string(),
      slug: z.string().nullable(),
      agent: z.string(),
      event: z.string(),
      sessionId: z.string(),
      toolUseId: z.string().nullable(),
      tool: z.string().nullable(),
      on: z.string().nullable().describe('What it was about, where the hook noted it.'),
      bytes: z.int().nullable(),
      outcome: z.enum(OUTCOMES).nullable().describe('Null until a scan has judged it.'),
      evidence: z.string().nullable(),
    }),
  ),
});

export const eventLog = operation({
  name: 'event.log',
  docs: 'What fired, when, on what, and what became of it. The newest is last. An outcome is there once a scan has read the transcript.',
  input: z.object({
    ref: z.string().optional().describe('Only this lesson.'),
    session: z.string().optional(),
    since: z.string().optional().describe('ISO 8601 date or time.'),
    limit: z.int().min(1).optional(),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['log'],
    args: [{ field: 'ref', label: 'REF' }],
    flags: [
      { flag: '--session', field: 'session', type: 'string', label: 'ID', help: 'Only this session.' },
      { flag: '--since', field: 'since', type: 'string', label: 'DATE', help: 'Only from then on.' },
      {
        flag: '--limit',
        field: 'limit',
        type: 'number',
        label: 'N',
        help: `The last N; ${LIMIT} unless given.`,
      },
    ],
    render,
  },
  async run(context, { ref, session, since, limit = LIMIT }) {
    const store = await context.store();
    const lesson = ref === undefined ? null : await store.resolveLesson(ref);
    const filter = {
      ...(lesson ? { lessonId: lesson.id } : {}),
      ...(session === undefined ? {} : { sessionId: session }),
      ...(since === undefined ? {} : { since }),
    };
    const outcomes = new Map(
      (await store.listOutcomes(lesson ? { lessonId: lesson.id } : {})).map((row) => [row.id, row]),
    );
    const events = await allEvents(context, filter);
    const entries = events
      .filter((event) => KINDS.has(event.kind))
      .slice(-limit)
      .map((event) => {
        const row = outcomes.get(deliveryId(event));
        return {
          at: event.at,
          kind: event.kind,
          slug: event.slug ?? null,
          agent: event.agent,
          event: event.event,
          sessionId: event.sessionId,
          toolUseId: event.toolUseId ?? null,
          tool: event.tool ?? null,
          on: event.detail ?? null,
          bytes: event.bytes ?? null,
          outcome: row?.outcome ?? null,
          evidence: row?.evidence ?? null,
        };
      });
    return { entries };
  },
});

function render({ entries }: z.infer<typeof output>): string {
  if (entries.length === 0) return 'Nothing has fired yet.';
  return entries
    .map((entry) => {
      const what = `${entry.at.slice(0, 19).replace('T', ' ')}  ${entry.kind.padEnd(13)} ${(entry.slug ?? '').padEnd(32)} ${entry.tool ?? entry.event}`;
      return entry.outcome === null
        ? what
        : `${what}\n${' '.repeat(21)}${entry.outcome}: ${entry.evidence ?? ''}`;
    })
    .join('\n');
}
