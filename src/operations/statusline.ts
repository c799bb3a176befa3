import { z } from 'zod';
import { type InjectionKind, TOLD_KINDS } from '../model/injection-event.ts';
import { isSwitchedOff } from '../platform/switched-off.ts';
import { allEvents } from './live-events.ts';
import { operation } from './operation.ts';

const STDIN_MS_MAX = 150;
const STDIN_BYTES_MAX = 256 * 1024;
const TOLD = new Set<InjectionKind>(TOLD_KINDS);

const output = z.object({
  active: z.int().min(0),
  injected: z.int().min(0).describe('Delivered in this session.'),
  pending: z.int().min(0).describe('Candidates that wait for review, as `list` shows them.'),
  paused: z.boolean().describe('By `lessons pause`, or by LESSONS_DISABLE in this environment.'),
  text: z.string(),
});

export const statusline = operation({
  name: 'stats.line',
  docs: "One short segment for the agent's status line: lessons active, delivered in this session, candidates pending. The session is taken from --session, from the agent's environment, or from the JSON that Claude Code gives to a status line on standard input.",
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
    flags: [
      {
        flag: '--session',
        field: 'session',
        type: 'string',
        label: 'ID',
        help: 'Session whose deliveries are counted.',
      },
    ],
    given: { stdin: true },
    render: ({ text }: z.infer<typeof output>) => text,
  },
  async run(context, { session, stdin }) {
    const store = await context.store();
    const asksStdin = stdin === true && process.stdin.isTTY !== true;
    const sessionId = session ?? context.actor.sessionId ?? (asksStdin ? await sessionFromStdin() : null);
    const counts = await store.countLessons({ reusableMin: context.config.reusableGate });
    const pending = counts.reviewed + counts.candidate;
    const injected = sessionId === null ? 0 : await injectedIn(context, sessionId);
    const paused = context.config.paused || isSwitchedOff(context.env);
    return {
      active: counts.active,
      injected,
      pending,
      paused,
      text: line(counts.active, injected, pending, paused),
    };
  },
});

async function injectedIn(context: Parameters<typeof allEvents>[0], sessionId: string): Promise<number> {
  const told = new Set<string>();
  for (const event of await allEvents(context, { sessionId }))
    if (TOLD.has(event.kind)) told.add(`${event.lessonId} ${event.toolUseId ?? event.at} ${event.kind}`);
  return told.size;
}

function line(active: number, injected: number, pending: number, paused: boolean): string {
  if (paused) return 'lessons paused';
  const parts = [`lessons ${active}`];
  if (injected > 0) parts.push(`${injected} told`);
  if (pending > 0) parts.push(`${pending} to review`);
  return parts.join(' · ');
}

/** `session_id` of the JSON on standard input; null where none comes in time. */
function sessionFromStdin(): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (): void => {
      clearTimeout(timer);
      process.stdin.removeAllListeners('data').pause();
      resolve(/"session_id"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1] ?? null);
    };
    const timer = setTimeout(finish, STDIN_MS_MAX);
    process.stdin.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > STDIN_BYTES_MAX || text.includes('"session_id"')) finish();
    });
    process.stdin.once('end', finish).once('error', finish);
  });
}
