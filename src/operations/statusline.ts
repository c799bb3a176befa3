import { z } from 'zod';
import { openManifest } from '../manifest/read.ts';
import { type InjectionEvent, type InjectionKind, TOLD_KINDS } from '../model/injection-event.ts';
import { isSwitchedOff } from '../platform/switched-off.ts';
import { number, object, parsedJson, text } from '../transcripts/json.ts';
import { allEvents } from './home/hook-logs.ts';
import { operation } from './operation.ts';
import { keptFolder } from './scan/excluded.ts';

const STDIN_MS_MAX = 150;
const STDIN_BYTES_MAX = 256 * 1024;
const TOLD = new Set<InjectionKind>(TOLD_KINDS);

const output = z.object({
  active: z.int().min(0),
  injected: z.int().min(0).describe('Delivered in this session.'),
  pending: z.int().min(0).describe('Candidates that wait for review, as `list` shows them.'),
  paused: z.boolean().describe('By `lessons pause`, or by LESSONS_DISABLE in this environment.'),
  unheard: z
    .boolean()
    .describe('The model has answered in this session, and none of our hooks was heard from it.'),
  unread: z.boolean().describe('Lessons are active, and hooks cannot read what was compiled of them.'),
  text: z.string(),
});

type Output = z.infer<typeof output>;

export const statusline = operation({
  name: 'stats.line',
  docs: "One short segment for the agent's status line: lessons active, delivered in this session, candidates pending, and that no hook is heard from a session in which the model has answered already, or that hooks cannot read the lessons. The session is taken from --session, from the agent's environment, or from the JSON that Claude Code gives to a status line on standard input.",
  input: z.object({
    session: z.string().optional(),
    stdin: z
      .boolean()
      .optional()
      .describe('Read the session from standard input where nothing else names it and that is no terminal.'),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['statusline'],
    flags: { session: { label: 'ID', help: 'Session whose deliveries are counted.' } },
    given: { stdin: true },
    render: (line) => line.text,
  },
  async run(context, { session, stdin }) {
    const store = await context.store();
    const asksStdin = stdin === true && process.stdin.isTTY !== true;
    const given = asksStdin && session === undefined ? await givenSession() : null;
    const sessionId = session ?? given?.sessionId ?? context.actor.sessionId;
    const counts = await store.countLessons({ reusableMin: context.config.reusableGate });
    const pending = counts.reviewed + counts.candidate;
    const events = sessionId === null ? [] : await allEvents(context, { sessionId });
    const injected = toldIn(events);
    const unheard = given?.isAnswered === true && events.length === 0 && keptFolder(context)(given.cwd);
    const unread = counts.active > 0 && !isReadable(context.home);
    const paused = context.config.paused || isSwitchedOff(context.env);
    return {
      active: counts.active,
      injected,
      pending,
      paused,
      unheard,
      unread,
      text: paused ? 'lessons paused' : line({ active: counts.active, injected, pending, unheard, unread }),
    };
  },
});

function isReadable(home: string): boolean {
  const manifest = openManifest(home);
  manifest?.close();
  return manifest !== null;
}

function toldIn(events: readonly InjectionEvent[]): number {
  const told = new Set<string>();
  for (const event of events)
    if (TOLD.has(event.kind)) told.add(`${event.lessonId} ${event.toolUseId ?? event.at} ${event.kind}`);
  return told.size;
}

function line({ active, injected, pending, unheard, unread }: Omit<Output, 'paused' | 'text'>): string {
  const parts = [`lessons ${active}`];
  if (injected > 0) parts.push(`${injected} told`);
  if (pending > 0) parts.push(`${pending} to review`);
  if (unread) parts.push('hooks cannot read them: lessons build');
  if (unheard) parts.push('no hook heard here: lessons doctor');
  return parts.join(' · ');
}

/** What a status line is given of its session. */
interface GivenSession {
  sessionId: string | null;
  cwd: string;
  /** The model has answered, so that the hooks of the start and of the prompt were run. */
  isAnswered: boolean;
}

/** The JSON on standard input; null where none comes in time. */
function givenSession(): Promise<GivenSession | null> {
  return new Promise((resolve) => {
    let read = '';
    const finish = (): void => {
      clearTimeout(timer);
      process.stdin.removeAllListeners('data').pause();
      resolve(sessionIn(read));
    };
    const timer = setTimeout(finish, STDIN_MS_MAX);
    process.stdin.on('data', (chunk: Buffer) => {
      read += chunk.toString('utf8');
      if (read.length > STDIN_BYTES_MAX || parsedJson(read) !== undefined) finish();
    });
    process.stdin.once('end', finish).once('error', finish);
  });
}

function sessionIn(read: string): GivenSession | null {
  const given = object(parsedJson(read));
  if (given === null) return null;
  return {
    sessionId: text(given['session_id']),
    cwd: text(given['cwd']) ?? '',
    isAnswered: (number(object(given['cost'])?.['total_api_duration_ms']) ?? 0) > 0,
  };
}
