import { z } from 'zod';
import { textOf } from '../capture/call-recorder.ts';
import { deliveryId } from '../learn/outcomes.ts';
import { SessionCalls } from '../learn/session-calls.ts';
import { OUTCOMES } from '../model/constants.ts';
import { INJECTION_KINDS, type InjectionEvent } from '../model/injection-event.ts';
import type { Store } from '../store/port.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { withUsableHistory } from './history/open-history.ts';
import { allEvents, allFailures } from './home/hook-logs.ts';
import { type Context, FilterSchema, operation, type Screen } from './operation.ts';
import { judgedLessons } from './outcomes/judge.ts';
import { refSchema } from './suggestions.ts';
import { cell, fit, moment, plain, widthOf } from './words/columns.ts';

const LIMIT = 50;
/** Of the moment and the kind. */
const LEFT_COLUMNS = 36;
const NAME_COLUMNS_MIN = 16;
const NAME_COLUMNS_MAX = 40;
/** A call with less room than that stands on a line of its own. */
const CALL_COLUMNS_MIN = 22;
const INDENT = ' '.repeat(22);
/** What a hook told or did not tell; the rest is bookkeeping. */
const KINDS = new Set<string>(INJECTION_KINDS.filter((kind) => kind !== 'human-command' && kind !== 'hook'));

const output = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      kind: z.string(),
      slug: z.string().nullable(),
      number: z.int().nullable().describe('Of the lesson, while it is stored.'),
      agent: z.string(),
      event: z.string(),
      sessionId: z.string(),
      toolUseId: z.string().nullable(),
      tool: z.string().nullable(),
      on: z
        .string()
        .nullable()
        .describe(
          'The command or the path of the call: at once if a hook saw it fail, else once a scan has read it.',
        ),
      detail: z.string().nullable().describe('What the hook noted of it.'),
      bytes: z.int().nullable(),
      outcome: z.enum(OUTCOMES).nullable().describe('Null until a scan has judged it.'),
      evidence: z.string().nullable(),
    }),
  ),
});

/** The engine takes the 31st of February for a day in March, and 01/02 for a day in January. */
const isDate = (text: string): boolean => z.iso.date().safeParse(text).success;

export const eventLog = operation({
  name: 'event.log',
  docs: 'What fired, when, on what, and what became of it. The newest is last. An outcome is there once a scan has read the transcript.',
  input: z.object({
    ref: refSchema().optional().describe('Only this lesson.'),
    session: FilterSchema.optional(),
    since: z
      .string()
      .refine(
        (text) => isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
        'no date; give one such as 2026-01-31',
      )
      .optional()
      .describe('ISO 8601 date or time.'),
    limit: z.int().min(1).optional(),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['log'],
    args: [{ field: 'ref', label: 'REF' }],
    flags: {
      session: { label: 'ID', help: 'Only this session.' },
      since: { label: 'DATE', help: 'Only from then on.' },
      limit: { label: 'N', help: `The last N; ${LIMIT} unless given.` },
    },
    render,
  },
  async run(context, { ref, session, since, limit = LIMIT }) {
    const store = await context.store();
    const lesson = ref === undefined ? null : await store.resolveLesson(ref);
    const of = withoutUndefined({ lessonId: lesson?.id });
    const outcomes = new Map((await store.listOutcomes(of)).map((row) => [row.id, row]));
    const from = since === undefined ? undefined : new Date(since).toISOString();
    const filter = { ...of, ...withoutUndefined({ sessionId: session, since: from }) };
    const events = await allEvents(context, filter);
    const shown = events.filter((event) => KINDS.has(event.kind)).slice(-limit);
    const numbers = await numbersOf(store, shown);
    const failed = await failedCalls(context);
    const calls = await callsOf(context, store, shown);
    const entries = shown.map((event) => {
      const row = outcomes.get(deliveryId(event));
      return {
        at: event.at,
        kind: event.kind,
        slug: event.slug ?? null,
        number: numbers.get(event.lessonId ?? '') ?? null,
        agent: event.agent,
        event: event.event,
        sessionId: event.sessionId,
        toolUseId: event.toolUseId ?? null,
        tool: event.tool ?? null,
        on: calls.get(event) ?? failed.get(callKey(event.sessionId, event.toolUseId)) ?? null,
        detail: event.detail ?? null,
        bytes: event.bytes ?? null,
        outcome: row?.outcome ?? null,
        evidence: row?.evidence ?? null,
      };
    });
    return { entries };
  },
});

async function numbersOf(store: Store, events: readonly InjectionEvent[]): Promise<Map<string, number>> {
  const ids = new Set(events.flatMap(({ lessonId }) => lessonId ?? []));
  const lessons = ids.size === 0 ? [] : await store.listLessons({ ids: [...ids] });
  return new Map(lessons.map(({ id, number }) => [id, number]));
}

/** Calls that hooks saw fail, which they have noted: no scan need have read them. */
async function failedCalls(context: Context): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const failure of await allFailures(context))
    if (failure.toolUseId !== null)
      found.set(callKey(failure.session_id, failure.toolUseId), textOf(failure));
  return found;
}

const callKey = (sessionId: string, toolUseId: string | null | undefined): string =>
  `${sessionId}\n${toolUseId ?? ''}`;

/**
 * What was called where each event happened, from the index of past calls: by its id, or, where hooks are told none or
 * another than the transcript's, the last call that its lesson is about. A call whose id another event has is that one's:
 * this one's is not in the index yet.
 */
async function callsOf(
  context: Context,
  store: Store,
  events: readonly InjectionEvent[],
): Promise<Map<InjectionEvent, string>> {
  const atCalls = events.filter((event) => event.tool != null);
  if (atCalls.length === 0) return new Map();
  const lessons = await judgedLessons(context, store, atCalls);
  return withUsableHistory(context, (index) => {
    const found = new Map<InjectionEvent, string>();
    if (index === null) return found;
    for (const [sessionId, inSession] of Map.groupBy(atCalls, (event) => event.sessionId)) {
      // Some models number the calls of each session from one.
      const named = new Set(inSession.map((event) => event.toolUseId));
      const session = new SessionCalls([...index.calls({ sessionId })]);
      for (const event of inSession) {
        const call = session.callAt(event, lessons.get(event.lessonId ?? '') ?? null);
        if (call === null) continue;
        const isAnothers = call.callId !== event.toolUseId && named.has(call.callId);
        if (!isAnothers) found.set(event, call.text);
      }
    }
    return found;
  });
}

type Entry = z.infer<typeof output>['entries'][number];

type Filter = { ref?: string; session?: string; since?: string };

/** Moment, kind, lesson and call of each, within the screen's width; its outcome below. */
function render(
  { entries }: z.infer<typeof output>,
  { ref, session, since }: Filter,
  screen: Screen,
): string {
  if (entries.length === 0)
    return (ref ?? session ?? since) === undefined
      ? 'Nothing has fired yet. `lessons doctor` says whether lessons reach your agents.'
      : 'Nothing that fits has fired.';
  const free = screen.width - LEFT_COLUMNS;
  const isBeside = free > NAME_COLUMNS_MIN + CALL_COLUMNS_MIN;
  const longest = Math.max(...entries.map((entry) => widthOf(nameOf(entry))));
  const most = isBeside ? Math.min(NAME_COLUMNS_MAX, free - CALL_COLUMNS_MIN - 1) : free;
  const columns = Math.max(Math.min(longest, most), 1);
  return entries.flatMap((entry) => rows(entry, { columns, isBeside, width: screen.width })).join('\n');
}

/** By its number, which other commands take, and as much of its slug as there is room for. */
const nameOf = ({ number, slug }: Entry): string =>
  plain([number === null ? '' : `#${number}`, slug ?? ''].filter(Boolean).join(' '));

function rows(
  entry: Entry,
  { columns, isBeside, width }: { columns: number; isBeside: boolean; width: number },
): string[] {
  const what = `${moment(entry.at)}  ${entry.kind.padEnd(13)} ${cell(nameOf(entry), columns)}`;
  const at = plain(`${entry.tool ?? entry.event}${entry.on === null ? '' : `: ${entry.on}`}`);
  const became = entry.outcome === null ? '' : `${entry.outcome}: ${plain(entry.evidence ?? '')}`;
  const below = (isBeside ? [became] : [at, became]).filter((line) => line !== '');
  return [isBeside ? `${what} ${at}` : what.trimEnd(), ...below.map((line) => INDENT + line)].map((line) =>
    fit(line, width),
  );
}
