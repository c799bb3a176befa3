import { render } from 'ink';
import type { Context } from '../../operations/operation.ts';
import { asTyped } from '../../platform/called-as.ts';
import { EXIT } from '../../platform/errors.ts';
import { App } from './app.tsx';
import { workDone } from './decided.ts';
import { editInEditor } from './editor.ts';
import { knownKeys } from './known-keys.ts';
import { readPending, savePending } from './pending.ts';
import { Session } from './session.ts';
import { operationsSource } from './source.ts';
import { themeFor } from './theme.ts';
import type { ReviewRow } from './types.ts';

/** Alternate screen on and off, so that the shell's own text is back when the review ends. */
const ENTER = '\u001b[?1049h\u001b[H';
const LEAVE = '\u001b[?1049l';
const CLEAR_LINE = '\r\u001b[K';

/** Why the screen was taken down: the review ends, the shell is wanted, or a row goes to `$EDITOR`. */
type Next = 'quit' | 'suspend' | ReviewRow;

/**
 * Runs the review on the terminal until it is left; returns the exit code.
 * Decisions are written down as they are made: leaving, also by Ctrl-C, loses nothing.
 */
export async function runReviewTui(context: Context, input: unknown): Promise<number> {
  const theme = themeFor(context.env);
  const source = operationsSource(context);
  process.stdout.write('Reading candidates…');
  const loaded = await source.load(input);
  process.stdout.write(CLEAR_LINE);
  let resolveNext: (next: Next) => void = () => {};
  const session = new Session(
    source,
    {
      quit: () => resolveNext('quit'),
      suspend: () => resolveNext('suspend'),
      edit: (row) => resolveNext(row),
      keep: (state) => savePending(context.home, state),
    },
    loaded,
  );
  const pending = readPending(context.home);
  session.restore({ decisions: new Map(pending.decisions), patches: new Map(pending.patches) });
  process.stdout.write(ENTER);
  try {
    for (;;) {
      const next = await untilNext(session, theme, (resolve) => {
        resolveNext = resolve;
      });
      if (next === 'quit') break;
      // The shell or the editor gets the screen as it was before.
      process.stdout.write(LEAVE);
      if (next === 'suspend') {
        stopUntilContinued();
        process.stdout.write(ENTER);
        continue;
      }
      const edited = editInEditor(next, context.env);
      process.stdout.write(ENTER);
      if (edited.ok) session.perform({ type: 'patch', id: next.id, patch: edited.patch });
      else session.perform({ type: 'message', message: edited.problem });
    }
  } finally {
    process.stdout.write(LEAVE);
  }
  const left = workDone(session.state());
  if (left !== null)
    process.stdout.write(asTyped(`Nothing was applied. Kept for the next \`lessons review\`: ${left}.\n`));
  for (const line of session.state().report) process.stdout.write(`${line}\n`);
  return EXIT.ok;
}

async function untilNext(
  session: Session,
  theme: ReturnType<typeof themeFor>,
  offer: (resolve: (next: Next) => void) => void,
): Promise<Next> {
  const next = new Promise<Next>(offer);
  const screen = render(<App session={session} theme={theme} />, {
    stdin: knownKeys(process.stdin),
    exitOnCtrlC: false,
    maxFps: 120,
    patchConsole: false,
  });
  const exited = screen.waitUntilExit();
  const result = await next;
  screen.unmount();
  await exited;
  screen.cleanup();
  return result;
}

/** Stops all processes of the shell's job, as Ctrl-Z does outside of raw mode, until `fg`; where there is no shell, it goes on at once. */
function stopUntilContinued(): void {
  process.kill(0, 'SIGTSTP');
}
