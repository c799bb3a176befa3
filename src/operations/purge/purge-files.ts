import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { failingMarker, sessionDir, slugFile } from '../../platform/session-state.ts';
import { isObject } from '../../text/json.ts';
import { parsedJson } from '../../transcripts/json.ts';
import { isTelling, isTrace, namesLesson, type PurgeTargets } from './purge-texts.ts';

const NEWLINE = 10;
const SPACE = 32;

/** Removes the traces of what is purged from every file but the databases. Answers how many files were changed or removed. */
export function purgeFiles(home: string, targets: PurgeTargets): number {
  return (
    purgeLogs(home, targets) +
    purgeUnfinished(home, targets) +
    purgeUnfinished(homeFiles.reviewSessions(home), targets) +
    purgeSessions(home, targets) +
    purgeAudit(homeFiles.reviewSessions(home), targets) +
    purgeWhole(homeFiles.skills(home), targets)
  );
}

/** `errors.jsonl`, `events.jsonl`, their rotated ones, those that a killed scan had moved aside, and cached verdicts on patterns: line by line. */
function purgeLogs(home: string, targets: PurgeTargets): number {
  return namesIn(home)
    .filter((name) => /\.(?:jsonl|log)(?:\.(?:\d+|folding))?$/.test(name) && isFile(join(home, name)))
    .filter((name) => blankLines(join(home, name), targets)).length;
}

/** What a process that was killed was about to put in the place of a file. Manifests go later, when none is being built. */
function purgeUnfinished(dir: string, targets: PurgeTargets): number {
  const paths = namesIn(dir)
    .filter((name) => name.endsWith('.tmp') && !name.startsWith('manifest-'))
    .map((name) => join(dir, name))
    .filter((path) => lstatSync(path).isFile() && holdsTrace(readText(path), targets));
  for (const path of paths) rmSync(path, { force: true });
  return paths.length;
}

const holdsTrace = (text: string, targets: PurgeTargets): boolean =>
  isTrace(targets, parse(text)) || text.split('\n').some((line) => isTrace(targets, parse(line)));

/**
 * Blanks the lines in a log that hooks append to meanwhile, where they stand: a file put in its place would lose what one
 * that had opened it before writes afterwards. Readers pass over blank lines.
 */
function blankLines(path: string, targets: PurgeTargets): boolean {
  const fd = openSync(path, 'r+');
  try {
    let changed = false;
    const bytes = readFileSync(fd);
    for (let start = 0; start < bytes.length; ) {
      const found = bytes.indexOf(NEWLINE, start);
      const end = found < 0 ? bytes.length : found;
      if (isTrace(targets, parse(bytes.toString('utf8', start, end)))) {
        writeSync(fd, bytes.fill(SPACE, start, end), start, end - start, start);
        changed = true;
      }
      start = end + 1;
    }
    return changed;
  } finally {
    closeSync(fd);
  }
}

/** What hooks remember: of a purged session all, of a purged lesson the claims named after it and the lines about it. */
function purgeSessions(home: string, targets: PurgeTargets): number {
  let changed = 0;
  for (const id of targets.sessionIds) {
    for (const path of [sessionDir(home, id), failingMarker(home, id)]) {
      if (!existsSync(path)) continue;
      rmSync(path, { recursive: true, force: true });
      changed += 1;
    }
  }
  const files = [...targets.slugs].map(slugFile);
  for (const session of namesIn(homeFiles.sessions(home))) {
    const dir = join(homeFiles.sessions(home), session);
    if (!lstatSync(dir).isDirectory()) continue;
    for (const name of namesIn(dir)) if (purgeClaim(dir, name, files, targets)) changed += 1;
  }
  return changed;
}

/** Takes a lesson out of one file of a session; false where it says nothing of it. */
function purgeClaim(dir: string, name: string, files: string[], targets: PurgeTargets): boolean {
  const path = join(dir, name);
  if (!lstatSync(path).isFile()) return false;
  const isClaim = files.some((file) => isClaimOf(name, file));
  if (!isClaim && name === 'log') return blankLines(path, targets);
  if (!isClaim && !isTrace(targets, readText(path))) return false;
  rmSync(path, { force: true });
  return true;
}

/** A claim's name has the slug between dots, before an `@`, or alone; slugs hold neither. */
function isClaimOf(name: string, file: string): boolean {
  return name.split(/[.@]/).includes(file);
}

/** Audit files stay, as a record that something was decided; what it was about goes out of them. */
function purgeAudit(dir: string, targets: PurgeTargets): number {
  let changed = 0;
  for (const name of namesIn(dir).filter((each) => each.endsWith('.json'))) {
    const path = join(dir, name);
    if (!lstatSync(path).isFile()) continue;
    const value = parse(readText(path));
    if (!isTrace(targets, value)) continue;
    changed += 1;
    const left = withoutTraces(targets, value);
    if (left === null) rmSync(path, { force: true });
    else writeFileAtomic(path, `${JSON.stringify(left, null, 2)}\n`);
  }
  return changed;
}

/** What stays of such a file: of a review that was left before it was applied what is about other lessons. */
function withoutTraces(targets: PurgeTargets, value: unknown): object | null {
  if (!isObject(value)) return null;
  const items = value['items'];
  if (Array.isArray(items))
    return { ...value, items: items.map((item) => (isTrace(targets, item) ? emptied(item) : item)) };
  const lists = Object.entries(value);
  if (!lists.every(([, list]) => Array.isArray(list))) return null;
  const keep = (list: unknown) => (list as unknown[]).filter((each) => !isTrace(targets, each));
  return Object.fromEntries(lists.map(([name, list]) => [name, keep(list)]));
}

function emptied(item: unknown): object {
  const action = typeof item === 'object' && item !== null && 'action' in item ? item.action : 'skip';
  return { action, candidateId: 'purged', before: null, after: null, reason: 'purged' };
}

/** Files that are built anew from the store: one with a trace in it goes, and its folder if nothing else is there. Links are not followed. */
function purgeWhole(dir: string, targets: PurgeTargets): number {
  let changed = 0;
  for (const name of namesIn(dir)) {
    const path = join(dir, name);
    const entry = lstatSync(path);
    if (entry.isDirectory()) {
      changed += purgeWhole(path, targets);
      if (namesIn(path).length === 0) rmSync(path, { recursive: true, force: true });
    } else if (entry.isFile() && isTrace(targets, readText(path))) {
      rmSync(path, { force: true });
      changed += 1;
    }
  }
  return changed;
}

/** Files under the data folder in which one of the texts is still found, as bytes, as JSON or as a name. */
export function remainingTraces(home: string, targets: PurgeTargets): string[] {
  // A freed lesson may come back under its slug, from what other sessions found.
  const slugs = [...targets.slugs].filter((slug) => !targets.freedSlugs.has(slug) && isTelling(slug));
  const needles = [...targets.texts, ...slugs].flatMap((text) => {
    const quoted = JSON.stringify(text).slice(1, -1);
    return quoted === text ? [Buffer.from(text)] : [Buffer.from(text), Buffer.from(quoted)];
  });
  if (needles.length === 0) return [];
  const isNamed = (path: string) => slugs.some((slug) => namesLesson(basename(path), slug));
  const found: string[] = [];
  for (const { path, isFile } of entriesIn(home, isNamed)) {
    if (isNamed(path)) found.push(path);
    else if (isFile) {
      const bytes = readFileSync(path);
      if (needles.some((needle) => bytes.includes(needle))) found.push(path);
    }
  }
  return found.sort();
}

/** All that lies in the data folder but programs; what is in a folder that `isWhole` is not looked at. */
function* entriesIn(
  home: string,
  isWhole: (path: string) => boolean,
): Generator<{ path: string; isFile: boolean }> {
  const pending = [home];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const name of namesIn(dir)) {
      const path = join(dir, name);
      if (path === homeFiles.bin(home)) continue;
      // The data folder's own parts may lie elsewhere; a link below them leads to what is not ours, or in a circle.
      const entry = (dir === home ? statSync : lstatSync)(path, { throwIfNoEntry: false });
      if (!entry) continue;
      if (entry.isDirectory() && !isWhole(path)) pending.push(path);
      yield { path, isFile: entry.isFile() };
    }
  }
}

function namesIn(dir: string): string[] {
  return existsSync(dir) && statSync(dir).isDirectory() ? readdirSync(dir) : [];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** What JSON holds; a text that is none as it is. */
const parse = (text: string): unknown => parsedJson(text) ?? text;
