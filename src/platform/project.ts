import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readSmall } from './files.ts';

/** A repository's root folder and the id by which its clones and worktrees are one project. */
interface Project {
  id: string;
  /** Folder that holds the working tree, or the directory itself where there is no repository. */
  root: string;
}

const GIT_MS_MAX = 3000;
/** Of a folder that a transcript names, which may be anything. */
const DEPTH_MAX = 64;

/**
 * Finds the project of a working directory: by its repository's remote, else by its root commit, else by the
 * folder. A folder that no longer exists, or never did on this machine, is known by its path. Answers are cached.
 */
export class ProjectFinder {
  readonly #byFolder = new Map<string, Project>();
  readonly #byRoot = new Map<string, Project>();

  of(cwd: string): Project {
    const folder = normalisePath(cwd);
    let project = this.#byFolder.get(folder);
    if (project === undefined) {
      project = this.#find(folder);
      this.#byFolder.set(folder, project);
    }
    return project;
  }

  /** Every repository met so far. */
  roots(): { root: string; project: string }[] {
    return [...this.#byRoot.values()].map(({ root, id }) => ({ root, project: id }));
  }

  #find(folder: string): Project {
    const root = isAbsolute(folder) ? repositoryRoot(folder, DEPTH_MAX) : null;
    if (root === null) return { id: folder, root: folder };
    let project = this.#byRoot.get(root);
    if (project === undefined) {
      project = { id: repositoryId(root) ?? root, root };
      this.#byRoot.set(root, project);
    }
    return project;
  }
}

/** A path in one form: forward slashes, none at the end, a drive in upper case, an agent's own worktree folder as its repository. */
export function normalisePath(path: string): string {
  const slashes = path
    .replace(/\\/g, '/')
    .replace(/\/+$/, '')
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  const worktree = /^(.+?)\/\.(?:claude|codex|cursor|git|gemini|qwen)?\/?worktrees\/[^/]+(?:\/.*)?$/.exec(
    slashes,
  );
  return (worktree ? worktree[1]! : slashes) || '/';
}

/** The nearest folder with `.git` at or above one, or null. */
export function repositoryRoot(folder: string, depthMax = Number.POSITIVE_INFINITY): string | null {
  let at = folder;
  for (let depth = 0; depth < depthMax; depth += 1) {
    if (existsSync(join(at, '.git'))) return at;
    const parent = dirname(at);
    if (parent === at) return null;
    at = parent;
  }
  return null;
}

const FILE_BYTES_MAX = 1 << 20;

/** A file of the repository's; null where it is none that git writes. */
const gitFile = (path: string): string | null => readSmall(path, FILE_BYTES_MAX)?.toString('utf8') ?? null;

/** The folder that holds config and objects: shared by all worktrees of a repository. */
function commonGitDir(root: string): string | null {
  const dotGit = join(root, '.git');
  try {
    if (statSync(dotGit).isDirectory()) return dotGit;
  } catch {
    return null;
  }
  const named = /^gitdir: (.+)$/m.exec(gitFile(dotGit) ?? '')?.[1];
  if (named === undefined) return null;
  const gitDir = resolve(root, named.trim());
  const common = join(gitDir, 'commondir');
  if (!existsSync(common)) return gitDir;
  const shared = gitFile(common);
  return shared === null ? null : resolve(gitDir, shared.trim());
}

/**
 * The folder that all worktrees of a repository name: that of its first working tree, or the repository's own where it
 * lies by itself. Null where there is none.
 */
export function sharedFolder(root: string): string | null {
  const git = commonGitDir(root);
  return git !== null && basename(git) === '.git' ? dirname(git) : git;
}

/** A clone of a clone of a folder; more are a circle. */
const LOCAL_HOPS_MAX = 4;

function repositoryId(root: string, hops = 0): string | null {
  const git = commonGitDir(root) ?? (hops > 0 && existsSync(join(root, 'objects')) ? root : null);
  if (git === null) return null;
  const url = remoteOf(git);
  const folder = url === null ? null : localFolder(url, root);
  if (url !== null && folder === null) return remoteName(url);
  // A folder is not the name of a project: what it holds is.
  const cloned = folder === null || hops >= LOCAL_HOPS_MAX ? null : repositoryId(folder, hops + 1);
  return cloned ?? rootCommit(root) ?? (git.endsWith('/.git') ? dirname(git) : null);
}

/** The folder that a remote stands for where it is on this machine: a path, or `file://` and one. */
function localFolder(url: string, root: string): string | null {
  const path = url.replace(/^file:\/\/(?:localhost(?=\/))?/i, '');
  if (path === url && !/^(?:[./\\]|[A-Za-z]:[\\/])/.test(url)) return null;
  return resolve(root, path);
}

function remoteOf(gitDir: string): string | null {
  const config = gitFile(join(gitDir, 'config')) ?? '';
  const remotes = new Map<string, string>();
  let section = '';
  for (const line of config.split('\n')) {
    const head = /^\s*\[\s*remote\s+"([^"]+)"\s*\]/.exec(line);
    if (/^\s*\[/.test(line)) section = head?.[1] ?? '';
    const url = section === '' ? null : /^\s*url\s*=\s*(\S.*?)\s*$/.exec(line);
    if (url && !remotes.has(section)) remotes.set(section, url[1]!);
  }
  return remotes.get('upstream') ?? remotes.get('origin') ?? [...remotes.values()][0] ?? null;
}

/** `https://user:token@Host.org/owner/repo.git` and `git@host.org:owner/repo` as `host.org/owner/repo`: an id is stored and shown, so nothing of a credential. */
function remoteName(url: string): string {
  const scp = /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(url);
  const web = /^[a-z][a-z+.-]*:\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^/:]+)(?::\d+)?\/([^?#]+)/i.exec(url);
  const found = web ?? (/^[A-Za-z]:[\\/]/.test(url) ? null : scp);
  const host = found ? `${found[1]!.toLowerCase()}/` : '';
  return `${host}${(found ? found[2]! : url)
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')}`;
}

/**
 * The repository may be anyone's: where one says that commits are to be fetched, git would run the program that its
 * config names.
 */
const NO_PROGRAMS = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

function rootCommit(root: string): string | null {
  const git = spawnSync('git', ['-C', root, 'rev-list', '--max-parents=0', 'HEAD'], {
    encoding: 'utf8',
    timeout: GIT_MS_MAX,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...withoutRepository(process.env), ...NO_PROGRAMS },
  });
  if (git.status !== 0 || typeof git.stdout !== 'string') return null;
  const commits = git.stdout
    .trim()
    .split('\n')
    .filter((each) => /^[0-9a-f]{40,64}$/.test(each))
    .sort();
  return commits[0] ?? null;
}

/** Without the variables that git gives to its own hooks: they name another repository than the folder's. */
function withoutRepository(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_COMMON_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, ...rest } = env;
  return rest;
}
