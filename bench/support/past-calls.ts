import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transcriptReaders } from '../../src/agents/index.ts';
import { EPISODE_CONFIDENCE_MIN } from '../../src/capture/grouping/sketch.ts';
import { errorWindows, holdsNames } from '../../src/inject/match.ts';
import { test } from '../../src/inject/pattern.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import { callIdentity } from '../../src/model/call-identity.ts';
import type { Episode } from '../../src/model/episode.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import { hash64 } from '../../src/text/hash.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';
import type { Assess } from '../../src/triggers/past-runs.ts';

interface Call {
  project: string;
  raw: string;
  /** The forms of each simple command, as the hook tries them. */
  views: string[][];
  ok: boolean;
  /** False where it was refused before it ran, or its end is not in the log: neither good nor failing. */
  ended: boolean;
  /** The detector knows that it failed, or the user objected to it; the log does not know. */
  silent: boolean;
}

/** A call of another tool, by the path that it was made on. */
interface Place {
  project: string;
  tool: string;
  path: string;
  ok: boolean;
}

interface Met {
  failing: number;
  good: number;
}

type Test = (raw: string, views: string[][]) => boolean;

const filesUnder = (path: string): string[] =>
  readdirSync(path)
    .sort()
    .flatMap((name) =>
      statSync(join(path, name)).isDirectory() ? filesUnder(join(path, name)) : [join(path, name)],
    );

export function viewsOf(command: string): string[][] {
  return shellView(command).commands.map((each) => [each.text, ...(each.alt ?? [])]);
}

export function commandOf(input: Record<string, unknown> | undefined): string {
  return typeof input?.['command'] === 'string' ? input['command'] : '';
}

/** A pattern as it is run: over the simple commands, or over the raw text. Null where the compiler doubts it. */
export function tester(source: string): Test | null {
  const compiled = compilePattern(source, 'command');
  if (!compiled.ok || compiled.doubtful.length > 0) return null;
  const { match, unless, view, runs, flags: set } = compiled.pattern;
  const [yes, no] = [new RegExp(match, set), unless === null ? null : new RegExp(unless, set)];
  const one = (forms: string[]) =>
    forms.some((form) => yes.test(form)) && !forms.some((form) => no?.test(form));
  const isRun = (views: string[][]) =>
    runs === undefined || views.flat().some((text) => holdsNames(text, runs));
  return (raw, views) => (view === 'raw' ? one([raw]) && isRun(views) : views.some(one));
}

export function pathTester(source: string): RegExp | null {
  const compiled = compilePattern(source, 'path');
  return compiled.ok ? new RegExp(compiled.pattern.match, compiled.pattern.flags) : null;
}

/** An error pattern as the hook runs it, exceptions included. */
export function errorTester(source: string): ((error: string) => boolean) | null {
  const compiled = compilePattern(source, 'error');
  return compiled.ok ? (error) => errorWindows(error).some((part) => test(compiled.pattern, part)) : null;
}

/** Identity of an episode that depends neither on the detector's words nor on where the transcripts lie. */
export const stableId = ({ file, lines, toolUseIds, uuids }: Episode): string =>
  hash64(`${file}\n${lines.join(',')}\n${toolUseIds[0] ?? uuids[0] ?? ''}`);

/** All episodes and calls of a folder of transcripts, each file scanned by itself; patterns are held against the calls. */
export class PastCalls {
  /** Their files are named below the folder. */
  readonly episodes: Episode[] = [];
  readonly errors: string[] = [];
  readonly places: Place[] = [];
  readonly #calls = new Map<string, Call>();

  constructor(folder: string) {
    for (const path of filesUnder(folder)) {
      const found = scanFile(path, null, { readers: transcriptReaders, project: (cwd) => cwd });
      if (!('episodes' in found)) continue;
      for (const episode of found.episodes) this.episodes.push({ ...episode, file: relative(folder, path) });
      for (const call of found.calls) this.#add(call);
    }
    this.#markSilent();
  }

  get size(): number {
    return this.#calls.size;
  }

  #add(
    call: Parameters<typeof callIdentity>[0] & Omit<Place, 'path'> & { text: string; error: string | null },
  ) {
    const key = callIdentity(call);
    const { project, tool, text, ok, error } = call;
    const ended = ok || error !== null;
    if (tool !== 'Bash' && ended) this.places.push({ project, tool, path: text, ok });
    if (error !== null) this.errors.push(error);
    if (tool === 'Bash' && !this.#calls.has(key))
      this.#calls.set(key, { project, raw: text, views: viewsOf(text), ok, ended, silent: false });
  }

  /**
   * Failures that the log takes for success, and calls that the user objected to: the detector knows them, and no
   * trigger disturbs a good call there.
   */
  #markSilent(): void {
    for (const episode of this.episodes) {
      if (episode.severity !== 'silent' && episode.kind !== 'user') continue;
      if (episode.confidence < EPISODE_CONFIDENCE_MIN) continue;
      const command = commandOf(episode.failure.input);
      for (const call of this.#calls.values()) if (call.raw === command) call.silent = true;
    }
  }

  /** The scan's own back-test. */
  readonly assess: Assess = (source, _enough, tools, project) =>
    tools ? this.#onPaths(source, tools) : this.met(source, project);

  #onPaths(source: string, tools: readonly string[]): Met {
    const glob = pathTester(source);
    const hits = this.places.filter(({ tool, path }) => tools.includes(tool) && glob?.test(path));
    const good = hits.filter(({ ok }) => ok).length;
    return { failing: hits.length - good, good };
  }

  /**
   * The commands that a pattern meets.
   * @param project whose calls are looked at: those of a lesson's scope are all that it can meet
   * @param knows whether silent failures count as failing
   */
  met(source: string, project?: string, knows = false): Met {
    const test = tester(source);
    if (!test) return { failing: 0, good: Number.POSITIVE_INFINITY };
    let good = 0;
    let failing = 0;
    for (const call of this.#calls.values()) {
      if (!call.ended && !(knows && call.silent)) continue;
      if ((project !== undefined && call.project !== project) || !test(call.raw, call.views)) continue;
      if (call.ok && !(knows && call.silent)) good += 1;
      else failing += 1;
    }
    return { failing, good };
  }
}
