/** Variables of a process. */
export type Env = Record<string, string | undefined>;

const separator = process.platform === 'win32' ? '\\' : '/';

/** Names below a folder. Not `node:path`, which costs the hook half a millisecond together with `node:os`, and no expression, which costs it 0.1. */
function join(folder: string, ...names: string[]): string {
  return [withoutEnd(folder), ...names].join(separator);
}

/** A folder's path without the separators that it may end in. */
function withoutEnd(folder: string): string {
  let end = folder.length;
  while (folder[end - 1] === '/' || folder[end - 1] === '\\') end -= 1;
  return folder.slice(0, end);
}

/** The user's home folder. `HOME` first, so that a test's empty home is one. */
export function homeDir(env: Env = process.env): string {
  const home = env['HOME'] || env['USERPROFILE'] || process.getBuiltinModule('node:os').homedir();
  return withoutEnd(home) || home;
}

/**
 * The data folder, as an absolute path: `LESSONS_HOME`, else the platform's user data folder for `lessons-learned`
 * (XDG on Linux, Application Support on macOS, LOCALAPPDATA on Windows).
 */
export function lessonsHome(env: Env = process.env): string {
  const own = env['LESSONS_HOME'];
  if (own) return absolutePath(own, env);
  const home = homeDir(env);
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'lessons-learned');
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'lessons-learned');
  // Of a relative one the specification says that it is none.
  const data = env['XDG_DATA_HOME'];
  return join(data?.[0] === '/' ? data : join(home, '.local', 'share'), 'lessons-learned');
}

/** `~` as a settings file has it, which no shell has expanded, and what is relative to the folder that we run in. */
export function absolutePath(path: string, env: Env): string {
  if (path.startsWith('/')) return path;
  if (path === '~' || path.startsWith('~/')) return homeDir(env) + path.slice(1);
  return path[0] === '\\' || path[1] === ':' ? path : join(process.cwd(), path);
}

/** Names inside the data folder. */
export const homeFiles = {
  db: (home: string) => join(home, 'lessons.db'),
  calls: (home: string) => join(home, 'calls.db'),
  config: (home: string) => join(home, 'config.json'),
  errors: (home: string) => join(home, 'errors.jsonl'),
  events: (home: string) => join(home, 'events.jsonl'),
  manifestPointer: (home: string) => join(home, 'manifest.json'),
  sessions: (home: string) => join(home, 'sessions'),
  reviewSessions: (home: string) => join(home, 'review-sessions'),
  skills: (home: string) => join(home, 'skills'),
  backups: (home: string) => join(home, 'backups'),
  bin: (home: string) => join(home, 'bin'),
  trust: (home: string) => join(home, 'trust.json'),
} as const;
