import type { FastIo } from './fast-io.ts';

function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}

/** The same over `node:fs`. It cannot wait with a limit: a read blocks until there is something. */
export function fsIo(): FastIo {
  const fs = process.getBuiltinModule('node:fs');
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  const readFlags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
  const { O_WRONLY, O_CREAT, O_APPEND } = fs.constants;
  const appendFlags = O_WRONLY | O_CREAT | O_APPEND | (fs.constants.O_NONBLOCK ?? 0);
  const writeFile = (path: string, flags: string | number, text: string): void => {
    const fd = fs.openSync(path, flags, 0o600);
    try {
      if (text !== '') fs.writeSync(fd, text);
    } finally {
      fs.closeSync(fd);
    }
  };
  return {
    kind: 'fs',
    read(fd, into, offset, waitMs) {
      const until = Date.now() + waitMs;
      for (;;) {
        try {
          return fs.readSync(fd, into, offset, into.length - offset, null);
        } catch (error) {
          if (systemCode(error) === 'EOF') return 0;
          if (systemCode(error) !== 'EAGAIN') return -1;
          if (Date.now() >= until) return -2;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
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
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
      }
      return true;
    },
    openRead: (path) => attempt(() => fs.openSync(path, readFlags), -1),
    readAt: (fd, into, position) => attempt(() => fs.readSync(fd, into, 0, into.length, position), -1),
    close: (fd) => attempt(() => fs.closeSync(fd), undefined),
    readText(path) {
      const fd = attempt(() => fs.openSync(path, readFlags), -1);
      if (fd < 0) return null;
      const text = attempt(() => fs.readFileSync(fd, 'utf8'), null);
      attempt(() => fs.closeSync(fd), undefined);
      return text;
    },
    createExclusive(path, text) {
      try {
        writeFile(path, 'wx', text);
        return 'created';
      } catch (error) {
        return systemCode(error) === 'EEXIST' || attempt(() => fs.existsSync(path), false)
          ? 'exists'
          : 'failed';
      }
    },
    link: (from, to) =>
      attempt(() => {
        fs.linkSync(from, to);
        return true;
      }, false),
    append: (path, text) =>
      attempt(() => {
        writeFile(path, appendFlags, text);
        return true;
      }, false),
    makeDir: (path) =>
      attempt(
        () => {
          fs.mkdirSync(path, { mode: 0o700 });
          return true;
        },
        attempt(() => fs.existsSync(path), false),
      ),
    exists: (path) => attempt(() => fs.existsSync(path), false),
  };
}
