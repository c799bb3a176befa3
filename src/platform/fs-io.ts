import type { FastIo } from './fast-io.ts';
import { sleepSync } from './sleep.ts';

function systemCode(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function attempt<T>(work: () => T, otherwise?: T): T {
  try {
    return work();
  } catch {
    return otherwise as T;
  }
}

/** The same over `node:fs`. It cannot wait with a limit: a read blocks until there is something. */
export function fsIo(): FastIo {
  const fs = process.getBuiltinModule('node:fs');
  const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = fs.constants;
  const openRead = (path: string): number => attempt(() => fs.openSync(path, O_RDONLY | O_NONBLOCK), -1);
  const exists = (path: string): boolean => attempt(() => fs.existsSync(path), false);
  const done = (work: () => void): boolean => attempt(() => work() === undefined, false);
  const fill = (fd: number, text: string): void => {
    try {
      if (text !== '') fs.writeSync(fd, text);
    } finally {
      fs.closeSync(fd);
    }
  };
  return {
    kind: 'fs',
    ...streams(fs),
    openRead,
    readAt: (fd, into, position) => attempt(() => fs.readSync(fd, into, 0, into.length, position), -1),
    close: (fd) => attempt(() => fs.closeSync(fd)),
    readText(path) {
      const fd = openRead(path);
      if (fd < 0) return null;
      const text = attempt(() => fs.readFileSync(fd, 'utf8'), null);
      attempt(() => fs.closeSync(fd));
      return text;
    },
    createExclusive(path, text) {
      let fd: number;
      try {
        fd = fs.openSync(path, 'ax', 0o600);
      } catch (error) {
        return systemCode(error) === 'EEXIST' || exists(path) ? 'exists' : 'failed';
      }
      // On a full disk it is made all the same, and empty: who made it has it.
      done(() => fill(fd, text));
      return 'created';
    },
    link: (from, to) => done(() => fs.linkSync(from, to)),
    append: (path, text) =>
      done(() => fill(fs.openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600), text)),
    makeDir: (path) => done(() => fs.mkdirSync(path, { mode: 0o700 })) || exists(path),
    exists,
  };
}

/** Reading and writing where there may be nothing yet, or no room. */
function streams(fs: typeof import('node:fs')): Pick<FastIo, 'read' | 'write'> {
  return {
    read(fd, into, offset, waitMs) {
      const until = Date.now() + waitMs;
      for (;;) {
        try {
          return fs.readSync(fd, into, offset, into.length - offset, null);
        } catch (error) {
          if (systemCode(error) === 'EOF') return 0;
          if (systemCode(error) !== 'EAGAIN') return -1;
          if (Date.now() >= until) return -2;
          sleepSync(1);
        }
      }
    },
    write(fd, bytes) {
      const until = Date.now() + 100;
      for (let done = 0; done < bytes.length; ) {
        try {
          done += fs.writeSync(fd, bytes, done);
        } catch (error) {
          if (systemCode(error) !== 'EAGAIN' || Date.now() >= until) return false;
          sleepSync(1);
        }
      }
      return true;
    },
  };
}
