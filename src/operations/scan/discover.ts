import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMissing, systemErrorCode, unreadableReason } from '../../platform/errors.ts';
import { homeDir } from '../../platform/paths.ts';
import { compare } from '../../text/compare.ts';
import { globTest, isGlob } from './excluding-globs.ts';

/** A transcript to read; its size in bytes. */
export interface FoundFile {
  path: string;
  size: number;
}

/** What lies below the folders asked for, and what is passed over, with the reason. */
export interface Discovery {
  files: FoundFile[];
  skipped: { path: string; reason: string; missing?: boolean }[];
}

interface DiscoverOptions {
  cwd: string;
  /** Folders and files that are never looked at: absolute, with `~`, relative to `cwd`, or globs. */
  excludePaths: string[];
}

/** Names of files in a folder that can be transcripts; anything named on its own is tried. Codex compresses old ones, and so do users. */
const TRANSCRIPT_NAME = /\.(?:jsonl|json|traj)(?:\.zst|\.gz)?$|^opencode[\w.-]*\.db$/i;
const NEVER =
  /\.(?:meta|runtime)\.json$|^journal\.jsonl$|^wf_[\w-]+\.json$|^(?:sessions-index|meta|extract-cursor|logs|package|package-lock|tsconfig|settings(?:\.local)?)\.json$/i;
/** Folders that hold no transcripts: Copilot CLI keeps copies of the user's files in one, Claude Code what tools said in another. */
const OTHER_FOLDERS = new Set(['.git', 'node_modules', 'rewind-file-snapshots', 'tool-results']);
const DEPTH_MAX = 40;

/**
 * The transcripts below the paths: each real file once, in order of its path. Devices and pipes, dangling links,
 * loops of links, links to a folder above and what cannot be read are named with the reason; the rest goes on.
 */
export function discover(paths: string[], options: DiscoverOptions): Discovery {
  const walk = new Walk(options);
  for (const path of paths) walk.root(expand(path, options.cwd));
  const files = [...walk.files.values()].sort((a, b) => compare(a.path, b.path));
  return { files, skipped: walk.skipped };
}

class Walk {
  readonly files = new Map<string, FoundFile>();
  readonly skipped: Discovery['skipped'] = [];
  readonly #folders = new Set<string>();
  readonly #excluded: string[];
  /** No link may lead to one of these, or above one: a scan would walk the home folder, or the disk. */
  #within = bothNames(homeDir());
  readonly #isInGlob: (path: string) => boolean;

  constructor(options: DiscoverOptions) {
    const entries = options.excludePaths.filter((each) => each.trim() !== '');
    this.#excluded = entries
      .filter((each) => !isGlob(each))
      .flatMap((each) => bothNames(expand(each, options.cwd)));
    this.#isInGlob = globTest(entries.filter(isGlob).map((each) => fromHome(each, homeDir())));
  }

  root(path: string): void {
    this.#within = [...bothNames(homeDir()), ...bothNames(path)];
    this.#visit(path, 0, realpathSync);
  }

  /** @param realOf asked where a link may stand on the way; what a folder lists has the folder's own path */
  #visit(path: string, depth: number, realOf: (path: string) => string = (same) => same): void {
    let real: string;
    let stat: ReturnType<typeof statSync>;
    try {
      real = realOf(path);
      stat = statSync(real);
    } catch (error) {
      const reason = isUndecoded(path, error) ? 'its name is not UTF-8' : unreadableReason(error);
      this.skipped.push({ path, reason, missing: isMissing(error) });
      return;
    }
    if (this.#isExcluded(path) || (real !== path && this.#isExcluded(real))) return;
    if (stat?.isDirectory()) {
      this.#folder(real, depth);
      return;
    }
    if (!stat?.isFile()) {
      this.#skip(path, 'not a regular file');
      return;
    }
    this.files.set(real, { path: real, size: stat.size });
  }

  #folder(real: string, depth: number): void {
    if (this.#folders.has(real)) return;
    if (depth > DEPTH_MAX) {
      this.#skip(real, `more than ${DEPTH_MAX} folders deep`);
      return;
    }
    this.#folders.add(real);
    let entries: import('node:fs').Dirent[];
    try {
      entries = readdirSync(real, { withFileTypes: true });
    } catch (error) {
      this.#skip(real, unreadableReason(error));
      return;
    }
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      const path = join(real, entry.name);
      const isTranscript = TRANSCRIPT_NAME.test(entry.name) && !NEVER.test(entry.name);
      if (entry.isDirectory()) {
        if (!OTHER_FOLDERS.has(entry.name)) this.#visit(path, depth + 1);
      } else if (entry.isSymbolicLink()) this.#link(path, isTranscript, depth);
      else if (isTranscript) this.#visit(path, depth + 1);
    }
  }

  /** A link is followed to a folder or a transcript; other files that it names are none of ours. */
  #link(path: string, isTranscript: boolean, depth: number): void {
    try {
      if (statSync(path).isDirectory()) {
        const real = realpathSync(path);
        if (this.#folders.has(real)) return;
        const above = [dirname(path), ...this.#within].find((each) => isIn(each, real));
        if (above !== undefined) {
          this.#skip(
            path,
            above === real ? 'a link to the home folder' : `a link to ${real}, which holds ${above}`,
          );
          return;
        }
      } else if (!isTranscript) return;
    } catch (error) {
      if (isUndecoded(path, error)) this.#skip(path, 'its name is not UTF-8');
      else
        this.#skip(path, systemErrorCode(error) === 'ENOENT' ? 'a link to nothing' : unreadableReason(error));
      return;
    }
    this.#visit(path, depth + 1, realpathSync);
  }

  #isExcluded(path: string): boolean {
    return this.#excluded.some((each) => isIn(path, each)) || this.#isInGlob(path);
  }

  #skip(path: string, reason: string): void {
    this.skipped.push({ path, reason });
  }
}

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** A path as it is written, and as it is where a link stands on the way: the walk goes on from the latter. */
export function bothNames(path: string): string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [path] : [path, real];
  } catch {
    return [path];
  }
}

/** Bytes that are no UTF-8 are listed as a replacement character, under which the file is then not found. */
const isUndecoded = (path: string, error: unknown) =>
  path.includes('\ufffd') && systemErrorCode(error) === 'ENOENT';

/** A path of a command line or a setting as an absolute one, with `~` in front from the home folder. */
export const expand = (path: string, cwd: string): string => resolve(cwd, fromHome(path, homeDir()));

/** A path as settings have it, which no shell has looked at: with a `~` in front, from the home folder. */
export function fromHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
}
