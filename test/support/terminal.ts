import xterm from '@xterm/headless';
import { until } from './until.ts';

/** A program on a real pseudo-terminal, with a terminal emulator that knows what is on the screen. */
export interface Terminal {
  /** Types text or keys (see `KEYS`). */
  send(text: string): void;
  /** The screen as lines without trailing blanks. */
  screen(): string;
  /** Everything that the program wrote, escape sequences included. */
  raw(): string;
  /** Waits until the screen holds the text; fails with the screen otherwise. */
  waitFor(text: string | RegExp): Promise<void>;
  /** Waits for each of these to be shown, and then types what stands beside it. */
  play(...steps: [shown: string | RegExp, ...typed: string[]][]): Promise<void>;
  /** Waits for what a dialog shows, and types a key until that is gone: it may be drawn before it listens. */
  answer(shown: string | RegExp, key: string): Promise<void>;
  resize(cols: number, rows: number): void;
  exited: Promise<number>;
  kill(): void;
}

/** Longer than a program that has heard a key goes on showing what it was asked. */
const UNHEARD_MS = 20_000;

export const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  backspace: '\u007f',
  pageDown: '\u001b[6~',
  ctrlC: '\u0003',
  ctrlU: '\u0015',
} as const;

export function startTerminal(
  command: string[],
  options: { env: Record<string, string>; cwd?: string; cols?: number; rows?: number },
): Terminal {
  const size = { cols: options.cols ?? 80, rows: options.rows ?? 24 };
  const emulator = new xterm.Terminal({ ...size, allowProposedApi: true });
  const decoder = new TextDecoder();
  let written = '';
  const child = Bun.spawn(command, {
    env: { TERM: 'xterm-256color', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    terminal: {
      ...size,
      data: (_terminal: unknown, data: Uint8Array) => {
        written += decoder.decode(data, { stream: true });
        emulator.write(data);
      },
    },
  });
  const screen = () => {
    const buffer = emulator.buffer.active;
    // A line stays as long as it was in a wider terminal until the emulator is idle, and what nobody sees of it counts.
    const lines = Array.from({ length: emulator.rows }, (_, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true, 0, emulator.cols) ?? '').trimEnd(),
    );
    return lines.join('\n').trimEnd();
  };
  const shows = (text: string | RegExp): boolean =>
    typeof text === 'string' ? screen().includes(text) : text.test(screen());
  const waitFor = async (text: string | RegExp): Promise<void> => {
    if (!(await until(() => shows(text), 5))) throw new Error(`not on the screen: ${text}\n${screen()}`);
  };
  return {
    send: (text) => child.terminal?.write(text),
    screen,
    raw: () => written,
    waitFor,
    async play(...steps) {
      for (const [shown, ...typed] of steps) {
        await waitFor(shown);
        for (const text of typed) child.terminal?.write(text);
      }
    },
    async answer(shown, key) {
      await waitFor(shown);
      let unheard = 0;
      const isGone = () => {
        if (!shows(shown)) return true;
        if (performance.now() >= unheard) {
          child.terminal?.write(key);
          unheard = performance.now() + UNHEARD_MS;
        }
        return false;
      };
      if (!(await until(isGone, 5))) throw new Error(`still on the screen: ${shown}\n${screen()}`);
    },
    resize: (cols, rows) => {
      emulator.resize(cols, rows);
      child.terminal?.resize(cols, rows);
    },
    exited: child.exited,
    kill: () => child.kill(),
  };
}
