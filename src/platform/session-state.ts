import { type FastIo, fastIo } from './fast-io.ts';
import { sha256 } from './sha256.ts';
import { sleepSync } from './sleep.ts';

/**
 * What hooks remember of one session: small files in `sessions/s-<session id>/`, or the id's hash where it is no file name.
 * Processes only ever create a file that must not exist, or append a line, so that parallel ones agree.
 *
 * | file | meaning |
 * |---|---|
 * | `<slug>`, `<slug>@<agent>` | told beside a call: its priority |
 * | `p.<slug>`, `s.<slug>` | told before a turn; at session start |
 * | `c.<call>`, `f.<call>`, `e.<event>` | answered already: this call, failure, event (another install runs the same hook) |
 * | `h.<key>`, `n.<key>.<1–3>` | a held input with the calls that it denied; how often the lesson held |
 * | `b.<key>`, `code.<CODE>`, `ok.<CODE>`, `used.<CODE>` | a blocked input's code; its issue, permission and use |
 * | `w.<slug>` | withheld for the comparison |
 * | `log` | one line a failure, and call after the first failure |
 *
 * Beside the folders, `.claim-<content>-<letter>` are the files whose further names most claims are.
 */
export interface SessionState {
  readonly dir: string;
  /** Takes a name: true for exactly one of all processes; null where nothing can be written. */
  claim(name: string, content: string): boolean | null;
  has(name: string): boolean;
  read(name: string): string | null;
  append(name: string, line: string): boolean;
}

const sessionsDir = (home: string): string => `${home}/sessions`;

/** Folder of a session. An id that is a file name stands for itself: the first hash of a process takes 75 µs and 0.5 MB. */
export function sessionDir(home: string, sessionId: string): string {
  return `${sessionsDir(home)}/s-${sessionName(sessionId)}`;
}

function sessionName(sessionId: string): string {
  return isFileName(sessionId) ? sessionId : sha256(sessionId);
}

/** Exists from a session's first failure on: calls are noted from then. */
export function failingMarker(home: string, sessionId: string): string {
  return `${sessionsDir(home)}/failing-${sessionName(sessionId)}`;
}

/** A slug as a file name: as it is if it is one, else hashed. */
export function slugFile(slug: string): string {
  return isSlug(slug) ? slug : `x-${sha256(slug).slice(0, 16)}`;
}

/** `[a-z0-9][a-z0-9-]{0,150}`, without an expression: compiling one takes longer than the claim. */
function isSlug(text: string): boolean {
  if (text === '' || text.length > 151 || text.startsWith('-')) return false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45)) return false;
  }
  return true;
}

/** Nothing is created before the first claim or line. */
export function openSessionState(home: string, sessionId: string, io: FastIo = fastIo()): SessionState {
  const dir = sessionDir(home, sessionId);
  const makeDirs = (): boolean =>
    io.makeDir(dir) || (makeDirPath(home, io) && io.makeDir(sessionsDir(home)) && io.makeDir(dir));
  return stateIn(dir, makeDirs, io);
}

/** The state in a folder that is there already. */
export function sessionStateAt(dir: string): SessionState {
  return stateIn(dir, () => false, fastIo());
}

/** Claims that say no more than a priority are names of one file. */
const SHARED_CHARS_MAX = 3;

function stateIn(dir: string, makeDirs: () => boolean, io: FastIo): SessionState {
  // A disk may take 150 µs for a new file and 10 for one more name. Sixteen and more files a content, by the session's
  // last letter, since a file system has room for some 65,000 names of one.
  const takeShared = (path: string, content: string): boolean | null => {
    const file = `${dir}/../.claim-${content.trim()}-${dir.slice(-1)}`;
    if (io.link(file, path)) return true;
    if (io.exists(path)) return false;
    io.createExclusive(file, content);
    return io.link(file, path) ? true : null;
  };
  return {
    dir,
    claim(name, content) {
      const path = `${dir}/${name}`;
      const taken = content.length > SHARED_CHARS_MAX ? null : takeShared(path, content);
      if (taken !== null) return taken;
      let result = io.createExclusive(path, content);
      if (result === 'failed' && makeDirs()) result = io.createExclusive(path, content);
      return result === 'failed' ? null : result === 'created';
    },
    has: (name) => io.exists(`${dir}/${name}`),
    read: (name) => io.readText(`${dir}/${name}`),
    append(name, line) {
      const path = `${dir}/${name}`;
      return io.append(path, `${line}\n`) || (makeDirs() && io.append(path, `${line}\n`));
    },
  };
}

/** Creates a folder and what is above it, one by one. */
export function makeDirPath(path: string, io: FastIo): boolean {
  if (io.makeDir(path)) return true;
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut > 0 && makeDirPath(path.slice(0, cut), io) && io.makeDir(path);
}

/** A file that another process has created but perhaps not yet filled: waits up to 5 ms for its text. */
export function readClaim(state: SessionState, name: string): string | null {
  for (let attempt = 0; ; attempt += 1) {
    const text = state.read(name);
    if (text === null || text !== '' || attempt === 5) return text;
    sleepSync(1);
  }
}

/** Takes a name, or reads what it holds; fills it where a full disk left it empty. Null where no text is kept. */
export function keepClaim(state: SessionState, name: string, text: string): string | null {
  if (state.claim(name, text) === null) return null;
  if (readClaim(state, name) === '') state.append(name, text.trimEnd());
  return state.read(name) || null;
}

/** An id of an agent (tool use, subagent, prompt) as part of a file name. */
export function fileName(id: string): string {
  return isFileName(id) ? id : asFileName(id);
}

// A function of its own: an expression is made where its function is first called.
function asFileName(id: string): string {
  return id.replace(/[^\w-]/g, '_').slice(0, 100);
}

function isFileName(id: string): boolean {
  if (id === '' || id.length > 100) return false;
  for (let i = 0; i < id.length; i += 1) {
    const code = id.charCodeAt(i);
    const letter = code | 32;
    if (!((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95))
      return false;
  }
  return true;
}
