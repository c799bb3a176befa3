import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A session's file in opencode's former storage: its messages and their parts are files in folders beside it. */
const SESSION_FILE = /[\\/]session[\\/][^\\/]+[\\/]([\w-]+)\.json$/;

/**
 * Tells when something was written to what is read together with a file; '' where nothing is. An agent adds messages,
 * and changes the last one and its parts: names are in the order of time.
 */
export function stampBeside(path: string): string {
  const id = SESSION_FILE.exec(path)?.[1];
  if (id === undefined) return '';
  const storage = dirname(dirname(dirname(path)));
  const messages = join(storage, 'message', id);
  const last = namesIn(messages).at(-1);
  if (last === undefined) return '';
  const parts = join(storage, 'part', last.replace(/\.json$/, ''));
  const written = [messages, join(messages, last), parts, ...namesIn(parts).map((name) => join(parts, name))];
  return `+${Math.max(...written.map(changedAt))}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Also where it is but put back as it was; 0 where it is gone. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
